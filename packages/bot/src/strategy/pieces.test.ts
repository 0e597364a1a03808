import { expect, it } from 'vitest';
import { chance } from './chance.suite.ts';
import { held, type Leg, lotsToReceive, toLeg } from './leg.ts';
import { createPieces, type Piece, type Pieces } from './pieces.ts';
import { fineRoute, leg, profitOf } from './routes.suite.ts';

const fractionOf = (value: number): number => value - Math.floor(value);

function* piecesOf(pieces: Pieces): Iterable<Piece> {
  for (let piece = pieces.next(); piece !== null; piece = pieces.next()) yield piece;
}

/** The fewest lots of the first leg for so many of another. */
function firstLots(legs: readonly Leg[], sized: number, size: number): number {
  let needed = size;
  for (let at = sized - 1; at >= 0; at--) needed = lotsToReceive(legs[at] as Leg, held(legs[at + 1] as Leg, needed));
  return needed;
}

it('promises no less than any whole number of lots earns', () => {
  const random = chance('pieces bound what lots earn');
  let tried = 0;
  for (let trial = 0; trial < 2_000; trial++) {
    const legs = fineRoute(random).map(toLeg);
    const pieces = createPieces(legs, 1_000);
    const { sized } = pieces;
    for (const { from, to, profit, slope, step, phase, worth } of piecesOf(pieces)) {
      const before = Math.floor(from * (1 + 1e-12));
      const sizes = [1, 2, 3, 1 + Math.floor((to - from) * random())].map((lots) => before + lots);
      for (const size of sizes.filter((lots) => lots <= to)) {
        const first = firstLots(legs, sized, size);
        const lots: number[] = [];
        const earned = first < Infinity ? profitOf(legs, first, lots) : Number.NaN;
        // Where the lots of the first leg pay for more of the sized one, that is another size.
        if (Number.isNaN(earned) || lots[sized] !== size) continue;
        tried++;
        const place = step * size + phase;
        const blur = 1e-8 + 1e-10 * Math.abs(place);
        const lost = size < from + 1 ? 0 : Math.max(0, fractionOf(place + blur) - 2 * blur) * worth;
        const label = `trial ${trial}, ${size} lots of leg ${sized}, piece from ${from} to ${to}`;
        expect(earned, label).toBeLessThanOrEqual(profit + slope * (size - from) - lost + 1e-6);
      }
    }
  }
  expect(tried).toBeGreaterThan(10_000);
});

it('ends where the first order would hold more than the cap', () => {
  const book: [number, number][] = [
    [1, 40],
    [1.1, 60],
    [1.2, 100],
  ];
  const legs = [leg('A/USDT', 'buy', book, { lotStep: 1 }), leg('B/A', 'buy', book), leg('USDT/B', 'buy', book)].map(
    toLeg,
  );
  const endFor = (cap: number): number => [...piecesOf(createPieces(legs, cap))].at(-1)?.to ?? 0;
  expect(endFor(20)).toBeCloseTo(20, 9);
  // Up to 40 an order holds at 1, above at 1.1.
  expect(endFor(41)).toBeCloseTo(40, 9);
  expect(endFor(55)).toBeCloseTo(50, 9);
  expect(endFor(1_000)).toBeCloseTo(200, 9);
});
