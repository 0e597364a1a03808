import { describe, expect, it } from 'vitest';
import { depthNear, type Levels, type LevelUpdates } from '../model/levels.ts';
import { elapsedOf } from '../model/moment.ts';
import {
  applyDelta,
  applySnapshot,
  type BookDelta,
  type BookSnapshot,
  createOrderBook,
  disconnectBook,
  type OrderBook,
  trustOf,
} from './order-book.ts';

const snapshot = (more: Partial<BookSnapshot> = {}): BookSnapshot => ({
  bids: [
    [99, 1],
    [98, 2],
  ],
  asks: [
    [101, 1],
    [102, 2],
  ],
  depth: Infinity,
  sequence: 10,
  exchangeTime: 1_000,
  receiveTime: elapsedOf(1_005),
  ...more,
});

const delta = (firstSequence: number, more: Partial<BookDelta> = {}): BookDelta => ({
  bids: [],
  asks: [],
  firstSequence,
  lastSequence: firstSequence,
  exchangeTime: 1_100,
  receiveTime: elapsedOf(1_105),
  ...more,
});

const levels = ({ price, size, count }: Levels): number[][] =>
  Array.from({ length: count }, (_, at) => [price[at] ?? Number.NaN, size[at] ?? Number.NaN]);

const sides = (book: OrderBook) => ({ bids: levels(book.bids), asks: levels(book.asks) });

function confirmed(capacity = 100, more: Partial<BookSnapshot> = {}): OrderBook {
  const book = createOrderBook({ kind: 'numbered' }, capacity);
  applySnapshot(book, snapshot(more));
  applyDelta(book, delta(11));
  return book;
}

describe('trust', () => {
  it('is given once a live delta has chained to the snapshot, and taken by age', () => {
    const book = createOrderBook({ kind: 'numbered' });
    const seen = [trustOf(book, elapsedOf(1_005), 1_500)];
    seen.push(applySnapshot(book, snapshot()) as never, trustOf(book, elapsedOf(1_005), 1_500));
    seen.push(applyDelta(book, delta(11)) as never, trustOf(book, elapsedOf(1_105), 1_500));
    seen.push(trustOf(book, elapsedOf(2_605), 1_500), trustOf(book, elapsedOf(2_606), 1_500));
    expect(seen).toEqual(['empty', 'applied', 'unconfirmed', 'applied', 'trusted', 'trusted', 'stale']);
  });

  it('needs no delta where each message is a snapshot', () => {
    const book = createOrderBook({ kind: 'whole' });
    expect([applySnapshot(book, snapshot()), trustOf(book, elapsedOf(1_005), 1_500)]).toEqual(['applied', 'trusted']);
    expect(applySnapshot(book, snapshot({ bids: [[1, 1]] }))).toBe('duplicate');
    expect(sides(book).bids[0]).toEqual([99, 1]);
  });

  it('takes deltas without numbers where none are numbered, and refuses them where all are', () => {
    const unnumbered = { firstSequence: 0, lastSequence: 0, bids: [[99, 5]] } as const;
    const book = createOrderBook({ kind: 'unnumbered' });
    applySnapshot(book, snapshot({ sequence: 0 }));
    expect([applyDelta(book, delta(0, unnumbered)), trustOf(book, elapsedOf(1_105), 1_500)]).toEqual([
      'applied',
      'trusted',
    ]);
    expect(sides(book).bids[0]).toEqual([99, 5]);
    const numbered = confirmed();
    expect([applyDelta(numbered, delta(0, unnumbered)), trustOf(numbered, elapsedOf(1_105), 1_500)]).toEqual([
      'gap',
      'gap',
    ]);
  });

  it('ends at a gap until the next snapshot', () => {
    const book = confirmed();
    expect([applyDelta(book, delta(13)), trustOf(book, elapsedOf(1_105), 1_500)]).toEqual(['gap', 'gap']);
    expect([applyDelta(book, delta(12)), trustOf(book, elapsedOf(1_105), 1_500)]).toEqual(['gap', 'gap']);
    expect([applySnapshot(book, snapshot({ sequence: 20 })), trustOf(book, elapsedOf(1_105), 1_500)]).toEqual([
      'applied',
      'unconfirmed',
    ]);
  });

  it('survives duplicates and overlaps', () => {
    const book = confirmed();
    expect(applyDelta(book, delta(11, { bids: [[99, 7]] }))).toBe('duplicate');
    expect(applyDelta(book, delta(9, { lastSequence: 14, bids: [[99, 8]] }))).toBe('applied');
    expect([book.sequence, sides(book).bids[0], trustOf(book, elapsedOf(1_105), 1_500)]).toEqual([
      14,
      [99, 8],
      'trusted',
    ]);
  });

  it('ends when the connection does, and numbers may restart', () => {
    const book = createOrderBook({ kind: 'whole' });
    applySnapshot(book, snapshot());
    disconnectBook(book);
    expect(trustOf(book, elapsedOf(1_005), 1_500)).toBe('waiting');
    expect([applySnapshot(book, snapshot({ sequence: 1 })), trustOf(book, elapsedOf(1_005), 1_500)]).toEqual([
      'applied',
      'trusted',
    ]);
  });

  it('is refused to an empty side', () => {
    const book = confirmed();
    applyDelta(
      book,
      delta(12, {
        bids: [
          [99, 0],
          [98, 0],
        ],
      }),
    );
    expect(trustOf(book, elapsedOf(1_105), 1_500)).toBe('empty');
  });
});

