import type { Instrument } from '../model/instrument.ts';

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
  (one.takerFee ?? 1) < 1;

const isAbove = (value: number | undefined, least: number): boolean => Number.isFinite(value) && (value ?? 0) > least;
const isAtLeast = (value: number | undefined, least: number): boolean =>
  Number.isFinite(value) && (value ?? 0) >= least;
