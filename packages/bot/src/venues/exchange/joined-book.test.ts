import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createBookMessage } from '../../model/feed-event.ts';
import { priceOf, sizeOf } from '../../model/grid.ts';
import type { LevelUpdates } from '../../model/levels.ts';
import { seededRandom } from '../simulated/simulated-random.ts';
import { BinanceFrameReader } from './binance/frame-reader.ts';
import { JoinedBook, type Snapshot, snapshotDepth } from './joined-book.ts';
import { KucoinFrameReader } from './kucoin/frame-reader.ts';
import { LevelBuffer } from './level-buffer.ts';

const grid = { pricePer: 100, lotCount: 1, lotPer: 1 };
const depth = 5;

const levels = (list: LevelUpdates): LevelBuffer => {
  const buffer = new LevelBuffer();
  for (const [price, size] of list) buffer.add(price, size);
  return buffer;
};
const change = (first: number, last: number, bids: LevelUpdates, asks: LevelUpdates = []) => ({
  ...{ first, last, time: 1_000 + last },
  ...{ bids: levels(bids), asks: levels(asks) },
});
const bestOf = ({ book }: JoinedBook): [number, number][][] => {
  const message = createBookMessage('test');
  book.writeBest(depth, message, grid);
  return [message.bids, message.asks].map(({ units, lots, count }) =>
    Array.from({ length: count }, (_, at) => [priceOf(grid, units[at] as number), sizeOf(grid, lots[at] as number)]),
  );
};
const snapshot = (last: number): Snapshot => ({ last, bids: [[9, 1]], asks: [[11, 1]] });

test('a book has joined once a change has followed the snapshot without a gap', () => {
  const book = new JoinedBook(depth);
  book.hear(change(3, 4, [[8, 1]]));
  book.hear(change(5, 6, [[9, 2]]));
  expect(book.join(snapshot(4))).toBe(true);
  expect([book.isJoined, book.last]).toEqual([true, 6]);
  expect(bestOf(book)).toEqual([[[9, 2]], [[11, 1]]]);
});

test('a snapshot alone is not trusted, nor one from before the first change', () => {
  const quiet = new JoinedBook(depth);
  expect([quiet.join(snapshot(4)), quiet.isJoined]).toEqual([true, false]);
  expect(quiet.hear(change(4, 5, [[9, 2]]))).toBe('changed');
  const late = new JoinedBook(depth);
  late.hear(change(6, 7, [[9, 2]]));
  expect([late.join(snapshot(4)), late.isJoined]).toEqual([false, false]);
  expect([late.join(snapshot(5)), late.isJoined]).toEqual([true, true]);
});

test('a gap voids the book, and the changes since then join the next snapshot', () => {
  const book = new JoinedBook(depth);
  book.hear(change(5, 5, [[9, 2]]));
  book.join(snapshot(4));
  expect(book.hear(change(7, 7, [[9, 3]]))).toBe(false);
  expect(book.isJoined).toBe(false);
  expect(book.hear(change(8, 8, [[9, 4]]))).toBe('same');
  expect(book.join(snapshot(6))).toBe(true);
  expect([book.isJoined, bestOf(book)[0]]).toEqual([true, [[9, 4]]]);
});

test('levels beyond those of the snapshot are unknown, and a book that runs out of known ones is void', () => {
  const book = new JoinedBook(depth);
  const bids = Array.from({ length: snapshotDepth }, (_, at): [number, number] => [9 - at / 100, 1]);
  book.join({ last: 4, bids, asks: [[11, 1]] });
  expect(book.hear(change(5, 5, [[5, 7]]))).toBe('changed');
  const gone = bids.slice(0, snapshotDepth - depth).map(([price]): [number, number] => [price, 0]);
  expect(book.hear(change(6, 6, gone))).toBe('changed');
  expect(bestOf(book)[0]).toEqual(bids.slice(-depth).map((level) => [...level]));
  expect(book.hear(change(7, 7, [[bids.at(-depth)?.[0] ?? 0, 0]]))).toBe(false);
});

test('levels that cross void the book', () => {
  const book = new JoinedBook(depth);
  book.join(snapshot(4));
  expect(book.hear(change(5, 5, [[11, 1]]))).toBe(false);
});

const seed = Number(process.env.TRIQUAD_SEED ?? 7);

