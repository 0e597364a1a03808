import type { Fees } from '@triquad/core/contract';
import type { Instrument, InstrumentFees } from '../model/instrument.ts';
import type { FeeGroup, FeeSchedule, FeeTier } from './facts/exchange-facts.ts';
import { exchangeFacts } from './facts/facts.ts';

/** The venue of an exchange's name, which may name an account of it too: `kucoin` of `kucoin:second`. */
export const venueOf = (exchange: string): string => exchange.split(':')[0] ?? exchange;

const scheduleOf = (exchange: string): FeeSchedule | undefined => exchangeFacts.get(venueOf(exchange))?.fees;

/** The tiers of an exchange by name, entry tier first; none where no schedule is known. */
export const feeTiers = (exchange: string): readonly FeeTier[] => scheduleOf(exchange)?.tiers ?? [];

/** The entry tier of an exchange and what its fees are taken from; null where nothing is known of it. */
export const entryTier = (exchange: string): (FeeTier & Pick<FeeSchedule, 'feeCurrency'>) | null => {
  const schedule = scheduleOf(exchange);
  const [first] = schedule?.tiers ?? [];
  return schedule === undefined || first === undefined ? null : { ...first, feeCurrency: schedule.feeCurrency };
};

/** A percentage as a fraction, without the noise of binary numbers. */
export const fraction = (percent: number): number => Number((percent / 100).toPrecision(12));

/** A group by the id that the list of markets names; undefined where no such group is known. */
export const feeGroup = (exchange: string, id: string): FeeGroup | undefined => {
  const groups = scheduleOf(exchange)?.groups ?? {};
  return Object.hasOwn(groups, id) ? groups[id] : undefined;
};

/** The dearest fees that are known of an exchange without a discount: of its entry tier and all groups. */
export const dearestFees = (exchange: string): Pick<InstrumentFees, 'takerFee' | 'makerFee'> => {
  const { tiers = [], groups = {} } = scheduleOf(exchange) ?? {};
  const known = [...tiers.slice(0, 1), ...Object.values(groups)];
  return {
    takerFee: fraction(Math.max(...known.map(({ taker_pct }) => taker_pct))),
    makerFee: fraction(Math.max(...known.map(({ maker_pct }) => maker_pct))),
  };
};

/** True where the list's own fee is not known: no tier makes it cheaper. */
const isDoubted = ({ feeSource }: Instrument): boolean =>
  feeSource === 'unknown group' || feeSource === 'unreadable fees';

/** True where the list says more of the fee than the tier of the account. */
const hasOwnFee = ({ feeSource }: Instrument): boolean => feeSource === 'market' || feeSource === 'group';

/** The market with the fees of a tier; as it is where the exchange has no such tier, or its own fee is in doubt. */
export const inTier = (instrument: Instrument, name: string): Instrument => {
  const schedule = scheduleOf(instrument.exchange);
  const tier = schedule?.tiers.find((one) => one.name === name);
  const [entry] = schedule?.tiers ?? [];
  if (schedule === undefined || tier === undefined || entry === undefined || isDoubted(instrument)) return instrument;
  const { takerFee, makerFee = takerFee } = instrument;
  const named = { feeSource: 'tier' as const, feeTier: name };
  const step = instrument.feeTable?.findLast(({ volume_usd }) => volume_usd <= (tier.volume_usd ?? 0));
  if (step) return { ...instrument, takerFee: step.takerFee, makerFee: step.makerFee, ...named };
  const isUsual = takerFee === fraction(entry.taker_pct) && makerFee === fraction(entry.maker_pct);
  if (!hasOwnFee(instrument) || isUsual)
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
