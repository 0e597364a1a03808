import { type ByteReader, bytesOf } from './byte-reader.ts';
import { decimalOf } from './json.ts';
import type { LevelBuffer } from './level-buffer.ts';

const [listStart, listEnd, quote, comma] = [0x5b, 0x5d, 0x22, 0x2c];
const size = bytesOf(',"');

/**
 * Reads `["price","size"],…` up to and with the end of the list; each level may have `more` texts, which say nothing. False where it is
 * written in another way.
 */
export function readLevels(reader: ByteReader, levels: LevelBuffer, more = 0): boolean {
  if (reader.take(listEnd)) return true;
  do {
    if (!reader.take(listStart) || !reader.take(quote)) return false;
    const price = reader.decimal();
    if (!reader.skip(size)) return false;
    const amount = reader.decimal();
    for (let one = 0; one < more; one++) if (!reader.skip(size) || !reader.text()) return false;
    if (!(price >= 0 && amount >= 0) || !reader.take(listEnd)) return false;
    levels.add(price, amount);
  } while (reader.take(comma));
  return reader.take(listEnd);
}

/** The same from JSON. Null, or what is wrong with it. */
export function parseLevels(levels: LevelBuffer, list: unknown): string | null {
  if (!Array.isArray(list)) return 'levels are no list';
  for (const level of list) {
    const [price, amount] = Array.isArray(level) ? [decimalOf(level[0]), decimalOf(level[1])] : [];
    if (price === undefined || amount === undefined || !(price >= 0 && amount >= 0))
      return 'a price or size is no decimal';
    levels.add(price, amount);
  }
  return null;
}
