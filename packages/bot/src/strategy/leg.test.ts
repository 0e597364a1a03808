import { describe, expect, it } from 'vitest';
import type { Instrument } from '../model/instrument.ts';
import {
  affordableLots,
  held,
  type Leg,
  lotsAboveMinima,
  lotsToReceive,
  received,
  spent,
  toLeg,
  worstPrice,
} from './leg.ts';

const rules: Instrument = {
  exchange: 'test',
  symbol: 'A/B',
  base: 'A',
  quote: 'B',
  tickSize: 0.1,
  lotStep: 0.1,
  minQuantity: 0.2,
  minNotional: 10,
  takerFee: 0.01,
  feeCurrency: 'received',
};

const asks = { price: Float64Array.of(100, 110), size: Float64Array.of(1, 2), count: 2 };
const bids = { price: Float64Array.of(100, 90), size: Float64Array.of(1, 2), count: 2 };
const buy = toLeg({ instrument: rules, side: 'buy', levels: asks });
const buyInQuote = toLeg({ instrument: { ...rules, feeCurrency: 'quote' }, side: 'buy', levels: asks });
const sell = toLeg({ instrument: rules, side: 'sell', levels: bids });
const sellInQuote = toLeg({ instrument: { ...rules, feeCurrency: 'quote' }, side: 'sell', levels: bids });

describe('an order of 1.5 over two levels', () => {
  it.each<[string, Leg, number, number, number]>([
    // 1 × 100 and 0.5 × 110; an exchange holds 1.5 × 110.
    ['buys and pays its fee from what it bought', buy, 155, 165, 1.5 * 0.99],
    ['buys and pays its fee on top', buyInQuote, 155 * 1.01, 165 * 1.01, 1.5],
    // 1 × 100 and 0.5 × 90.
    ['sells and pays its fee from what it got', sell, 1.5, 1.5, 145 * 0.99],
    ['sells and pays its fee from the quote', sellInQuote, 1.5, 1.5, 145 * 0.99],
  ])('%s', (_, leg, cost, hold, gain) => {
    const figures = [spent(leg, 15), held(leg, 15), received(leg, 15)];
    expect(figures).toEqual([cost, hold, gain].map((amount) => expect.closeTo(amount, 9)));
    expect([worstPrice(leg, 1), worstPrice(leg, 1.5), worstPrice(leg, 3.1)]).toEqual([
      100,
      leg.isSell ? 90 : 110,
      Number.NaN,
    ]);
  });

  it('is what its cost affords and what its gain needs', () => {
    for (const leg of [buy, buyInQuote, sell, sellInQuote]) {
      expect([affordableLots(leg, held(leg, 15)), lotsToReceive(leg, received(leg, 15))]).toEqual([15, 15]);
      expect(affordableLots(leg, held(leg, 15) - 1e-6)).toBe(14);
      expect(lotsToReceive(leg, received(leg, 15) + 1e-6)).toBe(16);
    }
  });
});

it('buys a level whole where a worse limit would pay for less', () => {
  expect([99, 100, 105, 109.9, 121].map((available) => affordableLots(buy, available))).toEqual([9, 10, 10, 10, 11]);
});

it('never buys or sells more than there is', () => {
  expect([buy, sell].map((leg) => affordableLots(leg, 1e6))).toEqual([30, 30]);
  expect([lotsToReceive(sell, 278), received(sell, 31), spent(buy, 31)]).toEqual([Infinity, Infinity, Infinity]);
});

describe('the minima', () => {
  it('of quantity and of price × quantity at the limit are both kept', () => {
    expect([1, 2, 5].map((lots) => lotsAboveMinima(buy, lots))).toEqual([2, 2, 5]);
    const dear = toLeg({ instrument: { ...rules, minNotional: 95 }, side: 'sell', levels: bids });
    // 10 lots at 100 are worth 100, 11 at 90 are worth 99.
    expect([1, 10, 11].map((lots) => lotsAboveMinima(dear, lots))).toEqual([10, 10, 11]);
  });

  it('may leave out what touches a worse level', () => {
    const leg = toLeg({ instrument: { ...rules, minNotional: 100 }, side: 'sell', levels: bids });
    expect([10, 11, 12].map((lots) => lotsAboveMinima(leg, lots))).toEqual([10, 12, 12]);
    expect(lotsAboveMinima(leg, 31)).toBe(Infinity);
  });
});

it('holds the whole fee of a first buy, and reckons with what a token pays', () => {
  const instrument = { ...rules, feeCurrency: 'quote' as const, takerFee: 0.001, tokenFee: 0.0008 };
  const [first, later] = [
    toLeg({ instrument, side: 'buy', levels: asks }),
    toLeg({ instrument, side: 'buy', levels: asks }, 1),
  ];
  const plain = toLeg({ instrument: { ...instrument, takerFee: 0, tokenFee: 0 }, side: 'buy', levels: asks });
  expect(held(first, 15) / held(plain, 15)).toBeCloseTo(1.001, 12);
  expect(spent(first, 15) / spent(plain, 15)).toBeCloseTo(1.0008, 12);
  // What a later order holds and does not cost buys nothing.
  expect(spent(later, 15) / spent(plain, 15)).toBeCloseTo(1.001, 12);
});
