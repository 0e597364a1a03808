import { BigNumber } from 'bignumber.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gridOf, lotsOf, priceOf, sizeOf, unitsOf } from './grid.ts';

const steps = [1e-8, 1e-5, 0.0001, 0.01, 0.05, 0.25, 0.1, 0.5, 1, 5, 10, 1000];
const grids = fc.record({ tickSize: fc.constantFrom(...steps), lotStep: fc.constantFrom(...steps) });
/** As an exchange writes it: a whole number and the decimals after it. */
const written = fc
  .tuple(fc.integer({ min: 0, max: 10 ** 9 }), fc.integer({ min: 0, max: 9 }), fc.nat(10 ** 9))
  .map(([whole, places, digits]) =>
    places === 0 ? `${whole}` : `${whole}.${String(digits).slice(0, places).padStart(places, '0')}`,
  );
const exactly = (value: number): BigNumber => new BigNumber(String(value));

describe('a price', () => {
  test('of the grid is the number that was written, and its units are exact', () => {
    fc.assert(
      fc.property(grids, fc.integer({ min: 1, max: 10 ** 12 }), (rules, ticks) => {
        const grid = gridOf(rules);
        const price = exactly(rules.tickSize).multipliedBy(ticks);
        fc.pre(price.multipliedBy(grid.pricePer).isLessThanOrEqualTo(Number.MAX_SAFE_INTEGER));
        const units = unitsOf(grid, price.toNumber());
        expect(exactly(units).toFixed()).toBe(price.multipliedBy(grid.pricePer).toFixed());
        expect(priceOf(grid, units)).toBe(price.toNumber());
      }),
    );
  });

  test.each([
    ['finer than the grid', 0.015],
    ['a little beside it', 0.010000000000000002],
    ['infinite', Number.POSITIVE_INFINITY],
    ['none', Number.NaN],
  ])('that is %s has no units', (_, price) => {
    expect(unitsOf(gridOf({ tickSize: 0.01, lotStep: 1 }), price)).toBeNaN();
  });

  test('above what a number counts is out of sight', () => {
    expect(unitsOf(gridOf({ tickSize: 0.01, lotStep: 1 }), 1e15)).toBe(Number.POSITIVE_INFINITY);
  });

  test('may be written finer than the tick', () => {
    const grid = gridOf({ tickSize: 0.5, lotStep: 1 }, 3);
    expect([unitsOf(grid, 0.125), priceOf(grid, 125)]).toEqual([125, 0.125]);
  });
});

describe('a size', () => {
  test('is its whole lots, never more than it was', () => {
    fc.assert(
      fc.property(grids, written, (rules, text) => {
        const grid = gridOf(rules);
        const lots = exactly(Number(text)).dividedToIntegerBy(rules.lotStep);
        fc.pre(lots.multipliedBy(grid.lotCount).isLessThanOrEqualTo(Number.MAX_SAFE_INTEGER));
        expect(lotsOf(grid, Number(text))).toBe(lots.toNumber());
        expect(sizeOf(grid, lots.toNumber())).toBe(lots.multipliedBy(rules.lotStep).toNumber());
      }),
      {
        examples: [
          [{ tickSize: 1, lotStep: 0.1 }, '0.3'],
          [{ tickSize: 1, lotStep: 0.05 }, '0.15'],
          [{ tickSize: 1, lotStep: 1e-8 }, '67108864.4'],
          [{ tickSize: 1, lotStep: 1e-8 }, '67108864.0000016'],
        ],
      },
    );
  });

  test('of more lots than a number counts is as many as it counts', () => {
    expect(lotsOf(gridOf({ tickSize: 1, lotStep: 1e-8 }), 1e12)).toBe(2 ** 53 - 1);
    const grid = gridOf({ tickSize: 1, lotStep: 5 });
    expect(exactly(sizeOf(grid, lotsOf(grid, 1e300))).toNumber()).toBeLessThanOrEqual(2 ** 53 - 1);
  });

  test.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('%d is none', (size) => {
    expect(lotsOf(gridOf({ tickSize: 1, lotStep: 1 }), size)).toBeNaN();
  });
});
