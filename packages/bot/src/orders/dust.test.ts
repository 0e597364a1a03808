import { expect, test } from 'vitest';
import { createLastingSwitch, createWorld, noon } from '../engine/world.suite.ts';
import { createMemoryStore } from '../journal/memory.ts';
import type { Fact } from '../model/event.ts';

/** A bot whose account holds nothing but the dust of one execution; its books are shown by `fair`. */
const withDust = async () => {
  const store = createMemoryStore<Fact>();
  const early = await createWorld({}, store, undefined, createLastingSwitch());
  await early.ask({ type: 'StartBot', parameters: {} });
  early.fair();
  early.dislocate();
  await early.clock.advance(10);
  await early.during(60_000, early.ask({ type: 'Kill', reason: 'drill' }));
  await early.ask({ type: 'ResetKill' });
  await early.engine.close();
  // The killed execution has left 0.01998 BTC. As dust they are more than any one execution leaves.
  store.append([{ type: 'StrandedCleared', exchange: 'kucoin', asset: 'BTC', at: early.clock.now() }]);
  const world = await createWorld({}, store, undefined, undefined, noon + 120_000);
  const price = async () => {
    world.fair();
    await world.clock.advance(1_000);
    world.fair();
  };
  return { ...world, price };
};

test('dust that is enough for one order is shown with that order, which leaves what is less than a lot', async () => {
  const { engine, price, ask, during } = await withDust();
  await price();
  const [dust, ...others] = engine.dust();
  expect(others).toEqual([]);
  const quantity = Math.floor((dust?.amount ?? 0) * 100_000) / 100_000;
  expect(dust).toEqual({
    exchange: 'kucoin',
    provenance: null,
    asset: 'BTC',
    amount: expect.closeTo(0.01997, 5),
    value_usd: expect.closeTo(0.01997001 * 50_000, 6),
    sale: { market: 'BTC/USDT', quantity, expected_usd: expect.closeTo(quantity * 49_999 * 0.999, 6) },
    code: null,
    minimum_usd: expect.closeTo(0.00011 * 49_999, 6),
  });
  const order = { exchange: 'kucoin', symbol: 'BTC/USDT', side: 'sell', type: 'market', quantity } as const;
  await during(200, ask({ type: 'PlaceOrder', order }));
  await price();
  expect(engine.dust()).toMatchObject([{ asset: 'BTC', sale: null, code: 'below_minimum' }]);
  expect(engine.dust()[0]?.amount).toBeLessThan(0.00001);
});

test('dust without a trusted book is not offered for sale', async () => {
  const { engine, price, clock } = await withDust();
  await price();
  await clock.advance(60_000);
  expect(engine.dust()).toMatchObject([
    { asset: 'BTC', value_usd: null, sale: null, code: 'no_price', minimum_usd: null },
  ]);
});

test('what an open order holds of it is not offered a second time', async () => {
  const { engine, price, ask, during } = await withDust();
  await price();
  const order = { exchange: 'kucoin', symbol: 'BTC/USDT', side: 'sell', type: 'limit', price: 60_000 } as const;
  await during(200, ask({ type: 'PlaceOrder', order: { ...order, quantity: 0.0199 } }));
  expect(engine.dust()).toMatchObject([{ sale: null, code: 'below_minimum', amount: expect.closeTo(0.00007, 5) }]);
});
