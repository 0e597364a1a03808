import type { BigNumber } from 'bignumber.js';
import { inSteps, numberOfSteps, stepsIn } from './decimal.ts';
import type { Instrument } from './instrument.ts';

declare const lots: unique symbol;
declare const ticks: unique symbol;

/** A quantity in whole lots of its market. The compiler takes no other number for it, and no `Ticks`. */
export type Lots = number & { readonly [lots]: true };

/** A price in whole ticks of its market. */
export type Ticks = number & { readonly [ticks]: true };

/** Names a number lots: where they were counted. */
export const countedLots = (count: number): Lots => count as Lots;

/** So many lots, in base: the number nearest to it. */
export const quantityOf = ({ lotStep }: Pick<Instrument, 'lotStep'>, count: Lots): number =>
  numberOfSteps(count, lotStep);

/** The price of so many ticks, in quote per base, exactly. */
export const priceAt = ({ tickSize }: Pick<Instrument, 'tickSize'>, count: Ticks): BigNumber =>
  inSteps(count, tickSize);

/** How many ticks a price is; null where it is none of the market's. */
export const ticksIn = ({ tickSize }: Pick<Instrument, 'tickSize'>, price: BigNumber.Value): Ticks | null =>
  stepsIn(price, tickSize) as Ticks | null;
