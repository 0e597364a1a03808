import { describe, expect, test } from 'vitest';
import { createWorld } from '../engine/world.suite.ts';
import type { OrderRequest, RefusalScope } from '../model/exchange.ts';
import type { MarketExcluded, MarketReadmitted } from '../model/market-event.ts';

const minute = 60_000;

/** A running bot whose routes never rest, and what becomes of its markets. */
const trading = async (store?: Parameters<typeof createWorld>[1]) => {
  const world = await createWorld({ cooldown_after_failure_seconds: 0 }, store);
  const start = { type: 'StartBot', parameters: { trading_pairs: ['BTC/USDT', 'ETH/BTC', 'ETH/USDT'] } } as const;
  // A bot that ran goes on by itself.
  if (store === undefined) await world.ask(start);
  const refuse = (scope: RefusalScope, symbol = 'BTC/USDT') => {
    const place = world.exchange.account.place.bind(world.exchange);
    world.exchange.account.place = async (request: OrderRequest) =>
      request.symbol === symbol ? { kind: 'refused', reason: 'not like this', scope } : place(request);
  };
  const excluded = () => world.heard.filter((event): event is MarketExcluded => event.type === 'MarketExcluded');
  const readmitted = () => world.heard.filter((event): event is MarketReadmitted => event.type === 'MarketReadmitted');
  const told = () => world.engine.state().notifications.filter(({ title }) => title === 'Market excluded');
  const executions = () => world.heard.filter(({ type }) => type === 'ExecutionStarted').length;
  /** So many seconds in which a cycle pays again and again. */
  const pay = async (seconds: number) => {
    for (let turn = 0; turn < 2 * seconds; turn++) {
      world.fair();
      world.dislocate();
      await world.clock.advance(500);
    }
  };
  return { ...world, refuse, excluded, readmitted, told, executions, pay };
};

describe('a market', () => {
  test('that refuses three orders for what it is is used by no route for ten minutes, with one notification', async () => {
    const { refuse, pay, excluded, readmitted, executions, told, clock } = await trading();
    refuse('market');
    await pay(8);
    expect(executions()).toBe(3);
    expect(excluded()).toMatchObject([
      { exchange: 'kucoin', symbol: 'BTC/USDT', reason: 'not like this', for_ms: 10 * minute },
    ]);
    expect(told()).toMatchObject([{ code: 'market_excluded', params: { market: 'BTC/USDT', minutes: 10 } }]);
    await clock.advance(9.8 * minute);
    await pay(1);
    expect([executions(), readmitted()]).toEqual([3, []]);
    await clock.advance(minute);
    expect(readmitted()).toMatchObject([{ symbol: 'BTC/USDT', by: 'itself' }]);
    await pay(8);
    expect(executions()).toBe(6);
    // Soon again: for longer.
    expect(excluded().map(({ for_ms }) => for_ms)).toEqual([10 * minute, 20 * minute]);
  });

  test.each(['balance', 'rate', 'other'] as const)('is not excluded for refusals of scope %s', async (scope) => {
    const { refuse, pay, excluded, executions } = await trading();
    refuse(scope);
    await pay(8);
    expect(executions()).toBeGreaterThan(3);
    expect(excluded()).toEqual([]);
  });

  test('is not excluded for refusals that are more than a minute apart', async () => {
    const { refuse, fair, dislocate, clock, excluded, executions } = await trading();
    refuse('market');
    for (let turn = 0; turn < 4; turn++) {
      fair();
      dislocate();
      await clock.advance(31_000);
    }
    expect(executions()).toBe(4);
    expect(excluded()).toEqual([]);
  });

  test('whose prices are off its own ticks costs no execution, and is excluded', async () => {
    const { feed, fair, clock, excluded, executions, engine } = await trading();
    for (let turn = 0; turn < 16; turn++) {
      fair();
      feed.book('ETH/USDT', [[2530.005, 100]], [[2531.005, 100]]);
      await clock.advance(500);
    }
    expect(executions()).toBeLessThanOrEqual(3);
    expect(excluded()).toMatchObject([
      { symbol: 'ETH/USDT', reason: 'the price 2530.005 of ETH/USDT is not in ticks of 0.01' },
    ]);
    expect(engine.state().decisions.some(({ reason }) => reason === 'lots_or_minimum')).toBe(true);
  });

  test('of which a price behind the best is off its ticks costs no execution that would touch it', async () => {
    const { feed, fair, clock, executions, engine } = await trading();
    fair();
    feed.book(
      'ETH/USDT',
      [
        [2530, 0.1],
        [2529.995, 100],
      ],
      [[2531, 100]],
    );
    await clock.advance(500);
    expect(executions()).toBe(0);
    expect(engine.state().decisions[0]).toMatchObject({
      reason: 'lots_or_minimum',
      detail: 'the price 2529.995 of ETH/USDT is not in ticks of 0.01',
    });
  });

  test('stays excluded over a restart, for the rest of its time', async () => {
    const { refuse, pay, store, engine, clock } = await trading();
    refuse('market');
    await pay(8);
    await clock.advance(minute);
    await engine.close();
    const again = await trading(store);
    await again.pay(8);
    expect(again.executions()).toBe(0);
    await again.clock.advance(10 * minute);
    await again.pay(2);
    expect(again.readmitted()).toHaveLength(1);
    expect(again.executions()).toBeGreaterThan(0);
  });

  test('returns at the restart when the exchange demands something else of its orders', async () => {
    const { refuse, pay, store, engine } = await trading();
    refuse('market');
    await pay(8);
    await engine.close();
    const again = await createWorld({}, store, (exchange) => {
      const instruments = exchange.market.instruments.bind(exchange);
      exchange.market.instruments = async (timeoutMs) =>
        (await instruments(timeoutMs)).map((one) => (one.symbol === 'BTC/USDT' ? { ...one, lotStep: 0.0001 } : one));
    });
    expect(again.heard).toContainEqual(
      expect.objectContaining({ type: 'MarketReadmitted', symbol: 'BTC/USDT', by: 'instruments' }),
    );
  });
});
