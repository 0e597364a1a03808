import { expect, test } from 'vitest';
import { createMemoryStore } from '../journal/memory.ts';
import { createVirtualClock } from '../model/clock.ts';
import type { Fact } from '../model/event.ts';
import type { Exchange } from '../model/exchange.ts';
import type { OrderIntent } from '../model/order-event.ts';
import type { Thrown } from '../risk/gate.ts';
import { createPaperExchange } from '../venues/paper/paper.ts';
import { scriptedFeed } from '../venues/scripted.suite.ts';
import type { Input } from './input.ts';
import { storeInTurns, switchInTurns } from './ports.ts';
import { createReplayedPorts } from './replayed-ports.ts';
import { createTurns } from './turns.ts';

const noon = Date.UTC(2026, 0, 31, 12);
const fact: Fact = { type: 'HaltReset', at: noon };
const command = { kind: 'command', command: { type: 'ResetKill' } } as const;

const begin = () => {
  const clock = createVirtualClock(noon);
  const inputs: Input[] = [];
  const turns = createTurns({
    clock,
    listener: { message: () => {}, input: (input) => inputs.push(input), journal: () => {} },
  });
  turns.ready();
  return { clock, inputs, turns };
};

test('an acknowledgement that arrives during a turn counts from its own turn on', async () => {
  const { clock, turns, inputs } = begin();
  let commit = (): void => {};
  const journal = createMemoryStore<Fact>({
    commit: (task) => {
      commit = task;
    },
  });
  const store = storeInTurns(journal, turns, { questions: 0, calls: 0 });
  const acknowledged: number[] = [];
  store.onCommitted((seq) => acknowledged.push(seq));
  turns.enter(command, () => store.append([fact]));
  await clock.advance(0);
  const seen: unknown[] = [];
  turns.enter(command, () => {
    commit();
    seen.push([journal.committed(), store.committed(), [...acknowledged]]);
  });
  await clock.advance(0);
  seen.push([store.committed(), acknowledged]);
  expect(seen).toEqual([
    [1, 0, []],
    [1, [1]],
  ]);
  expect(inputs.slice(1).map(({ kind }) => kind)).toEqual(['command', 'command', 'ack']);
});

test('what is on the disk as it is appended counts at once, and is told as such', async () => {
  const { turns, inputs } = begin();
  const store = storeInTurns(createMemoryStore<Fact>(), turns, { questions: 0, calls: 0 });
  turns.enter(command, () => {
    store.append([fact, fact]);
    expect(store.committed()).toBe(2);
  });
  expect(inputs.at(-1)).toMatchObject({ kind: 'kept', seq: 2 });
});

test('a kill from outside is an input at the reading that finds it; reads from outside do not count', async () => {
  const { clock, turns, inputs } = begin();
  let thrown: Thrown | null = null;
  const outside = { throw: () => true, clear: () => true, acknowledge: () => {}, read: () => thrown };
  const killSwitch = switchInTurns(outside, turns);
  killSwitch.read();
  turns.enter(command, () => {
    killSwitch.read();
    turns.read(killSwitch.read);
    killSwitch.read();
    thrown = { token: 'one', cause: 'kill', reason: 'drill' };
    killSwitch.read();
    killSwitch.read();
  });
  await clock.advance(0);
  const switches = inputs.filter(({ kind }) => kind === 'switch');
  expect(switches).toMatchObject([{ reading: 3, thrown: { token: 'one' } }]);
});

test('an exchange of a session that is processed again has the heartbeats, limits and questions that it had', async () => {
  const feed = scriptedFeed(createVirtualClock(noon));
  const paper = createPaperExchange(feed, createVirtualClock(noon));
  const had: Exchange = {
    market: {
      ...feed,
      heartbeatMs: 1000,
      readBook: async () => ({ kind: 'book', bids: [], asks: [] }),
      serverTime: async () => ({ kind: 'time', at: noon }),
    },
    account: { ...paper.account, budget: { limits: [{ of: 'orders', most: 9, windowMs: 1000 }] } },
  };
  const ports = createReplayedPorts([had]);
  const [again] = ports.exchanges;
  expect([again?.market.heartbeatMs, again?.account.budget]).toEqual([1000, had.account.budget]);
  const asked = [again?.market.serverTime?.(1000), again?.market.readBook?.('BTC/USDT', 1000)];
  ports.question(1)?.answer({ kind: 'time', at: 7 });
  ports.question(2)?.answer({ kind: 'unknown', reason: '503' });
  expect(await Promise.all(asked)).toEqual([
    { kind: 'time', at: 7 },
    { kind: 'unknown', reason: '503' },
  ]);
});

test('what the journal answers about an order is an input of its own, and is answered from it in a replay', async () => {
  const { clock, turns, inputs } = begin();
  const journal = createMemoryStore<Fact>();
  const client_order_id = `${noon.toString(16).padStart(12, '0')}70008000000000000001`;
  const order = { id: 'o', client_order_id, exchange: 'kucoin' } as unknown as OrderIntent;
  const intended: Fact = { type: 'OrderIntended', order, at: noon };
  const closed: Fact = { type: 'OrderClosed', order_id: 'o', status: 'cancelled', reason: null, at: noon + 1 };
  journal.append([fact, intended, { ...closed, order_id: 'another' }, closed, fact]);
  const store = storeInTurns(journal, turns, { questions: 0, calls: 0 });
  const found: unknown[] = [];
  turns.enter(command, () => {
    for (const exchange of ['kucoin', 'okx'])
      void store.history(exchange, client_order_id).then((history) => found.push(history));
  });
  await clock.advance(0);
  await clock.advance(0);
  expect(found).toEqual(expect.arrayContaining([[intended, closed], []]));
  const answers = inputs.filter((input) => input.kind === 'answer');
  expect(answers).toMatchObject([
    { question: 1, value: [intended, closed] },
    { question: 2, value: [] },
  ]);
  const replayed = createReplayedPorts([]);
  const again = replayed.store.history?.('kucoin', client_order_id);
  replayed.question(1)?.answer([intended, closed]);
  expect(await again).toEqual([intended, closed]);
});
