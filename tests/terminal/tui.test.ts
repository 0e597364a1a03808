import { afterAll, beforeAll, expect } from 'vitest';
import { startTimedBot, type TimedBot } from '../harness/timed-bot.ts';
import { openTerminal, test } from './terminal.ts';

let bot: TimedBot;
beforeAll(async () => {
  bot = await startTimedBot({ autostart: true });
  bot.market.dislocate();
  const trades = () => bot.call('GET', '/orders/history?limit=1');
  await bot.until(trades, ({ body }) => (body as { total: number }).total > 0);
});
afterAll(() => bot[Symbol.asyncDispose]());

test('a session shows the bot live, stops and starts it after a question, and gives the terminal back as it was', async () => {
  using terminal = openTerminal(['tui', '--data-dir', bot.dataDir]);
  const screen = await terminal.until(/RUNNING +PAPER .*ws ● \d+ ms[\s\S]*▌.*\+\d+\.\d+/);
  expect(screen[10]).toMatch(/^─ 2 Opportunities ─+ \d+ cycles?, \d+ dislocations? · \d+ valid ─$/);
  expect(screen[22]).toMatch(/^ S stop… {2}X execute… {2}Enter detail/);
  expect(screen[23]).toBe('[1]over 2 opp 3 exec 4 ord 5 bal 6 risk 7 dec 8 feed 9 log  K kill  : go  ? help');

  await terminal.pressed('3', /─ 3 Executions ─+ latest \d+: \d+ won[\s\S]* TRI /);
  await terminal.pressed('S', /Stop the bot\?[\s\S]*pending orders will be cancelled/);
  // Enter presses Cancel until Tab marks the other.
  await terminal.pressed('Enter', /^(?![\s\S]*Stop the bot)/);
  expect((await bot.call('GET', '/bot/status')).body).toMatchObject({ is_running: true });
  await terminal.pressed('S', /▸\[ Cancel ]/);
  await terminal.pressed('Tab', /▸\[ Stop Bot ]/);
  await terminal.pressed('Enter', /○ STOPPED/);
  expect((await bot.call('GET', '/bot/status')).body).toMatchObject({ is_running: false });
  await terminal.pressed('S', /Start the bot\?[\s\S]*Start Bot PAPER/);
  await terminal.pressed('Tab', /▸\[ Start Bot PAPER ]/);
  await terminal.pressed('Enter', /● RUNNING/);
  await terminal.pressed('q', /─ 6 Risk ─/);
  const last = await terminal.pressed('q', /ended with/);
  expect(last.join('\n').trim()).toBe('before\nended with 0');
});
