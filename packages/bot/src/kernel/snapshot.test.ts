import { describe, expect, test } from 'vitest';
import { createEngine } from '../engine/engine.ts';
import { createWorld, noon } from '../engine/world.suite.ts';
import type { EventStore } from '../journal/event-store.ts';
import { createMemoryStore } from '../journal/memory.ts';
import { createVirtualClock } from '../model/clock.ts';
import { defaultConfig } from '../model/config.ts';
import type { Fact } from '../model/event.ts';
import { createPaperExchange } from '../venues/paper/paper.ts';
import { simulatedMarket } from '../venues/simulated/simulated.ts';
import { seededRandom } from '../venues/simulated/simulated-random.ts';
import { createRecorder } from './recorder.ts';

const { parameters } = defaultConfig;
const recorderOn = (store: EventStore<Fact>) =>
  createRecorder(store, parameters, (message) => expect.unreachable(message));
const storeOf = (facts: readonly Fact[]) => {
  const store = createMemoryStore<Fact>();
  store.append(facts);
  return store;
};
/** The facts that a start reads, in order. */
const readBy = (store: EventStore<Fact>, start: (store: EventStore<Fact>) => void) => {
  const read: number[] = [];
  const spied = new Proxy(store, {
    get: (target, key: keyof EventStore<Fact>) =>
      key !== 'read'
        ? target[key].bind(target)
        : function* (from?: number) {
            for (const stored of target.read(from)) {
              read.push(stored.seq);
              yield stored;
            }
          },
  });
  start(spied);
  return read;
};
const stateOf = (store: EventStore<Fact>) => {
  const { state, ledger } = recorderOn(store);
  return { state, ledger: ledger.snapshot() };
};

/** What a minute of trading leaves in the journal. */
const traded = async (seed: number): Promise<readonly Fact[]> => {
  const clock = createVirtualClock(noon);
  const exchanges = simulatedMarket({ clock, seed }).map((feed) => createPaperExchange(feed, clock));
  const store = createMemoryStore<Fact>();
  let made = 0;
  const config = { ...defaultConfig, assets: {}, cooldown_after_failure_seconds: 1 };
  const engine = createEngine({ exchanges, clock, store, ids: () => `id-${++made}`, config });
  await engine.start();
  await engine.command({ type: 'StartBot', parameters: { min_profit_threshold: 0.1 } });
  await clock.advance(60_000);
  await engine.close();
  return [...store.read()].map(({ fact }) => fact);
};

describe('a snapshot', () => {
  test('and the facts after it give the state of the whole journal, wherever it was taken', async () => {
    const facts = await traded(7);
    expect(facts.length).toBeGreaterThan(100);
    const whole = stateOf(storeOf(facts));
    const random = seededRandom(1);
    for (let round = 0; round < 40; round++) {
      const cut = Math.floor(random.uniform() * (facts.length + 1));
      const store = storeOf(facts.slice(0, cut));
      recorderOn(store).save();
      store.append(facts.slice(cut));
      expect(stateOf(store)).toEqual(whole);
      expect(readBy(store, recorderOn)).toEqual(
        Array.from({ length: facts.length - cut }, (_, index) => cut + index + 1),
      );
    }
  });

  test.each([
    ['of a bot that folds otherwise', (state: object) => ({ ...state, version: 0 })],
    ['without a part of the state', (state: object) => ({ ...state, state: {} })],
  ])('%s is left alone: the whole journal is read', async (_, spoilt) => {
    const facts = await traded(3);
    const store = storeOf(facts);
    recorderOn(store).save();
    store.saveSnapshot('engine', { seq: facts.length, state: spoilt(store.loadSnapshot('engine')?.state as object) });
    expect(readBy(store, recorderOn)).toHaveLength(facts.length);
    expect(stateOf(store)).toEqual(stateOf(storeOf(facts)));
  });

  test('is taken when the bot ends, and not after a fault of the store', async () => {
    const { engine, store } = await createWorld();
    await engine.close();
    expect(store.loadSnapshot('engine')?.seq).toBe(store.lastSeq());
    const { engine: other, store: faulty } = await createWorld({}, faultyStore());
    await other.close();
    expect(faulty.loadSnapshot('engine')).toBeNull();
  });
});

test('a fault that meets what waited halts the bot at once', async () => {
  const store = faultyStore();
  const { engine } = await createWorld({}, store);
  expect(engine.state().halted).toMatchObject({ cause: 'journal', reason: 'the disk is full' });
});

/** A store that tells of a full disk as soon as it is listened to. */
function faultyStore(): EventStore<Fact> {
  const store = createMemoryStore<Fact>();
  store.onFault = (listener) =>
    queueMicrotask(() => listener({ name: 'StoreFault', kind: 'disk-full', message: 'the disk is full' }));
  return store;
}
