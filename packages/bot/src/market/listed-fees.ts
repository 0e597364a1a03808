import type { InstrumentFees } from '../model/instrument.ts';
import { dearestFees, entryTier, feeGroup, fraction } from './fee-tiers.ts';

/** A JSON object of which nothing is known yet. */
export type Row = { readonly [field: string]: unknown };

/** A number, or text of one; NaN for all else, such as '', true and [5], which `Number` takes for 0, 1 and 5. */
export const numberIn = (value: unknown): number => {
  const isText = typeof value === 'string' && value.trim() !== '';
  return isText || typeof value === 'number' ? Number(value) : Number.NaN;
};

/** True for a field that a list leaves out, or leaves empty. */
export const isAbsent = (value: unknown): boolean => (value ?? '') === '';

type Listed = Partial<InstrumentFees>;

/** The dearest known fees of an exchange, for a market whose own are in doubt; figures of the configuration hold all the same. */
const doubted = (exchange: string, given: InstrumentFees, feeSource: 'unknown group' | 'unreadable fees'): Listed =>
  given.feeSource === 'entry tier' ? { ...dearestFees(exchange), feeSource } : {};

/** A market's own table of fees by volume, of which an account begins at the first step. */
export const krakenFees = (row: Row, given: InstrumentFees): Listed => {
  if (!('fees' in row || 'fees_maker' in row)) return {};
  const takers = stepsIn(row.fees, 0);
  // Makers may be paid.
  const makers = 'fees_maker' in row ? stepsIn(row.fees_maker, -1) : takers;
  if (!takers || !makers) return doubted('kraken', given, 'unreadable fees');
  const feeTable = takers.map(([volume_usd, taker]) => {
    const [, maker = taker] = makers.findLast(([from]) => from <= volume_usd) ?? [];
    return { volume_usd, takerFee: fraction(taker), makerFee: fraction(maker) };
  });
  const [first] = feeTable;
  return first ? { takerFee: first.takerFee, makerFee: first.makerFee, feeSource: 'market', feeTable } : {};
};

type Step = readonly [volume: number, percent: number];

/** Steps of a table by volume, from 0 on; undefined where they do not say what each volume pays. */
const stepsIn = (table: unknown, least: number): readonly Step[] | undefined => {
  const isStep = (step: unknown): step is Step => {
    const [, percent]: readonly unknown[] = Array.isArray(step) ? step : [];
    const isPercent = typeof percent === 'number' && percent >= least && percent < 100;
    return isPercent && Array.isArray(step) && step.every((value) => typeof value === 'number');
  };
  if (!Array.isArray(table) || !table.every(isStep)) return undefined;
  const steps = table.toSorted(([one], [other]) => one - other);
  const isWhole = steps.every(([from], at) => (at === 0 ? from === 0 : from > (steps[at - 1]?.[0] ?? 0)));
  return steps.length > 0 && isWhole ? steps : undefined;
};

/** The coefficients with which a market multiplies the fees of the account's tier; without them its class says how many times dearer it is. */
export const kucoinFees = (row: Row, given: InstrumentFees): Listed => {
  const { takerFeeCoefficient, makerFeeCoefficient, feeCategory } = row;
  const multiplied = (taker: number, maker: number): Listed => ({
    takerFee: fraction(given.takerFee * 100 * taker),
    makerFee: fraction((given.makerFee ?? given.takerFee) * 100 * maker),
    feeSource: 'market',
  });
  if ((takerFeeCoefficient ?? makerFeeCoefficient ?? null) !== null) {
    const [taker, maker] = [numberIn(takerFeeCoefficient), numberIn(makerFeeCoefficient)];
    return taker >= 0 && maker >= 0 ? multiplied(taker, maker) : doubted('kucoin', given, 'unreadable fees');
  }
  if ((feeCategory ?? null) === null) return {};
  const [group, entry] = [feeGroup('kucoin', String(feeCategory)), entryTier('kucoin')];
  if (group === undefined || entry === null) return doubted('kucoin', given, 'unknown group');
  return multiplied(group.taker_pct / entry.taker_pct, group.maker_pct / entry.maker_pct);
};

/** Fees of the group that OKX lists, in place of its entry tier; nothing where it lists none. */
export const groupFees = ({ groupId }: Row, given: InstrumentFees): Listed => {
  if (given.feeSource !== 'entry tier' || isAbsent(groupId)) return {};
  const group = feeGroup('okx', String(groupId));
  if (group === undefined) return doubted('okx', given, 'unknown group');
  return { takerFee: fraction(group.taker_pct), makerFee: fraction(group.maker_pct), feeSource: 'group' };
};
