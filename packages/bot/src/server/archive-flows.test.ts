import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createMemoryStore } from '../journal/memory.ts';
import type { Fact } from '../model/event.ts';
import { drawdownSeries, equityCurve } from '../portfolio/curves.ts';
import { performanceMetrics } from '../portfolio/metrics.ts';
import { always, noon, opened } from './archive.suite.ts';

const minute = 60_000;
const marked = (by_exchange: Readonly<Record<string, number>>, minutes: number): Fact => ({
  type: 'EquityMarked',
  mode: 'paper',
  equity_usd: Object.values(by_exchange).reduce((sum, value) => sum + value, 0),
  by_exchange,
  at: noon + minutes * minute,
});
const moved = (usd_value: number, minutes: number): Fact => ({
  type: 'FundsMoved',
  id: 'm',
  exchange: 'kucoin',
  mode: 'paper',
  cause: 'deposit',
  asset: 'USDT',
  amount: String(usd_value),
  usd_value,
  at: noon + minutes * minute,
});
/** Five simulated exchanges, then one recorded: what `serve` does on one data directory with two markets. */
const five = (each: number) => ({ binance: each, coinbase: each, kraken: each, kucoin: each, okx: each });
const facts: readonly Fact[] = [
  marked(five(10_000), 0),
  marked(five(10_002), 1),
  marked({ kucoin: 10_002 }, 2),
  marked({ kucoin: 9_952 }, 3),
  moved(5_000, 4),
  marked({ kucoin: 14_957 }, 5),
];

test('a change of connected exchanges and a deposit are neither gained nor lost, in no figure', async () => {
  const store = createMemoryStore<Fact>();
  store.append(facts);
  const { one: archive } = await opened(new DatabaseSync(':memory:'), store);
  const marks = archive.marks(always, 'paper');
  expect(marks.map(({ equity_usd, flows_usd }) => [equity_usd, flows_usd])).toEqual([
    [50_000, 0],
    [50_010, 0],
    [10_002, -40_008],
    [9_952, -40_008],
    [14_957, -35_008],
  ]);
  const period = { from: noon, to: noon + 10 * minute };
  const curve = equityCurve(marks, period, minute, 50_000);
  expect(curve.map(({ pnl, cumulative_pnl }) => [pnl, cumulative_pnl])).toEqual([
    [0, 0],
    [10, 10],
    [0, 10],
    [-50, -40],
    [5, -35],
  ]);
  const observed = { opportunities: 0, minutes: 0 };
  const metrics = performanceMetrics({ period, trades: [], marks, observed, observedBefore: observed });
  expect(metrics.max_drawdown).toBeCloseTo((50 / 10_002) * 100, 9);
  // 45 of 10,002 are still missing when the deposit comes: of 14,957 that is as much as 67.60.
  const falls = drawdownSeries(marks, period, minute).map(({ drawdown }) => drawdown);
  expect(falls).toEqual([0, 0, expect.closeTo(0, 6), expect.closeTo(50, 6), expect.closeTo(67.6, 1)]);
});

test('marks that are read a few at a time carry the same flows', async () => {
  const store = createMemoryStore<Fact>();
  const copy = new DatabaseSync(':memory:');
  for (const fact of facts) {
    store.append([fact]);
    await opened(copy, store);
  }
  const whole = createMemoryStore<Fact>();
  whole.append(facts);
  const { one: atOnce } = await opened(new DatabaseSync(':memory:'), whole);
  const { one: stepwise } = await opened(copy, store);
  expect(stepwise.marks(always, 'paper')).toEqual(atOnce.marks(always, 'paper'));
});
