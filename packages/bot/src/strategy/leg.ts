import { inSteps } from '../model/decimal.ts';
import { feeOf, type Instrument, largestAt } from '../model/instrument.ts';
import type { Levels } from '../model/levels.ts';

/** One leg of a route: sell into the bids or buy from the asks, best level first. */
export type RouteLeg = { instrument: Instrument; side: 'buy' | 'sell'; levels: Levels };

/** Levels of a book that a route may take from. */
const mostLevels = 20;

/** A leg with its constants and running totals at hand, so that a quantity is priced by finding its level. */
export type Leg = {
  readonly isSell: boolean;
  readonly count: number;
  readonly price: readonly number[];
  readonly size: readonly number[];
  /** Size of the levels up to each, in base. */
  readonly depth: readonly number[];
  /** What these levels are worth, in quote. */
  readonly value: readonly number[];
  readonly lot: number;
  readonly minQuantity: number;
  readonly minNotional: number;
  /** Share of the fill that is received after the fee. */
  readonly kept: number;
  /** What one unit of cost takes: above 1 where a buy pays its fee in quote. */
  readonly costFactor: number;
  /** What an order must find on the balance for it: the exchange holds the whole fee, also while a token pays a lower one. */
  readonly holdFactor: number;
};

/** Takes the constants of the leg at a place of its route. What a later order holds and does not cost buys nothing: there it counts as spent. */
export function toLeg({ instrument, side, levels }: RouteLeg, place = 0): Leg {
  const paysOnTop = side === 'buy' && instrument.feeCurrency === 'quote';
  const most = levels.count > 0 ? largestAt(instrument, levels.price[0] as number) : Infinity;
  const price: number[] = [];
  const size: number[] = [];
  const depth: number[] = [];
  const value: number[] = [];
  let base = 0;
  let quote = 0;
  // More than an order may ask for is not there.
  for (let level = 0; level < Math.min(levels.count, mostLevels) && base < most; level++) {
    const levelPrice = levels.price[level] as number;
    const levelSize = Math.min(levels.size[level] as number, most - base);
    base += levelSize;
    quote += levelPrice * levelSize;
    price.push(levelPrice);
    size.push(levelSize);
    depth.push(base);
    value.push(quote);
  }
  return {
    isSell: side === 'sell',
    count: price.length,
    price,
    size,
    depth,
    value,
    lot: instrument.lotStep,
    minQuantity: instrument.minQuantity,
    minNotional: instrument.minNotional,
    kept: paysOnTop ? 1 : 1 - feeOf(instrument),
    costFactor: paysOnTop ? 1 + (place === 0 ? feeOf(instrument) : instrument.takerFee) : 1,
    holdFactor: paysOnTop ? 1 + instrument.takerFee : 1,
  };
}

/** What one unit given to a leg brings at a level, after the fee; 0 beyond its depth. */
export function rateOf(leg: Leg, level: number): number {
  if (level >= leg.count) return 0;
  const price = leg.price[level] as number;
  return leg.isSell ? leg.kept * price : leg.kept / (leg.costFactor * price);
}

/** What a leg takes for each unit of base at a level. */
export function perBase(leg: Leg, level: number): number {
  return leg.isSell ? 1 : leg.costFactor * (leg.price[level] as number);
}

// Decimal lots are not exact in binary: 0.3 / 0.1 is a hair below 3.
const rounding = 1e-12;

/** What an order holds for each unit of base at a level. */
export function heldPerBase(leg: Leg, level: number): number {
  return leg.isSell ? 1 : leg.holdFactor * (leg.price[level] as number);
}

/** Whole lots in a quantity of base. */
function wholeLots(leg: Leg, quantity: number): number {
  return Math.floor((quantity / leg.lot) * (1 + rounding));
}

function lotsOver(leg: Leg, quantity: number): number {
  return Math.ceil((quantity / leg.lot) * (1 - rounding));
}

