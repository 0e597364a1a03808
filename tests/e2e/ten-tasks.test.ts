import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Bot, startBot } from '../harness/bot.ts';
import { launchBrowser, type OpenPage, type TestBrowser } from '../harness/browser.ts';

/** What an operator is asked to do at most, and how long it may take: in seconds, from the first click to the answer on the screen. */
const MOST_CLICKS = 4;
const MOST_SECONDS = 30;
const POLL = { timeout: 60_000 };
/** Opportunities live for seconds: so many are tried until one is still there. */
const TRIES = 20;

let browser: TestBrowser;
let bot: Bot;
let open: OpenPage;
let page: Page;
beforeAll(async () => {
  [browser, bot] = await Promise.all([launchBrowser(), startBot({ args: ['--market', 'simulated', '--seed', '3'] })]);
  await configure({ min_profit_threshold: 0.05 });
  open = await browser.open();
  page = open.page;
});
afterAll(async () => {
  await browser.close();
  await bot[Symbol.asyncDispose]();
});

test('sign in and start the bot', async () => {
  await page.goto(bot.url);
  await task(async (click) => {
    await page.getByLabel('Token', { exact: true }).fill(bot.token);
    await click(button('Sign in'));
    await click(header('Start the bot'));
    await click(page.getByRole('alertdialog').getByRole('button', { name: 'Start Bot' }));
    await page.getByRole('status', { name: 'Bot Active' }).waitFor();
  });
});

test('why one was left alone', async () => {
  await vi.waitFor(async () => expect(await decided('executed')).toBe(true), POLL);
  await vi.waitFor(async () => expect(await decided()).toBe(true), POLL);
  await task(async (click) => {
    await click(link('History'));
    await click(button('All decisions'));
    const reason = page.getByRole('combobox', { name: 'Reason' });
    await expect.poll(() => reason.locator('option').count(), POLL).toBeGreaterThan(1);
    const codes = await reason
      .locator('option')
      .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
    await reason.selectOption(codes.find((code) => code !== '' && code !== 'executed') ?? '');
    await click(
      page
        .getByRole('table', { name: 'All decisions' })
        .getByRole('button', { name: /^One life of/ })
        .first(),
    );
    await page.getByRole('dialog', { name: /USDT/ }).getByRole('list', { name: 'Decisions' }).waitFor();
  });
});

test('the log line of an order', async () => {
  await begin();
  await task(async (click) => {
    await click(link('Logs'));
    await page.getByRole('searchbox').fill('Leg 1, ');
    const line = page.getByRole('row').filter({ hasText: /Leg 1, (buy|sell) \w+\/\w+ on \w+: filled/ });
    await click(line.getByRole('button').first());
    await page.getByRole('dialog', { name: /USDT/ }).getByText('Journal facts').waitFor();
  });
});

test('execute an opportunity by hand', async () => {
  await configure({ auto_execute: false });
  await begin();
  for (let attempt = 0; ; attempt += 1) {
    expect(attempt).toBeLessThan(TRIES);
    if (await task(byHand)) break;
    await begin();
  }
});

test('the profit of yesterday', async () => {
  await begin();
  await task(async (click) => {
    await click(link('Performance'));
    await click(button('Yesterday'));
    await page.waitForURL('**/performance?window=yesterday');
    const realised = page.getByRole('group', { name: 'Realised profit' }).locator('[data-value]');
    await expect.poll(() => realised.textContent(), POLL).toMatch(/^[+-]?\$[\d,.]+$/);
  });
});

test('run a backtest', async () => {
  await begin();
  await task(async (click) => {
    await click(link('Backtest'));
    await page.getByLabel('Backtest Name').fill('Two minutes');
    await page.getByLabel('Start Date').fill('2026-01-01T00:00');
    await page.getByLabel('End Date').fill('2026-01-01T00:02');
    await click(button('Run Backtest'));
    await page.getByRole('group', { name: 'Net Profit' }).waitFor();
  });
});

test('change a limit and apply it', async () => {
  await begin();
  await task(async (click) => {
    await click(link('Settings'));
    await click(page.getByRole('tab', { name: 'Risk Management' }));
    const form = page.getByRole('region', { name: 'Risk Management', exact: true });
    await form.getByLabel('Global Stop-Loss %').fill('8');
    await click(form.getByRole('button', { name: 'Save' }));
    await form.getByText('Saved in the bot').waitFor();
  });
  const { body } = await bot.call('GET', '/risk/');
  const { limits } = body as { limits: { name: string; limit: number }[] };
  expect(limits.find(({ name }) => name === 'stop_loss')?.limit).toBe(8);
});

