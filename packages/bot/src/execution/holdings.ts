import { BigNumber } from 'bignumber.js';
import type { Fee, Side } from '../model/exchange.ts';
import type { Instrument } from '../model/instrument.ts';
import type { Order } from '../model/state.ts';

/** What was exchanged: exact decimals, `filled_quote` before fees. */
export type Filled = {
  readonly base: string;
  readonly quote: string;
  readonly side: Side;
  readonly filled_quantity: string;
  readonly filled_quote: string;
  readonly fees: readonly Fee[];
};

const zero = new BigNumber(0);

/** What the fills changed, by asset, fees included. */
export const changesOf = (fills: readonly Filled[]): ReadonlyMap<string, BigNumber> => {
  const changes = new Map<string, BigNumber>();
  const add = (asset: string, amount: BigNumber) => changes.set(asset, (changes.get(asset) ?? zero).plus(amount));
  for (const { base, quote, side, filled_quantity, filled_quote, fees } of fills) {
    const [bought, paid] = [new BigNumber(filled_quantity), new BigNumber(filled_quote)];
    add(base, side === 'buy' ? bought : bought.negated());
    add(quote, side === 'buy' ? paid.negated() : paid);
    for (const fee of fees) add(fee.asset, new BigNumber(fee.amount).negated());
  }
  return changes;
};

/** The assets that orders exchange. */
export const tradedIn = (orders: readonly Pick<Filled, 'base' | 'quote'>[]): ReadonlySet<string> =>
  new Set(orders.flatMap(({ base, quote }) => [base, quote]));

/**
 * Average cost of one unit of each asset, in `start` and before fees. An asset that was not bought with
 * `start`, directly or over others, has no cost.
 */
export const unitCosts = (start: string, fills: readonly Filled[]): ReadonlyMap<string, BigNumber> => {
  const lots = new Map<string, { readonly amount: BigNumber; readonly unit: BigNumber }>();
  const take = (asset: string, amount: string): void => {
    const lot = lots.get(asset);
    if (lot) lots.set(asset, { ...lot, amount: BigNumber.max(0, lot.amount.minus(amount)) });
  };
  for (const { base, quote, side, filled_quantity, filled_quote, fees } of fills) {
    const [from, spent, to, brought] =
      side === 'buy' ? [quote, filled_quote, base, filled_quantity] : [base, filled_quantity, quote, filled_quote];
    const unit = from === start ? new BigNumber(1) : lots.get(from)?.unit;
    take(from, spent);
    if (unit !== undefined && to !== start && !new BigNumber(brought).isZero()) {
      const held = lots.get(to) ?? { amount: zero, unit: zero };
      const amount = held.amount.plus(brought);
      const cost = held.amount.multipliedBy(held.unit).plus(unit.multipliedBy(spent));
      lots.set(to, { amount, unit: cost.dividedBy(amount) });
    }
    for (const fee of fees) take(fee.asset, fee.amount);
  }
  return new Map([...lots].map(([asset, { unit }]) => [asset, unit]));
};

/**
 * What the fills leave to be spent, by asset. Some exchanges tell a fee later: until then the usual fee counts as taken, as what the
 * exchange has taken already cannot be spent.
 */
export const spendableOf = (
  orders: readonly (Filled & Pick<Order, 'symbol' | 'fees_known'>)[],
  instrument: (symbol: string) => Instrument | null,
): ReadonlyMap<string, BigNumber> =>
  changesOf(
    orders.map((order) => {
      const fee = pendingFee(order, instrument(order.symbol));
      return fee ? { ...order, fees: [...order.fees, fee] } : order;
    }),
  );

/** How much of what an order filled its exchange has named no fee for yet, in base. */
export const pendingQuantity = ({ filled_quantity, fees_known = '0' }: Pick<Order, 'filled_quantity' | 'fees_known'>) =>
  BigNumber.max(0, new BigNumber(filled_quantity).minus(fees_known));

/** The usual fee of what no fee is named for; null where all is known, or the market charges none. */
export const pendingFee = (
  order: Omit<Filled, 'fees'> & Pick<Order, 'fees_known'>,
  instrument: Pick<Instrument, 'takerFee' | 'feeCurrency'> | null | undefined,
): Fee | null => {
  const pending = pendingQuantity(order);
  if (!instrument || instrument.takerFee <= 0 || pending.isZero()) return null;
  const { side, base, quote, filled_quantity, filled_quote } = order;
  const [asset, of] =
    side === 'sell' || instrument.feeCurrency === 'quote' ? [quote, filled_quote] : [base, filled_quantity];
  // Multiplied first: only the division may round.
  const amount = new BigNumber(of).multipliedBy(instrument.takerFee).multipliedBy(pending).dividedBy(filled_quantity);
  return { asset, amount: amount.toFixed() };
};

/**
 * What fills have made of the start currency, in it. Of other assets they may have used up what they did not bring, as a fee that is paid
 * with a third one: that counts at its price, `priceOf` in units of the start currency, and is left out where it has none.
 */
export const profitOf = (
  start: string,
  fills: readonly Filled[],
  priceOf: (asset: string) => number | null,
): BigNumber => {
  let profit = new BigNumber(0);
  for (const [asset, change] of changesOf(fills)) {
    if (asset === start) profit = profit.plus(change);
    else if (change.isNegative()) profit = profit.plus(change.multipliedBy(priceOf(asset) ?? 0).decimalPlaces(18));
  }
  return profit;
};
