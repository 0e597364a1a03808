import { describe, expect, test } from 'vitest';
import { createWorld } from '../engine/world.suite.ts';
import type { Account } from '../model/exchange.ts';
import { tradeRecord } from '../portfolio/trade-record.ts';

const deposited = 10_000;
const start = { type: 'StartBot', parameters: {} } as const;
const sell = { type: 'ResolveStranded', exchange: 'kucoin', asset: 'BTC', action: 'sell' } as const;
const keep = { ...sell, action: 'keep' } as const;

/** A bot that was killed after its first leg: 0.01998 BTC are left; the halt is lifted. */
const withResiduals = async () => {
  const world = await createWorld();
  await world.ask(start);
  world.fair();
  world.dislocate();
  await world.clock.advance(10);
  await world.during(60_000, world.engine.command({ type: 'Kill', reason: 'drill' }));
  const left = () => [...(world.engine.state().residuals.get('kucoin') ?? [])];
  const held = (asset: string) => world.engine.ledger.balance('paper', 'kucoin', asset).toNumber();
  return { ...world, left, held };
};
const lifted = async () => {
  const world = await withResiduals();
  await world.ask({ type: 'ResetKill' });
  // Prices are worked out once a second.
  world.fair();
  await world.clock.advance(1000);
  world.fair();
  return world;
};

