import { bytesOf, createNameTable } from '../byte-reader.ts';
import { FrameReader, type Places } from '../frame-reader.ts';
import type { LevelBuffer } from '../level-buffer.ts';
import { parseFrame } from './parsed-frame.ts';

const [listStart, listEnd, objectEnd, quote, comma] = [0x5b, 0x5d, 0x7d, 0x22, 0x2c];
const book = bytesOf('"book"');
const types = createNameTable(['snapshot', 'update']);
/** A message holds these, in whatever order; of a row all but the last. */
const outerKeys = createNameTable(['channel', 'type', 'data']);
const rowKeys = createNameTable(['symbol', 'bids', 'asks', 'checksum', 'timestamp']);
const needed = { outer: 0b111, row: 0b1111 };
const price = bytesOf('{"price":');
const size = bytesOf(',"qty":');

/**
 * Reads messages of Kraken's socket, version 2. Books and their changes are read byte by byte, as the digits of their numbers count for the
 * checksum; every other message as JSON, strictly. `symbols` as the exchange writes them, e.g. `BTC/USD`.
 */
export class KrakenFrameReader extends FrameReader {
  #checksum = Number.NaN;
  #writtenBids: [string, string][] = [];
  #writtenAsks: [string, string][] = [];

  protected override readBytes(): boolean {
    if (!this.reader.fields(outerKeys, needed.outer, this.#readOuter)) return false;
    this.checked = { checksum: this.#checksum, bids: this.#writtenBids, asks: this.#writtenAsks };
    return true;
  }

  protected override clear(): void {
    super.clear();
    this.checked = null;
    this.#writtenBids = [];
    this.#writtenAsks = [];
  }

  protected override readText(text: string, places: Places): string | null {
    return parseFrame(this, text, places);
  }

  readonly #readOuter = (key: number): boolean => {
    const reader = this.reader;
    if (key === 0) return reader.skip(book);
    if (key === 2)
      return reader.take(listStart) && reader.fields(rowKeys, needed.row, this.#readRow) && reader.take(listEnd);
    const type = reader.take(quote) ? reader.name(types) : -1;
    this.kind = type === 0 ? 'book' : 'changes';
    return type >= 0;
  };

  readonly #readRow = (key: number): boolean => {
    const reader = this.reader;
    if (key === 1) return this.#readSide(this.bids, this.#writtenBids);
    if (key === 2) return this.#readSide(this.asks, this.#writtenAsks);
    if (key === 3) {
      this.#checksum = reader.whole();
      return this.#checksum >= 0;
    }
    if (!reader.take(quote)) return false;
    if (key === 0) return this.readMarket();
    this.time = reader.time();
    return this.time >= 0;
  };

  #readSide(levels: LevelBuffer, written: [string, string][]): boolean {
    const reader = this.reader;
    if (!reader.take(listStart)) return false;
    if (reader.take(listEnd)) return true;
    do {
      if (!reader.skip(price)) return false;
      const from = reader.at;
      const level = reader.number();
      const writtenPrice = reader.since(from);
      if (!reader.skip(size)) return false;
      const next = reader.at;
      const amount = reader.number();
      const writtenSize = reader.since(next);
      if (!(level >= 0 && amount >= 0) || !reader.take(objectEnd)) return false;
      if (writtenPrice === null || writtenSize === null || isPadded(writtenPrice) || isPadded(writtenSize))
        return false;
      written.push([writtenPrice, writtenSize]);
      levels.add(level, amount);
    } while (reader.take(comma));
    return reader.take(listEnd);
  }
}

/** A number of JSON has no further digits after a zero in front. */
const isPadded = (digits: string): boolean => digits.length > 1 && digits[0] === '0' && digits[1] !== '.';
