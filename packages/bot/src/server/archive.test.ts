import { DatabaseSync } from 'node:sqlite';
import { beforeAll, expect, test } from 'vitest';
import type { EventStore } from '../journal/event-store.ts';
import { createMemoryStore } from '../journal/memory.ts';
import { evolve, initialState } from '../kernel/fold.ts';
import { executionFacts } from '../kernel/long-history.suite.ts';
import { defaultConfig } from '../model/config.ts';
import type { Fact } from '../model/event.ts';
import { tradeRecord } from '../portfolio/trade-record.ts';
import { always, any, everything, inTime, noon, reopened, tradedForAMinute } from './archive.suite.ts';
import type { Archive } from './archive.ts';
import { createReader } from './archive-reader.ts';

const paper = { mode: 'paper', exchange: null, market: null } as const;

let store: EventStore<Fact>;
let archive: Archive;
beforeAll(async () => {
  ({ store, archive } = await tradedForAMinute());
});

const state = () => {
  const folded = initialState(defaultConfig.parameters);
  for (const { fact } of store.read()) evolve(folded, fact);
  return folded;
};
const ended = () => {
  const { executions, orders } = state();
  return [...executions.values()]
    .filter(({ finished_at }) => finished_at !== null)
    .map((one) => tradeRecord(one, orders));
};

test('it holds every trade, order and mark as the journal has them', () => {
  expect(ended().length).toBeGreaterThan(3);
  expect(archive.trades(everything)).toEqual({ rows: ended().reverse(), total: ended().length });
  expect(archive.orders({ exchange: null, status: null, limit: 500, offset: 0 }).rows).toEqual(
    [...state().orders.values()].reverse(),
  );
  expect(archive.marks(always, 'paper')).toEqual([
    ...new Map(state().marks.map(({ at, equity_usd }) => [at, { at, equity_usd, flows_usd: 0 }])).values(),
  ]);
  const profits = ended()
    .filter(({ status }) => status !== 'failed')
    .map(({ profit }) => profit ?? 0);
  expect(archive.sums(any)).toMatchObject({
    total: ended().length,
    counted: profits.length,
    winning: profits.filter((profit) => profit > 0).length,
    profit: expect.closeTo(
      profits.reduce((sum, profit) => sum + profit, 0),
      9,
    ),
  });
  const figures = ended().map((trade) => {
    const { entry_time, exchange, type, status, profit, profit_pct, slippage_pct, duration_seconds, pairs } = trade;
    const { symbols, fees, capital, expected_profit } = trade;
    const legs = trade.legs.map((leg) => ({ status: leg.status, ms: leg.ms }));
    const { optimistic_profit, pessimistic_profit } = trade;
    const range = optimistic_profit === undefined ? {} : { optimistic_profit, pessimistic_profit };
    const figures = { entry_time, exchange, type, status, profit, profit_pct, slippage_pct, duration_seconds, pairs };
    return { ...figures, symbols, fees, capital, expected_profit, legs, ...range };
  });
  expect(inTime(archive.figures(always, paper))).toEqual(figures);
  expect(archive.figures(always, { ...paper, mode: 'live' })).toEqual([]);
  // Read beforehand, in part and in whole, it is the same.
  const period = { from: 0, to: noon + 3_600_000 };
  void archive.warm(period, paper);
  expect(inTime(archive.figures(period, paper))).toEqual(figures);
  // Read again as time goes on, and once more from before.
  const middle = Date.parse(figures[3]?.entry_time ?? '');
  const moving = (by: number) => archive.figures({ from: middle + by, to: middle + by + 3_600_000 }, paper).length;
  const expected = (by: number) => figures.filter(({ entry_time }) => Date.parse(entry_time) >= middle + by).length;
  for (const by of [0, 1, 10_000, -5_000, 0]) expect(moving(by)).toBe(expected(by));
});

test('it filters and pages', () => {
  const { exchange } = ended()[0] ?? expect.unreachable('no trade');
  const own = ended()
    .filter((trade) => trade.exchange === exchange)
    .reverse();
  expect(archive.trades({ ...everything, exchange, limit: 2, offset: 1 })).toEqual({
    rows: own.slice(1, 3),
    total: own.length,
  });
  const from = Date.parse(ended()[2]?.entry_time ?? '');
  expect(archive.trades({ ...everything, from }).total).toBe(
    ended().filter(({ entry_time }) => Date.parse(entry_time) >= from).length,
  );
  const filled = archive.orders({ exchange: null, status: 'filled', limit: 500, offset: 0 });
  expect(filled.rows.every(({ status }) => status === 'filled')).toBe(true);
  expect(filled.total).toBe([...state().orders.values()].filter(({ status }) => status === 'filled').length);
  expect(archive.order(filled.rows[0]?.id ?? '')).toEqual(filled.rows[0]);
  expect(archive.order('none')).toBeNull();
});

test('paper and live are never added up, and a fee without a price leaves the sum of fees unknown', async () => {
  const journal = createMemoryStore<Fact>();
  for (let n = 0; n < 3; n += 1) journal.append([...executionFacts(n, noon)]);
  const copy = new DatabaseSync(':memory:');
  const one = await reopened(copy, journal);
  copy.exec(
    `UPDATE trade SET mode = 'live', profit = 100 WHERE place = 1; UPDATE trade SET fees = NULL WHERE place = 2`,
  );
  const of = (mode: 'paper' | 'live') => {
    const { total, profit, fees } = one.sums({ ...any, mode });
    return { rows: one.trades({ ...everything, mode }).total, total, profit, fees };
  };
  expect([of('paper'), of('live')]).toEqual([
    { rows: 2, total: 2, profit: 0, fees: null },
    { rows: 1, total: 1, profit: 100, fees: 0 },
  ]);
});

test('a trade that is written again counts once, as it is now', async () => {
  const journal = createMemoryStore<Fact>();
  for (let n = 0; n < 3; n += 1) journal.append([...executionFacts(n, noon)]);
  const copy = new DatabaseSync(':memory:');
  const one = await reopened(copy, journal);
  const profits = () => one.figures(always, paper).map(({ profit }) => profit);
  expect(profits()).toEqual([0, 0, 0]);
  for (const n of [2, 0]) {
    const id = one.trades(everything).rows.toReversed()[n]?.id ?? '';
    copy.exec(`INSERT OR REPLACE INTO trade SELECT NULL, id, at, exchange, type, mode, market, kind, status, 7, profit_pct, slippage_pct,
      duration_seconds, fees, pairs, legs, record FROM trade WHERE id = '${id}'`);
  }
  expect(profits()).toEqual([0, 7, 7]);
});

test('reading what was read already leaves the market no turn, so that a bootstrap is of one moment', async () => {
  const journal = createMemoryStore<Fact>();
  for (let n = 0; n < 3; n += 1) journal.append([...executionFacts(n, noon)]);
  const copy = new DatabaseSync(':memory:');
  await reopened(copy, journal);
  const reader = createReader(
    copy,
    () => {},
    () => initialState(defaultConfig.parameters),
  );
  const turnsOf = async (): Promise<number> => {
    let turns = 0;
    setImmediate(() => {
      turns += 1;
    });
    await reader.warm(always, paper, () => false);
    return turns;
  };
  expect([await turnsOf(), await turnsOf()]).toEqual([1, 0]);
});
