import { describe, expect, test } from 'vitest';
import { createWorld } from '../engine/world.suite.ts';
import type { PlaceOrder } from '../model/command.ts';

const order = (change: Partial<PlaceOrder['order']> = {}): PlaceOrder => ({
  type: 'PlaceOrder',
  order: {
    exchange: 'kucoin',
    symbol: 'BTC/USDT',
    side: 'buy',
    type: 'limit',
    quantity: 0.1,
    price: 49_000,
    ...change,
  },
});
const { price: _, ...withoutPrice } = order().order;
const unlimited = { assets: {} };

describe('an order by hand', () => {
  test('rests, holds its money back, and is filled when the book comes to it', async () => {
    const { ask, during, engine, fair, feed, clock } = await createWorld(unlimited);
    fair();
    const placed = await during(200, ask(order()));
    expect(placed).toMatchObject({ status: 'open', filled_quantity: '0', execution_id: null, price: '49000' });
    expect(engine.balances().exchanges[0]?.balances.USDT).toMatchObject({ total: 10_000, free: 5100, reserved: 4900 });
    feed.book('BTC/USDT', [[48_000, 1]], [[48_900, 1]]);
    await clock.advance(200);
    expect(engine.state().orders.get(placed.id)).toMatchObject({ status: 'filled', filled_quote: '4900' });
    expect(engine.balances().exchanges[0]?.balances).toMatchObject({
      USDT: { total: 5100, free: 5100, reserved: 0 },
      BTC: { total: 0.0999, free: 0.0999, reserved: 0 },
    });
  });

  test('is filled at once when it is a market order', async () => {
    const { engine, during, fair } = await createWorld(unlimited);
    fair();
    const command = { type: 'PlaceOrder', order: { ...withoutPrice, type: 'market' as const } } as const;
    const placed = await during(200, engine.command(command));
    expect(placed).toMatchObject({
      ok: true,
      value: { status: 'filled', time_in_force: 'IOC', price: null, filled_quote: '5000.1' },
    });
  });

  test('is cancelled by hand, once', async () => {
    const { engine, ask, during, fair } = await createWorld(unlimited);
    fair();
    const { id } = await during(200, ask(order()));
    const cancel = { type: 'CancelOrder', order_id: id } as const;
    expect(await during(200, ask(cancel))).toMatchObject({ status: 'cancelled', filled_quantity: '0' });
    expect(await engine.command(cancel)).toEqual({
      ok: false,
      problem: 'conflict',
      detail: 'the order is cancelled already',
    });
    expect(await engine.command({ ...cancel, order_id: 'none' })).toEqual({
      ok: false,
      problem: 'not-found',
      detail: 'there is no such order',
    });
  });

  test('is cancelled when the bot stops', async () => {
    const { ask, during, fair, engine } = await createWorld(unlimited);
    await ask({ type: 'StartBot', parameters: {} });
    fair();
    const { id } = await during(200, ask(order()));
    expect(await during(200, ask({ type: 'StopBot', cancel_orders: true }))).toEqual({
      message: 'Bot stopped',
      cancelled_orders: 1,
    });
    expect(engine.state().orders.get(id)?.status).toBe('cancelled');
  });

  test('still rests after a restart', async () => {
    const before = await createWorld(unlimited);
    before.fair();
    const { id } = await before.during(200, before.ask(order()));
    await before.engine.close();
    const { engine, feed, clock } = await createWorld(unlimited, before.store);
    expect(engine.state().lifecycle).toBe('stopped');
    feed.book('BTC/USDT', [[48_000, 1]], [[48_900, 1]]);
    await clock.advance(200);
    expect(engine.state().orders.get(id)?.status).toBe('filled');
  });

  test('is refused with what is wrong', async () => {
    const { engine, fair } = await createWorld(unlimited);
    fair();
    const refused = async (change: Partial<PlaceOrder['order']>) => {
      const result = await engine.command(order(change));
      return result.ok ? 'placed' : `${result.problem}: ${result.detail}`;
    };
    expect(await refused({ symbol: 'DOGE/USDT' })).toBe('not-found: DOGE/USDT is not traded on kucoin');
    expect(await refused({ exchange: 'okx' })).toBe('not-found: BTC/USDT is not traded on okx');
    expect(await refused({ type: 'market' })).toBe('rejected: a market order has no price');
    expect(await refused({ quantity: 0.000001 })).toBe('rejected: the quantity must be a multiple of 0.00001');
    expect(await refused({ price: 49_000.05 })).toBe('rejected: the price must be a multiple of 0.1');
    expect(await refused({ quantity: 0.0001 })).toBe('rejected: it must be worth at least 5 USDT');
    expect(await refused({ quantity: 1 })).toBe('rejected: it needs 49000 USDT, free are 10000');
    expect(await refused({ side: 'sell' })).toBe('rejected: it needs 0.1 BTC, free are 0');
    await engine.command({ type: 'Kill', reason: 'drill' });
    expect(await refused({})).toBe('conflict: drill');
  });

  test('of a residual position clears it', async () => {
    const { engine, ask, during, fair, dislocate, clock } = await createWorld(unlimited);
    await ask({ type: 'StartBot', parameters: {} });
    fair();
    dislocate();
    await clock.advance(10);
    await during(60_000, engine.command({ type: 'Kill', reason: 'drill' }));
    const amount = Number(engine.state().residuals.get('kucoin')?.get('BTC'));
    expect(amount).toBeGreaterThan(0.019);
    await ask({ type: 'ResetKill' });
    fair();
    const quantity = Math.floor(amount * 100_000) / 100_000;
    await during(
      200,
      engine.command({ type: 'PlaceOrder', order: { ...withoutPrice, side: 'sell', type: 'market', quantity } }),
    );
    expect([...(engine.state().residuals.get('kucoin') ?? [])]).toEqual([]);
  });
});

