import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tableFromIPC } from 'apache-arrow';
import { afterAll, expect, test } from 'vitest';
import { createVirtualClock } from '../model/clock.ts';
import { createBookMessage, type FeedEvent } from '../model/feed-event.ts';
import { gridOf } from '../model/grid.ts';
import type { Instrument } from '../model/instrument.ts';
import { fillLevels, type LevelUpdates } from '../model/levels.ts';
import { seededRandom } from '../venues/simulated/simulated-random.ts';
import { examine } from './examine.ts';
import { createRecorder } from './recorder.ts';
import { levelsName, quoteFiles, readManifest } from './recording-folder.ts';

const root = mkdtempSync(join(tmpdir(), 'triquad-levels-'));
afterAll(() => rmSync(root, { recursive: true }));
let folders = 0;

const start = Date.UTC(2026, 0, 31, 12, 59, 58);
const instruments = ['BTC/USDT', 'ETH/USDT'].map((symbol): Instrument => {
  const [base = '', quote = ''] = symbol.split('/');
  const rules = { tickSize: 0.01, lotStep: 0.001, minQuantity: 0.001, minNotional: 5, takerFee: 0.001 };
  return { exchange: 'binance', symbol, base, quote, ...rules, feeCurrency: 'received' };
});
const grid = gridOf(instruments[0] as Instrument);

type Book = { readonly bids: LevelUpdates; readonly asks: LevelUpdates };

/** A recorder of a feed that says whole books, with all of their levels. */
const setUp = async (quotaBytes = 1 << 30) => {
  const folder = join(root, `${folders++}`);
  const clock = createVirtualClock(start);
  const recorder = createRecorder({ folder, quotaBytes, clock, hasLevels: true, log: () => {} });
  let emit = (_event: FeedEvent): void => {};
  const tapped = recorder.tap(
    {
      ...{ venue: 'binance', source: 'exchange', books: { kind: 'whole' } },
      instruments: async () => instruments,
      subscribe: (listener) => {
        emit = listener;
        return () => {};
      },
    },
    'live',
  );
  await tapped.instruments(1_000);
  tapped.subscribe(() => {});
  const message = createBookMessage('binance');
  const book = (symbol: string, { bids, asks }: Book): void => {
    Object.assign(message, { symbol, grid, kind: 'snapshot', at: clock.now(), received: clock.monotonic() });
    fillLevels(message.bids, grid, bids);
    fillLevels(message.asks, grid, asks);
    emit(message);
  };
  const distrust = (symbol: string): void =>
    emit({ type: 'BookDistrusted', exchange: 'binance', symbol, reason: 'a gap', at: clock.now() });
  await recorder.start();
  const [name = ''] = readdirSync(folder);
  return { folder, recording: join(folder, name), clock, recorder, book, distrust };
};

type Row = { readonly time: number; readonly market: string } & Record<'bid' | 'bid_size' | 'ask' | 'ask_size', number>;
const rowsIn = (file: string): Row[] =>
  tableFromIPC(readFileSync(file))
    .toArray()
    .map((row) => ({ ...row.toJSON(), time: Number(row.time) }));

/** The books that the rows of a file lead to, as a reader of them makes them. */
const folded = (rows: readonly Row[]): Record<string, Book> => {
  const books = new Map<string, { bids: Map<number, number>; asks: Map<number, number> }>();
  for (const { market, bid, bid_size, ask, ask_size } of rows) {
    const isVoid = Number.isNaN(bid) && Number.isNaN(ask);
    const book = (isVoid ? undefined : books.get(market)) ?? { bids: new Map(), asks: new Map() };
    books.set(market, book);
    for (const [side, price, size] of [[book.bids, bid, bid_size] as const, [book.asks, ask, ask_size] as const]) {
      if (size > 0) side.set(price, size);
      else if (size === 0) side.delete(price);
    }
  }
  const sorted = (side: Map<number, number>, direction: 1 | -1) => [...side].sort(([a], [b]) => direction * (a - b));
  return Object.fromEntries(
    [...books].map(([market, { bids, asks }]) => [market, { bids: sorted(bids, -1), asks: sorted(asks, 1) }]),
  );
};
const levelsIn = async (recording: string): Promise<string[]> =>
  (await quoteFiles(recording)).map((name) => join(recording, levelsName(name)));

