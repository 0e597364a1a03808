import { expect, test } from 'vitest';
import { createMemoryStore } from '../journal/memory.ts';
import { type Clock, createVirtualClock, elapsedOf, instantOf } from '../model/clock.ts';
import { defaultConfig } from '../model/config.ts';
import type { Fact } from '../model/event.ts';
import { withFaults } from '../venues/faulty.suite.ts';
import { createPaperExchange } from '../venues/paper/paper.ts';
import { scriptedFeed } from '../venues/scripted.suite.ts';
import { simulatedMarket } from '../venues/simulated/simulated.ts';
import { createEngine, type Engine } from './engine.ts';
import { noon, testConfig } from './world.suite.ts';

/** As a clock of a real machine: with each reading it has gone on. */
const hasty = (clock: Clock): Clock => {
  let readings = 0;
  return {
    ...clock,
    now: () => instantOf(clock.now() + ++readings / 1000),
    monotonic: () => elapsedOf(Number(clock.monotonic()) + ++readings / 1000),
  };
};

test('everything that a message leads to has the moment at which its bytes were read', async () => {
  const clock = createVirtualClock(noon);
  const own = hasty(clock);
  const feed = scriptedFeed(own);
  const store = createMemoryStore<Fact>({ commit: (task) => void clock.after(3, task) });
  let made = 0;
  const exchanges = [createPaperExchange(feed, clock)];
  const engine = createEngine({ exchanges, clock: own, store, ids: () => `id-${++made}`, config: testConfig });
  const started = engine.start();
  await clock.advance(100);
  await started;
  const begun = engine.command({ type: 'StartBot', parameters: {} });
  await clock.advance(100);
  await begun;
  await clock.advance(10_000);
  const before = store.lastSeq();
  const heard: { readonly type: string; readonly at: number }[] = [];
  engine.subscribe((event) => heard.push(event));
  feed.book('BTC/USDT', [[49_999, 10]], [[50_001, 10]]);
  feed.book('ETH/BTC', [[0.04999, 100]], [[0.05001, 100]]);
  const read: number[] = [];
  feed.subscribe(({ at }) => read.push(at));
  feed.book('ETH/USDT', [[2530, 100]], [[2531, 100]]);
  const facts = [...store.read(before + 1)].map(({ fact }) => fact);
  expect(facts.map(({ type }) => type)).toEqual(['ExecutionStarted', 'OrderIntended']);
  const seen = heard.filter(({ type }) => type === 'OpportunityDetected' || type === 'DecisionMade');
  expect(seen.length).toBeGreaterThan(1);
  expect(new Set([...facts, ...seen].map(({ at }) => at))).toEqual(new Set(read));
  await engine.close();
});

test('an exchange that comes in after many tries does so in one turn', async () => {
  const clock = createVirtualClock(noon);
  const paper = createPaperExchange(scriptedFeed(clock), clock);
  await paper.market.instruments(1000);
  paper.account.paper.restore({ balances: testConfig.paper_funds, open: [] });
  const exchange = withFaults(paper, clock, () => 0.9);
  let asked = 0;
  const { balances } = exchange.account;
  exchange.account.balances = (ms) => {
    asked++;
    return asked > 1 && asked < 16 ? Promise.resolve({ kind: 'unknown', reason: 'no answer' }) : balances(ms);
  };
  let [made, strays] = [0, 0];
  const inputs = { message: () => {}, input: () => {}, journal: () => {}, stray: () => void strays++ };
  const store = createMemoryStore<Fact>();
  const given = { exchanges: [exchange], clock, store, ids: () => `id-${++made}`, config: testConfig, inputs };
  const engine = createEngine(given);
  const started = engine.start();
  await clock.advance(900_000);
  await started;
  expect({ asked: asked > 15, lifecycle: engine.state().lifecycle, strays }).toEqual({
    asked: true,
    lifecycle: 'stopped',
    strays: 0,
  });
  await engine.close();
});

/** The facts of 25 s of the simulated market, at a threshold that is often exceeded. */
const factsOf = async (unwatched = false, read: (engine: Engine) => void = () => {}): Promise<readonly Fact[]> => {
  const clock = createVirtualClock(noon);
  const exchanges = simulatedMarket({ clock, seed: 1 }).map((feed) => createPaperExchange(feed, clock));
  const store = createMemoryStore<Fact>();
  let made = 0;
  const engine = createEngine({ exchanges, clock, store, ids: () => `id-${++made}`, config: defaultConfig, unwatched });
  await engine.start();
  await engine.command({ type: 'StartBot', parameters: { min_profit_threshold: 0.1 } });
  for (let step = 0; step < 71; step++) {
    await clock.advance(353);
    read(engine);
  }
  await engine.close();
  return [...store.read()].map(({ fact }) => fact);
};

test('a bot does the same to the last digit, whether its state is read, kept for screens, or neither', async () => {
  const facts = await factsOf();
  expect(facts.filter(({ type }) => type === 'ExecutionFinished').length).toBeGreaterThan(3);
  const read = await factsOf(false, (engine) => {
    engine.risk();
    engine.balances();
    engine.committed.balances();
    engine.statistics();
  });
  expect(read).toEqual(facts);
  expect(await factsOf(true)).toEqual(facts);
});