describe('what is bought by hand', () => {
  const assets = { BTC: { max_position: 6_000, max_daily_volume: 9_000 } };
  const limited = async () => {
    const world = await createWorld({ assets });
    world.fair();
    const place = async (change: Partial<PlaceOrder['order']>) => {
      const result = await world.during(200, world.engine.command(order(change)));
      return result.ok ? result.value.status : `${result.problem}: ${result.detail}`;
    };
    return { ...world, place };
  };

  test('fits in the limits of its asset, with what rests', async () => {
    const { place } = await limited();
    expect(await place({})).toBe('open');
    expect(await place({ quantity: 0.03, price: 49_000 })).toBe(
      'rejected: BTC position: $4900.00 of $6000.00 held or on its way, $1470.00 asked',
    );
    expect(await place({ quantity: 0.02, price: 49_000 })).toBe('open');
    expect(await place({ symbol: 'ETH/USDT', quantity: 1, price: 2_000 })).toBe('open');
  });

  test('fits in those of the day, and what leads towards money is never held up', async () => {
    const { place, fair, clock } = await limited();
    for (const side of ['buy', 'sell'] as const) {
      expect(await place({ quantity: 0.1, side, price: side === 'buy' ? 50_001 : 49_999 })).toMatch(
        /filled|cannot|needs/,
      );
      fair();
      await clock.advance(1_000);
      fair();
    }
    expect(await place({ quantity: 0.099, side: 'sell', price: 49_999 })).toBe('filled');
    fair();
    expect(await place({})).toBe('rejected: BTC daily volume: $5000.10 of $9000.00 bought today, $4900.00 asked');
  });

  test('is refused where it has a limit and its worth is unknown', async () => {
    const { engine, clock, feed } = await createWorld({ assets: { ETH: assets.BTC } });
    await clock.advance(1_000);
    // Nothing leads from ETH or BTC to USD.
    feed.book('ETH/BTC', [[0.04999, 100]], [[0.05001, 100]]);
    engine.ledger.post(1_000, {
      type: 'FundsDeposited',
      exchange: 'kucoin',
      mode: 'paper',
      asset: 'BTC',
      amount: '10',
    });
    expect(await engine.command(order({ symbol: 'ETH/BTC', price: 0.05, quantity: 1 }))).toEqual({
      ok: false,
      problem: 'rejected',
      detail: 'ETH has limits, and not all of what is held, bought and asked of it has a price in USD',
    });
  });
});
