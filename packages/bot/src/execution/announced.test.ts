import { expect, test } from 'vitest';
import type { ExecutionPlan } from '../model/event.ts';
import type { OrderIntent } from '../model/order-event.ts';
import { announce, announcedFor, isWithin, lostOrders } from './announced.ts';
import { context, execution, filledLeg, levels } from './execution.suite.ts';
import { nextStep } from './next-step.ts';
import type { Books } from './step.ts';

const announcedBy = (plan: ExecutionPlan, books: Partial<Books> = {}) => {
  let made = 0;
  return announce(plan, () => `id-${++made}`, context(books));
};
const running = execution({ announced: announcedBy(execution()) });

test('each leg after the first is announced: 1 % larger than planned, and down to where 1 % more would break even', () => {
  expect(running.announced?.slice(0, 2)).toMatchObject([
    { client_order_id: 'id1', leg: 2, symbol: 'ETH/BTC', base: 'ETH', quote: 'BTC', side: 'buy' },
    { client_order_id: 'id2', leg: 3, symbol: 'ETH/USDT', base: 'ETH', quote: 'USDT', side: 'sell' },
  ]);
  const [second, third] = running.announced ?? [];
  expect([Number(second?.quantity), Number(third?.quantity)]).toEqual([0.3996 * 1.01, 0.3992 * 1.01]);
  const kept = 0.999 ** 3 / 0.99;
  expect(Number(second?.price)).toBeCloseTo((2530 / 50_000) * kept, 9);
  expect(Number(third?.price)).toBeCloseTo((50_000 * 0.05) / kept, 5);
});

test('the unwinding of what each leg but the last brings is announced: 1 % more, at 1 % below what its order could be sold for', () => {
  const unwinding = announcedBy(execution()).slice(2);
  expect(unwinding).toMatchObject([
    { purpose: 'unwind', leg: 1, client_order_id: 'id3', symbol: 'BTC/USDT', base: 'BTC', quote: 'USDT', side: 'sell' },
    { purpose: 'unwind', leg: 2, client_order_id: 'id4', symbol: 'ETH/USDT', base: 'ETH', quote: 'USDT', side: 'sell' },
  ]);
  expect(unwinding.map(({ quantity, price }) => [quantity, price])).toEqual([
    // BTC costs 50,000 and is sold for 49,500 at least; ETH costs 2,500 and is sold for 2,475.
    ['0.0202', '49005'],
    ['0.403596', '2450.25'],
  ]);
});

test('an unwinding that buys back is announced in the base of its market, at 1 % above the level that it takes', () => {
  const path = ['BTC', 'USDT', 'ETH', 'BTC'];
  const [bought, , sold] = execution().legs;
  if (!bought || !sold) return expect.unreachable();
  const legs = [
    { ...bought, side: 'sell', from: 'BTC', to: 'USDT', price: '49990', expected_price: '49990' },
    { ...sold, leg: 2, side: 'buy', from: 'USDT', to: 'ETH', price: '2531', expected_price: '2531' },
    {
      ...bought,
      leg: 3,
      symbol: 'ETH/BTC',
      side: 'sell',
      from: 'ETH',
      to: 'BTC',
      quantity: '0.39',
      expected_price: '0.0499',
    },
  ] as const;
  const [back] = announcedBy(execution({ path, legs })).slice(2);
  expect(back).toMatchObject({ purpose: 'unwind', leg: 1, symbol: 'BTC/USDT', side: 'buy' });
  expect(Number(back?.quantity)).toBeCloseTo((0.02 * 49_990 * 1.01) / (50_000 * 0.99), 9);
  expect(Number(back?.price)).toBe(50_000 * 1.01);
});

test('nothing is announced for an asset that has no trusted way back', () => {
  const untrusted = { levels: () => null };
  expect(announcedBy(execution(), untrusted).map(({ purpose }) => purpose)).toEqual([undefined, undefined]);
});

test('a plan with a bound for slippage announces no worse price than that', () => {
  const [second, third] = announcedBy(execution({ max_slippage_pct: 0.2 }));
  expect([Number(second?.price), Number(third?.price)]).toEqual([0.0501, 2524.94]);
});

/** What an execution would order next when the exchange charged that price for the first leg. */
const orderAfter = (firstPrice: number, ethBtcAsk = 0.05): OrderIntent => {
  const first = filledLeg(1, { filled_quote: String(0.02 * firstPrice) });
  const { levels: usual } = context();
  const step = nextStep(
    running,
    [first],
    context({
      levels: (symbol, side) =>
        symbol === 'ETH/BTC' && side === 'buy' ? levels([ethBtcAsk, 10]) : usual(symbol, side),
    }),
  );
  if (step.do !== 'order') return expect.unreachable(`there is no order: ${step.do}`);
  const { symbol, base, quote } = step.instrument;
  return {
    ...first,
    ...{
      client_order_id: announcedFor(running, [first], step)?.client_order_id ?? '',
      symbol,
      base,
      quote,
      side: step.side,
      leg: step.leg,
    },
    ...{ quantity: step.quantity.toFixed(), price: step.price.toFixed() },
  };
};

test('what comes after a leg that was filled as planned, or somewhat better or worse, is within the bounds', () => {
  for (const [price, ask] of [[50_000], [49_700], [50_100], [50_000, 0.0496], [49_800, 0.0505]] as const) {
    const order = orderAfter(price, ask);
    expect([price, ask, order.leg, isWithin(announcedFor(running, [], order), order)]).toEqual([price, ask, 2, true]);
  }
});

test('what a much better price makes larger is not', () => {
  const order = orderAfter(50_000, 0.049);
  expect(isWithin(announcedFor(running, [], order), order)).toBe(false);
});

const order: OrderIntent = { ...filledLeg(3), client_order_id: 'id2' };

test.each([
  ['larger', { quantity: '0.403193' }],
  ['priced worse', { price: '2400' }],
  ['of another side', { side: 'buy' }],
  ['at another market', { symbol: 'ETH/BTC' }],
  ['under another id', { client_order_id: 'id1' }],
  ['without a limit', { price: null }],
  ['on the way back', { purpose: 'unwind' }],
  ['of a leg that is not announced', { leg: 1 }],
] as const)('an order %s is not within the bounds', (_what, change) => {
  const changed = { ...order, ...change };
  expect(isWithin(announcedFor(running, [], order), order)).toBe(true);
  expect(isWithin(announcedFor(running, [], changed), changed)).toBe(false);
});

test('a purchase dearer than announced is not within the bounds', () => {
  const purchase: OrderIntent = { ...filledLeg(2), client_order_id: 'id1' };
  expect(isWithin(announcedFor(running, [], purchase), purchase)).toBe(true);
  expect(isWithin(announcedFor(running, [], purchase), { ...purchase, price: '0.0511' })).toBe(false);
});

test('after a crash every announced order without an intent is asked for, and only those of an unwinding that has started', () => {
  const lost = (change: Partial<typeof running>, ...known: readonly string[]) =>
    lostOrders(
      { ...running, ...change },
      known.map((client_order_id) => ({ client_order_id })),
    ).map(({ client_order_id }) => client_order_id);
  expect(lost({}, 'first')).toEqual(['id1', 'id2', 'id3', 'id4']);
  expect(lost({}, 'first', 'id1', 'id3')).toEqual(['id2', 'id4']);
  expect(lost({})).toEqual([]);
  expect(lost({ status: 'unwinding' }, 'first', 'id3')).toEqual(['id4']);
  expect(lostOrders(execution(), [filledLeg(1)])).toEqual([]);
});
