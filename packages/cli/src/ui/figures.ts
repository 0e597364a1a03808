import { age, amount, exactNumber, type Figure, isLost, none, number, withoutNoise } from '@triquad/core';
import type { Meaning } from './theme.ts';

/** A number, written for the columns that it has: digits give way, never the number. `value`: what a file of the list has. */
export type Fitting = ((width: number) => string) & { readonly value?: number | string | null };

interface Options {
  readonly digits?: number;
  readonly sign?: boolean;
  /** Before the digits, e.g. `$`. */
  readonly unit?: string;
}

const scales = [
  [1e3, 'k'],
  [1e6, 'M'],
  [1e9, 'B'],
  [1e12, 'T'],
] as const;
const significant = 3;

/** With a real minus: decimals are dropped first, then it is shortened to three significant digits (`1.24M`). */
export const figure = (value: number | null | undefined, options: Options = {}): Fitting => {
  const write = (width: number): string =>
    value === null || value === undefined || !Number.isFinite(value)
      ? none
      : fitted(withoutNoise(value), options, width);
  return Object.assign(write, { value: value ?? null });
};

const fitted = (value: number, { digits = 2, sign = false, unit = '' }: Options, width: number): string => {
  // A figure that is not 0 is never shown as 0.
  if (isLost(value, digits)) {
    const text = `${signOf(value, sign)}<${unit}${number(10 ** -digits, { digits })}`;
    return text.length <= width ? text : shortened(value, sign, unit, width);
  }
  for (let kept = digits; kept >= 0 && !isLost(value, kept); kept -= 1) {
    const text = withUnit(number(value, { digits: kept, sign }), unit);
    if (text.length <= width) return text;
  }
  return shortened(value, sign, unit, width);
};

function shortened(value: number, sign: boolean, unit: string, width: number): string {
  const size = Math.abs(value);
  if (size < 1) {
    const texts = [5, 4, 3, 2, 1].map((digits) => Number(size.toPrecision(digits)).toExponential());
    const room = width - signOf(value, sign).length - unit.length;
    return signOf(value, sign) + unit + (texts.find((text) => text.length <= room) ?? texts.at(-1));
  }
  const [scale, letter] = scales.findLast(([from]) => size >= from) ?? [1, ''];
  const whole = String(Math.floor(size / scale)).length;
  for (let digits = Math.max(0, significant - whole); digits >= 0; digits -= 1) {
    const text = withUnit(number(value / scale, { digits, sign }) + letter, unit);
    if (text.length <= width || digits === 0) return text;
  }
  return none;
}

const signOf = (value: number, sign: boolean): string => (value < 0 ? '−' : sign ? '+' : '');
const withUnit = (text: string, unit: string): string => text.replace(/^([-+]?)/, (at) => minus(at) + unit);
const minus = (text: string): string => text.replace('-', '−');

/** USD with two decimals, with a sign; the unit stands in the title of the column. */
export const plain = ({ usd: value }: Figure): Fitting => figure(value);
export const gain = ({ usd: value }: Figure): Fitting => figure(value, { sign: true });
export const usd = ({ usd: value }: Figure): Fitting => figure(value, { unit: '$' });
export const gainUsd = ({ usd: value }: Figure): Fitting => figure(value, { sign: true, unit: '$' });
export const percentGain = (value: number | null | undefined): Fitting => figure(value, { digits: 3, sign: true });

/** An amount of an asset: as many decimals as it has, fewer where the column is narrow. */
export const quantity = (value: number | null | undefined): Fitting => {
  const write = (width: number): string => {
    const whole = minus(amount(value));
    if (whole.length <= width) return whole;
    const point = whole.indexOf('.');
    const room = width - point - 1;
    if (typeof value === 'number' && point > 0 && isLost(value, Math.max(0, room)))
      return shortened(value, false, '', width);
    return fitted(value ?? 0, { digits: point < 0 || room < 1 ? 0 : room }, width);
  };
  return Object.assign(write, { value: value ?? null });
};

/** Quantity with its asset, in eight columns. */
export const quantityOf = (value: number | null, asset: string | null): Fitting =>
  Object.assign(() => (value === null ? none : `${quantity(value)(8)} ${asset ?? ''}`), {
    value: value === null ? null : `${exactNumber(value)} ${asset ?? ''}`.trim(),
  });

/** Columns for any figure in full. */
export const inFull = 60;
export const written = (given: Fitting): string => given(inFull);

export const gainMeaning = (value: number | null | undefined): Meaning | undefined =>
  value === null || value === undefined || value === 0 ? undefined : value > 0 ? 'good' : 'bad';

/** `0.3 s`, `19 s`, `3 m`, `2 h`, `6 d`. */
export function ageText(ms: number | null): string {
  if (ms === null || !Number.isFinite(ms)) return none;
  if (ms >= 0 && ms < 2_000) return `${(ms / 1_000).toFixed(1)} s`;
  const { value, unit } = age(ms);
  return `${value} ${unit}`;
}

/** Milliseconds between a moment of the bot and `now`; null without one. */
export const since = (moment: string | null | undefined, now: number): number | null =>
  moment == null ? null : now - Date.parse(moment);

const dayMs = 86_400_000;

/** `12:03:44` in UTC, with the day before it where that is not today. */
export function timeText(moment: number | string | null | undefined, now?: number): string {
  const at = typeof moment === 'string' ? Date.parse(moment) : moment;
  if (at === null || at === undefined || !Number.isFinite(at)) return '--:--:--';
  const text = new Date(at).toISOString();
  const isToday = now === undefined || Math.floor(at / dayMs) === Math.floor(now / dayMs);
  return isToday ? text.slice(11, 19) : `${text.slice(5, 10)} ${text.slice(11, 13)}h`.slice(0, 8);
}

/** The whole moment, to the millisecond. */
export const momentText = (moment: string | null | undefined): string =>
  moment == null ? none : moment.slice(0, 23).replace('T', ' ');

// Without the half block: it marks rows.
const eighths = [' ', '▏', '▎', '▍', '▍', '▋', '▊', '▉', '█'];

/** A bar of `width` columns, full at 1. */
export function bar(share: number | null, width: number, empty = ' '): string {
  if (share === null) return empty.repeat(width);
  const parts = Math.round(Math.min(1, Math.max(0, share)) * width * 8);
  const full = Math.floor(parts / 8);
  const rest = parts % 8 === 0 ? '' : (eighths[parts % 8] ?? '');
  return ('█'.repeat(full) + rest).padEnd(width, empty).slice(0, width);
}

/** The currencies of a cycle: whole ones in the middle give way. */
export function pathText(symbols: readonly string[], width: number): string {
  const whole = symbols.join('→');
  if (whole.length <= width || symbols.length < 3) return whole;
  for (let left = symbols.length - 3; left >= 1; left -= 1) {
    const text = [symbols[0], '…', ...symbols.slice(-left)].join('→');
    if (text.length <= width) return text;
  }
  return whole;
}

/** The end of an id: what tells ids of one kind apart. */
export const shortId = (id: string): string => id.slice(-6);