test('find what a user changed', async () => {
  await begin();
  await task(async (click) => {
    await click(link('Settings'));
    await click(page.getByRole('tab', { name: 'Audit' }));
    const log = page.getByRole('table', { name: 'Audit log' });
    await log
      .getByText(/risk\.stop_loss_pct 10 → 8/)
      .first()
      .waitFor();
  });
});

test('add the key of an exchange', async () => {
  await begin();
  await task(async (click) => {
    await click(link('Settings'));
    await click(button('Add Exchange'));
    const dialog = page.getByRole('dialog', { name: 'Add Exchange' });
    await dialog.getByLabel('Exchange', { exact: true }).selectOption('binance');
    await dialog.getByLabel('API Key', { exact: true }).fill('0123456789abcdefghijklmn');
    await dialog.getByLabel('API Secret', { exact: true }).fill('no real secret');
    await click(dialog.getByRole('button', { name: 'Save' }));
    await page.getByRole('listitem').filter({ hasText: '01234567••••••••klmn' }).waitFor();
  });
});

test('kill, and recover', async () => {
  await begin();
  await task(async (click) => {
    await click(header('Kill switch'));
    await click(page.getByRole('alertdialog').getByRole('button', { name: 'Stop everything' }));
    await page.getByRole('status', { name: 'Bot Halted' }).waitFor();
    await click(button('Lift the halt').first());
    await click(page.getByRole('alertdialog').getByRole('button', { name: 'Lift the halt' }));
    await page.getByRole('status', { name: 'Bot Stopped' }).waitFor();
  });
  expect(open.errors.filter((text) => !text.includes('409'))).toEqual([]);
});

/** Each task begins at the overview, whatever the one before has left open. */
const begin = () => page.goto(`${bot.url}/dashboard`);
const button = (name: string): Locator => page.getByRole('button', { name });
const header = (name: string): Locator => page.getByRole('banner').getByRole('button', { name });
const link = (name: string): Locator =>
  page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name });

type Click = (target: Locator) => Promise<void>;
/** Does a task, and counts its clicks and its time; one that could not be done, because what it is about had ended, is no task. */
async function task<T>(work: (click: Click) => Promise<T>): Promise<T> {
  let clicks = 0;
  const began = performance.now();
  const answer = await work(async (target) => {
    clicks += 1;
    await target.click();
  });
  if (answer === false) return answer;
  expect(clicks).toBeLessThanOrEqual(MOST_CLICKS);
  expect((performance.now() - began) / 1_000).toBeLessThan(MOST_SECONDS);
  return answer;
}

/** Whether one was still there, and was executed. */
async function byHand(click: Click): Promise<boolean> {
  await click(link('Scanner'));
  await click(page.getByText('Valid', { exact: true }).first());
  const ticket = page.getByRole('dialog', { name: 'Execute Arbitrage Opportunity' });
  const gone = ticket.getByRole('alert').or(ticket.getByText('This opportunity has expired')).first();
  const execute = ticket.getByRole('button', { name: /^Execute Trade/, disabled: false });
  await execute.or(gone).first().waitFor();
  if (!(await execute.isVisible())) return false;
  // The amount has the focus: Enter sends what is shown, and nothing where it has expired meanwhile.
  await page.keyboard.press('Enter');
  const done = page.getByText(/^Order executed! Profit/);
  await done.or(gone).first().waitFor();
  return done.first().isVisible();
}

/** Whether there is a decision with this code, or one without a trade. */
async function decided(code?: string): Promise<boolean> {
  const { body } = await bot.call('GET', `/history/?limit=200${code === undefined ? '' : `&code=${code}`}`);
  const { data } = body as { data: { reason: string }[] };
  return data.some(({ reason }) => code !== undefined || reason !== 'executed');
}

async function configure(fields: object): Promise<void> {
  const { body } = await bot.call('GET', '/config/');
  const { id, version } = body as { id: string; version: number };
  expect((await bot.call('PUT', `/config/${id}`, { version, ...fields })).status).toBe(200);
}
