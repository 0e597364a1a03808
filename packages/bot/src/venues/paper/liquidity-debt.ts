import { BigNumber } from 'bignumber.js';
import { type BookSide, levelsOf } from '../../market/book-side.ts';
import { priceOf } from '../../model/grid.ts';
import { type Elapsed, since } from '../../model/moment.ts';

/**
 * What was taken of one side of a book, by price (quote per base, sizes in base): the feed goes on showing it, as nobody there knows of
 * paper orders. A level that changes its size does not bring it back.
 */
export type LiquidityDebt = {
  add(price: number, size: number, now: Elapsed): void;
  /** What is left to others of the size that is shown at a price, never below 0. */
  left(price: number, size: number): number;
  /** Looks at the side as it stands; the prices whose debt has ended since the last look. `isTouchOnly`: it shows its best price alone. */
  observe(side: BookSide, isTouchOnly: boolean, now: Elapsed): readonly number[];
  isEmpty(): boolean;
};

/** A debt ends, in ms, when its price was absent for so long; in a book of the best price alone, when that was worse for so long; */
const absentMs = 1_000;
const worseMs = 10_000;
/** or at the latest so long after something was last taken there. */
const longestMs = 60_000;

type Owed = { size: number; readonly since: Elapsed; absentFrom: Elapsed | null };
const none: readonly number[] = [];

export const createLiquidityDebt = (): LiquidityDebt => {
  const owed = new Map<number, Owed>();

  const hasEnded = (debt: Owed, isAbsent: boolean, patienceMs: number, now: Elapsed): boolean => {
    if (isAbsent) debt.absentFrom ??= now;
    const wasAbsentFor = debt.absentFrom === null ? 0 : since(debt.absentFrom, now);
    if (!isAbsent) debt.absentFrom = null;
    return wasAbsentFor >= patienceMs || since(debt.since, now) >= longestMs;
  };

  return {
    isEmpty: () => owed.size === 0,
    add: (price, size, now) => {
      const sum = new BigNumber(owed.get(price)?.size ?? 0).plus(size).toNumber();
      owed.set(price, { size: sum, since: now, absentFrom: null });
    },
    left: (price, size) => {
      const debt = owed.get(price);
      return debt === undefined ? size : Math.max(0, new BigNumber(size).minus(debt.size).toNumber());
    },
    observe: (side, isTouchOnly, now) => {
      if (owed.size === 0) return none;
      const patienceMs = isTouchOnly ? worseMs : absentMs;
      const ended = [...owed].filter(([price, debt]) => hasEnded(debt, isKnownAbsent(side, price), patienceMs, now));
      for (const [price] of ended) owed.delete(price);
      return ended.map(([price]) => price);
    },
  };
};

/** Beyond the worst price that the feed shows nothing is known. */
const isKnownAbsent = (side: BookSide, price: number): boolean => {
  const { price: prices, count } = levelsOf(side);
  for (let at = 0; at < count; at++) if (prices[at] === price) return false;
  return side.direction * (priceOf(side.grid, side.horizon) - price) > 0;
};
