import { describe, expect, it } from 'vitest';
import { depthNear, type LevelUpdates } from '../model/levels.ts';
import { elapsedOf } from '../model/moment.ts';
import { levelsOf } from './book-side.ts';
import { messageOf, pairsOf } from './message.suite.ts';
import {
  type Applied,
  applyUpdate,
  createOrderBook,
  disconnectBook,
  distrustBook,
  type OrderBook,
  trustOf,
} from './order-book.ts';

type Said = Parameters<typeof messageOf>[0];
const whole = {
  bids: [
    [99, 1],
    [98, 2],
  ],
  asks: [
    [101, 1],
    [102, 2],
  ],
} as const;

const applySnapshot = (book: OrderBook, more: Said = {}): Applied =>
  applyUpdate(book, messageOf({ ...whole, sequence: 10, received: elapsedOf(1_005), ...more }));

const applyDelta = (book: OrderBook, sequence: number | null, more: Said = {}): Applied =>
  applyUpdate(book, messageOf({ kind: 'delta', sequence, received: elapsedOf(1_105), ...more }));

const sides = (book: OrderBook) => ({ bids: pairsOf(book.bids), asks: pairsOf(book.asks) });

function confirmed(capacity = 100, more: Said = {}): OrderBook {
  const book = createOrderBook({ kind: 'numbered' }, capacity);
  applySnapshot(book, more);
  applyDelta(book, 11);
  return book;
}

