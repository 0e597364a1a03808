import type { Frame } from '../frame.ts';
import type { Places } from '../frame-reader.ts';
import { isObject, type Json, parsed, wholeOf } from '../json.ts';
import { parseLevels } from '../level-lists.ts';

/** The best five levels of a market, whole, at most every 100 ms. */
export const bookChannel = 'books5';
/** The ticker of a market in which something happens all the time. */
export const canary = { channel: 'tickers', instId: 'BTC-USDT' } as const;

/** The channel that reports the states of markets. */
export const statesChannel = 'instruments';

/** Reads a message as JSON: one that is none of market data, or with other fields. Null, or what is wrong with it. */
export function parseFrame(frame: Frame, text: string, places: Places): string | null {
  // The answer to a ping is no JSON.
  const message = text === 'pong' ? { event: text } : parsed(text);
  if (!isObject(message)) return 'no JSON of an object';
  const { arg, data } = message;
  if (typeof message.event === 'string' || (isObject(arg) && arg.channel === statesChannel)) {
    frame.kind = 'control';
    frame.control = message;
    return null;
  }
  const [row, ...rest] = Array.isArray(data) ? data : [];
  if (rest.length > 0) return 'more than one book in a message';
  if (!isObject(arg) || !isObject(row)) return 'no form of a message that is known';
  if (arg.channel === canary.channel) {
    frame.kind = 'canary';
    frame.time = timeOf(row.ts);
    return frame.time >= 0 ? null : 'ts is no time';
  }
  if (arg.channel !== bookChannel) return 'a channel that was not asked for';
  return readBook(frame, row, places.get(String(arg.instId)));
}

function readBook(frame: Frame, { bids, asks, ts, seqId }: Json, market: number | undefined): string | null {
  if (market === undefined) return 'a market that was not asked for';
  frame.kind = 'book';
  frame.market = market;
  frame.time = timeOf(ts);
  frame.last = wholeOf(seqId);
  frame.first = frame.last;
  if (!(frame.time >= 0)) return 'ts is no time';
  if (!(frame.last >= 0)) return 'seqId is no number of an update';
  return parseLevels(frame.bids, bids) ?? parseLevels(frame.asks, asks);
}

/** Times are written as strings. */
const timeOf = (value: unknown): number =>
  typeof value === 'string' && /^\d+$/.test(value) ? wholeOf(Number(value)) : Number.NaN;
