import { BigNumber } from 'bignumber.js';
import { decimalsOf } from './decimal.ts';
import type { Instrument } from './instrument.ts';

/**
 * How the books of a market count: prices in units of the last decimal that its exchange writes, sizes in whole lots. Whole numbers
 * compare exactly, and each is the number nearest to its decimal again by one division.
 */
export type Grid = {
  /** Units in a price of 1: 100 where prices have two decimals. */
  readonly pricePer: number;
  /** A lot is `lotCount / lotPer` of base: 5 / 10 where lots are 0.5. */
  readonly lotCount: number;
  readonly lotPer: number;
};

const most = Number.MAX_SAFE_INTEGER;
/** Above so many, one binary number is the size of more than one lot. */
const mostApart = 2 ** 51;

/** The grid of a market whose exchange writes prices with so many decimals; left out, with those of its tick. */
export const gridOf = (
  { tickSize, lotStep }: Pick<Instrument, 'tickSize' | 'lotStep'>,
  priceDecimals = decimalsOf(tickSize),
): Grid => {
  const lotPer = 10 ** decimalsOf(lotStep);
  return { pricePer: 10 ** priceDecimals, lotCount: Math.round(lotStep * lotPer), lotPer };
};

/** The price of so many units, in quote per base. */
export const priceOf = ({ pricePer }: Grid, units: number): number => units / pricePer;

/** The size of so many lots, in base. */
export const sizeOf = ({ lotCount, lotPer }: Grid, lots: number): number => (lots * lotCount) / lotPer;

/**
 * A price in units; infinite above what a number counts, where an ask is out of sight. NaN for what is no price and for one that the grid
 * does not hold exactly: that distrusts the book.
 */
export const unitsOf = (grid: Grid, price: number): number => {
  const units = Math.round(price * grid.pricePer);
  if (units > most) return price < Infinity ? Infinity : Number.NaN;
  return priceOf(grid, units) === price ? units : Number.NaN;
};

/** The whole lots in a size, as many as a number counts exactly: less liquidity than there is does no harm. NaN for what is no size. */
export const lotsOf = (grid: Grid, size: number): number => {
  if (!(size >= 0 && size < Infinity)) return Number.NaN;
  const counted = Math.floor(most / grid.lotCount);
  const lots = Math.min(Math.round((size * grid.lotPer) / grid.lotCount), counted);
  if (lots * grid.lotCount > mostApart) return Math.min(exactLots(grid, size), counted);
  return sizeOf(grid, lots) > size ? lots - 1 : lots;
};

/** By the shortest decimal of the size. */
const exactLots = ({ lotPer, lotCount }: Grid, size: number): number =>
  new BigNumber(String(size)).multipliedBy(lotPer).dividedToIntegerBy(lotCount).toNumber();

/** Whether two markets count alike. */
export const isSameGrid = (one: Grid, other: Grid): boolean =>
  one === other || (one.pricePer === other.pricePer && one.lotCount === other.lotCount && one.lotPer === other.lotPer);
