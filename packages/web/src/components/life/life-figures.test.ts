import type { Trade } from '@triquad/core/contract';
import { life, trade } from '@triquad/core/testing';
import { expect, test } from 'vitest';
import { againstOf, priceEffect, shareOf, traceOf, waterfallOf, worthOfLeft } from './life-figures.ts';

const noon = Date.UTC(2026, 0, 31, 12);
const at = (ms: number) => new Date(noon + ms).toISOString();
const fact = (seq: number, type: string, ms: number, more: object = {}) => ({
  seq,
  type,
  at: at(ms),
  hash: 'h',
  ...more,
});
const lifeOf = (fields: Parameters<typeof life>[1]) => life('o', fields);
const leg = (fields: object): Trade['legs'][number] =>
  trade('t', 0, { legs: [{ leg: 1, side: 'buy', price: 101, expected_price: 100, unwind: false, ...fields }] })
    .legs[0] as Trade['legs'][number];

test('the trace has each step in ms since it was found, with the moment of each acknowledgement', () => {
  const one = lifeOf({
    found: { at: at(0) },
    facts: [
      fact(1, 'ExecutionStarted', 3),
      fact(2, 'OrderIntended', 3, { order_id: 'a', leg: 1 }),
      fact(3, 'OrderAcknowledged', 60, { order_id: 'a', leg: 1 }),
      fact(4, 'OrderClosed', 78, { order_id: 'a', leg: 1 }),
      fact(5, 'OrderIntended', 80, { order_id: 'b', leg: 1, says: { purpose: 'unwind' } }),
      fact(6, 'OrderClosed', 140, { order_id: 'b', leg: 1 }),
      fact(7, 'ExecutionFinished', 141),
    ],
  });
  expect(traceOf(one).map(({ kind, from, to, acknowledged }) => [kind, from, to, acknowledged])).toEqual([
    ['found', 0, 0, null],
    ['decided', 3, 3, null],
    ['leg', 3, 78, 60],
    ['unwinding', 80, 140, null],
    ['ended', 141, 141, null],
  ]);
});

test('of what was not executed there is only the finding, and nothing where even that is not kept', () => {
  expect(traceOf(lifeOf({ found: { at: at(0) } })).map(({ kind }) => kind)).toEqual(['found']);
  expect(traceOf(lifeOf({}))).toEqual([]);
});

test('what was left is worth what its fills say of its price, and nothing is said where none does', () => {
  const filled = (symbol: string, says: object) => fact(1, 'OrderFilled', 1, { says: { symbol, ...says } });
  const facts = [
    filled('BTC/USDT', { quantity: '0.02', quote_quantity: '1000', usd_value: 1000 }),
    filled('ETH/BTC', { quantity: '0.5', quote_quantity: '0.02' }),
    filled('USDC/ETH', { quantity: '1250', quote_quantity: '0.5', usd_value: 1250 }),
  ];
  const worth = (...left: [asset: string, amount: string][]) =>
    worthOfLeft(lifeOf({ facts, left: left.map(([asset, amount]) => ({ asset, amount, stranded: false })) }));
  expect(worth(['BTC', '0.0002'], ['ETH', '0.001'])).toBeCloseTo(10 + 2.5, 9);
  expect(worth(['BTC', '0.0002'], ['SOL', '1'])).toBeNull();
  expect(worth()).toBeNull();
});

test('a leg that was bought dearer or sold cheaper costs, in USD of the capital', () => {
  expect(priceEffect(leg({}), 1010)).toBeCloseTo(-10, 9);
  expect(priceEffect(leg({ side: 'sell' }), 1000)).toBeCloseTo(10, 9);
  for (const odd of [{ price: null }, { expected_price: 0 }, { unwind: true }])
    expect(priceEffect(leg(odd), 1000)).toBeNull();
  expect(priceEffect(leg({}), null)).toBeNull();
});

test('the steps from shown to result add up, whatever the prices were', () => {
  const done = trade('t', 0, {
    profit: 6.33,
    capital: 998.24,
    legs: [
      { leg: 1, side: 'buy', price: 86_416, expected_price: 86_412.5 },
      { leg: 2, side: 'sell', price: 13.0526, expected_price: 13.0514 },
    ],
  });
  const parts = waterfallOf(6.41, done);
  expect(parts.map(({ kind }) => kind)).toEqual(['shown', 'leg', 'leg', 'rest', 'result']);
  const steps = parts.filter(({ kind }) => kind === 'leg' || kind === 'rest');
  expect(6.41 + steps.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(6.33, 9);
  for (const [place, part] of steps.entries()) expect(part.from).toBeCloseTo(steps[place - 1]?.to ?? 6.41, 9);
  expect(steps.at(-1)?.to).toBeCloseTo(6.33, 9);
});

test('a smaller size than shown is a step of its own, and what is left is of the unwinding, where there was one', () => {
  const small = trade('t', 0, { profit: 3.1, capital: 500, expected_profit: 3.2, legs: [] });
  expect(waterfallOf(6.41, small).map(({ kind, amount }) => [kind, amount])).toEqual([
    ['shown', 6.41],
    ['plan', -3.21],
    ['rest', -0.1],
    ['result', 3.1],
  ]);
  const unwound = { ...small, legs: [{ ...leg({}), unwind: true }] };
  expect(waterfallOf(6.41, unwound).at(-2)).toMatchObject({ kind: 'unwind', amount: -0.1 });
});

test('what is written in cents adds up to the cent: shown, the steps, and the result', () => {
  // Each of them is rounded away from the sum: 0.335 - 0.005 - 0.005 = 0.325.
  const done = trade('t', 0, {
    profit: 0.3246,
    capital: 100,
    legs: [1, 2, 3].map((number) => ({ leg: number, side: 'buy', price: 100.0051, expected_price: 100 })),
  });
  const written = (usd: number) => Math.round(Number(usd.toFixed(2)) * 100);
  const parts = waterfallOf(0.3354, done).map(({ amount }) => written(amount));
  const [result = 0] = parts.slice(-1);
  expect(parts.slice(0, -1).reduce((sum, amount) => sum + amount, 0)).toBe(result);
  expect([parts[0], result]).toEqual([34, 32]);
  expect(againstOf(0.3354, 0.3246)).toBe(-0.02);
  expect([againstOf(null, 1), againstOf(1, null)]).toEqual([null, null]);
});

test('without what was shown, or what came, there is no way from one to the other', () => {
  expect([
    waterfallOf(null, trade('t')),
    waterfallOf(1, null),
    waterfallOf(1, trade('t', 0, { profit: null })),
  ]).toEqual([[], [], []]);
  expect([shareOf(6.33, 6.41), shareOf(1, 0), shareOf(1, -2), shareOf(null, 1)]).toEqual([
    expect.closeTo(98.75, 2),
    null,
    null,
    null,
  ]);
});
