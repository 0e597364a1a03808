import type { TradeRecord } from '@triquad/core/contract';
import { describe, expect, test } from 'vitest';
import { deepestDrawdown, drawdownSeries, equityCurve, intervals, pairPerformance } from './curves.ts';
import { partsOf, performanceSummary, sharpe, spansOf } from './statistics.ts';

const noon = Date.UTC(2026, 0, 31, 12);
const minute = 60_000;
const hour = 60 * minute;
const iso = (at: number) => new Date(at).toISOString();

const trade = (at: number, over: Partial<TradeRecord>): TradeRecord => ({
  id: 't',
  execution_id: 'x',
  opportunity_id: 'o',
  opportunity_type: 'TRI',
  type: 'TRI',
  exchange: 'kraken',
  symbols: ['USDT', 'BTC', 'ETH', 'USDT'],
  pairs: ['BTC/USDT', 'ETH/BTC', 'ETH/USDT'],
  status: 'completed',
  mode: 'paper',
  dry_run: true,
  capital: 1000,
  profit: 1,
  actual_profit: 1,
  profit_pct: 0.1,
  expected_profit: 1,
  slippage_pct: 0,
  fees: 3,
  duration_seconds: 0.5,
  entry_time: iso(at),
  created_at: iso(at),
  error_message: null,
  provenance: null,
  legs: [],
  ...over,
});

const leg = (ms: number | null) => ({
  leg: 1,
  market: 'BTC/USDT',
  side: 'buy' as const,
  order_id: 'o',
  unwind: false,
  expected_price: 1,
  price: 1,
  expected_quantity: 1,
  quantity: 1,
  fee: 0,
  fee_asset: 'USDT',
  status: 'filled' as const,
  ms,
});

describe('the performance summary', () => {
  const period = { from: noon, to: noon + hour };

  test('is that of trades worked out by hand', () => {
    const trades = [
      trade(noon, { profit: 6, profit_pct: 3, duration_seconds: 0.2, legs: [leg(100), leg(null)] }),
      trade(noon + minute, { profit: 2, profit_pct: 1, duration_seconds: 0.4, legs: [leg(50), leg(30)] }),
      trade(noon + 2 * minute, { profit: -4, profit_pct: -1, duration_seconds: 0.9, status: 'unwound' }),
      trade(noon + 3 * minute, { profit: 0, profit_pct: 1, duration_seconds: 0.5 }),
      trade(noon + 4 * minute, { profit: 0, status: 'failed', duration_seconds: 9 }),
      trade(noon + 5 * minute, { profit: null, actual_profit: null, status: 'pending' }),
      trade(noon - minute, { profit: 3, duration_seconds: 0.25 }),
      trade(noon - 2 * minute, { profit: -1, duration_seconds: 0.75 }),
      trade(noon - hour - 1, { profit: 1000 }),
      trade(noon + hour, { profit: 1000 }),
    ];
    const marks = [9_000, 10_000, 9_900, 10_100, 9_595, 9_700].map((equity_usd, index) => ({
      at: noon + (index - 1) * minute,
      equity_usd,
    }));
    const observed = { opportunities: 90, minutes: 60 };
    expect(
      performanceSummary({ period, trades, marks, observed, observedBefore: { opportunities: 60, minutes: 30 } }),
    ).toEqual({
      opportunities_per_minute: 1.5,
      total_pnl: 4,
      total_profit: 8,
      total_loss: 4,
      avg_latency_ms: 60,
      avg_execution_time_ms: 500,
      avg_execution_time_seconds: 0.5,
      win_rate: 50,
      total_trades: 4,
      winning_trades: 2,
      losing_trades: 1,
      profit_factor: 2,
      // Returns 3, 1, −1, 1: mean 1, squared deviations 4 + 0 + 4 + 0 over 3.
      sharpe_ratio: 1 / Math.sqrt(8 / 3),
      // From the peak of 10,100 down to 9,595.
      max_drawdown: 5,
      best_trade: 6,
      worst_trade: -4,
      avg_profit_per_trade: 1,
      trends: { opportunities: -25, trades: 100, profit: 100, win_rate: 0, execution_time: 0 },
    });
  });

  test('of nothing claims nothing', () => {
    const none = { opportunities: 0, minutes: 0 };
    expect(performanceSummary({ period, trades: [], marks: [], observed: none, observedBefore: none })).toEqual({
      opportunities_per_minute: null,
      total_pnl: 0,
      total_profit: 0,
      total_loss: 0,
      avg_latency_ms: null,
      avg_execution_time_ms: null,
      avg_execution_time_seconds: null,
      win_rate: null,
      total_trades: 0,
      winning_trades: 0,
      losing_trades: 0,
      profit_factor: null,
      sharpe_ratio: null,
      max_drawdown: null,
      best_trade: null,
      worst_trade: null,
      avg_profit_per_trade: null,
      trends: { opportunities: null, trades: null, profit: null, win_rate: null, execution_time: null },
    });
  });

  test.each([
    [[], null],
    [[1], null],
    [[0.1, 0.1, 0.1], null],
    [[1, 3], 2 / Math.sqrt(2)],
    [[-1, -3], -2 / Math.sqrt(2)],
  ])('Sharpe ratio of %j is %s', (returns, expected) => {
    expect(sharpe(returns)).toEqual(expected);
  });
});

