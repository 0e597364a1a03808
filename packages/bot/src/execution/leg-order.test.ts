import { BigNumber } from 'bignumber.js';
import { describe, expect, test } from 'vitest';
import type { Instrument } from '../model/instrument.ts';
import { scriptedInstruments } from '../venues/scripted.suite.ts';
import { levels } from './execution.suite.ts';
import { legOrder } from './leg-order.ts';

const [btc] = scriptedInstruments();
const instrument = (change: Partial<Instrument> = {}): Instrument => ({
  ...(btc as Instrument),
  lotStep: 0.001,
  ...change,
});

const ordered = (request: Partial<Parameters<typeof legOrder>[0]> & { available: BigNumber }): string | null => {
  const order = legOrder({
    instrument: instrument(),
    side: 'buy',
    most: new BigNumber(Number.POSITIVE_INFINITY),
    worst: new BigNumber(110),
    levels: levels([100, 1], [105, 10], [111, 10]),
    ...request,
  });
  return order && `${order.quantity.toFixed()} at ${order.price.toFixed()}`;
};

describe('a buy', () => {
  test('is capped at the level that buys most with what is held for it', () => {
    expect(ordered({ available: new BigNumber(90) })).toBe('0.9 at 100');
    expect(ordered({ available: new BigNumber(104) })).toBe('1 at 100');
    expect(ordered({ available: new BigNumber(210) })).toBe('2 at 105');
  });

  test('never goes beyond its worst price, nor beyond what is wanted', () => {
    expect(ordered({ available: new BigNumber(10_000) })).toBe('11 at 105');
    expect(ordered({ available: new BigNumber(10_000), most: new BigNumber('2.0005') })).toBe('2 at 105');
    expect(ordered({ available: new BigNumber(10_000), worst: new BigNumber(99.9) })).toBeNull();
  });

  test('keeps back its fee where that is taken in quote', () => {
    const inQuote = instrument({ feeCurrency: 'quote', takerFee: 0.01 });
    expect(ordered({ available: new BigNumber(101), instrument: inQuote })).toBe('1 at 100');
    expect(ordered({ available: new BigNumber('100.999'), instrument: inQuote })).toBe('0.999 at 100');
  });

  test('is neither larger nor worth more than its market allows', () => {
    const [quantity, value] = [instrument({ maxQuantity: 2 }), instrument({ maxNotional: 550 })];
    expect(ordered({ available: new BigNumber(10_000), instrument: quantity })).toBe('2 at 105');
    // By its worst price, as that is what the exchange sees.
    expect(ordered({ available: new BigNumber(10_000), instrument: value })).toBe('5 at 105');
    expect(ordered({ available: new BigNumber(10_000), instrument: instrument({ maxNotional: 1e9 }) })).toBe(
      '11 at 105',
    );
  });

  test('is not made below the minima', () => {
    expect(ordered({ available: new BigNumber(90), instrument: instrument({ minNotional: 91 }) })).toBeNull();
    expect(ordered({ available: new BigNumber(90), instrument: instrument({ minQuantity: 1 }) })).toBeNull();
    expect(ordered({ available: new BigNumber(0) })).toBeNull();
  });
});

test('a sell gives whole lots at a whole tick that is no worse than its worst price', () => {
  const sale = { side: 'sell', worst: new BigNumber('99.91') } as const;
  expect(ordered({ ...sale, available: new BigNumber('1.2349') })).toBe('1.234 at 100');
  expect(ordered({ ...sale, available: new BigNumber('1.2349'), most: new BigNumber(1) })).toBe('1 at 100');
  expect(ordered({ ...sale, available: new BigNumber('0.0009') })).toBeNull();
});

test('a price stays within the band of its side around the best one', () => {
  const priceBand = { least: 0.2, most: 1.05, sell: { least: 0.98, most: 5 } };
  const banded = { available: new BigNumber(10_000), instrument: instrument({ priceBand }) };
  expect(ordered({ ...banded, worst: new BigNumber(120) })).toBe('11 at 105');
  const sale = { ...banded, side: 'sell', available: new BigNumber(1) } as const;
  expect(ordered({ ...sale, worst: new BigNumber(50) })).toBe('1 at 98');
  const one = instrument({ priceBand: { least: 0.2, most: 1.05 } });
  expect(ordered({ ...sale, worst: new BigNumber(50), instrument: one })).toBe('1 at 50');
});

test('a sell that its worst price makes too small asks for the lowest price that meets the minimum', () => {
  const small = { side: 'sell', worst: new BigNumber(98), instrument: instrument({ minNotional: 5 }) } as const;
  expect(ordered({ ...small, available: new BigNumber('0.0505') })).toBe('0.05 at 100');
  expect(ordered({ ...small, available: new BigNumber('0.051') })).toBe('0.051 at 98.1');
  expect(ordered({ ...small, available: new BigNumber('0.052') })).toBe('0.052 at 98');
  expect(ordered({ ...small, available: new BigNumber('0.0499') })).toBeNull();
});

test('a buy of which the book offers less than the minimum asks for what it can pay', () => {
  const thin = { instrument: instrument({ minNotional: 50 }), levels: levels([100, 0.1]) };
  expect(ordered({ ...thin, available: new BigNumber(60) })).toBe('0.6 at 100');
  expect(ordered({ ...thin, available: new BigNumber(49) })).toBeNull();
});