describe('trust', () => {
  it('is given once a live delta has chained to the snapshot, and taken by age', () => {
    const book = createOrderBook({ kind: 'numbered' });
    const seen = [trustOf(book, elapsedOf(1_005), 1_500)];
    seen.push(applySnapshot(book) as never, trustOf(book, elapsedOf(1_005), 1_500));
    seen.push(applyDelta(book, 11) as never, trustOf(book, elapsedOf(1_105), 1_500));
    seen.push(trustOf(book, elapsedOf(2_605), 1_500), trustOf(book, elapsedOf(2_606), 1_500));
    expect(seen).toEqual(['empty', 'applied', 'unconfirmed', 'applied', 'trusted', 'trusted', 'stale']);
  });

  it('needs no delta where each message is a snapshot', () => {
    const book = createOrderBook({ kind: 'whole' });
    expect([applySnapshot(book), trustOf(book, elapsedOf(1_005), 1_500)]).toEqual(['applied', 'trusted']);
    expect(applySnapshot(book, { bids: [[1, 1]] })).toBe('duplicate');
    expect(sides(book).bids[0]).toEqual([99, 1]);
  });

  it('takes deltas without numbers where none are numbered, and refuses them where all are', () => {
    const unnumbered = { bids: [[99, 5]] } as const;
    const book = createOrderBook({ kind: 'unnumbered' });
    applySnapshot(book, { sequence: null });
    expect([applyDelta(book, null, unnumbered), trustOf(book, elapsedOf(1_105), 1_500)]).toEqual([
      'applied',
      'trusted',
    ]);
    expect(sides(book).bids[0]).toEqual([99, 5]);
    const numbered = confirmed();
    expect([applyDelta(numbered, null, unnumbered), trustOf(numbered, elapsedOf(1_105), 1_500)]).toEqual([
      'gap',
      'gap',
    ]);
  });

  it('ends at a gap until the next snapshot', () => {
    const book = confirmed();
    expect([applyDelta(book, 13), trustOf(book, elapsedOf(1_105), 1_500)]).toEqual(['gap', 'gap']);
    expect([applyDelta(book, 12), trustOf(book, elapsedOf(1_105), 1_500)]).toEqual(['gap', 'gap']);
    expect([applySnapshot(book, { sequence: 20 }), trustOf(book, elapsedOf(1_105), 1_500)]).toEqual([
      'applied',
      'unconfirmed',
    ]);
  });

  it('outlasts a snapshot between the deltas of an intact chain, as new as these', () => {
    const after = (sequence: number) => {
      const book = confirmed();
      return [applySnapshot(book, { sequence }), trustOf(book, elapsedOf(1_105), 1_500)];
    };
    expect([after(11), after(12)]).toEqual([
      ['applied', 'trusted'],
      ['applied', 'trusted'],
    ]);
    // One may be missing in between, or the snapshot be of before.
    expect([after(13), after(10)]).toEqual([
      ['applied', 'unconfirmed'],
      ['applied', 'unconfirmed'],
    ]);
  });

  it('survives duplicates and overlaps', () => {
    const book = confirmed();
    expect(applyDelta(book, 11, { bids: [[99, 7]] })).toBe('duplicate');
    expect(applyDelta(book, 14, { first_sequence: 9, bids: [[99, 8]] })).toBe('applied');
    expect([book.sequence, sides(book).bids[0], trustOf(book, elapsedOf(1_105), 1_500)]).toEqual([
      14,
      [99, 8],
      'trusted',
    ]);
  });

  it('ends when the connection does, and numbers may restart', () => {
    const book = createOrderBook({ kind: 'whole' });
    applySnapshot(book);
    disconnectBook(book);
    expect(trustOf(book, elapsedOf(1_005), 1_500)).toBe('waiting');
    expect([applySnapshot(book, { sequence: 1 }), trustOf(book, elapsedOf(1_005), 1_500)]).toEqual([
      'applied',
      'trusted',
    ]);
  });

  it('ends with a message that cannot be used, and an older snapshot does not bring it back', () => {
    const book = createOrderBook({ kind: 'whole' });
    applySnapshot(book, { sequence: 15 });
    distrustBook(book);
    expect([applySnapshot(book, { sequence: 13 }), trustOf(book, elapsedOf(1_005), 1_500)]).toEqual([
      'duplicate',
      'waiting',
    ]);
    expect([applySnapshot(book, { sequence: 16 }), trustOf(book, elapsedOf(1_005), 1_500)]).toEqual([
      'applied',
      'trusted',
    ]);
  });

  it('ends with a reading that differs: numbers may restart, and an older snapshot does not bring it back', () => {
    const book = createOrderBook({ kind: 'whole' });
    applySnapshot(book, { sequence: 15, exchange_time: 1_000 });
    disconnectBook(book, 'differs');
    expect(applySnapshot(book, { sequence: 13, exchange_time: 900 })).toBe('duplicate');
    expect(trustOf(book, elapsedOf(1_005), 1_500)).toBe('differs');
    expect(applySnapshot(book, { sequence: 1, exchange_time: 1_100 })).toBe('applied');
  });

  it('is refused to an empty side', () => {
    const book = confirmed();
    applyDelta(book, 12, {
      bids: [
        [99, 0],
        [98, 0],
      ],
    });
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
    expect(applyDelta(book, 12, { bids, asks })).toBe(reason);
    expect(trustOf(book, elapsedOf(1_105), 1_500)).toBe(reason);
  });

  it.each(bad)('refuses %s in a snapshot', (_, bids, asks, reason) => {
    const book = createOrderBook({ kind: 'whole' });
    expect(applySnapshot(book, { bids, asks: asks.length > 0 ? asks : whole.asks })).toBe(reason);
    expect(trustOf(book, elapsedOf(1_005), 1_500)).toBe(reason);
  });

  it('refuses a snapshot out of order', () => {
    const book = createOrderBook({ kind: 'whole' });
    expect(
      applySnapshot(book, {
        bids: [
          [98, 1],
          [99, 1],
        ],
      }),
    ).toBe('unsorted');
    expect(
      applySnapshot(book, {
        asks: [
          [101, 1],
          [101, 1],
        ],
      }),
    ).toBe('unsorted');
  });
});

describe('levels', () => {
  it('are set, inserted and removed in order', () => {
    const book = confirmed();
    applyDelta(book, 12, {
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
    });
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
    applyDelta(book, 12, { bids: [[98.5, 3]] });
    expect(sides(book).bids).toEqual([
      [99, 1],
      [98.5, 3],
    ]);
    applyDelta(book, 13, {
      bids: [
        [99, 0],
        [97, 9],
      ],
    });
    expect(sides(book).bids).toEqual([[98.5, 3]]);
    applyDelta(book, 14, { bids: [[98.7, 4]] });
    expect(sides(book).bids).toEqual([
      [98.7, 4],
      [98.5, 3],
    ]);
    const shallow = confirmed(100, { depth: 2 });
    applyDelta(shallow, 12, {
      bids: [[97, 9]],
      asks: [
        [103, 9],
        [101.5, 1],
      ],
    });
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
    const bids = levelsOf(book.bids);
    expect([depthNear(bids, 0.001), depthNear(bids, 0.01), depthNear(bids, 0.01, 2)]).toEqual([3, 7, 3]);
  });
});
