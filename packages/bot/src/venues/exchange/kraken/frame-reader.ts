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
  #written = '';
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
    const from = reader.at;
    if (key === 0) return this.readMarket();
    if (!reader.text()) return false;
    this.time = Date.parse(reader.since(from).slice(0, -1));
    return this.time >= 0;
  };

  #readSide(levels: LevelBuffer, written: [string, string][]): boolean {
    const reader = this.reader;
    if (!reader.take(listStart)) return false;
    if (reader.take(listEnd)) return true;
    do {
      if (!reader.skip(price)) return false;
      const level = this.#readNumber();
      const writtenPrice = this.#written;
      if (!reader.skip(size)) return false;
      const amount = this.#readNumber();
      if (!(level >= 0 && amount >= 0) || !reader.take(objectEnd)) return false;
      written.push([writtenPrice, this.#written]);
      levels.add(level, amount);
    } while (reader.take(comma));
    return reader.take(listEnd);
  }

  /** Its digits are then `#written`. A number of JSON has no further digits after a zero in front. */
  #readNumber(): number {
    const reader = this.reader;
    const from = reader.at;
    const value = reader.number();
    this.#written = reader.since(from);
    return /^0\d/.test(this.#written) ? Number.NaN : value;
  }
}