describe('the parts of a period', () => {
  const day = 24 * hour;
  const midnight = Date.UTC(2026, 0, 31);

  test('are of an hour, of six, or of whole days, and end with the one that now is in', () => {
    const now = midnight + 5 * minute;
    expect(partsOf({ from: midnight, to: midnight + day }, now)).toEqual([{ from: midnight, to: midnight + hour }]);
    expect(partsOf({ from: midnight - day, to: midnight }, now)).toHaveLength(24);
    expect(partsOf({ from: midnight - 7 * day, to: midnight }, now)).toHaveLength(28);
    expect(partsOf({ from: midnight - 31 * day, to: midnight }, now)).toHaveLength(31);
    const year = partsOf({ from: midnight - 365 * day, to: midnight }, now);
    expect([year.length, year[0], year.at(-1)?.to]).toEqual([
      31,
      { from: midnight - 365 * day, to: midnight - 353 * day },
      midnight,
    ]);
    expect(partsOf({ from: midnight + day, to: midnight + 2 * day }, now)).toEqual([]);
  });

  test('have the trades that began in each, so that they add up to the period', () => {
    const period = { from: midnight, to: midnight + day };
    const trades = [
      trade(midnight - 1, { profit: 1000 }),
      trade(midnight, { profit: 6, legs: [leg(100), leg(null)] }),
      trade(midnight + hour - 1, { profit: -2, legs: [leg(50)] }),
      trade(midnight + hour, { profit: 3 }),
      trade(midnight + 2 * hour, { profit: 0, status: 'failed' }),
      trade(midnight + day, { profit: 1000 }),
    ];
    const parts = partsOf(period, midnight + day);
    const seen = ({ from }: { from: number }) =>
      from === midnight ? { opportunities: 30, minutes: 60 } : { opportunities: 0, minutes: 0 };
    const spans = spansOf(trades, parts, seen);
    expect(spans.slice(0, 3)).toEqual([
      { opportunities_per_minute: 0.5, total_pnl: 4, avg_latency_ms: 75, win_rate: 50, trades: 2 },
      { opportunities_per_minute: null, total_pnl: 3, avg_latency_ms: null, win_rate: 100, trades: 1 },
      { opportunities_per_minute: null, total_pnl: 0, avg_latency_ms: null, win_rate: null, trades: 0 },
    ]);
    const none = { opportunities: 0, minutes: 0 };
    const whole = performanceSummary({ period, trades, marks: [], observed: none, observedBefore: none });
    expect(spans.reduce((sum, { total_pnl }) => sum + total_pnl, 0)).toBe(whole.total_pnl);
    expect(spans.reduce((sum, { trades: count }) => sum + count, 0)).toBe(whole.total_trades);
  });
});

