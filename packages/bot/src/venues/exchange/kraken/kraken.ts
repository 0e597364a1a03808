import { addressesOf } from '../../../market/facts/addresses.ts';
import { krakenFacts } from '../../../market/facts/kraken.ts';
import type { Clock } from '../../../model/clock.ts';
import { type Elapsed, since } from '../../../model/moment.ts';
import { booksIn, fieldsOf } from '../answers.ts';
import type { ExchangeDialect, FeedOptions } from '../exchange-feed.ts';
import { isObject, type Json } from '../json.ts';
import { createRest, type RestAnswer } from '../rest.ts';
import { checkedDepth, krakenChecksum } from './checksum.ts';
import { krakenProtocol } from './protocol.ts';

/** What it calls two currencies in its API over HTTP. */
const ownNames: Readonly<Record<string, string>> = { BTC: 'XBT', DOGE: 'XDG' };

/** Kraken: the best ten levels of each market, as they change, each change with a checksum. */
export const kraken = ({ clock, place }: FeedOptions): ExchangeDialect => {
  const addresses = addressesOf('kraken', place);
  // Errors come with status 200.
  const isRefusal = ({ text }: RestAnswer): boolean =>
    /^\{"error":\["\w+:(Rate limit exceeded|Too many requests|Temporary lockout)/.test(text);
  const rest = createRest(`${addresses.rest}/0/public`, clock, { isRefusal });
  const stream = `${addresses.stream}/v2`;
  const pongs = createPongs(clock);
  return {
    name: 'kraken',
    clock,
    proof: { kind: 'checksummed', depth: checkedDepth, checksum: krakenChecksum },
    list: async (timeoutMs) => {
      const text = await rest.get('/AssetPairs', timeoutMs);
      resultOf(text);
      return text;
    },
    time: async (timeoutMs) => {
      const theirs = pongs.time();
      if (theirs !== null) return theirs;
      // It is said in whole seconds: on average half of one has passed.
      const { unixtime } = resultOf(await rest.get('/Time', timeoutMs));
      if (typeof unixtime !== 'number') throw new Error('answers a time that cannot be read');
      return 1_000 * unixtime + 500;
    },
    book: async ({ base, quote }, timeoutMs) => {
      const pair = `${ownNames[base] ?? base}${ownNames[quote] ?? quote}`;
      const [book] = Object.values(resultOf(await rest.get(`/Depth?pair=${pair}&count=${checkedDepth}`, timeoutMs)));
      return booksIn(isObject(book) ? book : {});
    },
    isUnknownMarket: (reason) => /Unknown asset pair/.test(reason),
    protocolOf: (markets) => krakenProtocol(stream, markets, pongs.note),
    marketsOfConnection: krakenFacts.limits.marketsOfConnection,
    mostConnections: krakenFacts.limits.mostConnections,
  };
};

/** What an answer says. @throws Error with what the exchange says is wrong. */
const resultOf = (text: string): Json => {
  const { error, result } = fieldsOf(text);
  if (Array.isArray(error) && error.length > 0) throw new Error(`answers ${error.join(', ').slice(0, 200)}`);
  return isObject(result) ? result : {};
};

/** The answers to pings say the time of the exchange to the microsecond, on the way here alone. */
const createPongs = (clock: Clock) => {
  let last: { readonly at: Elapsed; readonly theirs: number } | null = null;
  return {
    note: ({ time_out }: Json): void => {
      const theirs = Date.parse(String(time_out));
      if (theirs > 0) last = { at: clock.monotonic(), theirs };
    },
    /** Null where none came lately. */
    time: (): number | null => {
      const ageMs = last === null ? Number.POSITIVE_INFINITY : since(last.at, clock.monotonic());
      return last !== null && ageMs < freshMs ? last.theirs + ageMs : null;
    },
  };
};
const freshMs = 5_000;
