import { type BacktestForm, backtestDefaults, backtestErrors } from '@triquad/core';
import type { Backtest, BacktestConfig } from '@triquad/core/contract';

/** What stands in the form, as it was typed; moments as a date-time input has them, in the browser's own zone. */
export type FormTexts = {
  readonly name: string;
  readonly description: string;
  readonly start_date: string;
  readonly end_date: string;
  readonly initial_capital: string;
  readonly max_position_size: string;
  readonly min_profit_threshold: string;
  readonly max_slippage: string;
  readonly exchanges: readonly string[];
  readonly enable_triangular: boolean;
  readonly enable_quadrangular: boolean;
  readonly seed: string;
};
export type FormField = keyof FormTexts;
export type FormErrors = { readonly [F in FormField]?: string };

export const emptyForm: FormTexts = {
  name: '',
  description: '',
  start_date: '',
  end_date: '',
  initial_capital: String(backtestDefaults.initial_capital),
  max_position_size: String(backtestDefaults.max_position_size),
  min_profit_threshold: String(backtestDefaults.min_profit_threshold),
  max_slippage: String(backtestDefaults.max_slippage),
  exchanges: backtestDefaults.exchanges,
  enable_triangular: backtestDefaults.enable_triangular,
  enable_quadrangular: backtestDefaults.enable_quadrangular,
  seed: '',
};

const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));
// What is no moment (an input takes years that a calendar does not have) was not given.
const momentOf = (text: string): string => (Number.isNaN(Date.parse(text)) ? '' : text);
const formOf = ({ description: _, seed: _seed, ...texts }: FormTexts): BacktestForm => ({
  ...texts,
  start_date: momentOf(texts.start_date),
  end_date: momentOf(texts.end_date),
  initial_capital: numberOf(texts.initial_capital),
  max_position_size: numberOf(texts.max_position_size),
  min_profit_threshold: numberOf(texts.min_profit_threshold),
  max_slippage: numberOf(texts.max_slippage),
});

const wrongSeed = 'Must be a whole number';

/** What is wrong with the form, beside the field that it is wrong with. */
export const formErrors = (texts: FormTexts): FormErrors => {
  const errors: { -readonly [F in FormField]?: string } = backtestErrors(formOf(texts));
  if (texts.seed.trim() !== '' && !Number.isSafeInteger(Number(texts.seed))) errors.seed = wrongSeed;
  return errors;
};

/** What a form without errors asks for; moments in UTC. */
export const configOf = (texts: FormTexts): BacktestConfig => {
  const { description, seed } = texts;
  return {
    ...formOf(texts),
    name: texts.name.trim(),
    exchanges: [...texts.exchanges],
    start_date: new Date(texts.start_date).toISOString(),
    end_date: new Date(texts.end_date).toISOString(),
    ...(description.trim() === '' ? {} : { description: description.trim() }),
    ...(seed.trim() === '' ? {} : { seed: Number(seed) }),
  };
};

const two = (value: number): string => String(value).padStart(2, '0');
/** A moment (ISO 8601 or epoch ms) as a date-time input takes it, in the browser's own zone. */
export const inputMoment = (moment: string | number): string => {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return '';
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  const seconds = date.getSeconds() === 0 ? '' : `:${two(date.getSeconds())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}${seconds}`;
};

const hourMs = 3_600_000;
/** Ranges that end with the last full minute, by their length. */
export const presets = { hour: hourMs, day: 24 * hourMs, week: 7 * 24 * hourMs } as const;
export type Preset = keyof typeof presets;
export const presetRange = (preset: Preset, now: number): Pick<FormTexts, 'start_date' | 'end_date'> => {
  const end = Math.floor(now / 60_000) * 60_000;
  return { start_date: inputMoment(end - presets[preset]), end_date: inputMoment(end) };
};

const textOf = (value: unknown, fallback: string): string => (typeof value === 'number' ? String(value) : fallback);
const flagOf = (value: unknown, fallback: boolean): boolean => (typeof value === 'boolean' ? value : fallback);

/** The settings of an earlier backtest, to be changed and run again; what its bot does not tell is as at first. */
export const formFrom = (config: NonNullable<Backtest['config']>): FormTexts => ({
  name: config.name,
  description: config.description ?? '',
  start_date: config.start_date === null ? '' : inputMoment(config.start_date),
  end_date: config.end_date === null ? '' : inputMoment(config.end_date),
  initial_capital: textOf(config.initial_capital, emptyForm.initial_capital),
  max_position_size: textOf(config.max_position_size, emptyForm.max_position_size),
  min_profit_threshold: textOf(config.min_profit_threshold, emptyForm.min_profit_threshold),
  max_slippage: textOf(config.max_slippage, emptyForm.max_slippage),
  exchanges: config.exchanges.length > 0 ? config.exchanges : emptyForm.exchanges,
  enable_triangular: flagOf(config.enable_triangular, emptyForm.enable_triangular),
  enable_quadrangular: flagOf(config.enable_quadrangular, emptyForm.enable_quadrangular),
  seed: textOf(config.seed, ''),
});