describe('curves', () => {
  const marks = [
    { at: noon - minute, equity_usd: 990 },
    { at: noon, equity_usd: 1_000 },
    { at: noon + 59 * minute, equity_usd: 1_010 },
    { at: noon + 61 * minute, equity_usd: 808 },
    { at: noon + 62 * minute, equity_usd: 1_020 },
    { at: noon + 3 * hour, equity_usd: 510 },
  ];

  test('equity is the last mark of each interval', () => {
    const point = (at: number, equity: number, pnl: number) => ({
      timestamp: iso(at),
      equity,
      initial_capital: 900,
      pnl,
      cumulative_pnl: equity - 900,
    });
    expect(equityCurve(marks, { from: noon, to: noon + 3 * hour }, intervals['1h'], 900)).toEqual([
      point(noon + 59 * minute, 1_010, 20),
      point(noon + 62 * minute, 1_020, 10),
    ]);
  });

  test('a history that begins within the period opens with the initial capital, in minutes as long as it is short', () => {
    const point = (at: number, equity: number, pnl: number) => ({
      timestamp: iso(at),
      equity,
      initial_capital: 900,
      pnl,
      cumulative_pnl: equity - 900,
    });
    const young = [
      { at: noon + 10_000, equity_usd: 900 },
      { at: noon + 20_000, equity_usd: 1_000 },
      { at: noon + minute + 1, equity_usd: 990 },
      { at: noon + minute + 2, equity_usd: 995 },
      { at: noon + 9 * minute, equity_usd: 1_005 },
    ];
    const period = { from: noon, to: noon + hour };
    expect(equityCurve(young, period, intervals['1h'], 900)).toEqual([
      point(noon + 10_000, 900, 0),
      point(noon + 20_000, 1_000, 100),
      point(noon + minute + 2, 995, -5),
      point(noon + 9 * minute, 1_005, 10),
    ]);
    expect(equityCurve(young.slice(0, 1), period, intervals['1h'], 900)).toEqual([point(noon + 10_000, 900, 0)]);
    expect(equityCurve([], period, intervals['1h'], 900)).toEqual([]);
    expect(drawdownSeries(young, period, 30 * minute)).toEqual([
      { timestamp: iso(noon + 10_000), drawdown: 0, drawdown_pct: 0 },
      { timestamp: iso(noon + minute + 1), drawdown: 10, drawdown_pct: 1 },
      { timestamp: iso(noon + 9 * minute), drawdown: 0, drawdown_pct: 0 },
    ]);
  });

  test.each([
    [60, '1h', '1h'],
    [59, '1h', '15m'],
    [15, '1h', '15m'],
    [14, '1h', '5m'],
    [5, '1h', '5m'],
    [4, '1h', '1m'],
    [240, '1d', '4h'],
    [1, '1m', '1m'],
  ] as const)('a history of %i h of which %s is wanted comes by %s', (hours, wanted, width) => {
    const marks = Array.from({ length: hours * 60 + 1 }, (_, index) => ({ at: noon + index * minute, equity_usd: 1 }));
    const points = equityCurve(marks, { from: noon, to: noon + 1_000 * hour }, intervals[wanted], 1);
    const [, second, third] = points.map(({ timestamp }) => Date.parse(timestamp));
    expect((third ?? 0) - (second ?? 0)).toBe(intervals[width]);
  });

  test('drawdown is the deepest of each interval, below the peak so far, and what it is at last', () => {
    const period = { from: noon, to: noon + 4 * hour };
    const later = { at: noon + 3 * hour + minute, equity_usd: 765 };
    expect(drawdownSeries([...marks, later], period, intervals['1h'])).toEqual([
      { timestamp: iso(noon), drawdown: 0, drawdown_pct: 0 },
      { timestamp: iso(noon + 61 * minute), drawdown: 202, drawdown_pct: 20 },
      { timestamp: iso(noon + 3 * hour), drawdown: 510, drawdown_pct: 50 },
      { timestamp: iso(noon + 3 * hour + minute), drawdown: 255, drawdown_pct: 25 },
    ]);
    expect(deepestDrawdown(marks)).toBe(50);
    expect(deepestDrawdown([])).toBeNull();
  });

  test('pairs share the profit of their trades', () => {
    const trades = [
      trade(noon, { profit: 9 }),
      trade(noon, { profit: -3, pairs: ['BTC/USDT', 'SOL/BTC', 'SOL/USDT'] }),
      trade(noon, { profit: 100, status: 'pending' }),
      trade(noon - 1, { profit: 100 }),
    ];
    expect(pairPerformance(trades, { from: noon, to: noon + 1 })).toEqual([
      { pair: 'ETH/BTC', total_profit: 3, win_rate: 100, trades: 1 },
      { pair: 'ETH/USDT', total_profit: 3, win_rate: 100, trades: 1 },
      { pair: 'BTC/USDT', total_profit: 2, win_rate: 50, trades: 2 },
      { pair: 'SOL/BTC', total_profit: -1, win_rate: 0, trades: 1 },
      { pair: 'SOL/USDT', total_profit: -1, win_rate: 0, trades: 1 },
    ]);
  });
});
