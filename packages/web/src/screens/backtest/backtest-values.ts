import { backtestDefaults } from '@triquad/core';
import type { Backtest } from '@triquad/core/contract';
import { type BacktestFields, numberText } from '@triquad/core/rules';
import { localText, readMoment } from '@triquad/core/time';
import { fieldValue, flat } from '../../forms/edits.ts';
import type { ChangeOf } from '../../forms/use-form.ts';

/** Initial values of the form. */
export const firstValues = { ...backtestDefaults, name: '', description: '', start_date: '', end_date: '' };

/** A moment as the form holds it, in the browser's own zone; empty for none. */
const inputMoment = (moment: string | null): string => {
  const read = readMoment(moment ?? '');
  return read.ok ? localText(read.at) : '';
};

/** The whole of a recording or another range, in whole seconds; empty for ends that are none. */
export const recordingRange = ({ from, to }: { readonly from: string; readonly to: string }) => {
  const second = (text: string, rounded: (seconds: number) => number): string => {
    const read = readMoment(text);
    return read.ok ? localText(rounded(read.at / 1_000) * 1_000) : '';
  };
  return { start_date: second(from, Math.floor), end_date: second(to, Math.ceil) };
};

const hourMs = 3_600_000;
/** Ranges that end with the last full minute, by their length in milliseconds. */
export const presets = { hour: hourMs, day: 24 * hourMs, week: 7 * 24 * hourMs } as const;
export const presetRange = (preset: keyof typeof presets, now: number): { start_date: string; end_date: string } => {
  const end = Math.floor(now / 60_000) * 60_000;
  return { start_date: localText(end - presets[preset]), end_date: localText(end) };
};

/** The form of an earlier backtest; fields that the bot does not report fall back to their defaults. */
export const valuesOf = (config: NonNullable<Backtest['config']>): ChangeOf<BacktestFields> => {
  const number = (field: 'initial_capital' | 'max_position_size' | 'min_profit_threshold' | 'max_slippage') =>
    numberText(typeof config[field] === 'number' ? config[field] : firstValues[field]);
  const flag = (field: 'enable_triangular' | 'enable_quadrangular') =>
    typeof config[field] === 'boolean' ? config[field] : firstValues[field];
  return {
    name: config.name ?? '',
    description: config.description ?? '',
    start_date: inputMoment(config.start_date),
    end_date: inputMoment(config.end_date),
    initial_capital: number('initial_capital'),
    max_position_size: number('max_position_size'),
    min_profit_threshold: number('min_profit_threshold'),
    max_slippage: number('max_slippage'),
    exchanges: config.exchanges.length > 0 ? config.exchanges : firstValues.exchanges,
    enable_triangular: flag('enable_triangular'),
    enable_quadrangular: flag('enable_quadrangular'),
    seed: typeof config.seed === 'number' ? numberText(config.seed) : '',
    ...termsOf(config),
  };
};

/** The terms of its own that an earlier backtest had, by path. */
const termsOf = ({
  fees,
  paper,
  limits,
  start_currencies,
}: NonNullable<Backtest['config']>): ChangeOf<BacktestFields> =>
  Object.fromEntries(
    Object.entries(flat({ fees, paper, limits, start_currencies })).flatMap(([path, value]) => {
      const text = fieldValue(value);
      return text === null ? [] : [[path, text]];
    }),
  );
