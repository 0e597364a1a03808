import { BigNumber } from 'bignumber.js';
import type { Instrument } from '../market/instrument.ts';

/** The greatest whole number of steps that is not above the value. */
export const floorToStep = (value: BigNumber.Value, step: number): BigNumber =>
  new BigNumber(value).dividedToIntegerBy(step).multipliedBy(step);

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
