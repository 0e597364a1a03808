import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { PriceKind } from '@triquad/core/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { createVirtualClock } from '../model/clock.ts';
import type { MarketData } from '../model/exchange.ts';
import { createBookMessage, type FeedEvent } from '../model/feed-event.ts';
import { gridOf } from '../model/grid.ts';
import type { Instrument } from '../model/instrument.ts';
import { fillLevels, type LevelUpdates } from '../model/levels.ts';
import { examine } from './examine.ts';
import { readQuotes } from './read-quotes.ts';
import type { RecordedQuote, RejectedRow } from './recorded-row.ts';
import { createRecorder, type Gap, type RecorderOptions } from './recorder.ts';
import { newManifest, readManifest, writeManifest } from './recording-folder.ts';
import { createFile } from './stream-file.ts';

const root = mkdtempSync(join(tmpdir(), 'triquad-recorder-'));
afterAll(() => rmSync(root, { recursive: true }));
let folders = 0;
const newFolder = (): string => join(root, `${folders++}`);

const start = Date.UTC(2026, 0, 31, 12, 59, 50);
const instrumentOf = (base: string, quote: string): Instrument => ({
  ...{ exchange: 'binance', symbol: `${base}/${quote}`, base, quote, tickSize: 0.01, lotStep: 0.001 },
  ...{ minQuantity: 0.001, minNotional: 5, takerFee: 0.001, feeCurrency: 'received' },
});
const instruments = [instrumentOf('BTC', 'USDT'), instrumentOf('ETH', 'USDT')];
const grid = gridOf(instruments[0] as Instrument);

/** A feed that says what it is asked to, and a recorder of it. */
const setUp = async (
  over: Partial<RecorderOptions> = {},
  books: MarketData['books'] = { kind: 'whole' },
  kind: PriceKind = 'live',
) => {
  const folder = newFolder();
  const clock = createVirtualClock(start);
  const log: string[] = [];
  const recorder = createRecorder({
    ...{ folder, quotaBytes: 1 << 30, clock },
    log: (level, message) => log.push(`${level} ${message}`),
    ...over,
  });
  let emit = (_event: FeedEvent): void => {};
  const feed: MarketData = {
    ...{ venue: 'binance', source: 'exchange', books },
    instruments: async () => instruments,
    subscribe: (listener) => {
      emit = listener;
      return () => {};
    },
  };
  const tapped = recorder.tap(feed, kind);
  await tapped.instruments(1_000);
  const heard: string[] = [];
  tapped.subscribe(({ type }) => heard.push(type));
  const message = createBookMessage('binance');
  const book = (symbol: string, bids: LevelUpdates, asks: LevelUpdates, over: Partial<typeof message> = {}): void => {
    Object.assign(message, { symbol, grid, kind: 'snapshot', sequence: null, first_sequence: null, ...over });
    Object.assign(message, { at: clock.now(), received: clock.monotonic() });
    fillLevels(message.bids, grid, bids);
    fillLevels(message.asks, grid, asks);
    emit(message);
  };
  const quote = (symbol: string, bid: number, ask = bid + 1): void => book(symbol, [[bid, 1.5]], [[ask, 2]]);
  const say = (event: FeedEvent): void => emit(event);
  return { folder, clock, log, recorder, heard, book, quote, say };
};

const recordingsIn = (folder: string): string[] => readdirSync(folder).map((name) => join(folder, name));
const only = (paths: readonly string[]): string => {
  expect(paths).toHaveLength(1);
  return paths[0] ?? '';
};
const filesIn = (recording: string): string[] =>
  readdirSync(recording)
    .filter((name) => name.endsWith('.arrows'))
    .map((name) => join(recording, name));

const readAll = async (path: string): Promise<{ quotes: RecordedQuote[]; rejected: RejectedRow[] }> => {
  const [quotes, rejected]: [RecordedQuote[], RejectedRow[]] = [[], []];
  for await (const batch of readQuotes(path, (row) => rejected.push(row))) quotes.push(...batch);
  return { quotes, rejected };
};
const brief = ({ timeMs, symbol, bid, ask }: RecordedQuote) => [timeMs - start, symbol, bid, ask];

