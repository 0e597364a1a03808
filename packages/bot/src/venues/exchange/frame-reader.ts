import type { BookUpdated } from '../../model/feed-event.ts';
import { ByteReader, createNameTable, type NameTable } from './byte-reader.ts';
import type { Frame } from './frame.ts';
import type { Json } from './json.ts';
import { LevelBuffer } from './level-buffer.ts';

const decoder = new TextDecoder();

/** The place of each market's name, as the exchange writes it, in the list that a reader was made of. */
export type Places = ReadonlyMap<string, number>;

/**
 * Reads the messages of one connection: byte by byte what an exchange sends most, in the form in which it writes that; every other message as
 * JSON, strictly. The frame is the reader itself.
 */
export abstract class FrameReader implements Frame {
  kind: Frame['kind'] = 'unreadable';
  market = -1;
  first = Number.NaN;
  last = Number.NaN;
  time = Number.NaN;
  readonly bids = new LevelBuffer();
  readonly asks = new LevelBuffer();
  checked: BookUpdated['checked'] = null;
  control: Json = {};
  fault = '';
  /** How many messages were not read byte by byte. */
  slow = 0;
  protected readonly reader = new ByteReader();
  protected readonly names: NameTable;
  readonly #places: Places;
  readonly #unread: 'unreadable' | 'lost';

  /** `symbols` as the exchange writes them. `unread`: what a message is of which nothing can be read. */
  constructor(symbols: readonly string[], unread: 'unreadable' | 'lost' = 'unreadable') {
    this.names = createNameTable(symbols);
    this.#places = new Map(symbols.map((name, place) => [name, place]));
    this.#unread = unread;
  }

  /** Reads the message from `reader`; false where it is written in another form. */
  protected abstract readBytes(): boolean;
  /** Reads the same from the whole message; null, or what is wrong with it. */
  protected abstract readText(text: string, places: Places): string | null;

  /** The same frame each time, of which the next message leaves nothing. */
  read(bytes: Uint8Array): Readonly<Frame> {
    this.clear();
    this.reader.open(bytes);
    if (this.readBytes() && this.reader.isAtEnd()) return this;
    this.slow++;
    this.clear();
    const fault = this.readText(decoder.decode(bytes), this.#places);
    if (fault !== null) this.void(this.#unread, fault);
    return this;
  }

  /** The next book of the same message; null after the last. */
  next(): Readonly<Frame> | null {
    return null;
  }

  protected void(kind: 'unreadable' | 'lost', fault: string): void {
    this.kind = kind;
    this.fault = fault;
    this.bids.count = 0;
    this.asks.count = 0;
  }

  protected clear(): void {
    this.market = -1;
    this.first = Number.NaN;
    this.last = Number.NaN;
    this.time = Number.NaN;
    this.bids.count = 0;
    this.asks.count = 0;
  }

  /** A market's name up to and with the quote that ends it. */
  protected readMarket(): boolean {
    this.market = this.reader.name(this.names);
    return this.market >= 0;
  }
}
