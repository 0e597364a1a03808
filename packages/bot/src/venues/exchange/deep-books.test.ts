import { expect, test } from 'vitest';
import { createVirtualClock } from '../../model/clock.ts';
import type { Stamp } from '../../model/feed-event.ts';
import type { Instrument } from '../../model/instrument.ts';
import { createDeepBooks, type Top } from './deep-books.ts';
import type { Frame } from './frame.ts';
import type { Snapshot } from './joined-book.ts';
import { LevelBuffer } from './level-buffer.ts';

const market: Instrument = {
  ...{ exchange: 'binance', symbol: 'ETH/BTC', base: 'ETH', quote: 'BTC', tickSize: 0.01, lotStep: 0.0001 },
  ...{ minQuantity: 0, minNotional: 0, takerFee: 0.001, feeCurrency: 'received' },
};
const side = (price: number): LevelBuffer => {
  const levels = new LevelBuffer();
  levels.add(price, 1);
  return levels;
};
const frame = (kind: 'book' | 'changes', last: number, bid: number, time = Number.NaN): Frame => ({
  ...{ kind, market: 0, first: last, last, time, control: {}, fault: '' },
  ...{ bids: side(bid), asks: kind === 'book' ? side(bid + 1) : new LevelBuffer() },
});

/** Books of one market whose snapshots the test answers; what they say, in order. */
const open = () => {
  const clock = createVirtualClock(1_000_000);
  const said: string[] = [];
  const requests: ((snapshot: Snapshot | null) => void)[] = [];
  const stamp = (): Stamp => ({ at: clock.now(), received: clock.monotonic() });
  const books = createDeepBooks(
    {
      depth: 5,
      most: 1,
      change: (add, drop) => ({ requests: [], subscription: { id: `${add}-${drop}`, from: 0, to: 0 } }),
    },
    {
      clock,
      markets: [market],
      snapshots: {
        ask: (_, take) => {
          requests.push(take);
          return () => {};
        },
      },
      ask: ({ subscription }) => said.push(`asks ${subscription.id}`),
      say: (_, book, last) => said.push(`deep ${last}: ${book.tops()[0]}`),
      fallBack: (_, top: Top | null, book) => said.push(`back: ${top === null ? book.tops()[0] : top.bids.price[0]}`),
    },
  );
  const hear = (one: Frame): boolean => books.hear(one, stamp());
  const answer = (snapshot: Snapshot | null): void => requests.shift()?.(snapshot);
  /** Joined as of number 5, with a bid of 10. */
  const join = async (): Promise<void> => {
    books.keep([0]);
    hear(frame('changes', 5, 10));
    await clock.advance(1_000);
    answer({ last: 4, bids: [[9, 1]], asks: [[12, 1]] });
  };
  return { clock, said, requests, books, hear, answer, join };
};

test('a market has one source at a time: its usual stream until its book has joined', async () => {
  const { said, hear, join, books } = open();
  expect(hear(frame('book', 3, 8))).toBe(false);
  await join();
  expect(said).toEqual(['asks 0-', 'deep 5: 10']);
  expect(hear(frame('book', 5, 10))).toBe(true);
  expect(hear(frame('changes', 6, 11))).toBe(true);
  books.keep([]);
  expect(said.slice(2)).toEqual(['deep 6: 11', 'back: 11', 'asks -0']);
  expect(hear(frame('book', 7, 9))).toBe(false);
});

test.each([
  ['later than the changes', 6, 'back: 11'],
  ['before them', 4, 'back: 10'],
])('after a gap the newest of both is said: the usual stream was heard %s', async (_, number, expected) => {
  const { said, hear, join, requests, clock } = open();
  await join();
  hear(frame('book', number, 11));
  hear(frame('changes', 8, 9));
  expect(said.at(-1)).toBe(expected);
  expect(hear(frame('book', 9, 9))).toBe(false);
  await clock.advance(1_000);
  expect(requests.length).toBe(1);
});

test('what was said before the book joined counts, where it is newer', async () => {
  const { said, hear, books, clock, answer } = open();
  books.keep([0]);
  expect(hear(frame('book', 7, 11))).toBe(false);
  hear(frame('changes', 5, 10));
  await clock.advance(1_000);
  answer({ last: 4, bids: [[9, 1]], asks: [[12, 1]] });
  hear(frame('changes', 8, 9));
  expect(said.at(-1)).toBe('back: 11');
});

test('a book whose changes come no more is left for its usual stream', async () => {
  const { said, hear, join, books, clock, requests } = open();
  await join();
  hear(frame('book', 6, 11));
  hear(frame('changes', 6, 11));
  await clock.advance(5_000);
  books.keep([0]);
  expect(said.at(-1)).toBe('deep 6: 11');
  hear(frame('book', 7, 9));
  await clock.advance(1_000);
  books.keep([0]);
  expect(said.at(-1)).toBe('deep 6: 11');
  await clock.advance(1);
  books.keep([0]);
  expect(said.at(-1)).toBe('back: 9');
  expect(hear(frame('book', 8, 8))).toBe(false);
  await clock.advance(1_000);
  expect(requests.length).toBe(1);
});

test('snapshots are asked for after longer and longer pauses while they do not join', async () => {
  const { clock, books, answer, requests, hear } = open();
  books.keep([0]);
  hear(frame('changes', 9, 10));
  const pauses: number[] = [];
  for (let waited = 0; pauses.length < 4; waited++) {
    if (requests.length > 0) {
      pauses.push(waited);
      waited = 0;
      answer(pauses.length % 2 === 0 ? null : { last: 4, bids: [[9, 1]], asks: [[12, 1]] });
    }
    await clock.advance(1_000);
  }
  expect(pauses).toEqual([1, 2, 4, 8]);
});