/** A recording of so many quotes of BTC/USDT, one a ms, each second a batch. */
const recorded = async (seconds: number, over: Partial<RecorderOptions> = {}) => {
  const made = await setUp(over);
  await made.recorder.start();
  for (let row = 0; row < seconds * 1_000; row++) {
    made.quote('BTC/USDT', 100 + (row % 100) / 100);
    await made.clock.advance(1);
  }
  return made;
};

test('what a feed says is read again as it was said, with the rules of the markets', async () => {
  const { folder, clock, recorder, heard, quote, say } = await setUp();
  quote('ETH/USDT', 3_000.25);
  await clock.advance(5);
  await recorder.start();
  quote('BTC/USDT', 60_000.01, 60_000.02);
  await clock.advance(20);
  say({ type: 'BookDistrusted', exchange: 'binance', symbol: 'BTC/USDT', reason: 'a gap', at: clock.now() });
  await recorder.stop();
  quote('BTC/USDT', 70_000);
  expect(heard).toEqual(['BookUpdated', 'BookUpdated', 'BookDistrusted', 'BookUpdated']);
  const recording = only(recordingsIn(folder));
  const { quotes, rejected } = await readAll(recording);
  expect(rejected).toEqual([]);
  expect(quotes.map(brief)).toEqual([
    [5, 'ETH/USDT', 3_000.25, 3_001.25],
    [5, 'BTC/USDT', 60_000.01, 60_000.02],
    [25, 'BTC/USDT', Number.NaN, Number.NaN],
  ]);
  expect(quotes[1]).toMatchObject({ bidSize: 1.5, askSize: 2, session: 0 });
  expect(readManifest(recording)).toMatchObject({
    ok: true,
    manifest: { exchange: 'binance', of: 'exchange', ended: expect.any(String), instruments, files: [{ rows: 3 }] },
  });
  expect(readFileSync(join(recording, 'events.jsonl'), 'utf8')).toContain('"reason":"a gap"');
});

test.each([
  ['live', 'recorded', ''],
  ['practice', 'practice', 'practice-'],
  ['realistic', 'realistic', 'realistic-'],
  ['sample', 'sample', 'sample-'],
  ['bars', 'bars', ''],
  ['imported', 'imported', ''],
  ['recorded', 'recorded', ''],
] as const)('a recording of %s prices is of kind %s, and its name begins with %j', async (watched, kind, prefix) => {
  const { folder, recorder, quote } = await setUp({}, { kind: 'whole' }, watched);
  await recorder.start();
  quote('BTC/USDT', 60_000, 60_001);
  await recorder.stop();
  const path = only(recordingsIn(folder));
  expect(readManifest(path)).toMatchObject({ ok: true, manifest: { kind, exchange: 'binance' } });
  expect(basename(path)).toMatch(new RegExp(`^${prefix}binance-20260131T`));
});

test.each([
  ['exchange', 'recorded'],
  ['import', 'imported'],
  ['bars', 'bars'],
  ['sample', 'sample'],
  ['simulated', 'practice'],
  // It may be of an invented market: nothing in it says that it is not.
  ['recorded', 'practice'],
])('a manifest of before that is of %s is read as %s', async (of, kind) => {
  const folder = newFolder();
  mkdirSync(folder, { recursive: true });
  const { kind: _, ...before } = newManifest('binance', of, 'live', '', []);
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(before));
  expect(readManifest(folder)).toMatchObject({ ok: true, manifest: { kind } });
});

test('a lost connection makes the books of its markets void, and no others', async () => {
  const { folder, clock, recorder, quote, say } = await setUp();
  const at = clock.now();
  const of = { exchange: 'binance', at };
  say({ type: 'MarketSubscribed', ...of, connection: '1', symbol: 'BTC/USDT' });
  say({ type: 'MarketSubscribed', ...of, connection: '2', symbol: 'ETH/USDT' });
  quote('BTC/USDT', 100);
  quote('ETH/USDT', 200);
  await recorder.start();
  say({ type: 'FeedStatusChanged', ...of, connection: '1', status: 'down', detail: 'silent' });
  say({ type: 'FeedStatusChanged', ...of, connection: '1', status: 'connecting', detail: '' });
  quote('ETH/USDT', 201);
  say({ type: 'BooksReset', ...of, reason: 'all is void' });
  await recorder.stop();
  const { quotes } = await readAll(only(recordingsIn(folder)));
  expect(quotes.map(({ symbol, bid }) => [symbol, bid])).toEqual([
    ['BTC/USDT', 100],
    ['ETH/USDT', 200],
    ['BTC/USDT', Number.NaN],
    ['ETH/USDT', 201],
    ['ETH/USDT', Number.NaN],
  ]);
});

