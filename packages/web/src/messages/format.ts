import {
  amountDigits,
  type Figure,
  isLost,
  none,
  provenanceTag,
  provenanceText,
  withMinus,
  withoutNoise,
} from '@triquad/core';
import type { Provenance } from '@triquad/core/contract';
import type { Language } from './language.ts';

type Value = number | null | undefined;
type Options = { readonly digits?: number; readonly sign?: boolean };

/** Figures and dates as one language writes them. A missing figure is a dash; a negative one has a minus sign (U+2212). */
export type Format = {
  /** Source of a figure in words, and in two. */
  source(provenance: Provenance | null): string;
  sourceTag(provenance: Provenance | null): string;
  /** USD, e.g. `$1,234.50`; with `sign` also `+$8.21`. A value other than 0 never appears as 0: `<$0.01`. */
  readonly money: (figure: Figure, options?: Options) => string;
  /** An amount that a person sets: a limit, a capital, a typed amount. */
  readonly dollars: (value: Value, options?: Options) => string;
  /** A value already in percent, e.g. `0.82%`. A value other than 0 never appears as 0. */
  readonly percent: (value: Value, options?: Options) => string;
  /** A plain number with thousands separated; no decimals unless asked for. */
  readonly number: (value: Value, options?: Options) => string;
  /** An amount of an asset or a price: as many decimals as it has, at most 8, and below 1 as many as 8 significant digits take. */
  readonly amount: (value: Value) => string;
  /** Exact decimals as text, none of them rounded away; a text that is no number stays as it is. */
  readonly exact: (value: string, options?: { readonly sign?: boolean }) => string;
  /** How long before `now` (both epoch ms, or ISO text) something was, e.g. `12s ago`. */
  readonly relativeTime: (then: string | number | null | undefined, now: number) => string;
  /** `20 Nov`, with the year where it is asked for; in UTC, or in the browser's own zone. */
  readonly day: (date: Date, options?: { readonly year?: boolean; readonly utc?: boolean }) => string;
  /** The form of a word that goes with a count, and the count before it. */
  readonly plural: (count: number, one: string, many: string) => string;
};

// British dates: their day comes first, as in the other languages.
const locales = { en: { numbers: 'en-US', dates: 'en-GB' }, es: { numbers: 'es', dates: 'es' } } as const;
const units = [
  { below: 60_000, ms: 1_000, en: 's', es: 's' },
  { below: 3_600_000, ms: 60_000, en: 'm', es: 'min' },
  { below: 86_400_000, ms: 3_600_000, en: 'h', es: 'h' },
  { below: Number.POSITIVE_INFINITY, ms: 86_400_000, en: 'd', es: 'd' },
] as const;
const ago = {
  en: (age: number, unit: string) => `${age}${unit} ago`,
  es: (age: number, unit: string) => `hace ${age} ${unit}`,
};

/** Shared formatter: creating one per value is too slow at hundreds of values a second. */
const remembered = <T>(make: (key: string) => T): ((key: string) => T) => {
  const known = new Map<string, T>();
  return (key) => {
    const value = known.get(key) ?? make(key);
    known.set(key, value);
    return value;
  };
};

// The most that every browser takes.
const mostDigits = 20;
const isNumber = (text: string): text is `${number}` => text.trim() !== '' && Number.isFinite(Number(text));

const create = (language: Language): Format => {
  const locale = locales[language];
  const styles: Record<string, Intl.NumberFormatOptions> = {
    money: { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' },
    percent: { style: 'unit', unit: 'percent' },
    number: {},
    significant: {},
  };
  const formatters = remembered((key) => {
    const [style = '', least = '', most = '', sign] = key.split(' ');
    return new Intl.NumberFormat(locale.numbers, {
      ...styles[style],
      ...(style === 'significant'
        ? { maximumSignificantDigits: Number(most) }
        : { minimumFractionDigits: Number(least), maximumFractionDigits: Number(most) }),
      signDisplay: sign === '+' ? 'exceptZero' : 'negative',
    });
  });
  const write = (style: string, value: Value, least: number, most: number, sign = false): string =>
    typeof value === 'number' && Number.isFinite(value)
      ? withMinus(formatters(`${style} ${least} ${most} ${sign ? '+' : '-'}`).format(value))
      : none;
  const atLeast = (style: 'money' | 'percent', value: Value, { digits = 2, sign = false }: Options = {}): string => {
    if (typeof value !== 'number' || !Number.isFinite(value) || !isLost(withoutNoise(value), digits))
      return write(style, value, digits, digits, sign);
    return `${value < 0 ? '−' : sign ? '+' : ''}<${write(style, 10 ** -digits, digits, digits)}`;
  };
  const dates = remembered((key) => {
    const [year, zone] = key.split(' ');
    return new Intl.DateTimeFormat(locale.dates, {
      day: 'numeric',
      month: 'short',
      ...(year === 'year' ? { year: 'numeric' } : {}),
      ...(zone === 'utc' ? { timeZone: 'UTC' } : {}),
    });
  });
  const words = new Intl.PluralRules(locale.numbers);
  return {
    money: ({ usd }, options) => atLeast('money', usd, options),
    dollars: (value, options) => atLeast('money', value, options),
    percent: (value, options) => atLeast('percent', value, options),
    number: (value, { digits = 0, sign = false } = {}) => write('number', value, digits, digits, sign),
    amount: (value) =>
      typeof value === 'number' && Math.abs(value) < 1
        ? write('significant', value, 0, amountDigits)
        : write('number', value, 0, amountDigits),
    exact: (value, { sign = false } = {}) =>
      isNumber(value) ? withMinus(formatters(`number 0 ${mostDigits} ${sign ? '+' : '-'}`).format(value)) : value,
    relativeTime: (then, now) => {
      const passed = now - (typeof then === 'string' ? Date.parse(then) : (then ?? Number.NaN));
      const age = Math.max(0, passed);
      const unit = units.find(({ below }) => age < below);
      return unit === undefined ? none : ago[language](Math.floor(age / unit.ms), unit[language]);
    },
    source: (provenance) => provenanceText(provenance, language),
    sourceTag: (provenance) => provenanceTag(provenance, language),
    day: (date, { year = false, utc = false } = {}) => dates(`${year ? 'year' : ''} ${utc ? 'utc' : ''}`).format(date),
    plural: (count, one, many) => `${write('number', count, 0, 0)} ${words.select(count) === 'one' ? one : many}`,
  };
};

const made = new Map<Language, Format>();
/** The formats of a language. */
export const formatIn = (language: Language): Format => {
  const format = made.get(language) ?? create(language);
  made.set(language, format);
  return format;
};

// One page has one language. `MessagesProvider` sets it before components with figures are remounted.
let current: Format = formatIn('en');
export const setFormatLanguage = (language: Language): void => {
  current = formatIn(language);
};

/** As `Format` says, in the language of the page. */
export const money: Format['money'] = (figure, options) => current.money(figure, options);
export const dollars: Format['dollars'] = (value, options) => current.dollars(value, options);
export const percent: Format['percent'] = (value, options) => current.percent(value, options);
export const number: Format['number'] = (value, options) => current.number(value, options);
export const amount: Format['amount'] = (value) => current.amount(value);
export const exact: Format['exact'] = (value, options) => current.exact(value, options);
export const relativeTime: Format['relativeTime'] = (then, now) => current.relativeTime(then, now);
export const day: Format['day'] = (date, options) => current.day(date, options);
export const source: Format['source'] = (provenance) => current.source(provenance);
export const sourceTag: Format['sourceTag'] = (provenance) => current.sourceTag(provenance);
