import { expect, test } from 'vitest';
import { createMemoryStore } from '../journal/memory.ts';
import { createVirtualClock } from '../model/clock.ts';
import type { Fact } from '../model/event.ts';
import type { Exchange } from '../model/exchange.ts';
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
  const store = storeInTurns(journal, turns);
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
  const store = storeInTurns(createMemoryStore<Fact>(), turns);
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
    ...feed,
    account: paper.account,
    heartbeatMs: 1000,
    budget: { limits: [{ of: 'orders', most: 9, windowMs: 1000 }] },
    readBook: async () => ({ kind: 'book', bids: [], asks: [] }),
    serverTime: async () => ({ kind: 'time', at: noon }),
    place: paper.place,
    lookUp: paper.lookUp,
    cancel: paper.cancel,
    balances: paper.balances,
    openOrders: paper.openOrders,
    watchOrders: () => () => {},
  };
  const ports = createReplayedPorts([had]);
  const [again] = ports.exchanges;
  expect([again?.heartbeatMs, again?.budget]).toEqual([1000, had.budget]);
  const asked = [again?.serverTime?.(1000), again?.readBook?.('BTC/USDT', 1000)];
  ports.question(1)?.answer({ kind: 'time', at: 7 });
  ports.question(2)?.answer({ kind: 'unknown', reason: '503' });
  expect(await Promise.all(asked)).toEqual([
    { kind: 'time', at: 7 },
    { kind: 'unknown', reason: '503' },
  ]);
});