/** The level that a quantity ends in; `count` beyond the depth. */
function levelOf(leg: Leg, quantity: number): number {
  const least = quantity * (1 - rounding);
  let level = 0;
  while (level < leg.count && (leg.depth[level] as number) < least) level++;
  return level;
}

/** The most lots that an amount pays for. An exchange holds quantity × limit price for a buy: it may pay for more at a better limit. */
export function affordableLots(leg: Leg, available: number): number {
  const last = leg.count - 1;
  if (leg.isSell) return wholeLots(leg, Math.min(available, leg.depth[last] ?? 0));
  const unit = available / leg.holdFactor;
  let level = 0;
  while (level < last && (leg.price[level] as number) * (leg.depth[level] as number) < unit) level++;
  const atLimit = wholeLots(leg, Math.min(unit / (leg.price[level] as number), leg.depth[level] as number));
  return level === 0 ? atLimit : Math.max(atLimit, wholeLots(leg, leg.depth[level - 1] as number));
}

/** Price × size over the levels that a quantity takes, in quote; infinite beyond the depth. */
function fillValue(leg: Leg, quantity: number): number {
  const level = levelOf(leg, quantity);
  if (level === leg.count) return Infinity;
  const beyond = (leg.depth[level] as number) - quantity;
  return (leg.value[level] as number) - beyond * (leg.price[level] as number);
}

/** Worst price that a quantity touches; NaN beyond the depth. */
export function worstPrice(leg: Leg, quantity: number): number {
  return leg.price[levelOf(leg, quantity)] ?? Number.NaN;
}

/** What a fill of these lots brings in after the fee. */
export function received(leg: Leg, lots: number): number {
  const quantity = lots * leg.lot;
  return leg.kept * (leg.isSell ? fillValue(leg, quantity) : quantity);
}

/** What a fill of these lots takes. */
export function spent(leg: Leg, lots: number): number {
  const quantity = lots * leg.lot;
  return leg.isSell ? quantity : leg.costFactor * fillValue(leg, quantity);
}

/** What an order of these lots must find on the balance. */
export function held(leg: Leg, lots: number): number {
  const quantity = lots * leg.lot;
  return leg.isSell ? quantity : leg.holdFactor * quantity * worstPrice(leg, quantity);
}

/** Whether an order of these lots holds at most so much: exactly, where binary numbers would not tell. */
export function holdsWithin(leg: Leg, lots: number, amount: number): boolean {
  const holds = held(leg, lots);
  if (Math.abs(holds - amount) > amount * rounding) return holds < amount;
  const exact = inSteps(lots, leg.lot);
  const price = leg.isSell ? 1 : worstPrice(leg, lots * leg.lot);
  return exact.multipliedBy(price).multipliedBy(leg.holdFactor).isLessThanOrEqualTo(amount);
}

/** The fewest lots that bring in an amount after the fee; infinite beyond the depth. */
export function lotsToReceive(leg: Leg, amount: number): number {
  const gross = amount / leg.kept;
  if (!leg.isSell) return lotsOver(leg, gross);
  const least = gross * (1 - rounding);
  let level = 0;
  while (level < leg.count && (leg.value[level] as number) < least) level++;
  if (level === leg.count) return Infinity;
  return lotsOver(
    leg,
    (leg.depth[level] as number) - ((leg.value[level] as number) - gross) / (leg.price[level] as number),
  );
}

/** The fewest lots, at least so many, of which an order is above the exchange's minima; infinite beyond the depth. */
export function lotsAboveMinima(leg: Leg, lots: number): number {
  let wanted = Math.max(lots, 1, lotsOver(leg, leg.minQuantity));
  for (let level = levelOf(leg, wanted * leg.lot); level < leg.count; level++) {
    if (wanted * leg.lot * (leg.price[level] as number) >= leg.minNotional) return wanted;
    const most = wholeLots(leg, leg.depth[level] as number);
    wanted = Math.max(wanted, lotsOver(leg, leg.minNotional / (leg.price[level] as number)));
    if (wanted <= most) return wanted;
    wanted = most + 1;
  }
  return Infinity;
}
