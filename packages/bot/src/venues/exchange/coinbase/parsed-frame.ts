import type { Frame } from '../frame.ts';
import type { Places } from '../frame-reader.ts';
import { decimalOf, isObject, type Json } from '../json.ts';

/** The channel that reports the states of markets. */
export const statesChannel = 'status';

/** Reads a message as JSON: one that is none of market data, or with other fields; of several books the first. Null, or what is wrong with it. */
export function parseFrame(frame: Frame, message: unknown, places: Places): string | null {
  if (!isObject(message)) return 'no JSON of an object';
  const { channel, timestamp } = message;
  frame.time = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN;
  if (channel === 'heartbeats') {
    frame.kind = 'canary';
    return frame.time >= 0 ? null : 'timestamp is no time';
  }
  if (channel !== 'l2_data') {
    frame.kind = 'control';
    frame.control = message;
    const isKnown = channel === 'subscriptions' || channel === statesChannel || message.type === 'error';
    return isKnown ? null : 'no form of a message that is known';
  }
  const [event] = eventsIn(message);
  if (!(frame.time >= 0)) return 'timestamp is no time';
  return readBook(frame, event, places);
}

/** The books of a message. */
export const eventsIn = (message: unknown): readonly unknown[] =>
  isObject(message) && message.channel === 'l2_data' && Array.isArray(message.events) ? message.events : [];

/** Reads one book of a message. Null, or what is wrong with it. */
export function readBook(frame: Frame, event: unknown, places: Places): string | null {
  if (!isObject(event)) return 'no form of a message that is known';
  const { type, product_id, updates } = event;
  frame.market = places.get(String(product_id)) ?? -1;
  if (frame.market < 0) return 'a market that was not asked for';
  if (type !== 'snapshot' && type !== 'update') return 'no form of a message that is known';
  frame.kind = type === 'snapshot' ? 'book' : 'changes';
  if (!Array.isArray(updates)) return 'levels are no list';
  for (const level of updates) {
    const { side, price_level, new_quantity }: Json = isObject(level) ? level : {};
    const [price, size] = [decimalOf(price_level), decimalOf(new_quantity)];
    if (side !== 'bid' && side !== 'offer') return 'a level of neither side';
    if (!(price >= 0 && size >= 0)) return 'a price or size is no decimal';
    (side === 'bid' ? frame.bids : frame.asks).add(price, size);
  }
  return null;
}
