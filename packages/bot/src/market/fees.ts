import type { ExchangeFees } from '@triquad/core/contract';
import type { FeeSource, Instrument, InstrumentFees } from '../model/instrument.ts';

type Tier = Pick<Instrument, 'feeCurrency'> & { readonly makerFee: number; readonly takerFee: number };

/**
 * What each exchange takes of an account without volume, as of 2026-11-21. Kraken, KuCoin and Coinbase take it from the quote of either
 * side, Binance and OKX from what is received.
 */
const entryTiers: Readonly<Record<string, Tier>> = {
  binance: { makerFee: 0.001, takerFee: 0.001, feeCurrency: 'received' },
  coinbase: { makerFee: 0.006, takerFee: 0.012, feeCurrency: 'quote' },
  kraken: { makerFee: 0.0025, takerFee: 0.004, feeCurrency: 'quote' },
  kucoin: { makerFee: 0.001, takerFee: 0.001, feeCurrency: 'quote' },
  okx: { makerFee: 0.001, takerFee: 0.0015, feeCurrency: 'received' },
};
/** What the cheap ones take; a report says that it is assumed. */
const assumed: Tier = { makerFee: 0.001, takerFee: 0.001, feeCurrency: 'received' };

/** The fees of an exchange where nothing better is known: those of its entry tier. */
export const entryFees = (exchange: string): InstrumentFees => {
  const tier = entryTiers[venueOf(exchange)];
  return { ...(tier ?? assumed), feeSource: tier === undefined ? 'assumed' : 'entry tier' };
};

/** The venue of an exchange's name, which may name an account of it too: `kucoin` of `kucoin:second`. */
const venueOf = (exchange: string): string => exchange.split(':')[0] ?? exchange;

/** What is set for an account, or else for its venue. */
export const settingOf = <T>(settings: Readonly<Record<string, T>> | undefined, exchange: string): T | undefined =>
  settings?.[exchange] ?? settings?.[venueOf(exchange)];

const fraction = (percent: number): number => Number((percent / 100).toPrecision(12));
const percent = (share: number): number => Number((share * 100).toPrecision(12));

/** The market with the fees that the configuration names for its exchange or for itself; what it does not name stays. */
export const charged = (instrument: Instrument, settings: ExchangeFees | undefined): Instrument => {
  if (settings === undefined) return instrument;
  const { maker_pct, taker_pct } = { ...settings, ...settings.markets?.[instrument.symbol] };
  const { token } = settings;
  const isSet = maker_pct !== undefined || taker_pct !== undefined;
  return {
    ...instrument,
    ...(taker_pct === undefined ? {} : { takerFee: fraction(taker_pct) }),
    ...(maker_pct === undefined ? {} : { makerFee: fraction(maker_pct) }),
    ...(isSet ? { feeSource: 'configured' as const } : {}),
    ...(token === undefined ? {} : { feeToken: { asset: token.asset, discount: fraction(token.discount_pct) } }),
  };
};

/** The fees of an exchange in percent: the lowest and highest of a taker, the highest of a maker, and where they are from. */
export type FeeSummary = {
  readonly least_taker_pct: number;
  readonly taker_pct: number;
  readonly maker_pct: number;
  /** The sources in use, in order of their first market. */
  readonly sources: readonly FeeSource[];
  /** The asset that pays them while there is enough of it; null where none does. */
  readonly token: string | null;
};

/** Sums up the fees of one exchange's markets; 0 where there are none. */
export const feeSummary = (instruments: readonly Instrument[]): FeeSummary => {
  const takers = instruments.map(({ takerFee }) => takerFee);
  const makers = instruments.map(({ takerFee, makerFee = takerFee }) => makerFee);
  const highest = (fees: readonly number[]) => fees.reduce((most, fee) => Math.max(most, fee), 0);
  const most = highest(takers);
  return {
    least_taker_pct: percent(takers.reduce((least, fee) => Math.min(least, fee), most)),
    taker_pct: percent(most),
    maker_pct: percent(highest(makers)),
    sources: [...new Set(instruments.flatMap(({ feeSource }) => feeSource ?? []))],
    token: instruments.find(({ feeToken }) => feeToken !== undefined)?.feeToken?.asset ?? null,
  };
};

/** The same in words: `taker 0.4 %, maker 0.25 % (entry tier)`. */
export const feesInWords = (instruments: readonly Instrument[]): string => {
  const { least_taker_pct, taker_pct, maker_pct, sources, token } = feeSummary(instruments);
  const taker = least_taker_pct === taker_pct ? `${taker_pct}` : `${least_taker_pct} to ${taker_pct}`;
  const from = sources.length > 0 ? ` (${sources.join(', ')})` : '';
  return `taker ${taker} %, maker ${maker_pct} %${from}${token === null ? '' : `, paid in ${token} while there is enough`}`;
};
