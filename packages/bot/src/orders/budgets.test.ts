import { expect, test } from 'vitest';
import { createWorld } from '../engine/world.suite.ts';
import { createBudgets } from '../kernel/budgets.ts';
import { edgeOf } from '../kernel/edge.suite.ts';
import { createVirtualClock } from '../model/clock.ts';
import type { RequestBudget } from '../model/exchange.ts';
import { createPaperExchange } from '../venues/paper/paper.ts';
import { scriptedFeed } from '../venues/scripted.suite.ts';

/** A running bot at an exchange that allows no more than this. */
const within = async (budget: RequestBudget) => {
  const parameters = { trading_pairs: ['BTC/USDT', 'ETH/BTC', 'ETH/USDT'] };
  const world = await createWorld({ cooldown_after_failure_seconds: 0, assets: {} }, undefined, (exchange) =>
    Object.assign(exchange.account, { budget }),
  );
  await world.ask({ type: 'StartBot', parameters });
  /** A move that pays, and how many executions have begun by then. */
  const move = async (ms: number): Promise<number> => {
    world.fair();
    world.dislocate();
    await world.clock.advance(ms);
    return world.engine.state().executions.size;
  };
  return { ...world, move };
};

test('an execution begins while the orders of its legs and of a way back are allowed, and waits for the window else', async () => {
  const { move, engine } = await within({ limits: [{ of: 'orders', most: 11, windowMs: 10_000 }] });
  expect(await move(1000)).toBe(1);
  expect(await move(1000)).toBe(1);
  expect(engine.state().decisions[0]).toMatchObject({
    reason: 'request_budget',
    detail: 'kucoin allows 11 orders in 10 s: 3 used, 9 needed for this execution and those that run',
  });
  expect(await move(8500)).toBe(1);
  expect(await move(1000)).toBe(2);
  await engine.close();
});

test('what an execution that runs may still need is not given to another', async () => {
  const { move, engine, clock, fair, dislocate, exchange } = await within({
    limits: [{ of: 'orders', most: 17, windowMs: 10_000 }],
  });
  exchange.account.place = () => new Promise(() => {});
  expect(await move(10)).toBe(1);
  fair();
  await clock.advance(1200);
  fair();
  dislocate();
  await clock.advance(10);
  expect(engine.state().executions.size).toBe(1);
  expect(engine.state().decisions[0]).toMatchObject({
    reason: 'request_budget',
    detail: 'kucoin allows 17 orders in 10 s: 1 used, 18 needed for this execution and those that run',
  });
  await engine.close();
});

const allow = (limits: RequestBudget['limits'], weights: RequestBudget['weights'] = {}) => {
  const clock = createVirtualClock(0);
  return { clock, budgets: createBudgets(clock, new Map([['kucoin', { limits, weights }]])) };
};

test('weights count the legs, four questions and six orders back, of each execution that runs', () => {
  const { budgets } = allow([{ of: 'weight', most: 100, windowMs: 60_000 }], { place: 2, lookUp: 5 });
  const needed = (3 + 6) * 2 + 4 * 5;
  expect(budgets.obstacle('kucoin', 3, [3])).toBeNull();
  expect(budgets.obstacle('kucoin', 3, [3, 4])).toBe(
    `kucoin allows 100 weight of requests in 60 s: 0 used, ${2 * needed + 40} needed for this execution and those that run`,
  );
  for (let asked = 0; asked < (100 - 2 * needed) / 2; asked++) budgets.note('kucoin', 'place');
  expect(budgets.obstacle('kucoin', 3, [3])).toBeNull();
  budgets.note('kucoin', 'balances');
  expect(budgets.obstacle('kucoin', 3, [3])).not.toBeNull();
  expect(budgets.obstacle('okx', 4, [4, 4])).toBeNull();
});

test('what was asked leaves the window, and no sooner', async () => {
  const { clock, budgets } = allow([{ of: 'orders', most: 9, windowMs: 6000 }]);
  budgets.note('kucoin', 'place');
  for (const ms of [1, 5999]) {
    await clock.advance(ms);
    expect(budgets.obstacle('kucoin', 3, [])).not.toBeNull();
  }
  await clock.advance(200);
  expect(budgets.obstacle('kucoin', 3, [])).toBeNull();
});

test('market data take at most half; orders and questions about them are never held back', async () => {
  const clock = createVirtualClock(0);
  const feed = scriptedFeed(clock);
  const asked: string[] = [];
  const budget: RequestBudget = { limits: [{ of: 'weight', most: 20, windowMs: 60_000 }], weights: { readBook: 4 } };
  const readBook = async (symbol: string) => {
    asked.push(symbol);
    return { kind: 'book' as const, bids: [], asks: [] };
  };
  const { market, account } = createPaperExchange({ ...feed, readBook }, clock);
  const budgets = createBudgets(clock, new Map([['kucoin', budget]]));
  const exchange = edgeOf({ market, account: { ...account, budget } }, clock, { budgets });
  const read = () => exchange.market.readBook?.('BTC/USDT', 1000);
  expect([(await read())?.kind, (await read())?.kind]).toEqual(['book', 'book']);
  expect(await read()).toEqual({ kind: 'unknown', reason: 'too many requests for market data' });
  expect(asked.length).toBe(2);
  for (let order = 0; order < 50; order++) budgets.note('kucoin', 'lookUp');
  const answer = exchange.account.lookUp(
    { client_order_id: 'x', exchange_order_id: null, symbol: 'BTC/USDT', sent_at: 0 },
    1000,
  );
  await clock.advance(1000);
  expect((await answer).kind).toBe('not-found');
  await clock.advance(59_999);
  expect((await read())?.kind).toBe('unknown');
  await clock.advance(1);
  expect((await read())?.kind).toBe('book');
});