describe('the boundary', () => {
  const bad: [string, LevelUpdates, LevelUpdates, string][] = [
    ['NaN price', [[Number.NaN, 1]], [], 'bad-price'],
    ['zero price', [], [[0, 1]], 'bad-price'],
    ['infinite price', [], [[Infinity, 1]], 'bad-price'],
    ['negative size', [[99, -1]], [], 'bad-size'],
    ['NaN size', [], [[101, Number.NaN]], 'bad-size'],
    ['a crossed book', [[101, 1]], [], 'crossed'],
  ];

  it.each(bad)('refuses %s in a delta and trusts the book no longer', (_, bids, asks, reason) => {
    const book = confirmed();
    expect(applyDelta(book, delta(12, { bids, asks }))).toBe(reason);
    expect(trustOf(book, elapsedOf(1_105), 1_500)).toBe(reason);
  });

  it.each(bad)('refuses %s in a snapshot', (_, bids, asks, reason) => {
    const book = createOrderBook({ kind: 'whole' });
    expect(applySnapshot(book, snapshot({ bids, asks: asks.length > 0 ? asks : snapshot().asks }))).toBe(reason);
    expect(trustOf(book, elapsedOf(1_005), 1_500)).toBe(reason);
  });

  it('refuses a snapshot with a size of zero or out of order', () => {
    const book = createOrderBook({ kind: 'whole' });
    expect(applySnapshot(book, snapshot({ bids: [[99, 0]] }))).toBe('bad-size');
    expect(
      applySnapshot(
        book,
        snapshot({
          bids: [
            [98, 1],
            [99, 1],
          ],
        }),
      ),
    ).toBe('unsorted');
    expect(
      applySnapshot(
        book,
        snapshot({
          asks: [
            [101, 1],
            [101, 1],
          ],
        }),
      ),
    ).toBe('unsorted');
  });
});

describe('levels', () => {
  it('are set, inserted and removed in order', () => {
    const book = confirmed();
    applyDelta(
      book,
      delta(12, {
        bids: [
          [98.5, 3],
          [99, 0],
          [97, 4],
          [50, 0],
        ],
        asks: [
          [100, 5],
          [101, 6],
        ],
      }),
    );
    expect(sides(book)).toEqual({
      bids: [
        [98.5, 3],
        [98, 2],
        [97, 4],
      ],
      asks: [
        [100, 5],
        [101, 6],
        [102, 2],
      ],
    });
  });

  it('beyond what was cut off are unknown, not absent', () => {
    const book = confirmed(2);
    applyDelta(book, delta(12, { bids: [[98.5, 3]] }));
    expect(sides(book).bids).toEqual([
      [99, 1],
      [98.5, 3],
    ]);
    applyDelta(
      book,
      delta(13, {
        bids: [
          [99, 0],
          [97, 9],
        ],
      }),
    );
    expect(sides(book).bids).toEqual([[98.5, 3]]);
    applyDelta(book, delta(14, { bids: [[98.7, 4]] }));
    expect(sides(book).bids).toEqual([
      [98.7, 4],
      [98.5, 3],
    ]);
    const shallow = confirmed(100, { depth: 2 });
    applyDelta(
      shallow,
      delta(12, {
        bids: [[97, 9]],
        asks: [
          [103, 9],
          [101.5, 1],
        ],
      }),
    );
    expect(sides(shallow)).toEqual({
      bids: [
        [99, 1],
        [98, 2],
      ],
      asks: [
        [101, 1],
        [101.5, 1],
        [102, 2],
      ],
    });
  });

  it('within a fraction of the best are summed', () => {
    const book = confirmed(100, {
      bids: [
        [100, 1],
        [99.95, 2],
        [99.8, 4],
      ],
    });
    expect([depthNear(book.bids, 0.001), depthNear(book.bids, 0.01), depthNear(book.bids, 0.01, 2)]).toEqual([3, 7, 3]);
  });
});
