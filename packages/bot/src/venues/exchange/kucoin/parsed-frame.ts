import type { Frame } from '../frame.ts';
import type { Places } from '../frame-reader.ts';
import { isObject, type Json, wholeOf } from '../json.ts';
import { parseLevels } from '../level-lists.ts';

/** The best five levels of a market, whole, at most every 100 ms; its symbol follows. */
export const bookTopic = '/spotMarket/level2Depth5:';
/** The ticker of a market in which something happens all the time. */
export const canaryTopic = '/market/ticker:BTC-USDT';

/** Reads a message as JSON: one that is none of market data, or with other fields. Null, or what is wrong with it. */
export function parseFrame(frame: Frame, message: unknown, places: Places): string | null {
  if (!isObject(message)) return 'no JSON of an object';
  if (message.type !== 'message') {
    frame.kind = 'control';
    frame.control = message;
    return typeof message.type === 'string' ? null : 'no form of a message that is known';
  }
  const { topic, data } = message;
  if (typeof topic !== 'string' || !isObject(data)) return 'no form of a message that is known';
  if (topic === canaryTopic) {
    frame.kind = 'canary';
    frame.time = wholeOf(data.time);
    return frame.time >= 0 ? null : 'time is no time';
  }
  return topic.startsWith(bookTopic)
    ? readBook(frame, data, places.get(topic.slice(bookTopic.length)))
    : 'a topic that was not asked for';
}

function readBook(frame: Frame, { bids, asks, timestamp }: Json, market: number | undefined): string | null {
  if (market === undefined) return 'a market that was not asked for';
  frame.kind = 'book';
  frame.market = market;
  frame.time = wholeOf(timestamp);
  if (!(frame.time >= 0)) return 'timestamp is no time';
  return parseLevels(frame.bids, bids) ?? parseLevels(frame.asks, asks);
}
