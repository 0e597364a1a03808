import { type PriceKind, paperProvenance } from '@triquad/core/contract';
import { expect, test } from 'vitest';
import { createMemoryStore } from '../journal/memory.ts';
import type { PlaceOrder } from '../model/command.ts';
import type { Fact } from '../model/event.ts';
import type { PriceSource } from '../model/market-event.ts';
import { faultOfMoney } from './money.suite.ts';
import { createWorld, noon } from './world.suite.ts';

const practice: PriceSource = { name: 'practice', source: 'simulated' };
const live: PriceSource = { name: 'live', source: 'exchange' };
const config = { paper_funds: { USDT: '5000', BTC: '0.1' } };

const begun = (store: ReturnType<typeof createMemoryStore<Fact>>, at: number, prices?: PriceSource) =>
  createWorld(config, store, undefined, undefined, at, prices);

const openings = (store: ReturnType<typeof createMemoryStore<Fact>>) =>
  [...store.read()].flatMap(({ fact }) => (fact.type === 'MarketOpened' ? [[fact.market, fact.at - noon]] : []));

test('each execution names whose prices it met, and a start under the same ones opens no other market', async () => {
  const store = createMemoryStore<Fact>();
  const earning = async (at: number, prices?: PriceSource) => {
    const world = await begun(store, at, prices);
    await world.ask({ type: 'StartBot', parameters: {} });
    world.fair();
    world.dislocate();
    await world.clock.advance(1_000);
    world.fair();
    await world.clock.advance(5_000);
    await world.ask({ type: 'StopBot', cancel_orders: true });
    await world.engine.close();
    return world.engine.state();
  };
  await earning(noon);
  await earning(noon + 100_000, practice);
  await earning(noon + 200_000, practice);
  const { market, executions } = await earning(noon + 300_000, live);
  expect(openings(store)).toEqual([
    ['practice', 100_000],
    ['live', 300_000],
  ]);
  expect(market).toEqual({ market: 'live', source: 'exchange', since: noon + 300_000, wallet: 'live' });
  expect([...executions.values()].map((one) => one.market)).toEqual([undefined, 'practice', 'practice', 'live']);
  const again = await begun(store, noon + 400_000, live);
  expect([...again.engine.state().executions.values()].map((one) => one.market)).toEqual([
    ...[undefined, 'practice', 'practice', 'live'],
  ]);
});

test('a recording of the same name and another kind is another market', async () => {
  const store = createMemoryStore<Fact>();
  const named = (kind: PriceKind): PriceSource => ({
    name: 'kucoin-1',
    source: 'recorded',
    provenance: paperProvenance(kind, 'kucoin', 'kucoin-1'),
  });
  for (const [minute, kind] of (['recorded', 'recorded', 'practice'] as const).entries())
    await (await begun(store, noon + minute * 60_000, named(kind))).engine.close();
  expect(openings(store)).toEqual([
    ['kucoin-1', 0],
    ['kucoin-1', 120_000],
  ]);
});

test('a journal of before that names practice is not opened again', async () => {
  const store = createMemoryStore<Fact>();
  await (await begun(store, noon, practice)).engine.close();
  const stated = { ...practice, provenance: paperProvenance('practice', null, 'practice') };
  await (await begun(store, noon + 60_000, stated)).engine.close();
  expect(openings(store)).toEqual([['practice', 0]]);
});

test('other prices are neither a gain nor a loss: the limits count from the first mark under them', async () => {
  const store = createMemoryStore<Fact>();
  const before = await begun(store, noon, practice);
  before.fair();
  await before.clock.advance(2_000);
  expect(before.engine.state().equity).toMatchObject({ base: 10_000, last: 10_000 });
  await before.engine.close();
  // BTC at half of its price: of 10,000 USD 2,500 are gone.
  const after = await begun(store, noon + 60_000, live);
  const quoted = (price: number) => after.feed.book('BTC/USDT', [[price - 1, 10]], [[price + 1, 10]]);
  expect(after.engine.state().equity).toEqual({ base: null, last: null, by_exchange: {} });
  quoted(25_000);
  await after.ask({ type: 'StartBot', parameters: {} });
  for (let second = 0; second < 5; second++) {
    await after.clock.advance(1_000);
    quoted(25_000);
  }
  expect(after.engine.state()).toMatchObject({
    halted: null,
    equity: { base: 7_500, last: 7_500 },
    today: { peak_equity: 7_500 },
  });
  // All that changed the equity is explained, over the opening as well.
  expect(faultOfMoney([...store.read()].map(({ fact }) => fact))).toBeNull();
  // From there on a loss is one.
  for (let second = 0; second < 5; second++) {
    quoted(20_000);
    await after.clock.advance(1_000);
  }
  expect(after.engine.state().halted).toMatchObject({ cause: 'daily_drawdown' });
});

test('what has no price in another market does not keep the equity from being known there', async () => {
  const store = createMemoryStore<Fact>();
  const before = await begun(store, noon, practice);
  before.fair();
  await before.clock.advance(2_000);
  await before.engine.close();
  const after = await begun(store, noon + 60_000, live);
  await after.clock.advance(63_000);
  expect(after.engine.state().equity).toMatchObject({ base: 5_000, last: 5_000 });
});

test('an order that rests in another market is left alone until that market is watched again', async () => {
  const store = createMemoryStore<Fact>();
  const resting = (at: number, prices: PriceSource) =>
    createWorld({ ...config, assets: {} }, store, undefined, undefined, at, prices);
  const practising = await resting(noon, practice);
  practising.fair();
  const order = { exchange: 'kucoin', symbol: 'BTC/USDT', side: 'buy', type: 'limit', quantity: 0.01, price: 40_000 };
  const { id } = await practising.during(200, practising.ask({ type: 'PlaceOrder', order } as PlaceOrder));
  await practising.engine.close();
  const elsewhere = await resting(noon + 60_000, live);
  expect(await elsewhere.engine.command({ type: 'CancelOrder', order_id: id })).toMatchObject({
    ...{ ok: false, detail: 'the order rests in the market practice, which is not watched now' },
  });
  expect(elsewhere.engine.balances().exchanges[0]?.balances.USDT).toMatchObject({ total: 5_000, reserved: 0 });
  await elsewhere.engine.close();
  const back = await resting(noon + 120_000, practice);
  expect(back.engine.balances().exchanges[0]?.balances.USDT).toMatchObject({ total: 5_000, reserved: 400 });
  expect((await back.during(200, back.ask({ type: 'CancelOrder', order_id: id }))).status).toBe('cancelled');
});
