import { expect, test } from 'vitest';
import type { Message } from '../journal/journal.ts';
import { evolve, initialState } from '../projections/state.ts';
import { selectMode, selectTradingState, selectUptime } from '../selectors/bot.ts';
import { entriesFrom, given, startOfTest } from '../testing/given.ts';
import { botStatus } from '../testing/records.ts';
import { bot } from './bot.ts';
import { mode, modeOf } from './mode.ts';

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

test('the status sets the shown mode; a choice is kept until the bot starts with it or reports another', () => {
  const shown = (...story: Message[]) => {
    const state = entriesFrom(story).reduce(evolve, initialState);
    return selectMode(state);
  };
  const key = { at: 0, key: 'k' };
  expect(shown()).toBeNull();
  expect(shown(loaded({ mode: 'paper' }))).toBe('paper');
  const stopped = loaded({ is_running: false, mode: 'paper' });
  const chosen: Message[] = [stopped, { type: 'ChangeMode', mode: 'live', confirm: 'LIVE', ...key }];
  expect(shown(...chosen)).toBe('live');
  expect(shown(...chosen, stopped)).toBe('live');
  const started: Message = { type: 'BotActionDone', action: 'start', message: null };
  expect(shown(...chosen, started)).toBe('live');
  expect(shown(...chosen, started, stopped)).toBe('paper');
  expect(shown(...chosen, started, loaded({ mode: 'live' }))).toBe('live');
});

test('without a choice the reported mode is shown, and an unrecognised mode as unknown', () => {
  const shown = (...story: Message[]) => modeOf(given(mode, ...story));
  expect(shown(loaded({ mode: 'paper' }), live({ mode: 'live' }))).toBe('live');
  expect(shown(loaded({ mode: 'paper' }), live({ mode: 'sandbox' }))).toBeNull();
  expect(shown(loaded({ mode: 'live' }), live({ uptime: 3 }))).toBe('live');
});

test('what the bot does, and whether it may trade, are known side by side', () => {
  const cases: [object, string, string][] = [
    [{}, 'unknown', 'active'],
    [{ is_running: true }, 'running', 'active'],
    [{ bot_status: 'paused' }, 'stopped', 'active'],
    [{ bot_status: 'paused', is_running: true }, 'running', 'active'],
    [{ bot_status: 'error', is_running: true }, 'error', 'active'],
    [{ bot_status: 'stopping', is_running: true, trading_state: 'reducing' }, 'stopping', 'reducing'],
    [{ bot_status: 'running', trading_state: 'halted' }, 'running', 'halted'],
    [{ bot_status: 'stopped', halted: { reason: 'kill', at: null } }, 'stopped', 'halted'],
  ];
  for (const [fields, lifecycle, trading] of cases) {
    for (const report of [loaded, live]) {
      const state = given(
        bot,
        loaded({ is_running: true, market_source: 'x' }),
        report({ market_source: 'x', ...fields }),
      );
      expect(state.value).toEqual({ lifecycle, command: 'ready' });
      expect(selectTradingState({ bot: state })).toBe(trading);
    }
  }
});
