import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Told, toldOf } from '../../market/message.suite.ts';
import { createVirtualClock } from '../../model/clock.ts';
import { readQuotes } from '../../recording/read-quotes.ts';
import { openRecording, type ReadRecording } from './recorded.ts';
import { instrumentsSeen, type RecordedQuote } from './recorded-instruments.ts';

const start = Date.UTC(2026, 0, 31);
const recordedAt = Date.UTC(2022, 1, 25);

const quote = (afterMs: number, over: Partial<RecordedQuote> = {}): RecordedQuote => ({
  timeMs: recordedAt + afterMs,
  session: 0,
  symbol: 'BTC/USDT',
  bid: 100,
  bidSize: 1,
  ask: 101,
  askSize: 2,
  ...over,
});

const reading = (...batches: readonly (readonly RecordedQuote[])[]): ReadRecording =>
  async function* () {
    yield* batches;
  };

/** What is heard, in ms after the start: a symbol for a quote, the first words of the reason or detail for all else. */
const brief = (event: Told) => {
  const after = event.at - start;
  if (event.type === 'BookUpdated') return [after, event.symbol];
  if (event.type === 'FeedStatusChanged') return [after, event.status, event.detail];
  if (event.type === 'BookDistrusted') return [after, 'distrusted', event.symbol];
  return [after, event.type, 'reason' in event ? event.reason : ''];
};

const play = async (read: ReadRecording, speed: number, forMs: number) => {
  const clock = createVirtualClock(start);
  const opened = await openRecording({ exchange: 'kucoin', read, clock, speed });
  if (!opened.ok) throw new Error(opened.message);
  const events: Told[] = [];
  const stop = opened.feed.subscribe((event) => events.push(toldOf(event)));
  expect(events).toEqual([]);
  await clock.advance(forMs);
  stop();
  const heard = events.length;
  await clock.advance(60_000);
  expect(events.length).toBe(heard);
  return events;
};

describe('a recording', () => {
  test('plays at its own pace, skips idle stretches and starts each session and each loop with empty books', async () => {
    const read = reading(
      [quote(0), quote(200, { symbol: 'ETH/USDT' }), quote(5_200)],
      [quote(20_000, { symbol: 'ETH/USDT' }), quote(0, { session: 1 }), quote(100, { session: 1, symbol: 'ETH/USDT' })],
    );
    expect((await play(read, 1, 6_400)).map(brief)).toEqual([
      [0, 'live', 'recording, markets: 2, rows: 6'],
      [0, 'BTC/USDT'],
      [200, 'ETH/USDT'],
      [5_200, 'BTC/USDT'],
      [5_200, 'BooksReset', 'skipped 15 s of the recording without a row'],
      [5_200, 'ETH/USDT'],
      [5_200, 'BooksReset', 'session 0 of the recording ended, session 1 begins'],
      [5_200, 'BTC/USDT'],
      [5_300, 'ETH/USDT'],
      [6_300, 'BooksReset', 'the recording ended and starts again'],
      [6_300, 'BTC/USDT'],
    ]);
  });

  test.each([-3_600_000, -60_000, 172_800_000])('plays on as before when the clock is set by %i ms', async (byMs) => {
    const rows = [0, 1_000, 2_000, 3_000, 4_000].map((ms) => quote(ms));
    const clock = createVirtualClock(start);
    const opened = await openRecording({ exchange: 'kucoin', read: reading(rows), clock });
    if (!opened.ok) throw new Error(opened.message);
    const received: number[] = [];
    const stop = opened.feed.subscribe((event) => {
      if (event.type === 'BookUpdated') received.push(Number(event.received));
    });
    await clock.advance(1_500);
    clock.stepWall(byMs);
    await clock.advance(2_600);
    stop();
    expect(received).toEqual([0, 1_000, 2_000, 3_000, 4_000]);
  });

  test('says the whole book of a row as one level', async () => {
    expect((await play(reading([quote(0)]), 1, 1))[1]).toEqual({
      type: 'BookUpdated',
      exchange: 'kucoin',
      symbol: 'BTC/USDT',
      kind: 'snapshot',
      bids: [[100, 1]],
      asks: [[101, 2]],
      sequence: null,
      first_sequence: null,
      exchange_time: null,
      checked: null,
      depth: 1,
      quiet: false,
      at: start,
      received: 0,
    });
  });

  test('hurried, takes back what is too old by its own time', async () => {
    const read = reading([quote(0), quote(1_000, { symbol: 'ETH/USDT' }), quote(1_501, { symbol: 'ETH/USDT' })]);
    expect((await play(read, 10, 160)).map(brief)).toEqual([
      [0, 'live', 'recording, markets: 2, rows: 3'],
      [0, 'BTC/USDT'],
      [100, 'ETH/USDT'],
      [151, 'distrusted', 'BTC/USDT'],
      [151, 'ETH/USDT'],
    ]);
  });

  test('plays as fast as possible without waiting', async () => {
    const quotes = (await play(reading([quote(0), quote(900)], [quote(4_000)]), Infinity, 0)).map(brief);
    expect(quotes).toEqual([
      [0, 'live', 'recording, markets: 1, rows: 3'],
      [0, 'BTC/USDT'],
      [0, 'BTC/USDT'],
      [0, 'distrusted', 'BTC/USDT'],
      [0, 'BTC/USDT'],
    ]);
  });

  test('counts bad rows and names the first', async () => {
    const read: ReadRecording = async function* (onReject) {
      onReject({ file: 'day.csv', line: 7, field: 'bid', message: '"x" is not a number above zero' });
      onReject({ file: 'day.csv', line: 9, field: 'ask', message: 'missing in this row' });
      yield [quote(0)];
    };
    expect((await play(read, 1, 0)).map(brief)[0]).toEqual([
      0,
      'live',
      'recording, markets: 1, rows: 1, bad rows left out: 2 (the first: day.csv:7: bid: "x" is not a number above zero)',
    ]);
  });

  test('says so when it cannot be read any more, and goes on trying', async () => {
    let reads = 0;
    const read: ReadRecording = async function* () {
      reads += 1;
      if (reads !== 3) yield [quote(0)];
    };
    expect((await play(read, 1, 2_000)).map(brief)).toEqual([
      [0, 'live', 'recording, markets: 1, rows: 1'],
      [0, 'BTC/USDT'],
      [1_000, 'BooksReset', 'the recording ended and starts again'],
      [1_000, 'down', 'the recording cannot be read any more'],
      [2_000, 'BTC/USDT'],
    ]);
  });

  test('without a good row is one line', async () => {
    const clock = createVirtualClock(start);
    const open = (read: ReadRecording) => openRecording({ exchange: 'kucoin', read, clock });
    expect(await open(reading())).toEqual({ ok: false, message: 'the recording has no row' });
    expect(await open((onReject) => readQuotes('/nowhere/day.csv.gz', onReject))).toEqual({
      ok: false,
      message: expect.stringMatching(/^\/nowhere\/day\.csv\.gz: row: the file cannot be read: ENOENT/),
    });
  });
});

