import type { Page } from 'playwright-core';
import type { TimedBot } from '../harness/timed-bot.ts';

/** Longer than an opportunity waits to be published. */
const PUBLISHED_MS = 500;
/** Longer than a dislocation stays open without a cycle. */
const DISLOCATION_MS = 2_000;

type Opportunities = { readonly data: readonly { readonly is_valid: boolean }[] };
const isThere = ({ body }: { readonly body: unknown }) => (body as Opportunities).data.some(({ is_valid }) => is_valid);

/** The market becomes calm, and brings a new opportunity, which the bot has found. */
export async function bringOpportunity(bot: TimedBot): Promise<void> {
  const opportunities = () => bot.call('GET', '/opportunities/');
  bot.market.calm();
  await bot.until(opportunities, (answer) => !isThere(answer));
  // One that comes back sooner is the same dislocation.
  await bot.pass(DISLOCATION_MS);
  bot.market.dislocate();
  await bot.until(opportunities, isThere);
  await bot.pass(PUBLISHED_MS);
}

/** Brings an opportunity that stands until the end of the block, as the time of the bot and of the page does. */
export async function standing(bot: TimedBot, page: Page): Promise<AsyncDisposable> {
  await bot.hold();
  await page.clock.setFixedTime(bot.now());
  await bringOpportunity(bot);
  await page.clock.setFixedTime(bot.now());
  return {
    [Symbol.asyncDispose]: async () => {
      bot.market.calm();
      bot.run();
      await page.clock.setSystemTime(bot.now());
    },
  };
}

/** Presses Enter in the ticket that opens, and resolves to the message of the execution. */
export async function sendByEnter(bot: TimedBot, page: Page): Promise<string> {
  const ticket = page.getByRole('dialog', { name: 'Execute Arbitrage Opportunity' });
  await ticket.getByRole('button', { name: /^Execute Trade/, disabled: false }).waitFor();
  await page.keyboard.press('Enter');
  // The orders travel.
  bot.run();
  return (
    (await page
      .getByText(/^Order executed! Profit/)
      .first()
      .textContent()) ?? ''
  );
}