test('of numbered changes the best prices are recorded once the book is proven, and none after a gap', async () => {
  const { folder, recorder, book } = await setUp({}, { kind: 'numbered', resync: () => {} });
  await recorder.start();
  const snapshot = { kind: 'snapshot', sequence: 10 } as const;
  const delta = (first_sequence: number, sequence: number) => ({ kind: 'delta', first_sequence, sequence }) as const;
  book('BTC/USDT', [[100, 1]], [[101, 1]], snapshot);
  book('BTC/USDT', [[100.5, 1]], [], delta(11, 12));
  book('BTC/USDT', [[100.5, 0]], [[100.9, 3]], delta(13, 13));
  book('BTC/USDT', [[100.7, 1]], [], delta(15, 15));
  book('BTC/USDT', [[100.8, 1]], [], delta(16, 16));
  await recorder.stop();
  const { quotes } = await readAll(only(recordingsIn(folder)));
  expect(quotes.map(({ bid, ask }) => [bid, ask])).toEqual([
    [100.5, 101],
    [100, 100.9],
    [Number.NaN, Number.NaN],
  ]);
});

test('each hour has a file of its own, which says all books by itself', async () => {
  const { folder, clock, recorder, quote } = await setUp();
  await recorder.start();
  quote('ETH/USDT', 3_000);
  quote('BTC/USDT', 100);
  await clock.advance(2_000);
  await clock.advance(9_000);
  const sealed = (): number => {
    const read = readManifest(only(recordingsIn(folder)));
    return read.ok ? read.manifest.files.length : 0;
  };
  await expect.poll(sealed).toBe(1);
  quote('BTC/USDT', 200);
  await recorder.stop();
  const recording = only(recordingsIn(folder));
  const second = await readAll(recording);
  expect(second.rejected).toEqual([]);
  expect(second.quotes.map(({ symbol, bid }) => [symbol, bid])).toEqual([
    ['ETH/USDT', 3_000],
    ['BTC/USDT', 100],
    ['ETH/USDT', 3_000],
    ['BTC/USDT', 100],
    ['BTC/USDT', 200],
  ]);
  const read = readManifest(recording);
  expect(read.ok && read.manifest.files.map(({ rows }) => rows)).toEqual([2, 3]);
});

