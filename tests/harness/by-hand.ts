import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** What stands is told as a new opportunity every ten seconds: on a slow machine it may have been replaced before it is sent. */
const TRIES = 10;
const OPENS_MS = 30_000;

/** Tries until one was executed; what the page said of it. */
export async function untilExecuted(attempt: () => Promise<string | null>): Promise<string> {
  for (let tried = 0; ; tried += 1) {
    expect(tried).toBeLessThan(TRIES);
    const said = await attempt();
    if (said !== null) return said;
  }
}

/** Presses Enter in the ticket that opens; what the page said of the execution, null where there was none. */
export async function sentByEnter(page: Page): Promise<string | null> {
  const ticket = page.getByRole('dialog', { name: 'Execute Arbitrage Opportunity' });
  const gone = ticket.getByRole('alert').or(ticket.getByText('This opportunity has expired')).first();
  const execute = ticket.getByRole('button', { name: /^Execute Trade/, disabled: false });
  // A row that is repainted under the pointer or the key does not open it.
  const isOpen = await execute
    .or(gone)
    .first()
    .waitFor({ timeout: OPENS_MS })
    .then(
      () => true,
      () => false,
    );
  if (!isOpen || !(await execute.isVisible())) return null;
  // The amount has the focus: Enter sends what is shown, and nothing where it has expired meanwhile.
  await page.keyboard.press('Enter');
  const done = page.getByText(/^Order executed! Profit/).first();
  await done.or(gone).first().waitFor();
  return (await done.isVisible()) ? done.textContent() : null;
}
