import { longestThrottleMs } from '../../model/exchange.ts';

/** Pause after a throttle that names no usable time, in ms. */
const usualWaitMs = 60_000;

type Named = {
  /** In seconds, or as an HTTP date. */
  readonly retryAfter: string | null;
  /** The header `Date`: moments are counted from it, as they are of the exchange's clock. */
  readonly date: string | null;
  readonly text: string;
};

/**
 * How long an exchange that was asked too often wants to be left alone, in ms: the longest that its answer names, at most
 * `longestThrottleMs`. A time that is past, negative or unreadable is none; where there is none, `usualWaitMs`. `now`: in ms since 1970.
 */
export const retryAfterOf = ({ retryAfter, date, text }: Named, now: number): number => {
  const theirs = httpDate(date) ?? now;
  const header = retryAfter?.trim() ?? '';
  const seconds = /^\d+(\.\d+)?$/.test(header) ? 1_000 * Number(header) : null;
  // Binance names in its body, in ms since 1970, until when it bans an address.
  const banned = /banned until (\d{13})(?!\d)/.exec(text)?.[1];
  const named = [seconds, left(httpDate(header), theirs), left(banned === undefined ? null : Number(banned), theirs)];
  const waitMs = Math.max(0, ...named.filter((ms) => ms !== null));
  return waitMs > 0 ? Math.min(waitMs, longestThrottleMs) : usualWaitMs;
};

const left = (end: number | null, now: number): number | null => (end === null ? null : end - now);

const httpForm = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** In ms since 1970. */
const httpDate = (text: string | null): number | null => {
  const at = text !== null && httpForm.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : at;
};
