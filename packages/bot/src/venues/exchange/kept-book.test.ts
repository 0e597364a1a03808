import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBookMessage } from '../../model/feed-event.ts';
import { gridOf } from '../../model/grid.ts';
import { pairsOf } from '../../model/levels.ts';
import { KeptBook } from './kept-book.ts';
import { LevelBuffer } from './level-buffer.ts';

const depth = 3;
const grid = gridOf({ tickSize: 0.5, lotStep: 1 });
const side = fc.array(
  fc.tuple(
    fc.nat(30).map((steps) => (steps + 1) / 2),
    fc.nat(3),
  ),
  { maxLength: 12 },
);
const messages = fc.array(fc.record({ isWhole: fc.boolean(), bids: side, asks: side }), { minLength: 1 });
type Side = readonly (readonly [number, number])[];

const buffer = (levels: Side): LevelBuffer => {
  const made = new LevelBuffer();
  for (const [price, size] of levels) made.add(price, size);
  return made;
};
/** The same by a map: the oracle. */
const best = (levels: ReadonlyMap<number, number>, direction: 1 | -1): Side =>
  [...levels]
    .filter(([, size]) => size > 0)
    .sort(([one], [other]) => direction * (other - one))
    .slice(0, depth);

test('a book that is kept has the best levels of all that was said of it, and says when they change', () => {
  fc.assert(
    fc.property(messages, (all) => {
      const book = new KeptBook();
      const message = createBookMessage('coinbase');
      let [bids, asks] = [new Map<number, number>(), new Map<number, number>()];
      let shown = JSON.stringify([[], []]);
      for (const { isWhole, ...said } of all) {
        if (isWhole) [bids, asks] = [new Map(), new Map()];
        for (const [price, size] of said.bids) bids.set(price, size);
        for (const [price, size] of said.asks) asks.set(price, size);
        const sides = { bids: buffer(said.bids), asks: buffer(said.asks) };
        const numbers = { market: 0, first: 0, last: 0, time: 7, control: {}, fault: '' };
        const isNew = book.apply({ kind: isWhole ? 'book' : 'changes', ...numbers, ...sides }, depth);
        const expected = [best(bids, 1), best(asks, -1)];
        if (JSON.stringify(expected) !== shown) expect(isNew).toBe(true);
        shown = JSON.stringify(expected);
        book.writeBest(depth, message, grid);
        expect([pairsOf(grid, message.bids), pairsOf(grid, message.asks)]).toEqual(expected);
        expect(book.tops()).toEqual([expected[0]?.[0]?.[0] ?? Number.NaN, expected[1]?.[0]?.[0] ?? Number.NaN]);
      }
    }),
  );
});

test('a change below the best levels is not said', () => {
  const book = new KeptBook();
  const numbers = { market: 0, first: 0, last: 0, time: 7, control: {}, fault: '' };
  const bids = buffer([5, 4, 3, 2, 1].map((price) => [price, 1] as const));
  book.apply({ kind: 'book', ...numbers, bids, asks: buffer([]) }, depth);
  const change = (price: number, size: number): boolean =>
    book.apply({ kind: 'changes', ...numbers, bids: buffer([[price, size]]), asks: buffer([]) }, depth);
  expect([change(1, 7), change(2, 0), change(0.5, 1), change(9, 0)]).toEqual([false, false, false, false]);
  expect([change(3, 7), change(4, 0), change(6, 1)]).toEqual([true, true, true]);
});
