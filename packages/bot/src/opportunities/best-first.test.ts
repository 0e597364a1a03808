import { expect, test } from 'vitest';
import { createEngine } from '../engine/engine.ts';
import { noon, testConfig } from '../engine/world.suite.ts';
import { createMemoryStore } from '../journal/memory.ts';
import { createVirtualClock } from '../model/clock.ts';
import type { EngineEvent } from '../model/event.ts';
import type { Instrument } from '../model/instrument.ts';
import { createPaperExchange } from '../venues/paper/paper.ts';
import { scriptedFeed } from '../venues/scripted.suite.ts';

const market = (base: string, quote: string, tickSize: number, lotStep: number): Instrument => ({
  exchange: 'kucoin',
  symbol: `${base}/${quote}`,
  base,
  quote,
  tickSize,
  lotStep,
  minQuantity: lotStep,
  minNotional: 0,
  takerFee: 0.001,
  feeCurrency: 'received',
});

/** An engine that runs on BTC, ETH and coins that are bought for USDT and sold for ETH. */
async function startWith(coins: readonly string[]) {
  const clock = createVirtualClock(noon);
  const instruments = [
    market('BTC', 'USDT', 0.1, 0.00001),
    market('ETH', 'BTC', 0.00001, 0.0001),
    ...coins.flatMap((coin) => [market(coin, 'USDT', 0.01, 0.001), market(coin, 'ETH', 0.00001, 0.001)]),
  ];
  const feed = scriptedFeed(clock, instruments);
  let ids = 0;
  const engine = createEngine({
    exchanges: [createPaperExchange(feed, clock)],
    clock,
    store: createMemoryStore(),
    ids: () => `id-${++ids}`,
    config: { ...testConfig, assets: {} },
  });
  await engine.start();
  await clock.advance(100);
  await engine.command({ type: 'StartBot', parameters: {} });
  feed.book('BTC/USDT', [[49_999, 10]], [[50_001, 10]]);
  const heard: EngineEvent[] = [];
  engine.subscribe((event) => heard.push(event));
  return { clock, feed, engine, heard };
}

/** Six coins bought for USDT and sold for ETH, each with more to be had than the one before: six QUADs through one market. */
const coins = ['AA', 'BB', 'CC', 'DD', 'EE', 'FF'];

test.each([coins, [...coins].reverse()])(
  'of six cycles that one market opens at once the best is executed',
  async (...order) => {
    const { clock, feed, engine, heard } = await startWith(order);
    for (const coin of coins) {
      const size = coins.indexOf(coin) + 1;
      feed.book(`${coin}/USDT`, [[99.95, size]], [[100.05, size]]);
      feed.book(`${coin}/ETH`, [[0.03999, 1000]], [[0.04001, 1000]]);
    }
    // ETH is worth 2 % more in BTC than by way of the coins.
    feed.book('ETH/BTC', [[0.051, 100]], [[0.05101, 100]]);
    await clock.advance(1000);
    const { decisions, executions } = engine.state();
    const first = decisions.filter(({ at }) => at < noon + 200);
    expect([...executions.values()][0]?.path).toEqual(['USDT', 'FF', 'ETH', 'BTC', 'USDT']);
    // The five others are left alone in that turn, and are nothing that anybody has to look at.
    expect(first.map(({ reason }) => reason)).toEqual(['executed']);
    const shown = heard.flatMap(({ type }, at) => (type === 'OpportunityDetected' ? [at] : []));
    expect(shown).toHaveLength(1);
    expect(heard.findIndex(({ type }) => type === 'OrderIntended')).toBeGreaterThan(shown[0] ?? Infinity);
    await engine.close();
  },
);

