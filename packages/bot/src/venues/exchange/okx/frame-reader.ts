import { ByteReader, bytesOf, createNameTable, type NameTable } from '../byte-reader.ts';
import type { Frame, FrameReader } from '../frame.ts';
import type { Json } from '../json.ts';
import { LevelBuffer } from '../level-buffer.ts';
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
export class OkxFrameReader implements Frame, FrameReader {
  kind: Frame['kind'] = 'unreadable';
  market = -1;
  first = Number.NaN;
  last = Number.NaN;
  time = Number.NaN;
  readonly bids = new LevelBuffer();
  readonly asks = new LevelBuffer();
  control: Json = {};
  fault = '';
  /** How many messages were not read byte by byte. */
  slow = 0;
  readonly #reader = new ByteReader();
  readonly #names: NameTable;
  readonly #places: ReadonlyMap<string, number>;

  constructor(symbols: readonly string[]) {
    this.#names = createNameTable(symbols);
    this.#places = new Map(symbols.map((name, place) => [name, place]));
  }

  /** The frame is the reader itself. */
  read(bytes: Uint8Array): Readonly<Frame> {
    this.#clear();
    this.#reader.open(bytes);
    if (this.#reader.fields(outerKeys, needed.outer, this.#readOuter) && this.#reader.isAtEnd()) {
      this.kind = 'book';
      this.first = this.last;
      return this;
    }
    this.slow++;
    this.#clear();
    parseFrame(bytes, this, this.#places);
    return this;
  }

  #clear(): void {
    this.market = -1;
    this.first = Number.NaN;
    this.last = Number.NaN;
    this.time = Number.NaN;
    this.bids.count = 0;
    this.asks.count = 0;
  }

  readonly #readOuter = (key: number): boolean => {
    const reader = this.#reader;
    if (key === 0) return reader.fields(argKeys, needed.arg, this.#readArg);
    return reader.take(listStart) && reader.fields(rowKeys, needed.row, this.#readRow) && reader.take(listEnd);
  };

  readonly #readArg = (key: number): boolean => {
    if (key === 0) return this.#reader.skip(channel);
    return this.#reader.take(quote) && this.#readMarket();
  };

  readonly #readRow = (key: number): boolean => {
    const reader = this.#reader;
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

  #readMarket(): boolean {
    this.market = this.#reader.name(this.#names);
    return this.market >= 0;
  }
}
