import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type PriceKind, recordedKind } from '@triquad/core/contract';
import { applyUpdate, createOrderBook, disconnectBook, distrustBook, type OrderBook } from '../market/order-book.ts';
import type { MarketData } from '../model/exchange.ts';
import type { BookUpdated, FeedEvent } from '../model/feed-event.ts';
import { priceOf, sizeOf } from '../model/grid.ts';
import type { Instrument } from '../model/instrument.ts';
import { isoTime } from '../model/moment.ts';
import { createLevelWriter, type LevelWriter } from './level-writer.ts';
import { openQuoteFile, type QuoteFile } from './quote-file.ts';
import {
  fileName,
  folderName,
  levelsName,
  type Manifest,
  newManifest,
  readManifest,
  writeManifest,
} from './recording-folder.ts';
import { type Appendable, createFile } from './stream-file.ts';

export type TapeNeeds = {
  /** Where recordings are. */
  readonly folder: string;
  readonly feed: MarketData;
  /** Source of the prices of the feed. */
  readonly kind: PriceKind;
  /** Whether books are written with all of their levels too, into a file beside that of quotes. */
  readonly hasLevels?: boolean;
  readonly create?: typeof createFile;
  /** Called once, when no more can be written; what was written before is whole. */
  onFault(error: unknown): void;
};

/** Records what one feed says, as far as it is asked to. */
export type Tape = {
  /** Of each event of the feed: also while nothing is recorded, to know the books when recording starts. */
  note(event: FeedEvent): void;
  list(instruments: readonly Instrument[]): void;
  /** Begins a recording in a folder of its own, with the books as they are. @throws where that cannot be made. */
  start(at: number): Promise<void>;
  /** Sends what was noted to the disk, and begins another file where the hour is over, or the file larger than that. */
  tick(at: number, largest: number): Promise<void>;
  stop(at: number): Promise<void>;
  /** Of the recording that goes on; null where there is none. */
  progress(): Progress | null;
};

export type Progress = { readonly path: string; readonly rows: number; readonly bytes: number };

type Market = { readonly symbol: string; readonly book: OrderBook; connection: string | undefined; isVoid: boolean };
type Recording = {
  readonly path: string;
  readonly events: Appendable;
  readonly manifest: Manifest;
  file: QuoteFile;
  levels: LevelWriter | null;
  name: string;
  /** Of each symbol in the names of the file. */
  places: ReadonlyMap<string, number>;
  /** Rows and bytes of the files before. */
  before: { rows: number; bytes: number };
};

const hourMs = 3_600_000;
const jitterMs = 1_000;
/** A disk that is so much behind, in bytes, is too slow to record to. */
const mostPending = 64 << 20;

