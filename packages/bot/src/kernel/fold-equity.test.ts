import { describe, expect, test } from 'vitest';
import type { Fact } from '../model/event.ts';
import { byHand, filled, folded, intended, noon, started } from './fold.suite.ts';
import { evolve } from './fold.ts';
import { todayAt } from './fold-equity.ts';

const day = 24 * 60 * 60 * 1000;
const marked = (equity_usd: number, at: number): Fact => ({
  type: 'EquityMarked',
  mode: 'paper',
  equity_usd,
  by_exchange: {},
  at,
});

describe('equity', () => {
  test('keeps its base, its last mark and the highest of the day', () => {
    const state = folded(marked(100, noon), marked(120, noon + 1), marked(110, noon + 2));
    expect(state.equity).toEqual({ base: 100, last: 110, by_exchange: {} });
    expect(state.today).toEqual({ day: '2026-01-31', executions: 0, volume: {}, unpriced: [], peak_equity: 120 });
    expect(state.marks).toHaveLength(3);
  });

  test('begins again at the first mark under other prices, and what is held stays', () => {
    const state = folded(marked(100, noon), marked(120, noon + 1));
    evolve(state, { type: 'MarketOpened', market: 'live', source: 'exchange', at: noon + 2 });
    expect(state.market).toEqual({ market: 'live', source: 'exchange', since: noon + 2, wallet: '' });
    expect([state.equity, state.today.peak_equity]).toEqual([{ base: null, last: null, by_exchange: {} }, null]);
    evolve(state, marked(60, noon + 3));
    evolve(state, marked(50, noon + 4));
    expect([state.equity.base, state.equity.last, state.today.peak_equity]).toEqual([60, 50, 60]);
  });

  test('begins the next day where the last one ended', () => {
    const state = folded(started, marked(120, noon), marked(110, noon + 1));
    expect(todayAt(state, noon + day)).toEqual({
      day: '2026-02-01',
      executions: 0,
      volume: {},
      unpriced: [],
      peak_equity: 110,
    });
    evolve(state, marked(105, noon + day));
    expect(state.today).toEqual({ day: '2026-02-01', executions: 0, volume: {}, unpriced: [], peak_equity: 110 });
  });

  test('takes what comes or goes with an exchange for neither won nor lost', () => {
    const of = (by_exchange: Record<string, number>, at: number): Fact => {
      const equity_usd = Object.values(by_exchange).reduce((sum, value) => sum + value, 0);
      return { type: 'EquityMarked', mode: 'paper', equity_usd, by_exchange, at };
    };
    const state = folded(of({ okx: 10_000, kucoin: 10_000 }, noon), of({ okx: 9_000, kucoin: 10_500 }, noon + 1));
    evolve(state, of({ kucoin: 10_400 }, noon + 2));
    // Of 20,000 and 500 lost, 9,000 have gone.
    expect([state.equity.base, state.equity.last, state.today.peak_equity]).toEqual([11_000, 10_400, 11_000]);
    evolve(state, of({ kucoin: 10_400, binance: 10_000 }, noon + 3));
    expect([state.equity.base, state.equity.last, state.today.peak_equity]).toEqual([21_000, 20_400, 21_000]);
  });

  test('takes money that moved for neither won nor lost, but a late fee for lost', () => {
    const mark = (equity_usd: number): Fact => ({
      type: 'EquityMarked',
      mode: 'paper',
      equity_usd,
      by_exchange: { okx: equity_usd },
      at: noon,
    });
    const moved = (cause: 'withdrawal' | 'late_fee', usd_value: number, exchange = 'okx'): Fact => {
      const common = { exchange, mode: 'paper', asset: 'USDT', amount: String(usd_value), at: noon } as const;
      return { type: 'FundsMoved', id: cause, cause, usd_value, ...common };
    };
    const before = [mark(10_000), mark(11_000)];
    const state = folded(...before, moved('withdrawal', -4_000), mark(7_000));
    expect([state.equity.base, state.equity.last, state.today.peak_equity]).toEqual([6_000, 7_000, 7_000]);
    const charged = folded(...before, moved('late_fee', -5), mark(10_995));
    expect([charged.equity.base, charged.today.peak_equity]).toEqual([10_000, 11_000]);
    // An exchange that was not marked yet comes in as a whole.
    const other = folded(...before, moved('withdrawal', -4_000, 'kraken'));
    expect(other.equity).toEqual({ base: 10_000, last: 11_000, by_exchange: { okx: 11_000 } });
  });

  test('has a new base after a halt was reset', () => {
    const halted: Fact = { type: 'BotHalted', cause: 'stop_loss', reason: 'lost', at: noon };
    const state = folded(marked(100, noon), marked(80, noon), halted);
    expect(state.halted).toEqual({ cause: 'stop_loss', reason: 'lost', at: noon });
    evolve(state, { type: 'HaltReset', at: noon });
    expect([state.halted, state.equity, state.today.peak_equity]).toEqual([
      null,
      { base: 80, last: 80, by_exchange: {} },
      80,
    ]);
  });
});

test('a purchase by hand without a price leaves the volume of that day unknown', () => {
  const state = folded(
    byHand,
    filled({ order_id: 'hand', usd_value: null }),
    filled({ order_id: 'hand', usd_value: null }),
  );
  expect(state.today).toMatchObject({ volume: {}, unpriced: ['BTC'] });
  expect(todayAt(state, noon + day).unpriced).toEqual([]);
  // Within an execution it counts as all of its capital.
  expect(folded(started, intended, filled({ usd_value: null })).today).toMatchObject({
    volume: { BTC: 1000 },
    unpriced: [],
  });
});
