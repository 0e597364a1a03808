import type { Figure } from './figure.ts';

/** Placeholder for a missing value. */
export const none = '—';

/** The text of a figure with a minus sign (U+2212), which is as wide as a plus. */
export const withMinus = (figure: string): string => figure.replace('-', '\u2212');
/** A text with hyphens for the minus signs of its figures, as spreadsheets and programs read them. */
export const withHyphens = (text: string): string => text.replaceAll('\u2212', '-');

type Options = { readonly digits?: number; readonly sign?: boolean };
type Value = number | null | undefined;

const isFigure = (value: Value): value is number => typeof value === 'number' && Number.isFinite(value);
const signOf = (value: number, sign: boolean): string => (value < 0 ? '-' : sign && value > 0 ? '+' : '');

// Not with Intl: loading its tables delays a shell command by ten milliseconds.
const write = (value: Value, { digits = 2, sign = false }: Options, unit = ''): string => {
  if (!isFigure(value)) return none;
  const fixed = Math.abs(value).toFixed(digits);
  const [whole = '', decimals] = fixed.split('.');
  const before = Number(fixed) === 0 ? '' : signOf(value, sign);
  return before + unit + whole.replace(/\B(?=(\d{3})+$)/g, ',') + (decimals === undefined ? '' : `.${decimals}`);
};

/** True if these decimals show a nonzero value as 0. */
export const isLost = (value: number, digits: number): boolean => value !== 0 && Number(value.toFixed(digits)) === 0;

/** Money without what binary fractions leave of a difference: below a billionth of a dollar it is 0. */
export const withoutNoise = (usd: number): number => (Math.abs(usd) < 1e-9 ? 0 : usd);

/** A nonzero value is not shown as 0: `<$0.01`. A missing figure is a dash. */
const atLeast = (value: Value, options: Options, shown: (value: Value, options: Options) => string): string => {
  const { digits = 2, sign = false } = options;
  if (!isFigure(value) || !isLost(withoutNoise(value), digits)) return shown(value, options);
  return `${signOf(value, sign)}<${shown(10 ** -digits, { digits })}`;
};

/** USD that a person sets: a limit, a capital, an amount that is typed. Money that came about at a market is a `Figure`: see `money`. */
export const dollars = (value: Value, options: Options = {}): string =>
  atLeast(value, options, (shown, digits) => write(shown, digits, '$'));

/** USD, e.g. `$1,234.50`; with `sign` also `+$8.21`. A value other than 0 never appears as 0: a tenth of a cent is `<$0.01`. */
export const money = ({ usd }: Figure, options: Options = {}): string => dollars(usd, options);

/** A value already in percent, e.g. `0.82%`. A value other than 0 never appears as 0. */
export const percent = (value: Value, options: Options = {}): string =>
  atLeast(value, options, (shown, digits) => {
    const text = write(shown, digits);
    return text === none ? none : `${text}%`;
  });

/** A plain number with thousands separated; no decimals unless asked for. */
export const number = (value: Value, options: Options = {}): string => write(value, { digits: 0, ...options });

/** Significant digits of an amount or a price below 1, and decimals of one from 1 on. */
export const amountDigits = 8;

/** Significant digits that a number keeps of any decimal. */
const exactDigits = 15;

/**
 * An amount of an asset or a price: as many decimals as it has, at most 8, and below 1 as many as 8 significant digits take
 * (`0.0000000016005`).
 */
export const amount = (value: Value): string => {
  if (!isFigure(value)) return none;
  const exponent = Number(value.toExponential(amountDigits - 1).split('e')[1]);
  const digits = exponent < 0 ? amountDigits - 1 - exponent : Math.min(amountDigits, exactDigits - 1 - exponent);
  const text = write(value, { digits: Math.min(100, Math.max(0, digits)) });
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
};

/** Every digit of a number, none that it does not have, and no exponent: `0.0000000016`. It is read back as the same number. */
export const exactNumber = (value: number): string => {
  const text = String(value);
  const [, sign = '', whole = '', decimals = '', exponent] = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text) ?? [];
  if (exponent === undefined) return text;
  const digits = whole + decimals;
  const point = 1 + Number(exponent);
  return sign + (point > 0 ? digits.padEnd(point, '0') : `0.${'0'.repeat(-point)}${digits}`);
};