export const createTape = ({
  folder,
  feed,
  kind,
  hasLevels = false,
  create = createFile,
  onFault,
}: TapeNeeds): Tape => {
  const markets = new Map<string, Market>();
  let instruments: readonly Instrument[] = [];
  let recording: Recording | null = null;
  let rotating: Promise<void> | null = null;
  let lines = '';
  let last = 0;

  const marketOf = (symbol: string): Market => {
    const known = markets.get(symbol);
    if (known) return known;
    const book = createOrderBook(feed.books);
    const market = { symbol, book, connection: undefined, isVoid: true };
    markets.set(symbol, market);
    return market;
  };

  /** The best prices, or that there are none to be used. */
  const write = ({ symbol, book, isVoid }: Market, { places, file, levels }: Recording): void => {
    const place = places.get(symbol);
    if (place === undefined) return;
    levels?.write(place, last, isVoid ? null : book);
    const none = Number.NaN;
    if (isVoid) {
      file.add(place, last, none, none, none, none);
      return;
    }
    const { bids, asks } = book;
    const bid = priceOf(bids.grid, bids.units[0] ?? none);
    const ask = priceOf(asks.grid, asks.units[0] ?? none);
    file.add(place, last, bid, sizeOf(bids.grid, bids.lots[0] ?? none), ask, sizeOf(asks.grid, asks.lots[0] ?? none));
  };

  const noteBook = (message: BookUpdated): void => {
    const market = marketOf(message.symbol);
    const { book } = market;
    if (applyUpdate(book, message) === 'duplicate') return;
    const wasVoid = market.isVoid;
    market.isVoid = book.broken !== null || !book.isConfirmed || book.bids.count === 0 || book.asks.count === 0;
    if (recording && !(wasVoid && market.isVoid)) write(market, recording);
  };

  const lose = (isLost: (market: Market) => boolean, voidBook = disconnectBook): void => {
    for (const market of markets.values()) {
      if (!isLost(market)) continue;
      voidBook(market.book);
      if (market.isVoid) continue;
      market.isVoid = true;
      if (recording) write(market, recording);
    }
  };

  const noteOther = (event: Exclude<FeedEvent, BookUpdated>): void => {
    if (event.type === 'HeartbeatReceived') return;
    if (event.type === 'MarketSubscribed') {
      marketOf(event.symbol).connection = event.connection;
      return;
    }
    if (event.type === 'BooksReset') lose(() => true);
    else if (event.type === 'BookDistrusted') lose(({ symbol }) => symbol === event.symbol, distrustBook);
    else if (event.type === 'InstrumentsChanged') instruments = event.instruments;
    else if (event.type === 'MarketHalted') lose(({ symbol }) => event.halted !== null && symbol === event.symbol);
    else if (event.type === 'FeedStatusChanged' && event.status !== 'live')
      lose(({ connection }) => event.connection === undefined || connection === event.connection);
    if (recording) lines += `${JSON.stringify({ ...event, at: isoTime(event.at) })}\n`;
  };

  const openFile = async (path: string, at: number) => {
    const symbols = [...new Set([...instruments.map(({ symbol }) => symbol), ...markets.keys()])];
    const name = fileName(at);
    const own = { exchange: feed.venue, symbols, create, onFault };
    const file = await openQuoteFile({ path: join(path, name), ...own });
    const opening = hasLevels ? openQuoteFile({ path: join(path, levelsName(name)), isLevels: true, ...own }) : null;
    const opened = await opening?.catch(async (error: unknown) => {
      await file.close();
      throw error;
    });
    const levels = opened ? createLevelWriter(opened) : null;
    return { file, levels, name, places: new Map(symbols.map((symbol, place) => [symbol, place])) };
  };

  /** The books as they are, so that a file says all by itself. */
  const writeBooks = (into: Recording): void => {
    for (const market of markets.values()) if (!market.isVoid) write(market, into);
  };

  const seal = async (of: Recording, closed: Pick<Recording, 'file' | 'levels' | 'name'>, ended: string | null) => {
    const { file, levels, name } = closed;
    await file.close();
    await levels?.file.close();
    const written = writtenIn(closed);
    of.before = { rows: of.before.rows + written.rows, bytes: of.before.bytes + written.bytes };
    const read = readManifest(of.path);
    const { files } = read.ok ? read.manifest : of.manifest;
    await writeManifest(of.path, {
      ...of.manifest,
      ended,
      instruments,
      files: [...files, { name, ...file.written(), ...(levels && { levels: levels.file.written() }) }],
    });
  };

  const rotate = async (of: Recording, at: number): Promise<void> => {
    const old = { file: of.file, levels: of.levels, name: of.name };
    Object.assign(of, await openFile(of.path, at));
    writeBooks(of);
    await seal(of, old, null);
  };

  const flush = async ({ file, levels, events }: Recording): Promise<void> => {
    void file.flush();
    void levels?.file.flush();
    const text = lines;
    lines = '';
    if (text !== '') await events.append(Buffer.from(text));
    if (file.pending() + (levels?.file.pending() ?? 0) > mostPending)
      throw new Error('the disk is too slow for what is to be recorded');
  };

  return {
    list: (listed) => {
      instruments = listed;
    },
    note: (event) => {
      // A stamp may be a moment behind another connection's; further back, the clock was set.
      last = event.at < last && last - event.at <= jitterMs ? last : event.at;
      if (event.type === 'BookUpdated') noteBook(event);
      else noteOther(event);
    },
    start: async (at) => {
      const path = join(folder, folderName(feed.venue, at, kind));
      await mkdir(path, { recursive: true, mode: 0o700 });
      const manifest = newManifest(feed.venue, feed.source, recordedKind(kind), isoTime(at), instruments);
      await writeManifest(path, manifest);
      const events = await create(join(path, 'events.jsonl'));
      const opened = await openFile(path, at).catch(async (error: unknown) => {
        await events.close();
        throw error;
      });
      lines = '';
      recording = { path, events, manifest, before: { rows: 0, bytes: 0 }, ...opened };
      last = Math.max(last, at);
      writeBooks(recording);
    },
    tick: async (at, largest) => {
      const of = recording;
      if (of === null || rotating !== null) return;
      await flush(of);
      const { from } = of.file.written();
      const isNew = from !== null && Math.floor(at / hourMs) !== Math.floor(from / hourMs);
      const isUnnamed = instruments.some(({ symbol }) => !of.places.has(symbol));
      if (!isNew && !isUnnamed && writtenIn(of).bytes < largest) return;
      rotating = rotate(of, at).finally(() => {
        rotating = null;
      });
      await rotating;
    },
    stop: async (at) => {
      const of = recording;
      recording = null;
      if (of === null) return;
      await rotating?.catch(() => {});
      await flush(of).catch(onFault);
      await seal(of, of, isoTime(at)).catch(onFault);
      await of.events.close().catch(() => {});
    },
    progress: () => {
      if (recording === null) return null;
      const { path, before } = recording;
      const { rows, bytes } = writtenIn(recording);
      return { path, rows: before.rows + rows, bytes: before.bytes + bytes };
    },
  };
};

/** Quotes, and the bytes of them and of the levels. */
const writtenIn = ({ file, levels }: Pick<Recording, 'file' | 'levels'>): { rows: number; bytes: number } => ({
  rows: file.written().rows,
  bytes: file.written().bytes + (levels?.file.written().bytes ?? 0),
});