describe('residual positions', () => {
  test('is shown with where it comes from, what it is worth, and the way out', async () => {
    const { engine, left, held } = await lifted();
    const [execution] = [...engine.state().executions.values()];
    const amount = held('BTC');
    expect(left()).toEqual([['BTC', String(amount)]]);
    const quantity = Math.floor(amount * 100_000) / 100_000;
    expect(engine.risk().stranded).toEqual([
      {
        exchange: 'kucoin',
        asset: 'BTC',
        amount,
        value_usd: expect.closeTo(amount * 50_000, 6),
        since: new Date(execution?.finished_at ?? 0).toISOString(),
        execution_id: execution?.id,
        reason: { code: 'halted' },
        way_out: {
          market: 'BTC/USDT',
          side: 'sell',
          quantity,
          expected_price: 49_999,
          expected_loss_usd: expect.closeTo(amount * 50_000 - quantity * 49_999 * 0.999, 6),
          path: ['BTC', 'USDT'],
        },
      },
    ]);
    expect(engine.risk().limits.find(({ name }) => name === 'total_capital')?.used).toBeCloseTo(amount * 50_000, 6);
  });

  test('is sold at a capped price, intent before send, and then forgotten down to dust', async () => {
    const { ask, during, left, held, heard, engine } = await lifted();
    const before = held('BTC');
    const from = heard.length;
    const quantity = Math.floor(before * 100_000) / 100_000;
    expect(await during(1000, ask(sell))).toEqual({ message: `sold ${quantity} BTC for ${quantity * 49_999} USDT` });
    expect(left()).toEqual([]);
    expect(engine.risk().stranded).toEqual([]);
    const [execution] = [...engine.state().executions.values()];
    const sale = [...engine.state().orders.values()].find(({ recovers }) => recovers === execution?.id);
    expect(execution?.sale_ids).toEqual([sale?.id]);
    const facts = heard.slice(from).flatMap((event) => (event.type.startsWith('Order') ? [event] : []));
    expect(facts).toMatchObject([
      {
        type: 'OrderIntended',
        order: {
          purpose: 'unwind',
          execution_id: null,
          time_in_force: 'IOC',
          price: '49499.1',
          quantity: String(quantity),
        },
      },
      { type: 'OrderSent' },
      { type: 'OrderFilled' },
      { type: 'OrderClosed' },
    ]);
  });

  test('is sold over another currency where no book leads straight back', async () => {
    const { ask, during, left, held, feed, clock, engine } = await lifted();
    await clock.advance(2000);
    feed.book('ETH/BTC', [[0.04999, 100]], [[0.05001, 100]]);
    feed.book('ETH/USDT', [[2499.5, 100]], [[2500.5, 100]]);
    expect(engine.risk().stranded[0]?.way_out).toMatchObject({
      market: 'ETH/BTC',
      side: 'buy',
      path: ['BTC', 'ETH', 'USDT'],
    });
    const { message } = await during(1000, ask(sell));
    expect(message).toBe('bought 0.3993 ETH for 0.019968993 BTC, then sold 0.3989 ETH for 997.05055 USDT');
    expect(left()).toEqual([]);
    expect(held('ETH')).toBeLessThan(0.0001);
  });

  test('is sold on without what may yet be taken as a fee, although more is held', async () => {
    const { exchange, ask, during, feed, clock, engine } = await lifted();
    const place = exchange.account.place.bind(exchange);
    exchange.account.place = async (request) => {
      const answer = await place(request);
      return answer.kind === 'report' && request.symbol === 'ETH/BTC'
        ? { ...answer, report: { ...answer.report, fees: [] } }
        : answer;
    };
    await clock.advance(2000);
    feed.book('ETH/BTC', [[0.04999, 100]], [[0.05001, 100]]);
    feed.book('ETH/USDT', [[2499.5, 100]], [[2500.5, 100]]);
    const { message } = await during(1000, ask(sell));
    expect(message).toBe('bought 0.3993 ETH for 0.019968993 BTC, then sold 0.3989 ETH for 997.05055 USDT');
    expect(engine.state().fees_pending.size).toBe(1);
  });

  test("is sold without its pending fee, which would be paid out of the operator's own holdings", async () => {
    const { ask, clock, dislocate, during, engine, fair } = await createWorld(
      { paper_funds: { USDT: '10000', BTC: '0.005' }, assets: {} },
      undefined,
      (exchange) => {
        const place = exchange.account.place.bind(exchange);
        exchange.account.place = async (request, timeoutMs) => {
          const answer = await place(request, timeoutMs);
          return answer.kind === 'report' && request.side === 'buy'
            ? { ...answer, report: { ...answer.report, fees: [] } }
            : answer;
        };
      },
    );
    await ask(start);
    fair();
    dislocate();
    await clock.advance(10);
    await during(60_000, engine.command({ type: 'Kill', reason: 'drill' }));
    await ask({ type: 'ResetKill' });
    fair();
    await clock.advance(1000);
    fair();
    const amounts = () => ({
      residual: engine.state().residuals.get('kucoin')?.get('BTC'),
      held: engine.ledger.balance('paper', 'kucoin', 'BTC').toFixed(),
    });
    expect(amounts()).toEqual({ residual: '0.01999', held: '0.02499' });
    expect(await during(1000, ask(sell))).toEqual({
      message: 'sold 0.01997 BTC for 998.48003 USDT; 0.00002 BTC is still a residual position',
    });
    expect(amounts()).toEqual({ residual: '0.00002', held: '0.00502' });
  });

  test('stays when no trusted book takes it', async () => {
    const { engine, clock, left } = await lifted();
    await clock.advance(5000);
    expect(engine.risk().stranded[0]).toMatchObject({ way_out: null, value_usd: null });
    expect(await engine.command(sell)).toEqual({
      ok: false,
      problem: 'conflict',
      detail: 'no trusted book of kucoin takes BTC within 1 % of its best price',
    });
    expect(left()).toHaveLength(1);
  });

  test('bars its routes until it is kept as a position, also after a restart', async () => {
    const { ask, engine, dislocate, held, store, left } = await lifted();
    await ask(start);
    dislocate();
    expect(engine.state().decisions.find(({ path }) => path.includes('BTC'))).toMatchObject({
      reason: 'stranded_asset',
      detail: 'BTC of a failed execution is still held',
    });
    expect(await ask(keep)).toEqual({
      message: `${held('BTC')} BTC on kucoin is kept as a position; it is worth $998.50 (source not stated) now`,
    });
    expect(left()).toEqual([]);
    expect(await engine.command(keep)).toEqual({
      ok: false,
      problem: 'not-found',
      detail: 'no BTC is a residual position on kucoin',
    });
    await engine.close();
    const again = await createWorld({}, store);
    expect(again.engine.risk().stranded).toEqual([]);
    again.fair();
    await again.clock.advance(1000);
    again.fair();
    expect(
      again.engine.risk().limits.find(({ name, scope }) => name === 'position' && scope === 'BTC')?.used,
    ).toBeCloseTo(held('BTC') * 50_000, 6);
  });

  test.each(['is kept', 'is sold by hand'])(
    'that %s costs what it has lost in worth, in its trade as in the equity',
    async (way) => {
      const { ask, engine, fair, clock, during } = await lifted();
      const [execution] = [...engine.state().executions.values()];
      const profit = () => {
        const { executions, orders } = engine.state();
        return tradeRecord(executions.get(execution?.id ?? '') ?? expect.unreachable(), orders).profit ?? 0;
      };
      expect(profit()).toBeCloseTo(-999.52, 1);
      if (way === 'is kept') await ask(keep);
      else {
        const order = {
          exchange: 'kucoin',
          symbol: 'BTC/USDT',
          side: 'sell',
          type: 'market',
          quantity: 0.01997,
        } as const;
        await during(200, ask({ type: 'PlaceOrder', order }));
      }
      fair();
      await clock.advance(60_000);
      const last = engine.state().marks.at(-1)?.equity_usd ?? 0;
      expect(profit()).toBeGreaterThan(-5);
      // A dust of 0.00001 BTC, and the middle of the book against its bid.
      expect(Math.abs(profit() - (last - deposited))).toBeLessThan(0.6);
    },
  );

  test('cannot be sold after a kill, nor while another sale is under way', async () => {
    const killed = await withResiduals();
    killed.fair();
    expect(await killed.engine.command(sell)).toMatchObject({ problem: 'conflict', detail: 'drill' });
    const { engine, during } = await lifted();
    const first = engine.command(sell);
    expect(await engine.command(sell)).toMatchObject({
      problem: 'conflict',
      detail: expect.stringMatching(/^a sale on kucoin waits for its outcome: order id-/),
    });
    expect(await engine.command(keep)).toMatchObject({ problem: 'conflict' });
    expect(await during(1000, first)).toMatchObject({ ok: true });
  });
});

