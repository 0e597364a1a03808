import type { Frame } from '../frame.ts';
import type { Places } from '../frame-reader.ts';
import { isObject, type Json, wholeOf } from '../json.ts';
import { parseLevels } from '../level-lists.ts';

/** The best five levels of a market, whole, at most every 100 ms; its symbol follows. */
export const bookTopic = '/spotMarket/level2Depth5:';
/** Every change of a book, numbered; its symbol follows. */
export const changesTopic = '/market/level2:';
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
  if (topic.startsWith(changesTopic)) return readChanges(frame, data, places.get(topic.slice(changesTopic.length)));
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

/** Levels are in the order of their changes; a price of 0 only moves the number on. It once said no time. */
function readChanges(frame: Frame, data: Json, market: number | undefined): string | null {
  if (market === undefined) return 'a market that was not asked for';
  const { bids, asks }: Json = isObject(data.changes) ? data.changes : {};
  frame.kind = 'changes';
  frame.market = market;
  frame.first = wholeOf(data.sequenceStart);
  frame.last = wholeOf(data.sequenceEnd);
  frame.time = wholeOf(data.time);
  if (!(frame.last >= frame.first)) return 'sequenceStart and sequenceEnd are no numbers of updates';
  if ('time' in data && !(frame.time >= 0)) return 'time is no time';
  return parseLevels(frame.bids, bids) ?? parseLevels(frame.asks, asks);
}
