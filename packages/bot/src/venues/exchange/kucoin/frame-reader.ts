import { bytesOf, createNameTable } from '../byte-reader.ts';
import { FrameReader, type Places } from '../frame-reader.ts';
import { parsed } from '../json.ts';
import { readLevels } from '../level-lists.ts';
import { bookTopic, changesTopic, parseFrame } from './parsed-frame.ts';

const [quote, listStart, letterS] = [0x22, 0x5b, 0x73];
const topics = { book: bytesOf(`"${bookTopic}`), changes: bytesOf(`"${changesTopic}`) };
const message = bytesOf('"message"');
const subjects = createNameTable(['level2', 'trade.l2update']);
/** A message holds each of these once, in whatever order. */
const outerKeys = createNameTable(['topic', 'type', 'subject', 'data']);
const dataKeys = createNameTable([
  'asks',
  'bids',
  'timestamp',
  'changes',
  'sequenceStart',
  'sequenceEnd',
  'symbol',
  'time',
]);
const sideKeys = createNameTable(['asks', 'bids']);
const all = { outer: 0b1111, sides: 0b11 };
/** What the data of each topic hold, a bit for each place in the table of its keys; of changes the symbol and the time may lack. */
const held = { book: 0b111, changes: 0b11_1000, changesOrMore: 0b1111_1000 };

/**
 * Reads messages of KuCoin's socket. A book of the best five levels, and the changes of one, are read byte by byte, whatever the order of
 * their fields; every other message as JSON, strictly. `symbols` as the exchange writes them, e.g. `BTC-USDT`.
 */
export class KucoinFrameReader extends FrameReader {
  /** The fields that the data have had so far. */
  #seen = 0;

  protected override readBytes(): boolean {
    this.#seen = 0;
    if (!this.reader.fields(outerKeys, all.outer, this.#readOuter)) return false;
    if (this.kind === 'book') return this.#seen === held.book;
    const isWhole =
      (this.#seen & held.changes) === held.changes && (this.#seen | held.changesOrMore) === held.changesOrMore;
    return isWhole && this.last >= this.first;
  }

  protected override readText(text: string, places: Places): string | null {
    return parseFrame(this, parsed(text), places);
  }

  readonly #readOuter = (key: number): boolean => {
    const reader = this.reader;
    if (key === 3) return reader.fields(dataKeys, 0, this.#readData);
    if (key === 2) return reader.take(quote) && reader.name(subjects) >= 0;
    if (key === 1) return reader.skip(message);
    this.kind = reader.peek(2) === letterS ? 'book' : 'changes';
    return reader.skip(topics[this.kind]) && this.readMarket();
  };

  readonly #readData = (key: number): boolean => {
    const reader = this.reader;
    this.#seen |= 1 << key;
    if (key < 2) return reader.take(listStart) && readLevels(reader, key === 0 ? this.asks : this.bids);
    if (key === 3) return reader.fields(sideKeys, all.sides, this.#readChanges);
    if (key === 6) return reader.take(quote) && reader.text();
    const number = reader.whole();
    if (key === 4) this.first = number;
    else if (key === 5) this.last = number;
    else this.time = number;
    return number >= 0;
  };

  /** Each level says with which number it changed. */
  readonly #readChanges = (key: number): boolean =>
    this.reader.take(listStart) && readLevels(this.reader, key === 0 ? this.asks : this.bids, 1);
}
