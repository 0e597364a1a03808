import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, test } from 'vitest';
import type { EventStore } from '../journal/event-store.ts';
import { createMemoryStore } from '../journal/memory.ts';
import { executionFacts, factsAnExecution } from '../kernel/long-history.suite.ts';
import type { Fact } from '../model/event.ts';
import { any, everything, noon, opened, reopened, shown, tradedForAMinute } from './archive.suite.ts';
import type { Archive } from './archive.ts';
import { createCatchUp } from './archive-catch-up.ts';

let store: EventStore<Fact>;
let archive: Archive;
beforeAll(async () => {
  ({ store, archive } = await tradedForAMinute());
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
  ])('%s', async (_, spoil) => {
    expect(await started(spoil)).toEqual(shown(archive));
  });

  test.each([
    ['of another journal', (seq: number) => ({ seq, hash: '0'.repeat(64) })],
    ['ahead of the journal', () => ({ seq: 1_000_000, hash: '0'.repeat(64) })],
  ])('it is left as it is when it is %s: it is the proof of what is missing', async (_, place) => {
    const copy = new DatabaseSync(':memory:');
    const before = shown(await reopened(copy, store));
    const left = { ...place(store.lastSeq()), residuals: [], money: [], held: [], market: null, wallets: [] };
    await expect(createCatchUp(copy, store, left)).rejects.toThrow(
      /^server.sqlite has read \d+ facts of a journal that is not this one$/,
    );
    expect(shown(await reopened(copy, store))).toEqual(before);
  });

  test('from wherever it was left, when the process was killed before the last of it was written', async () => {
    const facts = [...store.read()].map(({ fact }) => fact);
    for (let part = 1; part < 20; part += 1) {
      const copy = new DatabaseSync(':memory:');
      const half = createMemoryStore<Fact>();
      const left = Math.floor((facts.length * part) / 20);
      half.append(facts.slice(0, left));
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
    for (let n = from; n < to; n += 1) long.append([...executionFacts(n, noon)]);
  };
  append(0, 20);
  // One is under way.
  const under = [...executionFacts(20, noon)];
  long.append(under.slice(0, 9));
  const copy = new DatabaseSync(':memory:');
  await reopened(copy, long);
  const left = long.lastSeq();
  long.append(under.slice(9));
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

test('from wherever it goes on, it says the same of residual positions, sold and kept, and filled late', async () => {
  const facts = residualStory();
  const whole = createMemoryStore<Fact>();
  whole.append(facts);
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
    part.append(facts.slice(0, left));
    await reopened(copy, part);
    expect({ left, ...shown(await reopened(copy, whole)) }).toEqual({ left, ...told });
  }
});

/** One that completes, one that is killed after its first leg of 0.01 BTC, and what becomes of that. */
function residualStory(): readonly Fact[] {
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
