import { BigNumber } from 'bignumber.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Grid } from '../model/grid.ts';
import { elapsedOf } from '../model/moment.ts';
import { messageOf, pairsOf } from './message.suite.ts';
import { type Applied, applyUpdate, createOrderBook, type OrderBook, trustOf } from './order-book.ts';

type Said = Parameters<typeof messageOf>[0];
const whole = { bids: [[99, 1]], asks: [[101, 1]] } as const;

const applySnapshot = (book: OrderBook, more: Said = {}): Applied =>
  applyUpdate(book, messageOf({ ...whole, ...more }));
const applyDelta = (book: OrderBook, more: Said = {}): Applied =>
  applyUpdate(book, messageOf({ kind: 'delta', ...more }));
const sides = (book: OrderBook) => ({ bids: pairsOf(book.bids), asks: pairsOf(book.asks) });

describe('the grid of a book', () => {
  const coarse: Grid = { pricePer: 100, lotCount: 1, lotPer: 10 };
  const halves: Grid = { pricePer: 100, lotCount: 5, lotPer: 10 };

  it('holds a size as whole lots, and a level of less than a lot offers nothing', () => {
    const book = createOrderBook({ kind: 'unnumbered' });
    const bids = [
      [99.5, 0.09],
      [99, 1.99],
      [98, 0.1],
    ] as const;
    applySnapshot(book, { grid: coarse, bids });
    expect(sides(book).bids).toEqual([
      [99, 1.9],
      [98, 0.1],
    ]);
    applyDelta(book, { grid: coarse, bids: [[98, 0.05]], asks: [[100.5, 0.05]] });
    expect(sides(book)).toEqual({
      bids: [[99, 1.9]],
      asks: [[101, 1]],
    });
  });

  it('that does not hold a price distrusts the book', () => {
    const book = createOrderBook({ kind: 'whole' });
    expect(applySnapshot(book, { grid: coarse, bids: [[99.005, 1]] })).toBe('bad-price');
    expect(applySnapshot(book, { grid: coarse })).toBe('applied');
    const message = messageOf({ ...whole, grid: coarse });
    message.bids.units[0] = 9900.5;
    expect(applyUpdate(book, message)).toBe('bad-price');
  });

  it('does not count an ask far above all others, and the book is as good without it', () => {
    const book = createOrderBook({ kind: 'unnumbered' });
    const asks = [
      [101, 1],
      [1e14, 1],
      [1e15, 1],
    ] as const;
    expect(applySnapshot(book, { grid: coarse, asks })).toBe('applied');
    expect(applyDelta(book, { grid: coarse, asks: asks.slice(1) })).toBe('applied');
    expect(sides(book).asks).toEqual([[101, 1]]);
    expect(applyDelta(book, { grid: coarse, bids: [[1e15, 1]] })).toBe('bad-price');
  });

  it('is known as far as it has room, and no further', () => {
    const book = createOrderBook({ kind: 'unnumbered' }, 2);
    const bids = [
      [99, 1],
      [98, 1],
      [97, 1],
    ] as const;
    applySnapshot(book, { bids });
    applyDelta(book, { bids: [[99, 0]] });
    applyDelta(book, { bids: [[96, 1]] });
    expect(sides(book).bids).toEqual([[98, 1]]);
  });

  it('refuses lots that are no whole number, or more than a number counts', () => {
    for (const lots of [0.5, -1, 2 ** 53, Number.NaN]) {
      const message = messageOf(whole);
      message.asks.lots[0] = lots;
      expect(applyUpdate(createOrderBook({ kind: 'whole' }), message)).toBe('bad-size');
    }
  });

  it('changes with a snapshot alone: a delta that counts otherwise breaks the book', () => {
    const book = createOrderBook({ kind: 'unnumbered' });
    applySnapshot(book, { grid: coarse });
    expect(applyDelta(book, { grid: { ...coarse }, bids: [[99, 3]] })).toBe('applied');
    expect(applyDelta(book, { grid: halves, bids: [[99, 4]] })).toBe('grid');
    applySnapshot(book, { grid: halves, bids: [[99, 4.9]] });
    expect([sides(book).bids, trustOf(book, elapsedOf(0), 1_500)]).toEqual([[[99, 4.5]], 'trusted']);
  });

  it('makes books as exact decimals would, whatever changes', () => {
    const price = fc.integer({ min: 1, max: 60 });
    const change = fc.record({ isBid: fc.boolean(), price, lots: fc.integer({ min: 0, max: 3 }) });
    fc.assert(
      fc.property(fc.array(fc.array(change, { maxLength: 6 }), { maxLength: 30 }), (messages) => {
        const book = createOrderBook({ kind: 'unnumbered' });
        const truth = { bids: new Map([['99', '1']]), asks: new Map([['101', '1']]) };
        applySnapshot(book, { grid: halves, bids: [[99, 1]], asks: [[101, 1]] });
        for (const changes of messages) {
          const said = changes.map(({ isBid, price: cents, lots }) => ({
            own: isBid ? ('bids' as const) : ('asks' as const),
            price: new BigNumber(100).plus(new BigNumber(isBid ? -cents : cents).dividedBy(100)),
            size: new BigNumber('0.5').multipliedBy(lots),
          }));
          const of = (side: 'bids' | 'asks') =>
            said.filter(({ own }) => own === side).map((one) => [one.price.toNumber(), one.size.toNumber()] as const);
          for (const { own, price: at, size } of said) {
            if (size.isZero()) truth[own].delete(at.toFixed());
            else truth[own].set(at.toFixed(), size.toFixed());
          }
          expect(applyDelta(book, { grid: halves, bids: of('bids'), asks: of('asks') })).toBe('applied');
          const sorted = (side: 'bids' | 'asks', direction: 1 | -1) =>
            [...truth[side]]
              .sort(([one], [other]) => direction * new BigNumber(one).minus(other).toNumber())
              .map(([at, size]) => [Number(at), Number(size)]);
          expect(sides(book)).toEqual({ bids: sorted('bids', -1), asks: sorted('asks', 1) });
        }
      }),
    );
  });
});
