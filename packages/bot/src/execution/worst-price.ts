import { BigNumber } from 'bignumber.js';
import type { ExecutionPlan, PlannedLeg } from '../model/event.ts';

/** What one unit given to the leg brings at its expected price, after the fee. */
export const netRate = ({ side, expected_price, fee_pct }: PlannedLeg): BigNumber => {
  const kept = new BigNumber(100).minus(fee_pct).dividedBy(100);
  return side === 'sell' ? kept.multipliedBy(expected_price) : kept.dividedBy(expected_price);
};

/**
 * The worst price allowed to a leg after the first, quote per base, when one unit given to it has to bring `needed` for the
 * cycle to break even. Turning back costs two fees and a spread, so a later leg may slip as far as that.
 */
export const worstPrice = (plan: ExecutionPlan, leg: PlannedLeg, needed: BigNumber): BigNumber => {
  const kept = new BigNumber(100).minus(leg.fee_pct).dividedBy(100);
  const even = leg.side === 'sell' ? needed.dividedBy(kept) : kept.dividedBy(needed);
  const slipped = slippedPrice(plan, leg) ?? even;
  return leg.side === 'sell'
    ? BigNumber.min(BigNumber.max(even, slipped), leg.price)
    : BigNumber.max(BigNumber.min(even, slipped), leg.price);
};

/** Least proceeds of one unit given to the leg for the cycle to break even when all other legs go as expected. */
export const plannedNeed = ({ legs }: Pick<ExecutionPlan, 'legs'>, { leg }: PlannedLeg): BigNumber =>
  legs
    .filter((other) => other.leg !== leg)
    .reduce((needed, other) => needed.dividedBy(netRate(other)), new BigNumber(1));

/** Null where slippage has no bound of its own. */
const slippedPrice = ({ max_slippage_pct: pct }: ExecutionPlan, { side, expected_price }: PlannedLeg) =>
  pct === undefined ? null : new BigNumber(expected_price).multipliedBy(1 + (side === 'sell' ? -pct : pct) / 100);
