import { ByteReader, bytesOf, createNameTable, type NameTable } from '../byte-reader.ts';
import type { Frame, FrameReader } from '../frame.ts';
import type { Json } from '../json.ts';
import { LevelBuffer } from '../level-buffer.ts';
import { readLevels } from '../level-lists.ts';
import { bookTopic, parseFrame } from './parsed-frame.ts';

const listStart = 0x5b;
const topic = bytesOf(`"${bookTopic}`);
const message = bytesOf('"message"');
const level2 = bytesOf('"level2"');
/** A message holds each of these once, in whatever order. */
const outerKeys = createNameTable(['topic', 'type', 'subject', 'data']);
const dataKeys = createNameTable(['asks', 'bids', 'timestamp']);
const all = { outer: 0b1111, data: 0b111 };

/**
 * Reads messages of KuCoin's socket. A book of the best five levels is read byte by byte, whatever the order of its fields; every other
 * message as JSON, strictly. `symbols` as the exchange writes them, e.g. `BTC-USDT`.
 */
export class KucoinFrameReader implements Frame, FrameReader {
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
    if (this.#reader.fields(outerKeys, all.outer, this.#readOuter) && this.#reader.isAtEnd()) {
      this.kind = 'book';
      return this;
    }
    this.slow++;
    this.#clear();
    parseFrame(bytes, this, this.#places);
    return this;
  }

  #clear(): void {
    this.market = -1;
    this.time = Number.NaN;
    this.bids.count = 0;
    this.asks.count = 0;
  }

  readonly #readOuter = (key: number): boolean => {
    const reader = this.#reader;
    if (key === 3) return reader.fields(dataKeys, all.data, this.#readData);
    if (key === 2) return reader.skip(level2);
    if (key === 1) return reader.skip(message);
    if (!reader.skip(topic)) return false;
    this.market = reader.name(this.#names);
    return this.market >= 0;
  };

  readonly #readData = (key: number): boolean => {
    const reader = this.#reader;
    if (key < 2) return reader.take(listStart) && readLevels(reader, key === 0 ? this.asks : this.bids);
    this.time = reader.whole();
    return this.time >= 0;
  };
}