test(`whatever is lost, repeated and stale, a book that has joined is that of the exchange (seed ${seed})`, () => {
  const random = seededRandom(seed).uniform;
  const draw = (below: number): number => Math.floor(random() * below);
  let [joined, voided] = [0, 0];
  for (let run = 0; run < 200; run++) {
    const truth = { bids: new Map<number, number>(), asks: new Map<number, number>() };
    const side = (of: Map<number, number>, direction: 1 | -1, count: number) =>
      [...of].sort(([one], [other]) => direction * (one - other)).slice(0, count);
    const said = new Map<number, unknown>();
    const past: Snapshot[] = [];
    const book = new JoinedBook(depth);
    let number = 0;
    const move = () => {
      const first = number + 1;
      const changed = { bids: new Map<number, number>(), asks: new Map<number, number>() };
      for (let left = 1 + draw(3); left > 0; left--) {
        number++;
        const isBid = random() < 0.5;
        const price = Number((isBid ? 10 - draw(20) / 100 : 10.01 + draw(20) / 100).toFixed(2));
        const size = random() < 0.3 ? 0 : 1 + draw(9);
        const own = isBid ? truth.bids : truth.asks;
        if (size === 0) own.delete(price);
        else own.set(price, size);
        (isBid ? changed.bids : changed.asks).set(price, size);
      }
      said.set(number, [side(truth.bids, -1, depth), side(truth.asks, 1, depth)]);
      past.push({ last: number, bids: side(truth.bids, -1, 100), asks: side(truth.asks, 1, 100) });
      return change(first, number, [...changed.bids], [...changed.asks]);
    };
    for (let step = 0; step < 60; step++) {
      const next = move();
      const times = random() < 0.03 ? 0 : random() < 0.03 ? 2 : 1;
      for (let time = 0; time < times; time++) if (book.hear(next) === false) voided++;
      if (Number.isNaN(book.last) && random() < 0.3)
        book.join(past[Math.max(0, past.length - 1 - draw(4))] as Snapshot);
      if (!book.isJoined) continue;
      joined++;
      expect(bestOf(book), `run ${run}, number ${book.last}`).toEqual(said.get(book.last));
    }
  }
  expect(Math.min(joined, 20 * voided)).toBeGreaterThan(2_000);
});

const captures = new URL('../../../../../../shared/data/cryptofeed_captures/', import.meta.url);
const isAbsent = !existsSync(captures);
if (isAbsent) console.warn('not run: the recorded sockets of Binance and KuCoin are not beside the repository');
const linesOf = (file: string): readonly string[] =>
  gunzipSync(readFileSync(new URL(file, captures)))
    .toString()
    .split('\n');
const pairs = (list: readonly string[][]): LevelUpdates => list.map(([price, size]) => [Number(price), Number(size)]);

test.skipIf(isAbsent).each([
  ['BINANCE', BinanceFrameReader, 4],
  ['KUCOIN', KucoinFrameReader, 9],
] as const)('the recorded books of %s join, and no change is missing', (name, Reader, least) => {
  const snapshots = linesOf(`${name}.http.0.0.gz`).flatMap((line) => {
    const [, symbol = '', body = ''] = /symbol=([^&\s]+).* -> [\d.]+: (.*)$/.exec(line) ?? [];
    if (symbol === '') return [];
    const answer = JSON.parse(body);
    const { bids, asks, lastUpdateId, sequence } = answer.data ?? answer;
    return [{ symbol, last: Number(lastUpdateId ?? sequence), bids: pairs(bids), asks: pairs(asks) }];
  });
  const reader = new Reader(snapshots.map(({ symbol }) => symbol));
  const books = snapshots.map(() => ({ book: new JoinedBook(depth), heard: 0, faults: 0 }));
  for (const line of linesOf(`${name}.ws.1.0.gz`)) {
    const [, json] = /^[\d.]+: (.*)$/.exec(line) ?? [];
    const frame = reader.read(Buffer.from(json ?? ''));
    const own = books[frame.market];
    if (frame.kind !== 'changes' || own === undefined) continue;
    own.heard++;
    if (own.book.hear(frame) === false) own.faults++;
    if (Number.isNaN(own.book.last)) own.book.join(snapshots[frame.market] as Snapshot);
  }
  expect(books.filter(({ book, faults }) => book.isJoined && faults === 0).length).toBeGreaterThanOrEqual(least);
  expect(books.filter(({ faults }) => faults > 0)).toEqual([]);
});