describe('a recording that is not whole', () => {
  test('is read up to its last whole batch, wherever it was cut', async () => {
    const { folder, recorder } = await recorded(3);
    await recorder.stop();
    const recording = only(recordingsIn(folder));
    const file = only(filesIn(recording));
    const whole = readFileSync(file).length;
    for (const cut of [10, 100, 20_000, 41_000, 90_000]) {
      truncateSync(file, whole - cut);
      const { quotes, rejected } = await readAll(recording);
      expect(quotes.length % 1_000).toBe(0);
      expect(quotes.length).toBe(quotes.at(-1) === undefined ? 0 : 1 + (quotes.at(-1)?.timeMs ?? 0) - start);
      if (cut >= 100)
        expect(rejected).toEqual([
          expect.objectContaining({ message: `the file ends within a batch, after ${quotes.length} rows` }),
        ]);
    }
  });

  test('leaves out what a second file says again', async () => {
    const { folder, recorder } = await recorded(1);
    await recorder.stop();
    const recording = only(recordingsIn(folder));
    const file = only(filesIn(recording));
    writeFileSync(join(recording, 'quotes-99990131T130000000Z.arrows'), readFileSync(file));
    const { quotes, rejected } = await readAll(recording);
    expect(quotes).toHaveLength(1_001);
    expect(rejected.map(({ message }) => message)).toEqual([
      '999 rows are of a time that the file before has already: left out',
    ]);
  });

  test('whose recorder was killed in the second in which it began a file lacks nothing', async () => {
    const { folder, recorder } = await recorded(1);
    await recorder.stop();
    const recording = only(recordingsIn(folder));
    const [file, next] = [only(filesIn(recording)), join(recording, 'quotes-99990131T130000000Z.arrows')];
    const read = readManifest(recording);
    if (!read.ok) expect.fail(read.message);
    await writeManifest(recording, { ...read.manifest, ended: null });
    writeFileSync(next, '');
    expect(await examine(recording)).toMatchObject({ rows: 1_000, bad: 0, problems: [] });
    // One that was closed with rows does.
    writeFileSync(file, '');
    expect((await examine(recording)).problems).toEqual([
      expect.stringContaining('no recording of quotes'),
      expect.stringContaining('has 0 bytes, and was closed with'),
    ]);
  });

  test('of a later version, or of something else, is one line', async () => {
    const folder = newFolder();
    mkdirSync(folder, { recursive: true });
    expect((await readAll(folder)).rejected.map(({ message }) => message)).toEqual([
      `${folder} is no recording: it has no manifest.json that can be read`,
    ]);
    await writeManifest(folder, { ...newManifest('binance', 'exchange', 'recorded', '', []), version: 2 });
    expect((await readAll(folder)).rejected.map(({ message }) => message)).toEqual([
      `${folder} is a recording of version 2, and this triquad reads up to version 1: use a newer triquad`,
    ]);
    await writeManifest(folder, newManifest('binance', 'exchange', 'recorded', '', []));
    writeFileSync(join(folder, 'quotes-20260131T125950000Z.arrows'), 'nothing of the kind');
    expect((await readAll(folder)).rejected.map(({ message }) => message)).toEqual([
      'the file is no recording of quotes',
    ]);
  });
});

