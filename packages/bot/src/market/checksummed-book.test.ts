import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BookProof } from '../model/exchange.ts';
import type { BookUpdated, RawLevels } from '../model/feed-event.ts';
import { type Grid, lotsOf, sizeOf } from '../model/grid.ts';
import type { LevelUpdates } from '../model/levels.ts';
import { elapsedOf } from '../model/moment.ts';
import { messageOf, pairsOf } from './message.suite.ts';
import { applyUpdate, createOrderBook, type OrderBook, trustOf } from './order-book.ts';

const depth = 3;
const wordsOf = (levels: RawLevels): string => levels.map((level) => level.join(':')).join(',');
const proof: BookProof = {
  kind: 'checksummed',
  depth,
  checksum: (bids, asks) => crc32(`${wordsOf(asks)}|${wordsOf(bids)}`),
};

type Side = ReadonlyMap<number, number>;
/** As an exchange writes them: two decimals of the price, three of the size. */
const written = (side: Side, direction: 1 | -1): RawLevels =>
  [...side]
    .sort(([one], [other]) => direction * (one - other))
    .slice(0, depth)
    .map(([price, size]) => [price.toFixed(2), size.toFixed(3)] as const);

/** What an exchange sends when its window of the best levels turns from one into another: what left it is not named. */
const changes = (before: RawLevels, after: RawLevels, worst: (price: number) => boolean): RawLevels => [
  ...before
    .filter(([price]) => !after.some(([other]) => other === price) && !worst(Number(price)))
    .map(([price]) => [price, '0.000'] as const),
  ...after.filter(([price, size]) => !before.some(([other, known]) => other === price && known === size)),
];

/** Sizes of a quarter are less than a lot, those of three quarters more. */
const grid: Grid = { pricePer: 1e8, lotCount: 5, lotPer: 10 };
const inLots = (levels: LevelUpdates) =>
  levels.flatMap(([price, size]) => (lotsOf(grid, size) > 0 ? [[price, sizeOf(grid, lotsOf(grid, size))]] : []));
const numbers = (levels: RawLevels) => levels.map(([price, size]) => [Number(price), Number(size)] as const);
const message = (kind: BookUpdated['kind'], bids: RawLevels, asks: RawLevels, checksum: number): BookUpdated =>
  messageOf({ kind, grid, bids: numbers(bids), asks: numbers(asks), checked: { checksum, bids, asks }, depth });
const levelsOf = ({ bids, asks }: OrderBook) => [bids, asks].map(pairsOf);

/** Random changes of a deep book, seen through its window. */
const feed = (steps: readonly (readonly [isBid: boolean, place: number, size: number])[]) => {
  const bids = new Map([1, 2, 3, 4, 5].map((at) => [100 - at, 1]));
  const asks = new Map([1, 2, 3, 4, 5].map((at) => [100 + at, 1]));
  const sides = () => [written(bids, -1), written(asks, 1)] as const;
  const sum = (now: ReturnType<typeof sides>) => (proof.kind === 'checksummed' ? proof.checksum(...now) : 0);
  const messages = [{ now: sides(), message: message('snapshot', ...sides(), sum(sides())) }];
  for (const [isBid, place, size] of steps) {
    const [bidsBefore, asksBefore] = sides();
    (isBid ? bids : asks).set(100 + (isBid ? -place : place), size);
    if (size === 0) (isBid ? bids : asks).delete(100 + (isBid ? -place : place));
    const now = sides();
    // Only a full window pushes a level out; from one that is not full a level is gone, and named.
    const lowest = Number(now[0][depth - 1]?.[0]);
    const highest = Number(now[1][depth - 1]?.[0]);
    const bidChanges = changes(bidsBefore, now[0], (price) => price < lowest);
    const askChanges = changes(asksBefore, now[1], (price) => price > highest);
    messages.push({ now, message: message('delta', bidChanges, askChanges, sum(now)) });
  }
  return messages;
};
const step = fc.tuple(
  fc.boolean(),
  fc.integer({ min: 1, max: 6 }),
  fc.integer({ min: 0, max: 4 }).map((size) => size / 4),
);

test('a checksummed book is the window that the exchange shows, after every message', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const book = createOrderBook(proof);
      for (const { now, message: one } of feed(steps)) {
        expect(applyUpdate(book, one)).toBe('applied');
        expect(levelsOf(book)).toEqual(now.map(numbers).map(inLots));
      }
      expect(trustOf(book, elapsedOf(0), 1000)).not.toBe('unconfirmed');
    }),
    { examples: [[[1, 2, 5].map((place) => [false, place, 0])]] },
  );
});

test('a message that is lost, and changed something, breaks a checksummed book until its next snapshot', () => {
  const steps = [
    [true, 1, 0.5],
    [false, 2, 0.25],
    [true, 2, 0.75],
  ] as const;
  const messages = feed(steps).map((one) => one.message);
  const book = createOrderBook(proof);
  const seen = messages.filter((_, at) => at !== 2).map((one) => applyUpdate(book, one));
  expect(seen).toEqual(['applied', 'applied', 'checksum']);
  expect(trustOf(book, elapsedOf(0), 1000)).toBe('checksum');
  const [first] = messages;
  if (!first) return expect.unreachable();
  expect([applyUpdate(book, first), trustOf(book, elapsedOf(0), 1000)]).toEqual(['applied', 'trusted']);
});

test('sizes that no number holds are compared as they were written', () => {
  const asks: RawLevels = [['0.00001234', '987654321.12345678']];
  const bids: RawLevels = [['0.00001233', '1234567890123.00000001']];
  const sum = proof.kind === 'checksummed' ? proof.checksum(bids, asks) : 0;
  const book = createOrderBook(proof);
  expect(applyUpdate(book, message('snapshot', bids, asks, sum))).toBe('applied');
  expect(applyUpdate(book, message('snapshot', bids, [['0.00001234', '987654321.12345679']], sum))).toBe('checksum');
});

test('a level that comes into sight is kept also where it is named before the one that leaves', () => {
  const book = createOrderBook(proof);
  const side = (...levels: (readonly [number, number])[]): RawLevels =>
    levels.map(([price, size]) => [price.toFixed(2), size.toFixed(3)] as const);
  const sum = (bids: RawLevels, asks: RawLevels) => (proof.kind === 'checksummed' ? proof.checksum(bids, asks) : 0);
  const bids = side([99, 1]);
  const before = side([101, 1], [102, 1], [103, 1]);
  const after = side([102, 1], [103, 1], [104, 1]);
  applyUpdate(book, message('snapshot', bids, before, sum(bids, before)));
  expect(applyUpdate(book, message('delta', [], side([104, 1], [101, 0]), sum(bids, after)))).toBe('applied');
  expect(pairsOf(book.asks)).toEqual([
    [102, 1],
    [103, 1],
    [104, 1],
  ]);
});
