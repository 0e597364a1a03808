import type { DustRecord } from '@triquad/core/contract';
import { BigNumber } from 'bignumber.js';
import { freeOf } from '../kernel/balances.ts';
import type { Core, Venues } from '../kernel/core.ts';
import { rateOf } from '../kernel/exposure.ts';
import { dustOf } from '../kernel/fold-money.ts';
import { ceilToStep, floorToStep, meetsMinima } from '../model/decimal.ts';
import { type Instrument, largestAt } from '../model/instrument.ts';
import { provenanceNow } from '../model/provenance.ts';

type Needs = Venues & Pick<Core, 'recorder'>;

/** A market that sells the asset, at the best price of its book and the price of its quote in USD; null while one is unknown. */
type Buyer = { readonly instrument: Instrument; readonly touch: BigNumber | null; readonly rate: number | null };
type PricedBuyer = { readonly instrument: Instrument; readonly touch: BigNumber; readonly rate: number };

/** The dust of the present mode, and the order that would sell it: the one that brings most, or why there is none. */
export const dustSalesOf = (core: Needs): readonly DustRecord[] => {
  const { state } = core.recorder;
  return dustOf(state, state.mode).flatMap(({ exchange, asset, amount }): readonly DustRecord[] => {
    // What is reserved, or spent by hand meanwhile, is not there to be sold.
    const there = BigNumber.min(amount, freeOf(core, exchange, asset));
    return there.isGreaterThan(0) ? [dustRecord(core, exchange, asset, there)] : [];
  });
};

const dustRecord = (core: Needs, exchange: string, asset: string, amount: BigNumber): DustRecord => {
  const rate = rateOf(core, exchange, asset);
  const own = {
    exchange,
    provenance: provenanceNow(core.recorder.state, exchange),
    asset,
    amount: amount.toNumber(),
    value_usd: rate === null ? null : amount.toNumber() * rate,
  };
  const buyers = buyersOf(core, exchange, asset);
  const priced = buyers.filter((one): one is PricedBuyer => one.touch !== null && one.rate !== null);
  if (priced.length === 0)
    return { ...own, sale: null, code: buyers.length === 0 ? 'no_market' : 'no_price', minimum_usd: null };
  const minimum_usd = Math.min(...priced.map(minimumOf));
  const sales = priced.flatMap((one) => saleOf(one, amount)).sort((a, b) => b.expected_usd - a.expected_usd);
  const [sale = null] = sales;
  return { ...own, sale, code: sale === null ? 'below_minimum' : null, minimum_usd };
};

const buyersOf = (core: Needs, exchange: string, asset: string): readonly Buyer[] =>
  (core.markets.get(exchange)?.markets ?? []).flatMap(({ instrument, delisted }): readonly Buyer[] => {
    if (instrument.base !== asset || delisted || instrument.status === 'suspended') return [];
    const levels = core.markets.get(exchange)?.levels(instrument.symbol, 'sell');
    const touch = levels && levels.count > 0 ? levels.price[0] : undefined;
    return [
      {
        instrument,
        touch: touch === undefined ? null : new BigNumber(touch),
        rate: rateOf(core, exchange, instrument.quote),
      },
    ];
  });

/** The least worth of an order that the market takes, in USD. */
const minimumOf = ({ instrument: { minNotional, minQuantity, lotStep }, touch, rate }: PricedBuyer): number => {
  const lots = ceilToStep(BigNumber.max(minQuantity, touch.isZero() ? 0 : touch.pow(-1).times(minNotional)), lotStep);
  return BigNumber.max(lots, lotStep).times(touch).toNumber() * rate;
};

const saleOf = ({ instrument, touch, rate }: PricedBuyer, amount: BigNumber): NonNullable<DustRecord['sale']>[] => {
  const quantity = floorToStep(BigNumber.min(amount, largestAt(instrument, touch.toNumber())), instrument.lotStep);
  if (!meetsMinima(instrument, quantity, touch)) return [];
  const expected_usd = quantity.times(touch).toNumber() * rate * (1 - instrument.takerFee);
  return [{ market: instrument.symbol, quantity: quantity.toNumber(), expected_usd }];
};
