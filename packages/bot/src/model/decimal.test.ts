import { BigNumber } from 'bignumber.js';
import { expect, test } from 'vitest';
import { seededRandom } from '../venues/simulated/simulated-random.ts';
import { numberOfSteps } from './decimal.ts';

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
