import { expect, test } from 'vitest';
import { createVirtualClock } from '../model/clock.ts';
import type { BookUpdated } from '../model/event.ts';
import { elapsedOf } from '../model/moment.ts';
import { simulatedMarket } from '../venues/simulated/simulated.ts';
import { createFeedBook, type FeedBook } from './feed-book.ts';
import { messageOf, pairsOf } from './message.suite.ts';
import { type OrderBook, snapshotOf } from './order-book.ts';

const start = Date.UTC(2026, 0, 31);
const told = ({ bids, asks, sequence, receiveTime, broken }: OrderBook) => {
  return { bids: pairsOf(bids), asks: pairsOf(asks), sequence, receiveTime, broken };
};

test('a book that is read where another keeps it is the one that its messages put together, also from midway on', async () => {
  const clock = createVirtualClock(start);
  const books = new Map<string, { readonly read: FeedBook; readonly gathered: FeedBook; midway: FeedBook | null }>();
  const stops = simulatedMarket({ clock, seed: 5 }).map((feed) =>
    feed.subscribe((event) => {
      if (event.type !== 'BookUpdated') return;
      const { exchange, symbol } = event;
      const gathered = createFeedBook({ kind: 'numbered' });
      const shown = () => snapshotOf(exchange, symbol, gathered.now());
      const own = books.get(`${exchange} ${symbol}`) ?? {
        read: createFeedBook({ kind: 'numbered' }, shown),
        gathered,
        midway: null,
      };
      books.set(`${exchange} ${symbol}`, own);
      own.gathered.update(event);
      own.midway?.update(event);
    }),
  );
  await clock.advance(1000);
  for (const own of books.values()) {
    const { gathered } = own;
    own.midway = createFeedBook({ kind: 'numbered' }, () => snapshotOf('kucoin', 'BTC/USDT', gathered.now()));
    own.midway.follow();
  }
  for (let second = 0; second < 3; second++) {
    await clock.advance(1000);
    for (const { read, gathered, midway } of books.values()) {
      expect(told(read.now())).toEqual(told(gathered.now()));
      expect(midway && told(midway.now())).toEqual(told(gathered.now()));
    }
  }
  expect(books.size).toBe(750);
  for (const stop of stops) stop();
});

test('it is void while the other has none', () => {
  let shown: BookUpdated | null = messageOf({ bids: [[100, 1]], asks: [[101, 1]] });
  const book = createFeedBook({ kind: 'whole' }, () => shown);
  expect(book.now().broken).toBe(null);
  shown = null;
  expect(book.now().broken).toBe('waiting');
});

test('of snapshots without numbers the last one counts; a reset voids it until the next', () => {
  const book = createFeedBook({ kind: 'whole' });
  const quote = (bid: number, at: number): BookUpdated =>
    messageOf({ bids: [[bid, 1]], asks: [[bid + 1, 1]], depth: 1, at, received: elapsedOf(at) });
  expect(book.now().broken).toBe('empty');
  book.update(quote(100, 1));
  book.update(quote(101, 2));
  expect(told(book.now())).toEqual({ bids: [[101, 1]], asks: [[102, 1]], sequence: 0, receiveTime: 2, broken: null });
  book.update(quote(102, 3));
  book.reset();
  expect(book.now().broken).toBe('waiting');
  book.update(quote(103, 4));
  expect(told(book.now())).toMatchObject({ bids: [[103, 1]], broken: null });
});
