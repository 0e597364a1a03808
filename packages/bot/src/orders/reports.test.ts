import { BigNumber } from 'bignumber.js';
import { describe, expect, test } from 'vitest';
import type { OrderReport, PlaceAnswer } from '../model/exchange.ts';
import { createLiveWorld, type LiveWorld } from './live-world.suite.ts';
import { totalsOf } from './reconcile.ts';

/** From now on orders in that market are answered so; look-ups answer with what has become of them. */
const answers = ({ exchange }: LiveWorld, symbol: string, change: (report: OrderReport) => OrderReport): void => {
  const { place } = exchange.account;
  exchange.account.place = async (request, ms): Promise<PlaceAnswer> => {
    const answer = await place(request, ms);
    return answer.kind === 'report' && request.symbol === symbol
      ? { ...answer, report: change(answer.report) }
      : answer;
  };
};
const asked = ({ exchange }: LiveWorld, change: (report: OrderReport) => OrderReport): void => {
  const { lookUp } = exchange.account;
  exchange.account.lookUp = async (ref, ms) => {
    const answer = await lookUp(ref, ms);
    return answer.kind === 'report' ? { ...answer, report: change(answer.report) } : answer;
  };
};
const unnamed = (report: OrderReport): OrderReport => ({ ...report, filled_quote: '0' });
const held = async ({ exchange, clock }: LiveWorld) => {
  const answer = exchange.account.balances(1000);
  await clock.advance(1000);
  const balances = await answer;
  return balances.kind === 'balances' ? totalsOf(balances.holdings) : balances.kind;
};
const booked = ({ engine }: LiveWorld) =>
  Object.fromEntries(
    [...engine.ledger.holdings('paper', 'kucoin')].map(([asset, amount]) => [asset, amount.toFixed()]),
  );
const symbols = ({ facts }: LiveWorld) => facts('OrderIntended').map(({ order }) => `${order.purpose} ${order.symbol}`);
const legs = ['leg BTC/USDT', 'leg ETH/BTC', 'leg ETH/USDT'];

describe('an execution of which a leg is reported without its amount in quote', () => {
  test.each([['BTC/USDT'], ['ETH/USDT']])('waits for it: %s', async (symbol) => {
    const world = await createLiveWorld();
    world.fair();
    answers(world, symbol, unnamed);
    world.dislocate();
    await world.clock.advance(200);
    expect(symbols(world).at(-1)).toBe(`leg ${symbol}`);
    expect(world.execution().finished_at).toBe(null);
    await world.clock.advance(1000);
    expect([symbols(world), world.execution().status]).toEqual([legs, 'completed']);
    expect(booked(world)).toEqual(await held(world));
    const { USDT = '0' } = booked(world);
    expect(new BigNumber(USDT).minus(10_000).toFixed()).toBe(world.execution().profit);
  });

  test('goes on at its limit price when the amount never comes, and is restated when it does', async () => {
    const world = await createLiveWorld();
    const { clock, engine, execution, push, facts } = world;
    world.fair();
    answers(world, 'ETH/USDT', unnamed);
    asked(world, unnamed);
    world.dislocate();
    await clock.advance(20_000);
    expect(execution().status).toBe('completed');
    const [fill] = facts('OrderFilled').filter(({ at_limit }) => at_limit);
    const order = engine.state().orders.get(fill?.order_id ?? '');
    expect(fill?.quote_quantity).toBe(new BigNumber(order?.price ?? 0).multipliedBy(order?.quantity ?? 0).toFixed());
    const before = execution();
    const { USDT } = (await held(world)) as Record<string, string>;
    const better = new BigNumber(USDT ?? 0).minus(booked(world).USDT ?? 0);
    // Sold at the bid, which is no worse than the limit.
    expect(better.isGreaterThan(0)).toBe(true);
    push({
      ...{ client_order_id: order?.client_order_id ?? '', exchange_order_id: 'e', symbol: 'ETH/USDT', state: 'filled' },
      ...{ filled_quantity: order?.quantity ?? '', filled_quote: better.plus(fill?.quote_quantity ?? 0).toFixed() },
      fees: order?.fees ?? [],
    });
    await clock.advance(5000);
    expect(booked(world).USDT).toBe(USDT);
    expect(new BigNumber(execution().profit ?? 0).minus(before.profit ?? 0).toFixed()).toBe(better.toFixed());
    expect([...engine.ledger.imbalances()]).toEqual([]);
  });
});

test('a fill whose price the exchange changes after the end restates the trade, and the account is compared at once', async () => {
  const world = await createLiveWorld();
  const { clock, engine, execution, push, halted, holds } = world;
  world.fair();
  world.dislocate();
  await clock.advance(500);
  const before = execution();
  expect(before.status).toBe('completed');
  const order = engine.state().orders.get(before.order_ids[2] ?? '') ?? expect.unreachable();
  const { client_order_id, symbol, filled_quantity, fees } = order;
  const filled_quote = new BigNumber(order.filled_quote).minus(100).toFixed();
  const report = { client_order_id, symbol, filled_quantity, filled_quote, fees, state: 'filled' } as const;
  asked(world, (one) => (one.client_order_id === client_order_id ? { ...one, filled_quote } : one));
  holds({ ...booked(world), USDT: new BigNumber(booked(world).USDT ?? 0).minus(100).toFixed() });
  push({ ...report, exchange_order_id: 'e' });
  expect(new BigNumber(execution().profit ?? 0).toFixed()).toBe(new BigNumber(before.profit ?? 0).minus(100).toFixed());
  expect(halted()).toMatchObject({ cause: 'fill_repriced', reason: expect.stringContaining(filled_quote) });
  expect(engine.state().notifications[0]).toMatchObject({ code: 'reports_disagree', params: { exchange: 'kucoin' } });
  await clock.advance(5000);
  // The account holds what the exchange says: it trades again.
  expect(halted()).toBe(undefined);
  expect(world.facts('DifferenceFound')).toEqual([]);
});

test('an order that fills a hundred times what was ordered is booked, unwound whole, and its account is halted', async () => {
  const world = await createLiveWorld();
  const { clock, engine, execution, halted } = world;
  world.fair();
  answers(world, 'BTC/USDT', (report) => {
    world.holds({ BTC: '1.998', USDT: '0' });
    const fees = [{ asset: 'BTC', amount: '0.002' }];
    return { ...report, filled_quantity: '2', filled_quote: '100000', fees };
  });
  world.dislocate();
  await clock.advance(5000);
  expect(symbols(world)).toEqual([
    'leg BTC/USDT',
    ...symbols(world)
      .slice(1)
      .filter((one) => one.startsWith('unwind ')),
  ]);
  expect(execution()).toMatchObject({ status: 'unwound', unwind_reason: 'halted' });
  expect(engine.ledger.balance('paper', 'kucoin', 'BTC').toNumber()).toBeLessThan(0.00001);
  expect(world.facts('AccountHalted')[0]).toMatchObject({ cause: 'overfilled' });
  expect(halted()).toMatchObject({ cause: 'overfilled' });
  world.dislocate();
  await clock.advance(1000);
  expect(world.facts('ExecutionStarted')).toHaveLength(1);
});
