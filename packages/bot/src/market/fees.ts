import type { ConditionsRecord, ExchangeFees } from '@triquad/core/contract';
import { type FeeToken, feeOf, type Instrument, type InstrumentFees } from '../model/instrument.ts';
import { entryTier, fraction, inTier, venueOf } from './fee-tiers.ts';

/** What the cheap ones take; a report says that it is assumed. */
const assumed = { makerFee: 0.001, takerFee: 0.001, feeCurrency: 'received', feeSource: 'assumed' } as const;

/** The fees of an exchange where nothing better is known: those of its entry tier. */
export const entryFees = (exchange: string): InstrumentFees => {
  const tier = entryTier(exchange);
  if (tier === null) return assumed;
  const { maker_pct, taker_pct, feeCurrency } = tier;
  return { makerFee: fraction(maker_pct), takerFee: fraction(taker_pct), feeCurrency, feeSource: 'entry tier' };
};

/** What is set for an account, or else for its venue. */
export const settingOf = <T>(settings: Readonly<Record<string, T>> | undefined, exchange: string): T | undefined =>
  settings?.[exchange] ?? settings?.[venueOf(exchange)];

const percent = (share: number): number => Number((share * 100).toPrecision(12));

/**
 * The market with the fees that the configuration names: its own figures for the market or its exchange, else those of a tier; what it does
 * not name stays.
 */
export const charged = (listed: Instrument, settings: ExchangeFees | undefined): Instrument => {
  if (settings === undefined) return listed;
  const instrument = settings.tier === undefined ? listed : inTier(listed, settings.tier);
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

/** The market while the fee token pays its fees. */
export const paidInToken = (instrument: Instrument): Instrument =>
  instrument.feeToken === undefined
    ? instrument
    : { ...instrument, tokenFee: instrument.takerFee * (1 - instrument.feeToken.discount) };

/** The asset that may pay fees at an exchange, and what a taker is charged at most without it: a fraction. */
export type FeePayer = { readonly asset: string; readonly takerFee: number };

/** What may pay the fees of these markets; null where nothing does. */
export const feePayerOf = (instruments: readonly Instrument[]): FeePayer | null => {
  const payable = instruments.filter(({ feeToken }) => feeToken !== undefined);
  const asset = payable[0]?.feeToken?.asset;
  return asset === undefined ? null : { asset, takerFee: Math.max(...payable.map(({ takerFee }) => takerFee)) };
};

/** The market as it is charged when no token pays. */
export const paidInFull = ({ tokenFee: _, ...instrument }: Instrument): Instrument => instrument;

/** The fees of an exchange in percent: the lowest and highest of a taker, the highest of a maker, and where they are from. */
export type FeeSummary = {
  readonly least_taker_pct: number;
  readonly taker_pct: number;
  readonly maker_pct: number;
  /** The sources in use, a tier by its name, in order of their first market. */
  readonly sources: readonly string[];
  /** The asset that pays them while there is enough of it; null where none does. */
  readonly token: FeeToken | null;
  /** What a taker pays with it at most; null while it is not assumed to pay. */
  readonly token_taker_pct: number | null;
};

/** Sums up the fees of one exchange's markets; 0 where there are none. */
export const feeSummary = (instruments: readonly Instrument[]): FeeSummary => {
  const takers = instruments.map(({ takerFee }) => takerFee);
  const makers = instruments.map(({ takerFee, makerFee = takerFee }) => makerFee);
  const highest = (fees: readonly number[]) => fees.reduce((most, fee) => Math.max(most, fee), 0);
  const most = highest(takers);
  const sources = instruments.flatMap(({ feeSource, feeTier }) => (feeSource === 'tier' ? feeTier : feeSource) ?? []);
  return {
    least_taker_pct: percent(takers.reduce((least, fee) => Math.min(least, fee), most)),
    taker_pct: percent(most),
    maker_pct: percent(highest(makers)),
    sources: [...new Set(sources)],
    token: instruments.find(({ feeToken }) => feeToken !== undefined)?.feeToken ?? null,
    token_taker_pct: instruments.some(({ tokenFee }) => tokenFee !== undefined)
      ? percent(highest(instruments.map(feeOf)))
      : null,
  };
};

/** Form of it that clients read. */
export const feeRecord = (instruments: readonly Instrument[]): Omit<ConditionsRecord, 'paper'> => {
  const { taker_pct, maker_pct, sources, token, token_taker_pct } = feeSummary(instruments);
  return {
    fee_source: sources.join(', '),
    taker_pct,
    maker_pct,
    fee_token: token === null ? null : { asset: token.asset, taker_pct: token_taker_pct },
  };
};
