import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { createVirtualClock } from '../engine/clock.ts';
import { defaultConfig } from '../engine/config.ts';
import { createEngine } from '../engine/engine.ts';
import type { Fact } from '../engine/event.ts';
import { evolve, initialState } from '../engine/journalled.ts';
import { executionFacts, factsAnExecution } from '../engine/long-history.suite.ts';
import { tradeRecord } from '../engine/trade-record.ts';
import { createPaperExchange } from '../exchange/paper.ts';
import { simulatedMarket } from '../exchange/simulated.ts';
import type { EventStore } from '../journal/event-store.ts';
import { createMemoryStore } from '../journal/memory.ts';
import { type Archive, createArchive } from './archive.ts';

const noon = Date.UTC(2026, 0, 31, 12);
const any = { from: null, to: null, exchange: null, type: null, mode: 'paper' } as const;
const everything = { ...any, limit: 500, offset: 0 };
const always = { from: 0, to: Number.MAX_SAFE_INTEGER };
const broken = (error: unknown) => expect.unreachable(String(error));

/** An engine on the simulated market over a store, not yet running. */
const engineOn = (store: EventStore<Fact>) => {
  const clock = createVirtualClock(noon);
  const exchanges = simulatedMarket({ clock, seed: 7 }).map((feed) => createPaperExchange(feed, clock));
  let made = store.lastSeq();
  const ids = () => `id-${String(++made).padStart(8, '0')}`;
  const config = { ...defaultConfig, assets: {}, cooldown_after_failure_seconds: 1 };
  return { clock, engine: createEngine({ exchanges, clock, store, ids, config }) };
};

const store = createMemoryStore<Fact>();
const database = new DatabaseSync(':memory:');
let archive: Archive;
beforeAll(async () => {
  const { clock, engine } = engineOn(store);
  archive = createArchive(database, engine, store, broken);
  await engine.start();
  await engine.command({ type: 'StartBot', parameters: { min_profit_threshold: 0.1 } });
  await clock.advance(60_000);
  await engine.close();
  archive.stop();
});

