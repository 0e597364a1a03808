import { bytesOf, createNameTable } from '../byte-reader.ts';
import { FrameReader, type Places } from '../frame-reader.ts';
import { parsed } from '../json.ts';
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
export class KucoinFrameReader extends FrameReader {
  protected override readBytes(): boolean {
    this.kind = 'book';
    return this.reader.fields(outerKeys, all.outer, this.#readOuter);
  }

  protected override readText(text: string, places: Places): string | null {
    return parseFrame(this, parsed(text), places);
  }

  readonly #readOuter = (key: number): boolean => {
    const reader = this.reader;
    if (key === 3) return reader.fields(dataKeys, all.data, this.#readData);
    if (key === 2) return reader.skip(level2);
    if (key === 1) return reader.skip(message);
    if (!reader.skip(topic)) return false;
    return this.readMarket();
  };

  readonly #readData = (key: number): boolean => {
    const reader = this.reader;
    if (key < 2) return reader.take(listStart) && readLevels(reader, key === 0 ? this.asks : this.bids);
    this.time = reader.whole();
    return this.time >= 0;
  };
}
