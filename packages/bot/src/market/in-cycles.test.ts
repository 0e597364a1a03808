import fc from 'fast-check';
import { expect, test } from 'vitest';
import { enumerateCycles } from '../strategy/enumerate.ts';
import { createCycleIndex } from './cycle-index.ts';
import { inCycles } from './in-cycles.ts';

const market = fc
  .tuple(fc.constantFrom(...'ABCDEFGHIJ'), fc.constantFrom(...'ABCDEFGHIJ'))
  .filter(([base, quote]) => base !== quote)
  .map(([base, quote]) => ({ symbol: `${base}/${quote}`, base, quote }));
const markets = fc.uniqueArray(market, { maxLength: 18, selector: ({ base, quote }) => [base, quote].sort().join() });

test('markets in cycles are those that the enumeration of all cycles visits', () => {
  fc.assert(
    fc.property(markets, (list) => {
      const visited = new Set<number>();
      enumerateCycles(createCycleIndex(list), (edges) => {
        for (const edge of edges) visited.add(edge >> 1);
      });
      expect(inCycles(list)).toEqual(list.filter((_, place) => visited.has(place)));
    }),
    { numRuns: 500 },
  );
});
