import { bandFor, type Instrument } from '../model/instrument.ts';

/** Those that can be traded by their rules; what an adapter answers instead of a list holds none. */
export const readableInstruments = (answer: readonly (Partial<Instrument> | null)[]): readonly Instrument[] =>
  Array.isArray(answer) ? answer.filter(isReadable) : [];

const isReadable = (one: Partial<Instrument> | null): one is Instrument =>
  typeof one === 'object' &&
  one !== null &&
  [one.exchange, one.symbol, one.base, one.quote].every((name) => typeof name === 'string' && name !== '') &&
  isAbove(one.tickSize, 0) &&
  isAbove(one.lotStep, 0) &&
  isAtLeast(one.minQuantity, 0) &&
  isAtLeast(one.minNotional, 0) &&
  isAtLeast(one.takerFee, -1) &&
  (one.takerFee ?? 1) < 1 &&
  [one.maxQuantity, one.maxMarketQuantity, one.maxNotional].every((most) => most === undefined || most > 0) &&
  hasUsableBand(one);

/** True where limit prices of both sides have room, or the exchange sets no band. */
export const hasUsableBand = (one: Pick<Instrument, 'priceBand'>): boolean =>
  (['buy', 'sell'] as const).every((side) => {
    const { least, most } = bandFor(one, side) ?? { least: 0, most: Infinity };
    return least < most;
  });

const isAbove = (value: number | undefined, least: number): boolean => Number.isFinite(value) && (value ?? 0) > least;
const isAtLeast = (value: number | undefined, least: number): boolean =>
  Number.isFinite(value) && (value ?? 0) >= least;

/** What a market's exchange demands or takes now and did not before, e.g. `tickSize 0.1 → 0.01`; empty where nothing has changed. */
export const changedRules = (before: Instrument, after: Instrument): readonly string[] =>
  rules.flatMap((rule) => {
    const [old, now] = [textOf(before[rule]), textOf(after[rule])];
    return old === now ? [] : [`${rule} ${old} → ${now}`];
  });

const rules = [
  'tickSize',
  'lotStep',
  'minQuantity',
  'minNotional',
  'maxQuantity',
  'maxMarketQuantity',
  'maxNotional',
  'priceBand',
  'status',
  'scanOnly',
  'takerFee',
  'makerFee',
  'feeCurrency',
  'feeToken',
] as const satisfies readonly (keyof Instrument)[];

const textOf = (value: unknown): string =>
  value === undefined ? 'none' : typeof value === 'object' ? JSON.stringify(value) : String(value);
