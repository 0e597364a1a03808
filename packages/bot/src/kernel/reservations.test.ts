import { expect, test } from 'vitest';
import { createWorld } from '../engine/world.suite.ts';
import type { Exchange } from '../model/exchange.ts';

const order = {
  type: 'PlaceOrder',
  order: { exchange: 'kucoin', symbol: 'BTC/USDT', side: 'buy', type: 'limit', quantity: 0.01, price: 49_000 },
} as const;

/** An account of 1,400 USDT at the moment that leg 1 has left, which spends 1,000 of them. */
const spending = async (wrap?: (exchange: Exchange) => void) => {
  const world = await createWorld({ paper_funds: { USDT: '1400' }, assets: {} }, undefined, wrap);
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

/** Leg 1 has bought BTC; the books are gone, so that the way back waits for them. */
const holding = async (wrap?: (exchange: Exchange) => void) => {
  const world = await spending(wrap);
  await world.clock.advance(51);
  world.feed.say({ type: 'BooksReset', exchange: 'kucoin', reason: 'reconnect', at: world.clock.now() });
  await world.clock.advance(1000);
  world.feed.book('ETH/BTC', [[0.04999, 100]], [[0.05001, 100]]);
  return world;
};

test('what an execution holds between its legs cannot be spent by hand, and its unwinding finds it', async () => {
  const { engine, feed, during } = await holding();
  const [execution] = [...engine.state().executions.values()];
  const held = engine.balances().exchanges[0]?.balances.BTC;
  expect(execution).toMatchObject({ status: 'unwinding', finished_at: null });
  expect(held).toMatchObject({ free: 0, reserved: held?.total });
  expect(held?.reserved_by).toEqual([{ kind: 'execution', id: execution?.id, amount: held?.total }]);
  const sell = { ...order.order, side: 'sell', quantity: 0.01, price: 49_000 } as const;
  feed.book('BTC/USDT', [[49_999, 10]], [[50_001, 10]]);
  expect(await during(5000, engine.command({ ...order, order: sell }))).toMatchObject({
    ok: false,
    detail: 'it needs 0.01 BTC, free are 0',
  });
  expect([...engine.state().executions.values()][0]).toMatchObject({ status: 'unwound', left: [{ stranded: false }] });
  expect(engine.state().reserved.size).toBe(0);
});

test('what an execution holds pays its own fee, which is held back once', async () => {
  const { engine, feed, during } = await holding((exchange) => {
    const place = exchange.account.place.bind(exchange);
    exchange.account.place = async (request, timeoutMs) => {
      const answer = await place(request, timeoutMs);
      return answer.kind === 'report' ? { ...answer, report: { ...answer.report, fees: [] } } : answer;
    };
  });
  const held = engine.balances().exchanges[0]?.balances.BTC;
  expect(engine.state().fees_pending.size).toBe(1);
  expect(held).toMatchObject({ free: 0, reserved: held?.total, reserved_by: [{ kind: 'execution' }] });
  feed.book('BTC/USDT', [[49_999, 10]], [[50_001, 10]]);
  const sell = { ...order.order, side: 'sell', quantity: 0.01, price: 49_000 } as const;
  expect(await during(5000, engine.command({ ...order, order: sell }))).toMatchObject({
    detail: 'it needs 0.01 BTC, free are 0',
  });
});

test('an order by hand reserves what it may yet spend, its fee on top included', async () => {
  const { engine, ask, clock, fair, feed } = await createWorld({ assets: {} });
  fair();
  const placed = ask({ ...order, order: { ...order.order, quantity: 0.1 } });
  await clock.advance(200);
  const { id } = await placed;
  feed.book('BTC/USDT', [[48_000, 1]], [[49_000, 0.04]]);
  await clock.advance(200);
  expect(engine.balances().exchanges[0]?.balances.USDT).toMatchObject({
    total: 8040,
    reserved: 2940,
    free: 5100,
    reserved_by: [{ kind: 'order', id, amount: 2940 }],
  });
});