describe('a disk', () => {
  /** A disk that takes so many bytes, and half of what comes then. */
  const fullAfter =
    (most: number): typeof createFile =>
    async (path) => {
      const file = await createFile(path);
      if (!path.endsWith('.arrows')) return file;
      let taken = 0;
      return {
        ...file,
        append: async (bytes) => {
          taken += bytes.length;
          if (taken <= most) return file.append(bytes);
          await file.append(bytes.subarray(0, bytes.length / 2));
          throw new Error('ENOSPC: no space left on device, write');
        },
      };
    };

  test('that is full ends the recording in one line, and what was recorded is whole', async () => {
    const { folder, log, recorder, heard } = await recorded(3, { create: fullAfter(90_000) });
    await expect.poll(() => recorder.state().recording).toBe(false);
    await recorder.stop();
    expect(log).toEqual([
      'ERROR recording ended: ENOSPC: no space left on device, write. What was recorded before is whole; it goes on by itself once 256 MB are free.',
    ]);
    expect(recorder.state().reason).toContain('ENOSPC');
    expect(heard).toHaveLength(3_000);
    const { quotes, rejected } = await readAll(only(recordingsIn(folder)));
    expect(rejected).toEqual([]);
    expect(quotes).toHaveLength(2_000);
    await recorder.start();
    expect(recorder.state()).toMatchObject({ recording: true, reason: null });
    await recorder.stop();
  });

  test('that was full has its recording go on by itself once there is room, with the books of then', async () => {
    let [free, looks] = [0, 0];
    const gaps: Gap[] = [];
    const create: typeof createFile = (path) => (free === 0 ? fullAfter(90_000)(path) : createFile(path));
    const freeBytes = async () => {
      looks += 1;
      return free;
    };
    const more = { create, freeBytes, onGap: (gap: Gap) => gaps.push(gap) };
    const { folder, clock, log, recorder, quote } = await recorded(3, more);
    await expect.poll(() => recorder.state().since).toBe(null);
    const ended = gaps[0]?.from ?? Number.NaN;
    /** Lets a look at the disk pass. */
    const look = async () => {
      const before = looks;
      await clock.advance(10_000);
      await expect.poll(() => looks).toBe(before + 1);
    };
    await look();
    quote('BTC/USDT', 500);
    await look();
    expect([recorder.state().recording, recordingsIn(folder).length]).toEqual([false, 1]);
    free = 256e6;
    quote('BTC/USDT', 700);
    await look();
    await expect.poll(() => recorder.state().recording).toBe(true);
    await expect.poll(() => gaps.length).toBe(2);
    const resumed = clock.now();
    expect(gaps).toEqual([
      { from: ended, to: null, reason: 'ENOSPC: no space left on device, write' },
      { from: ended, to: resumed, reason: 'ENOSPC: no space left on device, write' },
    ]);
    expect(log.at(-1)).toBe(
      `INFO Recording goes on. Nothing was recorded from ${new Date(ended).toISOString()} to ${new Date(resumed).toISOString()}.`,
    );
    await recorder.stop();
    const [before = '', after = ''] = recordingsIn(folder).sort();
    const old = await readAll(before);
    expect([old.quotes.length, old.rejected]).toEqual([2_000, []]);
    expect(old.quotes.at(-1)?.timeMs).toBeLessThanOrEqual(ended);
    const next = await readAll(after);
    expect(next.quotes.map(({ timeMs, bid }) => [timeMs, bid])).toEqual([[resumed, 700]]);
  });

  test('that was full is left alone once recording was switched off', async () => {
    let looks = 0;
    const { clock, recorder } = await recorded(3, { create: fullAfter(90_000), freeBytes: async () => looks++ });
    await expect.poll(() => recorder.state().since).toBe(null);
    await recorder.stop();
    await clock.advance(60_000);
    expect([recorder.state().recording, looks]).toEqual([false, 0]);
  });

  test('never holds more recordings than allowed: the oldest files go, imported ones stay', async () => {
    const quotaBytes = 400_000;
    const { folder, clock, recorder, quote, log } = await setUp({ quotaBytes });
    const imported = join(folder, 'binance-imported');
    mkdirSync(imported, { recursive: true });
    await writeManifest(imported, {
      ...newManifest('binance', 'import', 'imported', '', []),
      ended: '2000-01-01T00:00:00.000Z',
    });
    writeFileSync(join(imported, 'quotes-20000101T000000000Z.arrows'), Buffer.alloc(quotaBytes));
    await recorder.start();
    for (let second = 0; second < 40; second++) {
      for (let row = 0; row < 1_000; row++) quote('BTC/USDT', 100 + row / 100);
      // The disk takes its own time: until it has come along another second passes.
      const rows = async (): Promise<number> => {
        await clock.advance(1_000);
        return recorder.state().rows;
      };
      await expect.poll(rows).toBeGreaterThan(second * 1_000);
    }
    await recorder.stop();
    expect(recorder.state().reason).toBeNull();
    expect(log.some((line) => line.startsWith('INFO The recordings take more than 400000 bytes: deleted '))).toBe(true);
    const recording = only(recordingsIn(folder).filter((path) => path !== imported));
    const sizes = filesIn(recording).map((path) => readFileSync(path).length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(quotaBytes + 12 * 50_000);
    expect((await readAll(recording)).rejected).toEqual([]);
    expect(filesIn(imported)).toHaveLength(1);
    const read = readManifest(recording);
    expect(read.ok && read.manifest.files.map(({ name }) => join(recording, name))).toEqual(filesIn(recording));
  });

  test('that takes no file of quotes leaves none open', async () => {
    const open = new Set<string>();
    const create: typeof createFile = async (path) => {
      if (path.endsWith('.arrows')) throw new Error('EMFILE: too many open files');
      const file = await createFile(path);
      open.add(path);
      return {
        ...file,
        close: async () => {
          open.delete(path);
          await file.close();
        },
      };
    };
    const { recorder } = await setUp({ create });
    await recorder.start();
    expect(recorder.state()).toMatchObject({ recording: false, reason: expect.stringContaining('EMFILE') });
    expect([...open]).toEqual([]);
  });

  test('on which nothing can be made says so', async () => {
    const { clock, log, recorder, quote } = await setUp({ folder: '/dev/null/recordings' });
    await recorder.start();
    quote('BTC/USDT', 1);
    await clock.advance(1_000);
    await recorder.stop();
    expect(recorder.state()).toMatchObject({ recording: false, reason: expect.stringContaining('ENOTDIR') });
    expect(log).toHaveLength(1);
  });
});
