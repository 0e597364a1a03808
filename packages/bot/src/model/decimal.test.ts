import { BigNumber } from 'bignumber.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seededRandom } from '../venues/simulated/simulated-random.ts';
import { numberOfSteps, stepsIn } from './decimal.ts';

const step = fc.constantFrom(1e-8, 0.00001, 0.01, 0.05, 0.25, 1, 5, 1000);

describe('a value in steps', () => {
  test('is counted exactly, up to what a number counts', () => {
    fc.assert(
      fc.property(step, fc.maxSafeNat(), (one, count) => {
        expect(stepsIn(new BigNumber(one).multipliedBy(count).toFixed(), one)).toBe(count);
      }),
      { examples: [[1e-8, Number.MAX_SAFE_INTEGER]] },
    );
  });

  test('is none where it lies between two, however close, or is more than a number counts', () => {
    fc.assert(
      fc.property(step, fc.nat(10 ** 9), fc.integer({ min: 1, max: 24 }), (one, count, places) => {
        const beside = new BigNumber(one).multipliedBy(new BigNumber(count).plus(`1e-${places}`));
        expect(stepsIn(beside.toFixed(), one)).toBeNull();
      }),
    );
    expect(stepsIn('90071992.54740992', 1e-8)).toBeNull();
  });

  test('is counted of a number as of the shortest text that names it', () => {
    const doubles = fc.oneof(
      fc.double({ noNaN: true, min: 0, max: 1e17 }),
      fc.tuple(fc.nat(10 ** 9), step).map(([count, unit]) => count * unit),
      fc.tuple(fc.nat(10 ** 9), fc.nat(12)).map(([count, places]) => count / 10 ** places),
    );
    fc.assert(
      fc.property(step, doubles, (one, value) => {
        expect(stepsIn(value, one)).toBe(stepsIn(String(value), one));
      }),
      {
        numRuns: 1000,
        examples: [
          [0.1, 0.1 + 0.2],
          [1e-8, 2 ** 53],
          [0.01, 0.07 * 100],
          [0.01, Infinity],
        ],
      },
    );
  });
});

const { uniform } = seededRandom(5);
const counts = Array.from({ length: 400 }, () => Math.floor(10 ** (17 * uniform())));

// 1/3 has no decimal that a number holds, and the last is above what a number counts in.
test.each([0.1, 0.3, 1e-8, 0.00025, 1, 25, 1 / 3, 1e17])(
  'so many steps of %d are the number nearest to the exact quantity',
  (step) => {
    for (const count of [0, 1, 3, ...counts])
      expect(numberOfSteps(count, step)).toBe(new BigNumber(count).multipliedBy(step).toNumber());
  },
);
