import { BigNumber } from 'bignumber.js';
import { floorToStep } from '../model/decimal.ts';
import type { Side } from '../model/exchange.ts';
import type { Instrument } from '../model/instrument.ts';
import type { Levels } from '../model/levels.ts';
import { type LegOrder, legOrder } from './leg-order.ts';

/** A market by which an asset can be turned into another, with the side of its book that would be taken. */
export type Exit = {
  readonly instrument: Instrument;
  readonly side: Side;
  readonly to: string;
  readonly levels: Levels;
};

/** The first order of the best way, what it should fetch on average, and what the whole way should bring. */
export type WayOut = {
  readonly exit: Exit;
  readonly order: LegOrder;
  readonly expected_price: BigNumber;
  /** What the first order should bring, after fees. */
  readonly end: BigNumber;
  /** Currencies in order, from the residual asset to where it came from. */
  readonly path: readonly string[];
  /** In the last currency of the path, after fees. */
  readonly expected_end: BigNumber;
};

type Request = {
  readonly asset: string;
  readonly amount: BigNumber;
  readonly back_to: string;
  /** No order may touch a price worse than the best by more than this. */
  readonly maxSlippagePct: number;
  exits(asset: string): readonly Exit[];
};

/** Straight back, or over one other currency: whichever brings more; null when no book that is trusted takes it. */
export const wayOut = ({ asset, amount, back_to, maxSlippagePct, exits }: Request): WayOut | null => {
  const ways = exits(asset).flatMap((exit): readonly WayOut[] => {
    const first = sell(exit, amount, maxSlippagePct);
    if (!first) return [];
    if (exit.to === back_to) return [{ exit, ...first, path: [asset, back_to], expected_end: first.end }];
    return exits(exit.to).flatMap((next) => {
      const second = next.to === back_to ? sell(next, first.end, maxSlippagePct) : null;
      return second ? [{ exit, ...first, path: [asset, exit.to, back_to], expected_end: second.end }] : [];
    });
  });
  return ways.reduce<WayOut | null>(
    (best, way) => (best?.expected_end.isGreaterThanOrEqualTo(way.expected_end) ? best : way),
    null,
  );
};

type Sale = { readonly order: LegOrder; readonly expected_price: BigNumber; readonly end: BigNumber };

const sell = ({ instrument, side, levels }: Exit, available: BigNumber, maxSlippagePct: number): Sale | null => {
  const touch = levels.count > 0 ? levels.price[0] : undefined;
  if (touch === undefined) return null;
  const worst = new BigNumber(touch).multipliedBy(1 + (side === 'sell' ? -maxSlippagePct : maxSlippagePct) / 100);
  const order = legOrder({ instrument, side, available, most: new BigNumber(Number.POSITIVE_INFINITY), worst, levels });
  if (!order) return null;
  const { base, quote } = fillOf(levels, order, side, instrument.lotStep);
  if (!base.isGreaterThan(0)) return null;
  const kept = new BigNumber(1).minus(instrument.takerFee);
  return { order, expected_price: quote.dividedBy(base), end: (side === 'sell' ? quote : base).multipliedBy(kept) };
};

/** What the book would give now, in whole lots of each level. */
const fillOf = (levels: Levels, { quantity, price }: LegOrder, side: Side, lotStep: number) => {
  let [base, quote] = [new BigNumber(0), new BigNumber(0)];
  for (let level = 0; level < levels.count; level++) {
    const at = new BigNumber(levels.price[level] ?? 0);
    if (side === 'sell' ? at.isLessThan(price) : at.isGreaterThan(price)) break;
    const taken = BigNumber.min(floorToStep(levels.size[level] ?? 0, lotStep), quantity.minus(base));
    base = base.plus(taken);
    quote = quote.plus(taken.multipliedBy(at));
  }
  return { base, quote };
};
