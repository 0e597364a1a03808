import { BigNumber } from 'bignumber.js';
import { heldBy, inSteps } from '../model/decimal.ts';
import type { PlannedLeg } from '../model/event.ts';
import { feeOf, type Instrument } from '../model/instrument.ts';
import type { Levels } from '../model/levels.ts';
import { type Lots, priceAt, type Ticks } from '../model/steps.ts';

/** A leg as it was sized: whole lots, and the worst price that it touches. */
export type SizedLeg = {
  readonly instrument: Instrument;
  readonly side: 'buy' | 'sell';
  readonly lots: Lots;
  readonly ticks: Ticks;
  readonly levels: Levels;
};

/**
 * The legs as they will be ordered, and what the first of them holds back: never more than `free`. Sizes come as binary
 * numbers, which round, so that the first leg may have to give up its last lots.
 */
export const planLegs = (
  path: readonly string[],
  sized: readonly SizedLeg[],
  free: BigNumber,
): { readonly legs: readonly PlannedLeg[]; readonly start_amount: string } => {
  const legs = sized.map((leg, at): PlannedLeg => {
    const { instrument, side, ticks, levels } = leg;
    const quantity = inSteps(at === 0 ? affordable(leg, free) : leg.lots, instrument.lotStep);
    return {
      leg: at + 1,
      symbol: instrument.symbol,
      side,
      from: path[at] ?? '',
      to: path[at + 1] ?? '',
      quantity: quantity.toFixed(),
      price: priceAt(instrument, ticks).toFixed(),
      expected_price: averagePrice(levels, quantity).toFixed(),
      fee_pct: feeOf(instrument) * 100,
    };
  });
  const [first, leg] = [sized[0], legs[0]];
  return { legs, start_amount: first && leg ? heldBy(first.instrument, leg).toFixed() : '0' };
};

/** The lots that what is free pays for, at most those of the leg. */
const affordable = ({ instrument, side, lots, ticks }: SizedLeg, free: BigNumber): BigNumber => {
  const perLot = heldBy(instrument, {
    side,
    quantity: inSteps(1, instrument.lotStep).toFixed(),
    price: priceAt(instrument, ticks).toFixed(),
  });
  return BigNumber.min(lots, free.dividedToIntegerBy(perLot));
};

/** The average that the book promises for the quantity, ten decimals past the point of what any tick needs. */
const averagePrice = (levels: Levels, quantity: BigNumber): BigNumber => {
  let left = quantity;
  let cost = new BigNumber(0);
  for (let level = 0; level < levels.count && left.isGreaterThan(0); level++) {
    const taken = BigNumber.min(left, levels.size[level] ?? 0);
    cost = cost.plus(taken.multipliedBy(levels.price[level] ?? 0));
    left = left.minus(taken);
  }
  return cost.dividedBy(quantity.minus(left)).decimalPlaces(18);
};
