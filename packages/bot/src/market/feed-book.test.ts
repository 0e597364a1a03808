import { expect, test } from 'vitest';
import { createVirtualClock } from '../model/clock.ts';
import type { BookUpdated } from '../model/event.ts';
import { elapsedOf } from '../model/moment.ts';
import { simulatedMarket } from '../venues/simulated/simulated.ts';
import { createFeedBook, createKeptBook, type FeedBook } from './feed-book.ts';
import { messageOf, pairsOf } from './message.suite.ts';
import type { OrderBook } from './order-book.ts';

const start = Date.UTC(2026, 0, 31);
const told = ({ bids, asks, sequence, receiveTime, broken }: OrderBook) => {
  return { bids: pairsOf(bids), asks: pairsOf(asks), sequence, receiveTime, broken };
};

test('a book that the simulated market keeps is the one that its messages put together', async () => {
  const clock = createVirtualClock(start);
  const books = new Map<string, { readonly kept: FeedBook; readonly gathered: FeedBook }>();
  const stops = simulatedMarket({ clock, seed: 5 }).map((feed) =>
    feed.subscribe((event) => {
      if (event.type !== 'BookUpdated') return;
      const { symbol } = event;
      const key = `${feed.name} ${symbol}`;
      const kept = createKeptBook(
        { kind: 'numbered' },
        () => feed.whole?.(symbol) ?? expect.unreachable('it keeps none'),
      );
      const own = books.get(key) ?? { kept, gathered: createFeedBook({ kind: 'numbered' }) };
      books.set(key, own);
      own.kept.update(event);
      own.gathered.update(event);
    }),
  );
  for (let second = 0; second < 3; second++) {
    await clock.advance(1000);
    for (const { kept, gathered } of books.values()) expect(told(kept.now())).toEqual(told(gathered.now()));
  }
  expect(books.size).toBe(750);
  for (const stop of stops) stop();
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
