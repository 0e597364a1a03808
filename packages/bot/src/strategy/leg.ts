import type { Instrument } from '../market/instrument.ts';
import type { Levels } from '../market/levels.ts';

/** One leg of a route: sell into the bids or buy from the asks, best level first. */
export type RouteLeg = { instrument: Instrument; side: 'buy' | 'sell'; levels: Levels };

/** Levels of a book that a route may take from. */
const mostLevels = 20;

/** A leg with its constants at hand. Amounts are in base, `received` and `spent` in the currency that comes in or goes out. */
export type Leg = {
  readonly isSell: boolean;
  readonly price: Float64Array;
  readonly size: Float64Array;
  readonly count: number;
  readonly lot: number;
  readonly minQuantity: number;
  readonly minNotional: number;
  /** Share of the fill that is received after the fee. */
  readonly kept: number;
  /** What one unit of cost takes from the balance: above 1 where a buy pays its fee in quote. */
  readonly costFactor: number;
};

/** Takes the constants of a leg. */
export function toLeg({ instrument, side, levels }: RouteLeg): Leg {
  const paysOnTop = side === 'buy' && instrument.feeCurrency === 'quote';
  return {
    isSell: side === 'sell',
    price: levels.price,
    size: levels.size,
    count: Math.min(levels.count, mostLevels),
    lot: instrument.lotStep,
    minQuantity: instrument.minQuantity,
    minNotional: instrument.minNotional,
    kept: paysOnTop ? 1 : 1 - instrument.takerFee,
    costFactor: paysOnTop ? 1 + instrument.takerFee : 1,
  };
}

// Decimal lots are not exact in binary: 0.3 / 0.1 is a hair below 3.
const rounding = 1e-12;

/** Whole lots in a quantity of base. */
export function wholeLots(leg: Leg, quantity: number): number {
  return Math.floor((quantity / leg.lot) * (1 + rounding));
}

function lotsOver(leg: Leg, quantity: number): number {
  return Math.ceil((quantity / leg.lot) * (1 - rounding));
}

/** The most lots that an amount pays for. An exchange holds quantity × limit price for a buy, so each level is tried as the limit. */
export function affordableLots(leg: Leg, available: number): number {
  let depth = 0;
  let most = 0;
  for (let level = 0; level < leg.count; level++) {
    depth += leg.size[level] as number;
    if (leg.isSell) continue;
    const paid = available / ((leg.price[level] as number) * leg.costFactor);
    most = Math.max(most, wholeLots(leg, Math.min(paid, depth)));
    if (paid <= depth) return most;
  }
  return leg.isSell ? wholeLots(leg, Math.min(available, depth)) : most;
}

/** Price × size over the levels that a quantity takes, in quote; infinite beyond the depth. */
function fillValue(leg: Leg, quantity: number): number {
  let left = quantity;
  let value = 0;
  for (let level = 0; level < leg.count; level++) {
    const size = leg.size[level] as number;
    if (left <= size * (1 + rounding)) return value + left * (leg.price[level] as number);
    value += size * (leg.price[level] as number);
    left -= size;
  }
  return left > 0 ? Infinity : value;
}

/** Worst price that a quantity touches; NaN beyond the depth. */
export function worstPrice(leg: Leg, quantity: number): number {
  let left = quantity;
  for (let level = 0; level < leg.count; level++) {
    const size = leg.size[level] as number;
    if (left <= size * (1 + rounding)) return leg.price[level] as number;
    left -= size;
  }
  return Number.NaN;
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
  return leg.isSell ? quantity : leg.costFactor * quantity * worstPrice(leg, quantity);
}

/** The fewest lots that bring in an amount after the fee; infinite beyond the depth. */
export function lotsToReceive(leg: Leg, amount: number): number {
  const gross = amount / leg.kept;
  if (!leg.isSell) return lotsOver(leg, gross);
  let left = gross;
  let quantity = 0;
  for (let level = 0; level < leg.count; level++) {
    const price = leg.price[level] as number;
    const value = price * (leg.size[level] as number);
    if (left <= value * (1 + rounding)) return lotsOver(leg, quantity + left / price);
    left -= value;
    quantity += leg.size[level] as number;
  }
  return Infinity;
}

/** The fewest lots, at least so many, of which an order is above the exchange's minima; infinite beyond the depth. */
export function lotsAboveMinima(leg: Leg, lots: number): number {
  let wanted = Math.max(lots, 1, lotsOver(leg, leg.minQuantity));
  let depth = 0;
  for (let level = 0; level < leg.count; level++) {
    depth += leg.size[level] as number;
    const most = wholeLots(leg, depth);
    if (wanted > most) continue;
    wanted = Math.max(wanted, lotsOver(leg, leg.minNotional / (leg.price[level] as number)));
    if (wanted <= most) return wanted;
    wanted = most + 1;
  }
  return Infinity;
}
