import { expect, test } from 'vitest';
import { createWorld } from './world.suite.ts';

const order = {
  type: 'PlaceOrder',
  order: { exchange: 'kucoin', symbol: 'BTC/USDT', side: 'buy', type: 'limit', quantity: 0.01, price: 49_000 },
} as const;

/** An account of 1,400 USDT at the moment that leg 1 has left, which spends 1,000 of them. */
const spending = async () => {
  const world = await createWorld({ paper_funds: { USDT: '1400' }, assets: {} });
  world.fair();
  await world.ask({ type: 'StartBot', parameters: {} });
  world.dislocate();
  return world;
};

test('what an execution is about to spend cannot be spent by another order', async () => {
  const { engine, clock } = await spending();
  expect(engine.state().open_executions.size).toBe(1);
  const reserved = engine.balances().exchanges[0]?.balances.USDT?.reserved;
  expect(await Promise.race([engine.command(order), clock.advance(40)])).toMatchObject({
    ok: false,
    detail: expect.stringMatching(/^it needs 490 USDT, free are (399|400)\./),
  });
  expect(reserved).toBeCloseTo(1000, 0);
});

test('what it has spent is held back no longer: the ledger knows', async () => {
  const { engine, clock, feed } = await spending();
  await clock.advance(60);
  expect(engine.state().open_executions.size).toBe(1);
  const { USDT } = engine.balances().exchanges[0]?.balances ?? {};
  expect([USDT?.reserved, USDT?.total, USDT?.free]).toEqual([0, USDT?.free, USDT?.total]);
  feed.book('BTC/USDT', [[39_999, 10]], [[40_001, 10]]);
  const cheaper = { ...order.order, price: 39_000 };
  const placed = engine.command({ ...order, order: cheaper });
  await clock.advance(100);
  expect(await placed).toMatchObject({ ok: true, value: { status: 'open' } });
});