test('the rules of a market are the finest decimals seen', () => {
  const seen = instrumentsSeen('kucoin');
  seen.see(quote(0, { symbol: 'BTC/USDT', bid: 40_000.1, ask: 40_001, bidSize: 0.5, askSize: 1 }));
  seen.see(quote(0, { symbol: 'BTC/USDT', bid: 40_000.25, ask: 40_001, bidSize: 0.12345678, askSize: 1 }));
  seen.see(quote(0, { symbol: 'SHIB/BTC', bid: 1.5e-10, ask: 2e-10, bidSize: 2_000_000, askSize: 1e21 }));
  const fees = { takerFee: 0.001, makerFee: 0.001, feeCurrency: 'quote', feeSource: 'entry tier' };
  const rules = { exchange: 'kucoin', minNotional: 0, ...fees };
  expect(seen.all()).toEqual([
    { ...rules, symbol: 'BTC/USDT', base: 'BTC', quote: 'USDT', tickSize: 0.01, lotStep: 1e-8, minQuantity: 1e-8 },
    { ...rules, symbol: 'SHIB/BTC', base: 'SHIB', quote: 'BTC', tickSize: 1e-11, lotStep: 1, minQuantity: 1 },
  ]);
});

const file = join(import.meta.dirname, '../../../../../../shared/data/kucoin_l1_2022/kucoin_ticker_l1.csv.gz');
test.skipIf(!existsSync(file))("KuCoin's recorded market of 2022 opens whole", async () => {
  const read: ReadRecording = (onReject) => readQuotes(file, onReject);
  const opened = await openRecording({ exchange: 'kucoin', read, clock: createVirtualClock(start) });
  if (!opened.ok) throw new Error(opened.message);
  const instruments = await opened.feed.instruments(1_000);
  expect(instruments.length).toBe(1_056);
  expect(instruments.find(({ symbol }) => symbol === 'ETH/USDT')).toMatchObject({ tickSize: 0.01, lotStep: 1e-8 });
});
