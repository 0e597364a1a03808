import { readMoment } from '../time/index.ts';

/** Result of a value that cannot be read; the tally has the reason. */
export const unread = Symbol('unreadable');
/** Reads a value of any bot. */
export type Read = (value: unknown, tally: Tally) => unknown;
/** Path and reason of a part that was left out of a value. */
export type Omission = { readonly path: string; readonly reason: string };

/** Collects the parts that are left out of one value, and the reason why the last one could not be read. */
export class Tally {
  readonly omitted: Omission[] = [];
  /** Path of the record that is being read. */
  readonly within: (string | number)[] = [];
  reason = '';
  private failed: (string | number)[] = [];

  refuse(reason: string): typeof unread {
    this.reason = reason;
    this.failed = [];
    return unread;
  }
  /** The refused part lies in the field `name`. */
  inside(name: string | number): typeof unread {
    this.failed.unshift(name);
    return unread;
  }
  /** The refused part is left out with the field `name`. */
  omit(name: string | number): void {
    this.omitted.push({ path: [...this.within, name, ...this.failed].join('.'), reason: this.reason });
  }
  get path(): readonly (string | number)[] {
    return this.failed;
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const numeric = /^\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*$/;
/** A finite number, or a text that is one. */
export const number: Read = (value, tally) => {
  const read = typeof value === 'string' && numeric.test(value) ? Number(value) : value;
  return typeof read === 'number' && Number.isFinite(read) ? read : tally.refuse('not a number');
};

/** A text, or a number as one: other bots have integers as ids. */
export const text: Read = (value, tally) =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : tally.refuse('not a text');

export const flag: Read = (value, tally) => (typeof value === 'boolean' ? value : tally.refuse('not true or false'));

/** A list of texts, or a text joined by commas, `>`, `->` or arrows. */
export const texts: Read = (value, tally) => {
  if (typeof value === 'string') return value.split(/\s*(?:,|→|->|>)\s*/).filter((part) => part !== '');
  if (!Array.isArray(value)) return tally.refuse('not a list of texts');
  if (value.every((one) => typeof one === 'string')) return value;
  const read = value.map((one) => text(one, tally));
  return read.includes(unread) ? tally.refuse('not a list of texts') : read;
};

const epochSecondsLimit = 1e11;
const momentOf = (value: string | number): Date => {
  if (typeof value === 'number') return new Date(value < epochSecondsLimit ? value * 1000 : value);
  const read = readMoment(value);
  return new Date(read.ok ? read.at : Number.NaN);
};

const canonical = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;
/** The 28th is in every month. */
const isCanonical = (value: string): boolean =>
  canonical.test(value) && (value.slice(8, 10) <= '28' || new Date(value).getUTCDate() === Number(value.slice(8, 10)));

/** A time in a form of `readMoment` (no zone means UTC), epoch seconds or epoch milliseconds, as ISO 8601 UTC with milliseconds. */
export const moment: Read = (value, tally) => {
  if (typeof value !== 'string' && typeof value !== 'number') return tally.refuse('not a moment in time');
  // Performance: most times already have this form, and formatting them again takes a third of a frame's time.
  if (typeof value === 'string' && isCanonical(value)) return value;
  const read = momentOf(value);
  return Number.isNaN(read.getTime()) ? tally.refuse('not a moment in time') : read.toISOString();
};