/** All of it, as it is seen from outside. */
const shown = (one: Archive) => ({
  trades: one.trades(everything),
  sums: one.sums(any),
  figures: inTime(one.figures(always, null, null)),
  orders: one.orders({ exchange: null, status: null, limit: 500, offset: 0 }),
  marks: one.marks(always, 'paper'),
  first: one.firstMark('paper'),
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

const inTime = <T extends { readonly entry_time: string }>(all: readonly T[]) =>
  all.toSorted((a, b) => a.entry_time.localeCompare(b.entry_time));

test('it holds every trade, order and mark as the journal has them', () => {
  expect(ended().length).toBeGreaterThan(5);
  expect(archive.trades(everything)).toEqual({ rows: ended().reverse(), total: ended().length });
  expect(archive.orders({ exchange: null, status: null, limit: 500, offset: 0 }).rows).toEqual(
    [...state().orders.values()].reverse(),
  );
  expect(archive.marks(always, 'paper')).toEqual([
    ...new Map(state().marks.map(({ at, equity_usd }) => [at, { at, equity_usd }])).values(),
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
    const legs = trade.legs.map((leg) => ({ status: leg.status, ms: leg.ms }));
    return { entry_time, exchange, type, status, profit, profit_pct, slippage_pct, duration_seconds, pairs, legs };
  });
  expect(inTime(archive.figures(always, 'paper', null))).toEqual(figures);
  expect(archive.figures(always, 'live', null)).toEqual([]);
  // Read beforehand, in part and in whole, it is the same.
  const period = { from: 0, to: noon + 3_600_000 };
  void archive.warm(period, 'paper', null);
  expect(inTime(archive.figures(period, 'paper', null))).toEqual(figures);
  // Read again as time goes on, and once more from before.
  const middle = Date.parse(figures[3]?.entry_time ?? '');
  const moving = (by: number) =>
    archive.figures({ from: middle + by, to: middle + by + 3_600_000 }, 'paper', null).length;
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

/** An engine that remembers nothing and tells nothing. */
const idle = { state: () => initialState(defaultConfig.parameters), subscribe: () => () => {} };

/** Opens the archive on the journal as it is at the start of a process, until all is read; and from where it read. */
const opened = async (copy: DatabaseSync, journal: EventStore<Fact>) => {
  const from: number[] = [];
  const { read } = journal;
  journal.read = (seq = 1) => {
    from.push(seq);
    return read.call(journal, seq);
  };
  const one = createArchive(copy, idle, journal, broken);
  const behind = one.behind();
  await vi.waitFor(() => expect(one.behind()).toBe(0), { timeout: 60_000 });
  one.stop();
  journal.read = read;
  return { one, behind, from };
};
const reopened = async (copy: DatabaseSync, journal: EventStore<Fact>) => (await opened(copy, journal)).one;

test('paper and live are never added up, and a fee without a price leaves the sum of fees unknown', async () => {
  const journal = createMemoryStore<Fact>();
  for (let n = 0; n < 3; n += 1) journal.append([...executionFacts(n, noon)], { durable: true });
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

describe('at a start it is brought up to date', () => {
  const started = async (spoil: string) => {
    const copy = new DatabaseSync(':memory:');
    await reopened(copy, store);
    copy.exec(spoil);
    return shown(await reopened(copy, store));
  };
  test.each([
    ['when it is new', 'DROP TABLE archived; DROP TABLE trade; DROP TABLE placed; DROP TABLE mark'],
    ['when it is of an earlier form', 'ALTER TABLE archived DROP COLUMN form; DELETE FROM trade'],
    ['when it is of an earlier form and empty', 'UPDATE archived SET form = 2, seq = 0; DROP TABLE execution'],
    ['when it was left half way', `DELETE FROM trade; UPDATE archived SET seq = 1, hash = 'x'`],
    [
      'when it is of another journal',
      `UPDATE archived SET hash = '${'0'.repeat(64)}'; UPDATE trade SET exchange = 'other'`,
    ],
    ['when it is ahead of the journal', 'UPDATE archived SET seq = 1000000; DELETE FROM placed'],
  ])('%s', async (_, spoil) => {
    expect(await started(spoil)).toEqual(shown(archive));
  });

  test('from wherever it was left, when the process was killed before the last of it was written', async () => {
    const facts = [...store.read()].map(({ fact }) => fact);
    for (let part = 1; part < 20; part += 1) {
      const copy = new DatabaseSync(':memory:');
      const half = createMemoryStore<Fact>();
      const left = Math.floor((facts.length * part) / 20);
      half.append(facts.slice(0, left), { durable: true });
      await reopened(copy, half);
      const { one, from } = await opened(copy, store);
      expect(shown(one)).toEqual(shown(archive));
      expect({ left, from: from.filter((seq) => seq < left) }).toEqual({ left, from: [] });
    }
  });
});

test('however much it has not seen, it goes on from where it was left, a little at a time', async () => {
  const long = createMemoryStore<Fact>();
  const append = (from: number, to: number) => {
    for (let n = from; n < to; n += 1) long.append([...executionFacts(n, noon)], { durable: true });
  };
  append(0, 20);
  // One is under way.
  const under = [...executionFacts(20, noon)];
  long.append(under.slice(0, 9), { durable: true });
  const copy = new DatabaseSync(':memory:');
  await reopened(copy, long);
  const left = long.lastSeq();
  long.append(under.slice(9), { durable: true });
  append(21, 1_200);

  const { one, behind, from } = await opened(copy, long);
  expect(behind).toBeGreaterThan(factsAnExecution * 1_000);
  expect(from.filter((seq) => seq < left)).toEqual([]);
  const made = await reopened(new DatabaseSync(':memory:'), long);
  expect(one.trades(everything)).toEqual(made.trades(everything));
  expect([one.sums(any), one.trades({ ...everything, limit: 1, offset: 1_179 }).rows]).toEqual([
    made.sums(any),
    [
      expect.objectContaining({
        id: under[0]?.type === 'ExecutionStarted' ? under[0].plan.id : '',
        status: 'completed',
      }),
    ],
  ]);
});

test('from wherever it goes on, it says the same of what was stranded, sold and kept, and filled late', async () => {
  const facts = strandedStory();
  const whole = createMemoryStore<Fact>();
  whole.append(facts, { durable: true });
  const told = shown(await reopened(new DatabaseSync(':memory:'), whole));
  expect(told.trades.rows.map(({ status, profit }) => [status, profit])).toEqual([
    ['completed', 0],
    // 500 were spent, 98.9 of it sold by hand, 390 kept; then 20 more were spent late.
    ['stranded', expect.closeTo(-500 + 98.9 + 390 - 20, 9)],
    ['completed', 0],
  ]);
  for (let left = 1; left < facts.length; left += 1) {
    const copy = new DatabaseSync(':memory:');
    const part = createMemoryStore<Fact>();
    part.append(facts.slice(0, left), { durable: true });
    await reopened(copy, part);
    expect({ left, ...shown(await reopened(copy, whole)) }).toEqual({ left, ...told });
  }
});

/** One that completes, one that is killed after its first leg of 0.01 BTC, and what becomes of that. */
function strandedStory(): readonly Fact[] {
  const [started, intended, sent, fill, closed] = executionFacts(1, noon);
  if (started?.type !== 'ExecutionStarted' || intended?.type !== 'OrderIntended' || fill?.type !== 'OrderFilled') {
    return expect.unreachable('another execution');
  }
  const at = noon + 1_000;
  const execution_id = started.plan.id;
  const late: Fact = { ...fill, quantity: '0.0004', quote_quantity: '20', usd_value: 20, at };
  const hand = {
    ...fill,
    order_id: 'hand',
    side: 'sell',
    quantity: '0.002',
    quote_quantity: '98.9',
    usd_value: 98.9,
  } as const;
  const { execution_id: _, leg: _leg, ...order } = intended.order;
  return [
    ...executionFacts(0, noon),
    ...[started, intended, sent ?? started, { ...fill, quote_quantity: '500', usd_value: 500 }, closed ?? started],
    {
      type: 'ExecutionFinished',
      execution_id,
      status: 'stranded',
      profit: '-500',
      left: [{ asset: 'BTC', amount: '0.01', stranded: true }],
      fees_usd: 0,
      error_message: 'killed',
      at,
    },
    ...executionFacts(2, noon),
    {
      type: 'OrderIntended',
      order: { ...order, id: 'hand', side: 'sell', purpose: 'manual', execution_id: null, leg: null },
      at,
    },
    { type: 'OrderSent', order_id: 'hand', at },
    { ...hand, at },
    { type: 'OrderClosed', order_id: 'hand', status: 'cancelled', reason: null, at },
    {
      type: 'StrandedCleared',
      exchange: 'kucoin',
      asset: 'BTC',
      kept: true,
      execution_id,
      amount: '0.008',
      usd_value: 390,
      at,
    },
    late,
  ];
}

test('a trade that is written again counts once, as it is now', async () => {
  const journal = createMemoryStore<Fact>();
  for (let n = 0; n < 3; n += 1) journal.append([...executionFacts(n, noon)], { durable: true });
  const copy = new DatabaseSync(':memory:');
  const one = await reopened(copy, journal);
  const profits = () => one.figures(always, 'paper', null).map(({ profit }) => profit);
  expect(profits()).toEqual([0, 0, 0]);
  for (const n of [2, 0]) {
    const id = one.trades(everything).rows.toReversed()[n]?.id ?? '';
    copy.exec(`INSERT OR REPLACE INTO trade SELECT NULL, id, at, exchange, type, mode, status, 7, profit_pct, slippage_pct,
      duration_seconds, fees, pairs, legs, record FROM trade WHERE id = '${id}'`);
  }
  expect(profits()).toEqual([0, 7, 7]);
});
