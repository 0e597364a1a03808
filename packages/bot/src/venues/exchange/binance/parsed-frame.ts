import type { Frame } from '../frame.ts';
import type { Places } from '../frame-reader.ts';
import { decimalOf, isObject, type Json, wholeOf } from '../json.ts';
import type { LevelBuffer } from '../level-buffer.ts';
import { parseLevels } from '../level-lists.ts';

/** Reads a message as JSON: one in another order of fields, with further fields, or one that is none of market data. Null, or what is wrong with it. */
export function parseFrame(frame: Frame, whole: unknown, places: Places): string | null {
  const message = isObject(whole) && 'stream' in whole && 'data' in whole ? whole.data : whole;
  if (Array.isArray(message)) return readCanary(frame, message[0]);
  if (!isObject(message)) return 'no JSON of an object';
  if (message.e === 'depthUpdate') return readChanges(frame, message, places);
  if (message.e === undefined && 'A' in message) return readTop(frame, message, places);
  if (message.e === undefined && !['id', 'error', 'code'].some((field) => field in message))
    return 'no form of a message that is known';
  frame.kind = 'control';
  frame.control = message;
  return null;
}

function readCanary(frame: Frame, ticker: unknown): string | null {
  if (!isObject(ticker) || ticker.e !== '24hrMiniTicker') return 'a list of something else than tickers';
  frame.time = wholeOf(ticker.E);
  frame.kind = 'canary';
  return frame.time >= 0 ? null : 'E is no time';
}

function readTop(frame: Frame, message: Json, places: Places): string | null {
  const fault = readMarket(frame, message, places);
  if (fault !== null) return fault;
  frame.first = frame.last;
  frame.kind = 'book';
  return readBest(frame.bids, message.b, message.B) ?? readBest(frame.asks, message.a, message.A);
}

function readChanges(frame: Frame, message: Json, places: Places): string | null {
  const fault = readMarket(frame, message, places);
  if (fault !== null) return fault;
  frame.first = wholeOf(message.U);
  frame.time = wholeOf(message.E);
  frame.kind = 'changes';
  if (!(frame.last >= frame.first)) return 'U and u are no numbers of updates';
  if (!(frame.time >= 0)) return 'E is no time';
  return parseLevels(frame.bids, message.b) ?? parseLevels(frame.asks, message.a);
}

function readMarket(frame: Frame, { s, u }: Json, places: Places): string | null {
  frame.market = places.get(String(s)) ?? -1;
  frame.last = wholeOf(u);
  if (frame.market < 0) return 'a market that was not asked for';
  return frame.last >= 0 ? null : 'u is no number of an update';
}

function readBest(levels: LevelBuffer, price: unknown, size: unknown): string | null {
  const [best, offered] = [decimalOf(price), decimalOf(size)];
  if (!(best >= 0 && offered >= 0)) return 'a price or size is no decimal';
  if (best > 0 || offered > 0) levels.add(best, offered);
  return null;
}
