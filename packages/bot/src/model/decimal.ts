import { BigNumber } from 'bignumber.js';
import type { Instrument } from './instrument.ts';

/** Digits behind the point in the shortest decimal that is this number: 2 for 0.25, 7 for 1e-7, 0 for 1500. */
export const decimalsOf = (value: number): number => {
  const [digits = '', exponent = '0'] = String(value).split('e');
  return Math.max(0, (digits.split('.')[1]?.length ?? 0) - Number(exponent));
};

/** The greatest whole number of steps that is not above the value. */
export const floorToStep = (value: BigNumber.Value, step: number): BigNumber =>
  new BigNumber(value).dividedToIntegerBy(step).multipliedBy(step);

/** So many steps, exactly. `count` is a whole number. */
export const inSteps = (count: BigNumber.Value, step: number): BigNumber => new BigNumber(count).multipliedBy(step);

/** Doubles tell decimals of up to 15 digits apart, and hold every whole number of so many. */
const mostExact = 1e15;
/** The power of ten that makes a number whole; infinite where it has more than 15 digits. */
const scaleOf = (value: number): number => {
  for (let scale = 1; Math.abs(value * scale) < mostExact && scale < mostExact; scale *= 10)
    if (Math.round(value * scale) / scale === value) return scale;
  return Number.POSITIVE_INFINITY;
};

/** The number nearest to so many steps. `count` is a whole number. */
export const numberOfSteps = (count: number, step: number): number => {
  const scale = scaleOf(step);
  const units = Math.round(step * scale) * count;
  // A whole number over a power of ten is rounded once: to the number that its decimal is read as.
  return Number.isSafeInteger(units) ? units / scale : inSteps(count, step).toNumber();
};

/** How many steps a value is, exactly; null where that is no whole number, or more than a number counts. */
export const stepsIn = (value: BigNumber.Value, step: number): number | null => {
  if (typeof value === 'number' && value > 0) {
    const scale = scaleOf(step);
    const units = Math.round(value * scale);
    // A number that has more decimals than the step is another than its rounding.
    if (Math.abs(units) < mostExact)
      return units / scale === value && units % Math.round(step * scale) === 0
        ? units / Math.round(step * scale)
        : null;
  }
  const exact = new BigNumber(value);
  const steps = exact.dividedToIntegerBy(step);
  const isWhole = steps.multipliedBy(step).isEqualTo(exact);
  return isWhole && steps.abs().isLessThanOrEqualTo(Number.MAX_SAFE_INTEGER) ? steps.toNumber() : null;
};

/** Why an order is none of the market's: it is not made of whole lots and ticks. Null where it is. */
export const offGridReason = (
  { symbol, lotStep, tickSize }: Instrument,
  { quantity, price }: { readonly quantity: string; readonly price: string | null },
): string | null => {
  if (stepsIn(quantity, lotStep) === null) return `the quantity ${quantity} of ${symbol} is not in lots of ${lotStep}`;
  return price !== null && stepsIn(price, tickSize) === null
    ? `the price ${price} of ${symbol} is not in ticks of ${tickSize}`
    : null;
};

/** The smallest whole number of steps that is not below the value. */
export const ceilToStep = (value: BigNumber.Value, step: number): BigNumber => {
  const floor = floorToStep(value, step);
  return floor.isLessThan(value) ? floor.plus(step) : floor;
};

/** Whether an exchange would take an order of that quantity at that price. */
export const meetsMinima = (instrument: Instrument, quantity: BigNumber, price: BigNumber): boolean =>
  quantity.isGreaterThan(0) &&
  quantity.isGreaterThanOrEqualTo(instrument.minQuantity) &&
  quantity.multipliedBy(price).isGreaterThanOrEqualTo(instrument.minNotional);

/** What a buy must have in quote for each unit that it costs: the fee comes on top where it is always taken in quote. */
export const costFactor = (instrument: Instrument): BigNumber =>
  new BigNumber(1).plus(instrument.feeCurrency === 'quote' ? instrument.takerFee : 0);

/** An order as far as it ties up money; amounts are exact decimals. */
type Demand = { readonly side: 'buy' | 'sell'; readonly quantity: string; readonly price: string };

/** What an exchange holds back for an order: base for a sell, quote at the limit price and its fee for a buy. */
export const heldBy = (instrument: Instrument, { side, quantity, price }: Demand): BigNumber =>
  side === 'sell'
    ? new BigNumber(quantity)
    : new BigNumber(quantity).multipliedBy(price).multipliedBy(costFactor(instrument));

type Fee = { readonly asset: string; readonly amount: string };

/** The sum of fees by asset. */
export const addFees = (fees: readonly Fee[], more: readonly Fee[]): readonly Fee[] => {
  const sums = new Map<string, BigNumber>();
  for (const { asset, amount } of [...fees, ...more]) sums.set(asset, new BigNumber(amount).plus(sums.get(asset) ?? 0));
  return [...sums].map(([asset, amount]) => ({ asset, amount: amount.toFixed() }));
};