test('of the cycles of one move that live on, none is executed after the best, until that is over for ten seconds', async () => {
  const { clock, feed, engine } = await startWith(coins);
  const quote = (coin: string, size: number) => feed.book(`${coin}/USDT`, [[99.95, size]], [[100.05, size]]);
  const fair = (): void => {
    feed.book('BTC/USDT', [[49_999, 10]], [[50_001, 10]]);
    for (const coin of coins) feed.book(`${coin}/ETH`, [[0.03999, 1000]], [[0.04001, 1000]]);
  };
  for (const coin of coins) quote(coin, coins.indexOf(coin) + 1);
  fair();
  const dislocate = () => feed.book('ETH/BTC', [[0.051, 100]], [[0.05101, 100]]);
  dislocate();
  await clock.advance(100);
  // Too soon to be sized again.
  quote('AA', 9);
  await clock.advance(400);
  dislocate();
  await clock.advance(100);
  const paths = () => [...engine.state().executions.values()].map(({ path }) => path[1]);
  expect(paths()).toEqual(['FF']);
  const decided = engine.state().opportunities.find(({ path }) => path[1] === 'AA')?.decision;
  expect(decided).toMatchObject({ decision: 'skipped', reason: 'same_dislocation' });
  for (let passed = 500; passed < 10_500; passed += 500) {
    expect(paths()).toEqual(['FF']);
    quote('AA', 9);
    fair();
    dislocate();
    await clock.advance(500);
  }
  quote('AA', 9);
  fair();
  dislocate();
  await clock.advance(100);
  expect(paths()).toEqual(['FF', 'AA']);
  await engine.close();
});

test('the cycle that was executed lives on as executed', async () => {
  const { clock, feed, engine } = await startWith(['AA']);
  feed.book('AA/USDT', [[99.95, 1000]], [[100.05, 1000]]);
  feed.book('AA/ETH', [[0.03999, 1000]], [[0.04001, 1000]]);
  const dislocate = () => feed.book('ETH/BTC', [[0.051, 100]], [[0.05101, 100]]);
  dislocate();
  await clock.advance(500);
  dislocate();
  await clock.advance(100);
  expect(engine.state().opportunities).toMatchObject([{ is_valid: true, decision: { decision: 'executed' } }]);
  await engine.close();
});

test('of many cycles that one market opens at once the best is shown, and the twenty best to those who ask', async () => {
  const many = Array.from({ length: 50 }, (_, at) => `C${at}`);
  const { clock, feed, engine, heard } = await startWith(many);
  // Some offer a better price, others more of it; of none is there enough for the whole capital.
  many.forEach((coin, at) => {
    const price = 99 + ((7 * at) % 50) / 100;
    feed.book(`${coin}/USDT`, [[price - 0.1, 1]], [[price, 1 + ((11 * at) % 50) / 20]]);
    feed.book(`${coin}/ETH`, [[0.03999, 1000]], [[0.04001, 1000]]);
  });
  feed.book('ETH/BTC', [[0.052, 100]], [[0.05201, 100]]);
  const expected = many.map((coin, at) => {
    const price = 99 + ((7 * at) % 50) / 100;
    const bought = 1 + ((11 * at) % 50) / 20;
    return { coin, profit: bought * (0.03999 * 0.052 * 49_999 * 0.999 ** 4 - price) };
  });
  const best = expected.sort((a, b) => b.profit - a.profit).map(({ coin }) => coin);
  const shown = heard.flatMap((event) => (event.type === 'OpportunityDetected' ? [event.opportunity] : []));
  expect(shown.map(({ path, alternatives }) => [path[1], alternatives])).toEqual([[best[0], 19]]);
  const all = engine.alternatives(shown[0]?.dislocation_id ?? '').map(({ path }) => path[1] ?? '');
  expect(all[0]).toBe(best[0]);
  expect(all.toSorted()).toEqual(best.slice(0, 20).toSorted());
  await clock.advance(1000);
  await engine.close();
});

test('a cycle of which too little can be ordered is looked at again after a second, not with each update', async () => {
  const { clock, feed, engine, heard } = await startWith(['AA']);
  const found = (): number => heard.filter(({ type }) => type === 'OpportunityDetected').length;
  const quote = (size: number): void => {
    feed.book('BTC/USDT', [[49_999, 10]], [[50_001, 10]]);
    feed.book('AA/USDT', [[99, size]], [[100.05, size]]);
    feed.book('AA/ETH', [[0.03999, 1000]], [[0.04001, 1000]]);
    feed.book('ETH/BTC', [[0.052, 100]], [[0.05201, 100]]);
  };
  quote(0.01);
  await clock.advance(500);
  quote(5);
  expect(found()).toBe(0);
  await clock.advance(600);
  quote(5);
  expect(found()).toBe(1);
  await engine.close();
});
