import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createMemoryStore } from '../journal/memory.ts';
import { started } from '../kernel/fold.suite.ts';
import type { ExecutionStarted, Fact } from '../model/event.ts';
import { drawdownSeries, equityCurve } from '../portfolio/curves.ts';
import { performanceMetrics } from '../portfolio/metrics.ts';
import { moneyBetween, moneyByDay } from '../portfolio/money.ts';
import { always, noon, opened } from './archive.suite.ts';
import type { Archive } from './archive.ts';

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

test('each UTC day ends with the parts as of its last mark, and the days make up the whole', async () => {
  const store = createMemoryStore<Fact>();
  const prices = { USDT: 1 };
  const day = 24 * 60;
  const at = (equity: number, minutes: number): Fact => ({ ...marked({ kucoin: equity }, minutes), prices }) as Fact;
  store.append([at(100, 0), at(101, 5), moved(20, day), at(122, day), at(121, 2 * day - 1), at(125, 4 * day)]);
  const { one: archive } = await opened(new DatabaseSync(':memory:'), store);
  const told = (from: number, to: number) =>
    moneyByDay(archive.money({ from: noon + from * minute, to: noon + to * minute }, 'paper')).map((one) => [
      ...[one.day, one.equity_start, one.equity_end, one.flows, one.holdings],
    ]);
  expect(told(-1, 5 * day)).toEqual([
    ['2026-01-31', 100, 101, 0, 1],
    ['2026-02-01', 101, 122, 20, 1],
    ['2026-02-02', 122, 121, 0, -1],
    ['2026-02-04', 121, 125, 0, 4],
  ]);
  // What a period is counted from is the last mark before it.
  expect(told(1, day + 1)).toEqual([
    ['2026-01-31', 100, 101, 0, 1],
    ['2026-02-01', 101, 122, 20, 1],
  ]);
  expect(told(6 * day, 7 * day)).toEqual([]);
  expect(archive.money({ from: noon, to: noon + day * minute }, 'live')).toEqual([]);
});

test('what was earned before the first mark counts as earned, and not as what the account began with', async () => {
  const store = createMemoryStore<Fact>();
  const done = (id: string, profit: string, minutes: number): readonly Fact[] => {
    const when = { at: noon + minutes * minute };
    const begun = { ...started, plan: { ...(started as ExecutionStarted).plan, id }, ...when } as Fact;
    const result = { status: 'completed', profit, left: [], fees_usd: 0.5, error_message: null } as const;
    return [begun, { type: 'ExecutionFinished', execution_id: id, ...result, ...when }];
  };
  const at = (equity: number, minutes: number): Fact =>
    ({ ...marked({ kucoin: equity }, minutes), prices: { USDT: 1 } }) as Fact;
  store.append([...done('a', '2', 0), at(102, 1)]);
  const copy = new DatabaseSync(':memory:');
  const told = (archive: Archive) =>
    moneyByDay(archive.money(always, 'paper')).map(({ equity_start, equity_end, realised, fees, holdings, change }) => [
      ...[equity_start, equity_end, realised, fees, holdings, change],
    ]);
  // One mark is enough: its day begins before it.
  expect(told((await opened(copy, store)).one)).toEqual([[100, 102, 2, 0.5, 0, 2]]);
  store.append([...done('b', '3', 2), at(105.5, 3)]);
  const { one } = await opened(copy, store);
  expect(told(one)).toEqual([[100, 105.5, 5, 1, 0.5, 5.5]]);
  // Counted from a mark before it, a period knows nothing of that.
  expect(moneyByDay(one.money({ from: noon + 2 * minute, to: always.to }, 'paper'))).toMatchObject([
    { equity_start: 102, realised: 3 },
  ]);
  // Under another market the account begins with what it has there.
  store.append([...done('c', '4', 5), at(209, 6)]);
  const { one: other } = await opened(copy, store);
  expect(moneyByDay(other.money(always, 'paper', noon + 4 * minute))).toMatchObject([
    { equity_start: 205, equity_end: 209, realised: 4, holdings: 0 },
  ]);
});

test('a journal of an earlier version has the flows that its marks tell, and no other parts', async () => {
  const store = createMemoryStore<Fact>();
  store.append(facts);
  const { one: archive } = await opened(new DatabaseSync(':memory:'), store);
  const marks = archive.money(always, 'paper');
  const [first, last] = [marks[0], marks.at(-1)];
  if (!first || !last) return expect.unreachable('no marks');
  expect(moneyBetween(first, last)).toMatchObject({
    ...{ change: -35_043, flows: -35_008, realised: 0, unrealised: null, dust: null, holdings: null },
    unknown: ['unrealised', 'dust', 'holdings'],
  });
});
