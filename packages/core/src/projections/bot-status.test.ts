import { expect, test } from 'vitest';
import type { Message } from '../journal/journal.ts';
import { selectUptime } from '../selectors/bot.ts';
import { given, startOfTest } from '../testing/given.ts';
import { botStatus } from '../testing/records.ts';
import { bot } from './bot-status.ts';
import { mode } from './mode.ts';
import { initialState } from './state.ts';

const loaded = (fields: object): Message => ({
  type: 'ResourceLoaded',
  resource: 'status',
  value: botStatus({ ...fields }),
});
const live = (fields: object): Message => ({ type: 'BotStatusReported', status: botStatus({ ...fields }) });

test('a live update merges into what is known', () => {
  const { status } = given(
    bot,
    loaded({ is_running: true, mode: 'paper', uptime: 5, enabled_exchanges: ['kraken'] }),
    live({ uptime: 9 }),
    live({ is_running: false }),
  );
  expect(status).toEqual(
    botStatus({ is_running: false, mode: 'paper', uptime: 9, enabled_exchanges: ['kraken'], bot_status: 'stopped' }),
  );
});

test('a whole record from the embedded bot takes the place of all, absent values included', () => {
  const halted = { reason: 'drawdown', at: null };
  const { status } = given(
    bot,
    loaded({ bot_status: 'stopped', market_source: 'simulated', halted }),
    live({ bot_status: 'running', market_source: 'simulated', halted: null }),
  );
  expect([status?.is_running, status?.halted]).toEqual([true, null]);
});

test('uptime counts on from the last answer, and only while it runs', () => {
  const at = (story: Message, later: number) =>
    selectUptime({ ...initialState, bot: given(bot, story), now: startOfTest + later });
  expect(at(loaded({ is_running: true, uptime: 60 }), 2_500)).toBe(62.5);
  expect(at(loaded({ is_running: false, uptime: 60 }), 2_500)).toBeNull();
  expect(at(loaded({ is_running: true }), 2_500)).toBeNull();
});

const shown = (...story: Message[]) => given(mode, ...story).shown;

test('the status sets the mode shown; a local choice stands until the bot says another', () => {
  expect(shown()).toBeNull();
  expect(shown(loaded({ mode: 'paper' }))).toBe('paper');
  const chosen: Message[] = [loaded({ mode: 'paper' }), { type: 'ModeChosen', mode: 'live' }];
  expect(shown(...chosen)).toBe('live');
  expect(shown(...chosen, loaded({ mode: 'paper' }))).toBe('live');
  const started: Message = { type: 'BotActionDone', action: 'start', message: null };
  expect(shown(...chosen, started, loaded({ mode: 'paper' }))).toBe('paper');
  expect(shown(...chosen, started, loaded({ mode: 'live' }))).toBe('live');
});
