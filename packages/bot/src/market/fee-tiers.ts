import type { Fees } from '@triquad/core/contract';
import type { Instrument } from '../model/instrument.ts';

/** What an exchange takes of accounts of one tier, in percent of a fill. */
export type FeeTier = { readonly name: string; readonly maker_pct: number; readonly taker_pct: number };

/**
 * The schedule of an exchange for spot markets, entry tier first. `markets`: what a market's own fee, where the exchange publishes one, means
 * for the other tiers. `scaled`: it is a multiple of every tier's. `own`: a market that differs from the entry tier has a table of its own.
 */
type Schedule = {
  readonly feeCurrency: Instrument['feeCurrency'];
  readonly markets: 'scaled' | 'own';
  readonly tiers: readonly FeeTier[];
};

const tiersOf = (rows: readonly (readonly [name: string, maker: number, taker: number])[]): readonly FeeTier[] =>
  rows.map(([name, maker_pct, taker_pct]) => ({ name, maker_pct, taker_pct }));

/**
 * As found by 2026-11-21: KuCoin's on its own page of fees, the others in what third parties wrote of them, none confirmed at the exchange;
 * where two versions were found, the dearer figure. OKX and Coinbase differ by region beyond their entry tier: there an operator names the
 * own figures. Kraken, KuCoin and Coinbase take the fee from the quote of either side, Binance
 * and OKX from what is received.
 */
const schedules: Readonly<Record<string, Schedule>> = {
  binance: {
    feeCurrency: 'received',
    markets: 'own',
    tiers: tiersOf([
      ['Regular', 0.1, 0.1],
      ['VIP 1', 0.09, 0.1],
      ['VIP 2', 0.08, 0.1],
      ['VIP 3', 0.042, 0.06],
      ['VIP 4', 0.042, 0.054],
      ['VIP 5', 0.036, 0.048],
      ['VIP 6', 0.03, 0.042],
      ['VIP 7', 0.024, 0.036],
      ['VIP 8', 0.018, 0.03],
      ['VIP 9', 0.012, 0.024],
    ]),
  },
  coinbase: { feeCurrency: 'quote', markets: 'own', tiers: tiersOf([['Advanced 1', 0.6, 1.2]]) },
  kraken: {
    feeCurrency: 'quote',
    markets: 'own',
    tiers: tiersOf([
      ['$0', 0.25, 0.4],
      ['$10,000', 0.2, 0.35],
      ['$50,000', 0.14, 0.24],
      ['$100,000', 0.12, 0.22],
      ['$250,000', 0.1, 0.2],
      ['$500,000', 0.08, 0.18],
    ]),
  },
  kucoin: {
    feeCurrency: 'quote',
    markets: 'scaled',
    tiers: tiersOf([
      ['VIP 0', 0.1, 0.1],
      ['VIP 1', 0.095, 0.1],
      ['VIP 2', 0.09, 0.1],
      ['VIP 3', 0.075, 0.09],
      ['VIP 4', 0.055, 0.075],
      ['VIP 5', 0.035, 0.055],
      ['VIP 6', 0.025, 0.045],
      ['VIP 7', 0.015, 0.042],
      ['VIP 8', 0.01, 0.04],
      ['VIP 9', 0, 0.04],
      ['VIP 10', 0, 0.03],
      ['VIP 11', -0.003, 0.025],
      ['VIP 12', -0.005, 0.025],
    ]),
  },
  okx: { feeCurrency: 'received', markets: 'own', tiers: tiersOf([['Regular', 0.1, 0.15]]) },
};

/** The venue of an exchange's name, which may name an account of it too: `kucoin` of `kucoin:second`. */
export const venueOf = (exchange: string): string => exchange.split(':')[0] ?? exchange;

/** The tiers of an exchange by name, entry tier first; none where no schedule is known. */
export const feeTiers = (exchange: string): readonly FeeTier[] => schedules[venueOf(exchange)]?.tiers ?? [];

/** The entry tier of an exchange and what its fees are taken from; null where nothing is known of it. */
export const entryTier = (exchange: string): (FeeTier & Pick<Schedule, 'feeCurrency'>) | null => {
  const schedule = schedules[venueOf(exchange)];
  const [first] = schedule?.tiers ?? [];
  return schedule === undefined || first === undefined ? null : { ...first, feeCurrency: schedule.feeCurrency };
};

/** A percentage as a fraction, without the noise of binary numbers. */
export const fraction = (percent: number): number => Number((percent / 100).toPrecision(12));

/** The market with the fees of a tier; as it is where the exchange has no such tier. */
export const inTier = (instrument: Instrument, name: string): Instrument => {
  const schedule = schedules[venueOf(instrument.exchange)];
  const tier = schedule?.tiers.find((one) => one.name === name);
  const [entry] = schedule?.tiers ?? [];
  if (schedule === undefined || tier === undefined || entry === undefined) return instrument;
  const { takerFee, makerFee = takerFee } = instrument;
  const named = { feeSource: 'tier' as const, feeTier: name };
  const isUsual = takerFee === fraction(entry.taker_pct) && makerFee === fraction(entry.maker_pct);
  if (instrument.feeSource !== 'market' || isUsual)
    return { ...instrument, takerFee: fraction(tier.taker_pct), makerFee: fraction(tier.maker_pct), ...named };
  if (schedule.markets === 'own') return instrument;
  // A fee that is paid to makers is the same in all markets; one that is waived stays so.
  const scaled = (fee: number, of: number, to: number): number =>
    to < 0 ? Math.min(fee, fraction(to)) : Number(((fee * to) / of).toPrecision(12));
  return {
    ...instrument,
    takerFee: scaled(takerFee, entry.taker_pct, tier.taker_pct),
    makerFee: scaled(makerFee, entry.maker_pct, tier.maker_pct),
    ...named,
  };
};

/** The first tier of a configuration that its exchange does not have, in a sentence; null where all are known. */
export const unknownTier = (fees: Fees | undefined): string | null => {
  for (const [exchange, { tier }] of Object.entries(fees ?? {})) {
    const names = feeTiers(exchange).map(({ name }) => name);
    if (tier === undefined || names.includes(tier)) continue;
    const known = names.length > 0 ? `its tiers are ${names.join(', ')}` : 'no schedule of it is known, name the fees';
    return `${exchange} has no fee tier "${tier}": ${known}`;
  }
  return null;
};
