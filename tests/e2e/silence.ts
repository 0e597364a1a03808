import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const STEP_MS = 500;
/** Silence after which a bot counts as lost. */
const SILENCE_MS = 10_000;
/** Longer than the machine needs to pause a clock. */
const JUMP_MS = 600_000;

/** Has the page's time pass by `runFor` alone. It jumps first, so that the page has to reach its bot again. */
export async function pause(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate((jump) => Date.now() + jump, JUMP_MS));
  const later = async () => {
    await page.clock.runFor(STEP_MS);
    return looksLive(page);
  };
  await expect.poll(later).toEqual(live);
}

type Look = { header: string | null; connected: boolean; coloured: boolean };
export const live: Look = { header: 'Bot Active', connected: true, coloured: true };
export const silent: Look = { header: 'Bot state unknown', connected: false, coloured: false };

/** Passes the page's time until its screen looks silent. Answers that had left the bot before may still arrive, so ten seconds may have to pass twice. */
export async function becomesSilent(page: Page): Promise<void> {
  const later = async () => {
    await page.clock.runFor(SILENCE_MS);
    return looksLive(page);
  };
  await expect.poll(later).toEqual(silent);
}

/** The page at a glance: the state in the header, the connection badge, and the colours of the screen. */
export const looksLive = (page: Page): Promise<Look> =>
  page.evaluate(() => {
    const banner = document.querySelector('[role=banner]');
    const main = document.querySelector('main');
    return {
      header: banner?.querySelector('[role=status][aria-label]')?.getAttribute('aria-label') ?? null,
      connected: /API Connected/.test(banner?.textContent ?? ''),
      coloured: main !== null && getComputedStyle(main).filter === 'none',
    };
  });

/** Clocks stand still, and the age of the last confirmation is shown. */
export async function expectStill(page: Page): Promise<void> {
  const clock = () => page.getByRole('banner').getByRole('status', { name: 'Bot state unknown' }).textContent();
  const before = await clock();
  const age = page.getByRole('region', { name: 'State of the bot' }).getByText(/^last confirmed \d+ s ago$/);
  const first = await age.textContent();
  await page.clock.runFor(5_000);
  await expect.poll(() => age.textContent()).not.toBe(first);
  expect(await clock()).toBe(before);
}
