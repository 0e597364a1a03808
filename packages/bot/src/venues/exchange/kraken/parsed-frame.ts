import type { RawLevels } from '../../../model/feed-event.ts';
import type { Frame } from '../frame.ts';
import type { Places } from '../frame-reader.ts';
import { decimalOf, isObject, type Json, parsed, wholeOf } from '../json.ts';
import type { LevelBuffer } from '../level-buffer.ts';

/** What says the time of the exchange: the best prices of a market in which something happens all the time. */
export const canary = { channel: 'ticker', symbol: 'BTC/USD' } as const;
/** Prices and sizes are numbers, whose digits count: they are read as strings. Within a string the quote would follow a backslash. */
const levelField = /"(price|qty)":\s*((?:0|[1-9]\d*)(?:\.\d+)?)(?=\s*[,}])/g;

/** Reads a message as JSON: one that is none of market data, or with other fields. Null, or what is wrong with it. */
export function parseFrame(frame: Frame, text: string, places: Places): string | null {
  const message = parsed(text.replace(levelField, '"$1":"$2"'));
  if (!isObject(message)) return 'no JSON of an object';
  const { channel, type, data } = message;
  if (channel !== 'book' && channel !== canary.channel) {
    frame.kind = 'control';
    frame.control = message;
    return typeof channel === 'string' || typeof message.method === 'string' || 'error' in message
      ? null
      : 'no form of a message that is known';
  }
  const [row, ...rest] = Array.isArray(data) ? data : [];
  if (!isObject(row) || (type !== 'snapshot' && type !== 'update')) return 'no form of a message that is known';
  if (rest.length > 0) return 'more than one book in a message';
  frame.time = typeof row.timestamp === 'string' ? Date.parse(row.timestamp) : Number.NaN;
  if (channel === canary.channel) {
    frame.kind = 'canary';
    return frame.time >= 0 ? null : 'timestamp is no time';
  }
  frame.kind = type === 'snapshot' ? 'book' : 'changes';
  return readBook(frame, row, places);
}

function readBook(frame: Frame, row: Json, places: Places): string | null {
  frame.market = places.get(String(row.symbol)) ?? -1;
  if (frame.market < 0) return 'a market that was not asked for';
  if ('timestamp' in row && !(frame.time >= 0)) return 'timestamp is no time';
  const checksum = wholeOf(row.checksum);
  if (!(checksum >= 0)) return 'checksum is no number';
  const [bids, asks] = [readSide(frame.bids, row.bids), readSide(frame.asks, row.asks)];
  if (bids === null || asks === null) return 'a price or size is no decimal';
  frame.checked = { checksum, bids, asks };
  return null;
}

/** The levels as they are written; null where one cannot be read. */
function readSide(levels: LevelBuffer, list: unknown): RawLevels | null {
  if (!Array.isArray(list)) return null;
  const written: [string, string][] = [];
  for (const level of list) {
    if (!isObject(level)) return null;
    const [price, size] = [decimalOf(level.price), decimalOf(level.qty)];
    if (!(price >= 0 && size >= 0)) return null;
    levels.add(price, size);
    written.push([String(level.price), String(level.qty)]);
  }
  return written;
}
