import { bytesOf, createNameTable } from '../byte-reader.ts';
import { FrameReader, type Places } from '../frame-reader.ts';
import { readLevels } from '../level-lists.ts';
import { bookChannel, parseFrame } from './parsed-frame.ts';

const [listStart, listEnd, quote] = [0x5b, 0x5d, 0x22];
const channel = bytesOf(`"${bookChannel}"`);
/** A message holds these, in whatever order; the last of a row may be left out. */
const outerKeys = createNameTable(['arg', 'data']);
const argKeys = createNameTable(['channel', 'instId']);
const rowKeys = createNameTable(['asks', 'bids', 'ts', 'seqId', 'instId']);
const needed = { outer: 0b11, arg: 0b11, row: 0b1111 };
/** Of a level, after price and size: a zero and the number of orders. */
const further = 2;

/**
 * Reads messages of OKX's socket. A book of the best five levels is read byte by byte, whatever the order of its fields; every other message
 * as JSON, strictly. `symbols` as the exchange writes them, e.g. `BTC-USDT`.
 */
export class OkxFrameReader extends FrameReader {
  protected override readBytes(): boolean {
    if (!this.reader.fields(outerKeys, needed.outer, this.#readOuter)) return false;
    this.kind = 'book';
    this.first = this.last;
    return true;
  }

  protected override readText(text: string, places: Places): string | null {
    return parseFrame(this, text, places);
  }

  readonly #readOuter = (key: number): boolean => {
    const reader = this.reader;
    if (key === 0) return reader.fields(argKeys, needed.arg, this.#readArg);
    return reader.take(listStart) && reader.fields(rowKeys, needed.row, this.#readRow) && reader.take(listEnd);
  };

  readonly #readArg = (key: number): boolean => {
    if (key === 0) return this.reader.skip(channel);
    return this.reader.take(quote) && this.readMarket();
  };

  readonly #readRow = (key: number): boolean => {
    const reader = this.reader;
    if (key < 2) return reader.take(listStart) && readLevels(reader, key === 0 ? this.asks : this.bids, further);
    if (key === 3) {
      this.last = reader.whole();
      return this.last >= 0;
    }
    if (!reader.take(quote)) return false;
    if (key === 4) return reader.text();
    this.time = reader.whole();
    return this.time >= 0 && reader.take(quote);
  };
}