describe('a sale of a residual position that is broken off between intent and answer', () => {
  /** The process ends while the exchange has the order; the next one asks what became of it. */
  const brokenOff = async (answer: Account['lookUp']) => {
    const before = await lifted();
    const amount = before.left();
    before.exchange.account.place = () => new Promise(() => {});
    void before.engine.command(sell);
    await before.clock.advance(10);
    await before.engine.close();
    const after = await createWorld({}, before.store, (exchange) => {
      exchange.account.lookUp = answer;
    });
    const left = () => [...(after.engine.state().residuals.get('kucoin') ?? [])];
    return { ...after, amount, left };
  };

  test('that was filled is booked once, and nothing is left', async () => {
    const { clock, left, engine, heard } = await brokenOff(async ({ symbol, client_order_id }) => ({
      kind: 'report',
      report: {
        client_order_id,
        exchange_order_id: 'x',
        symbol,
        state: 'filled',
        filled_quantity: '0.01996',
        filled_quote: '997.98',
        fees: [{ asset: 'USDT', amount: '0.99798' }],
      },
    }));
    await clock.advance(1000);
    expect(left().every(([, amount]) => Number(amount) < 0.0001)).toBe(true);
    expect(engine.state().open_orders.size).toBe(0);
    expect(heard.filter(({ type }) => type === 'OrderSent')).toEqual([]);
    expect([...engine.ledger.imbalances()]).toEqual([]);
  });

  test('that never arrived leaves all of it, and can be sold again', async () => {
    const { clock, left, amount, fair, during, ask } = await brokenOff(async () => ({ kind: 'not-found' }));
    await clock.advance(90_000);
    expect(left()).toEqual(amount);
    fair();
    expect(await during(1000, ask(sell))).toMatchObject({ message: expect.stringMatching(/^sold /) });
    expect(left()).toEqual([]);
  });

  test('half way over another currency leaves that one in its place, with the same origin', async () => {
    const before = await lifted();
    await before.clock.advance(2000);
    before.feed.book('ETH/BTC', [[0.04999, 100]], [[0.05001, 100]]);
    before.feed.book('ETH/USDT', [[2499.5, 100]], [[2500.5, 100]]);
    const place = before.exchange.account.place.bind(before.exchange);
    before.exchange.account.place = (request) => (request.side === 'buy' ? place(request) : new Promise(() => {}));
    void before.engine.command(sell);
    await before.clock.advance(200);
    const origin = before.engine.state().residual_origins.get('kucoin')?.get('ETH');
    await before.engine.close();
    const { engine, clock } = await createWorld({}, before.store, (exchange) => {
      exchange.account.lookUp = async () => ({ kind: 'not-found' });
    });
    await clock.advance(90_000);
    // 0.3993 ETH were bought, less 0.1 %.
    expect([...(engine.state().residuals.get('kucoin') ?? [])]).toEqual([['ETH', '0.3989007']]);
    expect(engine.state().residual_origins.get('kucoin')?.get('ETH')).toEqual(origin);
    expect(origin).toMatchObject({ back_to: 'USDT', execution_id: [...engine.state().executions.keys()][0] });
  });
});
