import type { TradeRecord } from '@triquad/core/contract';
import { expect, test } from 'vitest';
import { performanceMetrics } from './metrics.ts';

const noon = Date.UTC(2026, 0, 31, 12);
const hour = 3_600_000;
const day = 24 * hour;
const unseen = { opportunities: 0, minutes: 0 };

const trade = (at: number, over: Partial<TradeRecord>): TradeRecord => ({
  id: 't',
  execution_id: 'x',
  opportunity_id: 'o',
  opportunity_type: over.type ?? 'TRI',
  type: 'TRI',
  exchange: 'kraken',
  symbols: [],
  pairs: [],
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
  entry_time: new Date(at).toISOString(),
  created_at: new Date(at).toISOString(),
  error_message: null,
  provenance: null,
  legs: [],
  ...over,
});

const leg = (status: TradeRecord['legs'][number]['status']) => ({
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
  status,
  ms: null,
});

test('the metrics are those of trades worked out by hand', () => {
  const trades = [
    trade(noon + 3 * hour, { profit: -2, profit_pct: -1, duration_seconds: 0.4, slippage_pct: 0.3 }),
    trade(noon, { profit: 6, profit_pct: 3, duration_seconds: 0.1, legs: [leg('filled'), leg('filled'), leg('sent')] }),
    trade(noon + hour, { profit: -1, profit_pct: -1, duration_seconds: 0.2, exchange: 'okx', legs: [leg('partial')] }),
    trade(noon + 2 * hour, { profit: -3, profit_pct: -1, duration_seconds: 0.3, type: 'QUAD' }),
    trade(noon + 4 * hour, { profit: 0, profit_pct: 0, duration_seconds: 0.5, slippage_pct: 0.2 }),
    trade(noon + 4 * hour, { profit: 0, status: 'failed', legs: [leg('empty')] }),
  ];
  const marks = [
    { at: noon, equity_usd: 1_000 },
    { at: noon + 10 * day, equity_usd: 900 },
    { at: noon + 36.525 * day, equity_usd: 1_050 },
  ];
  const period = { from: noon, to: noon + 40 * day };
  const metrics = performanceMetrics({ period, trades, marks, observed: unseen, observedBefore: unseen });
  expect(metrics).toMatchObject({ total_trades: 5, total_pnl: 0, max_drawdown: 10 });
  expect(metrics).toMatchObject({
    // Returns 3, −1, −1, −1, 0: mean 0, squares 9 + 1 + 1 + 1 over 4, downside 3 / 5.
    sortino_ratio: 0,
    volatility_pct: Math.sqrt(3),
    sharpe_ratio: 0,
    // 5 % in a tenth of a year over a drawdown of 10 %.
    calmar_ratio: expect.closeTo(5, 9),
    expectancy: 0,
    avg_win: 6,
    avg_loss: 2,
    longest_losing_streak: 3,
    fill_rate: 50,
    avg_slippage_pct: 0.1,
    p50_execution_ms: 300,
    p95_execution_ms: 500,
    p99_execution_ms: 500,
    by_exchange: [
      { exchange: 'kraken', trades: 4, profit: 1, win_rate: 25 },
      { exchange: 'okx', trades: 1, profit: -1, win_rate: 0 },
    ],
    by_type: [
      { type: 'QUAD', trades: 1, profit: -3, win_rate: 0 },
      { type: 'TRI', trades: 4, profit: 3, win_rate: 25 },
    ],
    by_hour: [
      { hour: 12, trades: 1, profit: 6, win_rate: 100 },
      { hour: 13, trades: 1, profit: -1, win_rate: 0 },
      { hour: 14, trades: 1, profit: -3, win_rate: 0 },
      { hour: 15, trades: 1, profit: -2, win_rate: 0 },
      { hour: 16, trades: 1, profit: 0, win_rate: 0 },
    ],
  });
});

test('a losing trade gives Sortino its ground, a month of marks Calmar his', () => {
  const period = { from: noon, to: noon + day };
  const marks = [
    { at: noon, equity_usd: 1_000 },
    { at: noon + hour, equity_usd: 900 },
  ];
  const of = (...returns: number[]) =>
    performanceMetrics({
      period,
      trades: returns.map((profit_pct) => trade(noon, { profit: profit_pct, profit_pct })),
      marks,
      observed: unseen,
      observedBefore: unseen,
    });
  expect(of(4, -2).sortino_ratio).toBeCloseTo(1 / Math.sqrt(2), 12);
  expect(of(4, 2)).toMatchObject({ sortino_ratio: null, calmar_ratio: null, avg_loss: null, longest_losing_streak: 0 });
  expect(of()).toMatchObject({ volatility_pct: null, fill_rate: null, p50_execution_ms: null, by_hour: [] });
});

test('the range is the sum over the trades of which it is known, also over those that bought nothing', () => {
  const trades = [
    trade(noon, { profit: 3, optimistic_profit: 4, pessimistic_profit: -2 }),
    trade(noon + hour, { status: 'failed', profit: 0, optimistic_profit: 5, pessimistic_profit: -1 }),
    trade(noon + 2 * hour, { profit: 7 }),
    trade(noon + 3 * hour, { status: 'pending', profit: null, optimistic_profit: 9, pessimistic_profit: 9 }),
  ];
  const input = { period: { from: noon, to: noon + day }, marks: [], observed: unseen, observedBefore: unseen };
  expect(performanceMetrics({ ...input, trades })).toMatchObject({ optimistic: 9, modelled: 3, pessimistic: -3 });
  expect(performanceMetrics({ ...input, trades: [trade(noon, {})] })).not.toHaveProperty('modelled');
});
