import { test } from 'vitest';
import { lifeOfWallets } from './wallets.suite.ts';

test.each([100, 200, 300, 400, 500])(
  'a hundred lives in many markets agree with the plain model, from seed %i on',
  async (first) => {
    for (let seed = first; seed < first + 100; seed++) {
      const life = lifeOfWallets(seed, 40);
      await life.catch((error: unknown) => {
        throw new Error(`TRIQUAD_SEED=${seed}`, { cause: error });
      });
    }
  },
);