test('levels are written as they change, and say that a book is not to be used', async () => {
  const { recording, clock, recorder, book, distrust } = await setUp();
  const first = {
    bids: [
      [100, 1],
      [99, 2],
    ],
    asks: [
      [101, 1],
      [102, 3],
    ],
  } as const;
  book('BTC/USDT', first);
  await clock.advance(5);
  book('BTC/USDT', {
    bids: [
      [100, 1.5],
      [98.5, 4],
    ],
    asks: [
      [101, 1],
      [102, 3],
    ],
  });
  await clock.advance(5);
  distrust('BTC/USDT');
  book('BTC/USDT', first);
  await recorder.stop();
  const [file = ''] = await levelsIn(recording);
  const none = Number.NaN;
  const rows = rowsIn(file).map((row) => [row.time - start, row.bid, row.bid_size, row.ask, row.ask_size]);
  expect(rows).toEqual([
    [0, 100, 1, 101, 1],
    [0, 99, 2, 102, 3],
    [5, 100, 1.5, none, none],
    [5, 99, 0, none, none],
    [5, 98.5, 4, none, none],
    [10, none, none, none, none],
    [10, 100, 1, 101, 1],
    [10, 99, 2, 102, 3],
  ]);
  const read = readManifest(recording);
  expect(read).toMatchObject({ manifest: { files: [{ rows: 4, levels: { rows: 8, bytes: statSync(file).size } }] } });
  expect(await examine(recording)).toMatchObject({ rows: 4, bad: 0, problems: [] });
  // It is no file of quotes.
  expect((await examine(file)).problems).toEqual([expect.stringContaining('no recording of quotes')]);
  truncateSync(file, 100);
  expect((await examine(recording)).problems).toEqual([
    expect.stringMatching(/^levels-.* has 100 bytes, and was closed/),
  ]);
});

test('each file leads to the books as they are by itself, whatever happened before', async () => {
  const { recording, clock, recorder, book, distrust } = await setUp();
  const { uniform } = seededRandom(11);
  const last: Record<string, Book> = {};
  const side = (best: number, direction: 1 | -1): LevelUpdates =>
    Array.from({ length: 12 }, (_, at) => [best + (direction * at) / 2, 1 + Math.floor(3 * uniform())] as const).filter(
      (_, at) => at === 0 || uniform() < 0.7,
    );
  const play = async (): Promise<void> => {
    for (let step = 0; step < 300; step++) {
      const { symbol } = instruments[Math.floor(2 * uniform())] as Instrument;
      if (uniform() < 0.05) {
        distrust(symbol);
        last[symbol] = { bids: [], asks: [] };
      } else {
        const best = 100 + Math.floor(4 * uniform()) / 2;
        last[symbol] = { bids: side(best, -1), asks: side(best + 0.5, 1) };
        book(symbol, last[symbol]);
      }
      await clock.advance(10);
    }
  };
  await play();
  // Meanwhile another hour begins; the disk takes its own time.
  const sealed = async (): Promise<number> => {
    await clock.advance(1_000);
    const read = readManifest(recording);
    return read.ok ? read.manifest.files.length : 0;
  };
  await expect.poll(sealed).toBe(1);
  await play();
  await recorder.stop();
  const files = await levelsIn(recording);
  expect(files.length).toBe(2);
  expect(folded(rowsIn(files[1] ?? ''))).toEqual(last);
});

test('files of levels count as recordings, and go with their quotes', async () => {
  const quotaBytes = 1_500_000;
  const { folder, recording, clock, recorder, book } = await setUp(quotaBytes);
  for (let second = 0; second < 30; second++) {
    for (let step = 0; step < 300; step++) {
      const bids = Array.from({ length: 10 }, (_, at) => [100 - at / 2, 1 + (step % 7)] as const);
      book('BTC/USDT', { bids, asks: [[101, 1]] });
    }
    // The disk takes its own time: until it has come along another second passes.
    const rows = async (): Promise<number> => {
      await clock.advance(1_000);
      return recorder.state().rows;
    };
    await expect.poll(rows).toBeGreaterThan(second * 300);
  }
  await recorder.stop();
  const names = readdirSync(recording).filter((name) => name.endsWith('.arrows'));
  const size = names.reduce((sum, name) => sum + statSync(join(recording, name)).size, 0);
  expect(size).toBeLessThan(2 * quotaBytes);
  const quotes = await quoteFiles(recording);
  expect(quotes.length).toBeGreaterThan(1);
  expect(names.filter((name) => name.startsWith('levels-')).sort()).toEqual(quotes.map(levelsName));
  expect((await examine(join(folder, readdirSync(folder)[0] ?? ''))).problems).toEqual([]);
});
