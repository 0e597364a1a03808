import { bytesOf, createNameTable } from '../byte-reader.ts';
import type { Frame } from '../frame.ts';
import { FrameReader, type Places } from '../frame-reader.ts';
import { isObject, parsed, wholeOf } from '../json.ts';
import { eventsIn, parseFrame, readBook } from './parsed-frame.ts';

const [listStart, listEnd, quote, comma] = [0x5b, 0x5d, 0x22, 0x2c];
const channel = bytesOf('"l2_data"');
const types = createNameTable(['snapshot', 'update']);
const sides = createNameTable(['bid', 'offer']);
/** A message holds each of these once, in whatever order; a level need not say when it changed. */
const outerKeys = createNameTable(['channel', 'client_id', 'timestamp', 'sequence_num', 'events']);
const eventKeys = createNameTable(['type', 'product_id', 'updates']);
const levelKeys = createNameTable(['side', 'price_level', 'new_quantity', 'event_time']);
const needed = { outer: 0b11101, event: 0b111, level: 0b111 };

/**
 * Reads messages of Coinbase's socket. Books and their changes are read byte by byte, whatever the order of their fields; every other message
 * as JSON, strictly. All messages of a connection are numbered: where one is missing or cannot be read, all is lost. `symbols` as the exchange
 * writes them, e.g. `BTC-USD`.
 */
export class CoinbaseFrameReader extends FrameReader {
  /** Of the last message of the connection. */
  #number = Number.NaN;
  #side = -1;
  #price = Number.NaN;
  #size = Number.NaN;
  #own = Number.NaN;
  /** Further books of the message that was read last. */
  #further: readonly unknown[] = [];
  #places: Places = new Map();

  constructor(symbols: readonly string[]) {
    super(symbols, 'lost');
  }

  /** Another connection, whose first message may have any number. */
  restart(): void {
    this.#number = Number.NaN;
  }

  override read(bytes: Uint8Array): Readonly<Frame> {
    super.read(bytes);
    this.#check();
    return this;
  }

  override next(): Readonly<Frame> | null {
    const [event, ...further] = this.#further;
    if (event === undefined || this.kind === 'lost') return null;
    const { time } = this;
    this.clear();
    this.#further = further;
    this.time = time;
    const fault = readBook(this, event, this.#places);
    if (fault !== null) this.void('lost', fault);
    return this;
  }

  /** An error has no number. */
  #check(): void {
    const before = this.#number;
    if (this.kind === 'lost' || (this.kind === 'control' && this.control.type === 'error')) return;
    this.#number = this.#own;
    if (Number.isNaN(before) ? this.#own >= 0 : this.#own === before + 1) return;
    this.void('lost', `its messages are numbered ${before}, then ${this.#own}`);
  }

  protected override clear(): void {
    super.clear();
    this.#own = Number.NaN;
    this.#further = [];
  }

  protected override readBytes(): boolean {
    return this.reader.fields(outerKeys, needed.outer, this.#readOuter);
  }

  protected override readText(text: string, places: Places): string | null {
    const message = parsed(text);
    this.#own = isObject(message) ? wholeOf(message.sequence_num) : Number.NaN;
    this.#places = places;
    this.#further = eventsIn(message).slice(1);
    return parseFrame(this, message, places);
  }

  readonly #readOuter = (key: number): boolean => {
    const reader = this.reader;
    if (key === 0) return reader.skip(channel);
    if (key === 4)
      return reader.take(listStart) && reader.fields(eventKeys, needed.event, this.#readEvent) && reader.take(listEnd);
    if (key === 3) {
      this.#own = reader.whole();
      return this.#own >= 0;
    }
    if (!reader.take(quote)) return false;
    if (key === 1) return reader.text();
    this.time = reader.time();
    return this.time >= 0;
  };

  readonly #readEvent = (key: number): boolean => {
    const reader = this.reader;
    if (key === 2) return this.#readLevels();
    if (!reader.take(quote)) return false;
    if (key === 1) return this.readMarket();
    const type = reader.name(types);
    this.kind = type === 0 ? 'book' : 'changes';
    return type >= 0;
  };

  #readLevels(): boolean {
    const reader = this.reader;
    if (!reader.take(listStart)) return false;
    if (reader.take(listEnd)) return true;
    do {
      if (!reader.fields(levelKeys, needed.level, this.#readLevel)) return false;
      (this.#side === 0 ? this.bids : this.asks).add(this.#price, this.#size);
    } while (reader.take(comma));
    return reader.take(listEnd);
  }

  readonly #readLevel = (key: number): boolean => {
    const reader = this.reader;
    if (!reader.take(quote)) return false;
    if (key === 3) return reader.text();
    if (key === 0) {
      this.#side = reader.name(sides);
      return this.#side >= 0;
    }
    const value = reader.decimal();
    if (key === 1) this.#price = value;
    else this.#size = value;
    return value >= 0;
  };
}
