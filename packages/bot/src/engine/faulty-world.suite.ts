import { expect } from 'vitest';
import { type Faults, type FaultyExchange, noFaults, withFaults } from '../exchange/faulty.suite.ts';
import { createPaperExchange } from '../exchange/paper.ts';
import { scriptedFeed } from '../exchange/scripted.suite.ts';
import { seededRandom } from '../exchange/simulated-random.ts';
import { type EventStore, StoreFault } from '../journal/event-store.ts';
import { createMemoryStore } from '../journal/memory.ts';
import { createVirtualClock } from './clock.ts';
import { createEngine, type Engine } from './engine.ts';
import type { Fact } from './event.ts';
import { noon, testConfig } from './world.suite.ts';

const bad: Faults = {
  refuse: 0.05,
  loseRequest: 0.08,
  loseReply: 0.12,
  delay: 0.2,
  longestDelayMs: 14_000,
  silence: 0.2,
};

/** A journal that knows what was on disk when the process died. */
const createCrashingStore = (facts: readonly Fact[], fails: () => boolean) => {
  const store: EventStore<Fact> = createMemoryStore<Fact>();
  store.append(facts, { durable: true });
  const written: Fact[] = [...facts];
  let durable = written.length;
  const append: EventStore<Fact>['append'] = (added, options) => {
    if (fails()) throw new StoreFault('disk-full', 'the disk is full');
    const stored = store.append(added, options);
    written.push(...added);
    if (options.durable) durable = written.length;
    return stored;
  };
  return {
    store: new Proxy(store, {
      get: (target, key) => (key === 'append' ? append : Reflect.get(target, key).bind?.(target)),
    }),
    isOnDisk: (matches: (fact: Fact) => boolean) => written.slice(0, durable).some(matches),
    /** What is left after a crash: all that was durable, and maybe some of what came after. */
    remains: (share: number): readonly Fact[] =>
      written.slice(0, durable + Math.floor(share * (written.length - durable + 1))),
  };
};

/** One life of a bot at a bad exchange: trades, crashes and is killed as the seed will have it; then the faults end. */
export const liveThrough = async (seed: number) => {
  const { uniform: random } = seededRandom(seed);
  const clock = createVirtualClock(noon);
  const feed = scriptedFeed(clock);
  let faults = noFaults;
  const isDiskFull = () => !killed && faults !== noFaults && random() < 0.002;
  let journal = createCrashingStore([], isDiskFull);
  let killed = false;
  let calm = false;
  const inner = createPaperExchange(feed, clock);
  await inner.instruments();
  inner.restore?.({ balances: testConfig.paper_funds, open: [] });
  const exchange: FaultyExchange = withFaults(inner, clock, random, ({ client_order_id }) => {
    expect(killed, 'an order left after the kill was acknowledged').toBe(false);
    const isIntent = (fact: Fact) => fact.type === 'OrderIntended' && fact.order.client_order_id === client_order_id;
    expect(journal.isOnDisk(isIntent), 'an order left before its intent was on disk').toBe(true);
  });
  let ids = 0;
  const open = async (): Promise<Engine> => {
    const config = {
      ...testConfig,
      cooldown_after_failure_seconds: 2,
      stop_loss_pct: 50,
      max_daily_drawdown_pct: 50,
      assets: {},
    };
    const engine = createEngine({
      exchanges: [exchange],
      clock,
      store: journal.store,
      ids: () => `id-${++ids}`,
      config,
    });
    await engine.start();
    return engine;
  };
  const quote = (): void => {
    const earns = !calm && random() < 0.4 ? 1 + random() * 0.02 : 1;
    const depth = () => 0.001 + random() * 0.6;
    feed.book('BTC/USDT', [[49_999, depth()]], [[50_001, depth()]]);
    feed.book(
      'ETH/BTC',
      [[0.04999, depth() * 20]],
      [
        [0.05001, depth() * 20],
        [0.05003, depth() * 20],
      ],
    );
    const bid = Math.round(2499.5 * earns * 100) / 100;
    feed.book('ETH/USDT', [[bid, depth() * 20]], [[bid + 1, depth() * 20]]);
    feed.book('SOL/ETH', [[0.03999, depth() * 500]], [[0.04001, depth() * 500]]);
    feed.book('SOL/USDT', [[99.95 * earns, depth() * 500]], [[100.05 * earns, depth() * 500]]);
  };
  const run = async (ms: number, step = 200): Promise<void> => {
    for (let passed = 0; passed < ms; passed += step) {
      quote();
      await clock.advance(step);
    }
  };

  let engine = await open();
  await clock.advance(200);
  await engine.command({ type: 'StartBot', parameters: {} });
  faults = bad;
  exchange.faults.now = faults;
  for (let life = 0; life < 2; life++) {
    await run(1000 + random() * 4000);
    if (random() < 0.5) {
      await engine.close();
      journal = createCrashingStore(journal.remains(random()), isDiskFull);
      engine = await open();
    }
  }
  if (random() < 0.2) {
    killed = true;
    const kill = engine.command({ type: 'Kill', reason: 'drill' });
    await run(1000);
    void kill;
  }
  await run(2000 + random() * 2000);
  faults = noFaults;
  exchange.faults.now = faults;
  await run(5000);
  calm = true;
  void engine.command({ type: 'StopBot', cancel_orders: true });
  await run(25_000, 1000);
  if (killed) {
    await engine.close();
    engine = await open();
  } else await engine.command({ type: 'ResetKill' });
  await run(30_000, 1000);
  return { engine, exchange, inner, clock, facts: journal.remains(1) };
};
