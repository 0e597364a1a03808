import { readMoment } from '@triquad/core/time';

/** Units of time that a column of numbers may have; `iso`: text. */
export type TimeUnit = 's' | 'ms' | 'us' | 'ns' | 'iso';

/** Moments are of 2010 to 2100: within that the number of digits tells the unit. */
const firstSecond = Date.UTC(2010, 0) / 1_000;
const endSecond = Date.UTC(2100, 0) / 1_000;
const unitByDigits: ReadonlyMap<number, TimeUnit> = new Map([
  [10, 's'],
  [13, 'ms'],
  [16, 'us'],
  [19, 'ns'],
]);

const isPlausible = (timeMs: number): boolean => timeMs >= firstSecond * 1_000 && timeMs < endSecond * 1_000;

/** The unit of a whole number with so many digits, of which the first ten are those of a second; undefined where it is none. */
export const unitOf = (digits: number, firstTen: number): TimeUnit | undefined =>
  firstTen >= firstSecond && firstTen < endSecond ? unitByDigits.get(digits) : undefined;

export type MomentCell =
  | { readonly ok: true; readonly timeMs: number; readonly unit: TimeUnit }
  | { readonly ok: false; readonly message: string };

const number = /^(\d+)(?:\.(\d*))?$/;
/** Reads a moment to the millisecond, by its digits: no rounding. A text without a zone is UTC. */
export const momentOf = (cell: string, { hasDecimalComma = false } = {}): MomentCell => {
  const text = hasDecimalComma ? cell.trim().replace(',', '.') : cell.trim();
  if (text === '') return { ok: false, message: 'it has no time' };
  const timeMs = msOf(text);
  if (timeMs !== null) return { ok: true, ...timeMs };
  const message = /e[+-]?\d+$/i.test(text)
    ? `"${text}" is written with an exponent: its last digits are lost`
    : `"${text}" is no moment between 2010 and 2100 in s, ms, µs, ns or ISO form`;
  return { ok: false, message };
};

const msOf = (text: string): { timeMs: number; unit: TimeUnit } | null => {
  const [, whole = '', fraction = ''] = number.exec(text) ?? [];
  const unit = unitOf(whole.length, Number(whole.slice(0, 10)));
  if (unit !== undefined) return { timeMs: Number(`${whole}${fraction}`.padEnd(13, '0').slice(0, 13)), unit };
  const read = readMoment(text.replace(/\s*UTC$/, 'Z'));
  return read.ok && isPlausible(read.at) ? { timeMs: read.at, unit: 'iso' } : null;
};
