import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createVirtualClock } from '../model/clock.ts';
import type { FeedEvent } from '../model/feed-event.ts';
import { openQuoteFile } from '../recording/quote-file.ts';
import { recordedSource } from './recorded-source.ts';

const folder = mkdtempSync(join(tmpdir(), 'triquad-kept-back-'));
afterAll(() => rmSync(folder, { recursive: true }));

const noon = Date.UTC(2026, 0, 31, 12);
const symbols = ['BTC/USDT', 'ETH/USDT'] as const;
type Row = readonly [seconds: number, symbol: (typeof symbols)[number]];

/** Plays rows in which nothing pays; the books that a bot hears, or fetches, each with the second at which it was recorded. */
const opened = async (name: string, rows: readonly Row[]) => {
  const path = join(folder, `${name}.arrows`);
  const file = await openQuoteFile({ path, exchange: 'kucoin', symbols: [...symbols], onFault: expect.unreachable });
  for (const [at, [seconds, symbol]] of rows.entries())
    file.add(symbols.indexOf(symbol), noon + 1_000 * seconds, 100 + at, 1, 101 + at, 1);
  await file.close();
  const clock = createVirtualClock(noon);
  // A bot has something to do every so often.
  const tick = (): unknown => clock.after(30_000, tick);
  tick();
  const range = { from: noon, to: noon + 3_600_000 };
  const stage = { clock, pulse: async () => true };
  const source = await recordedSource([{ exchange: 'kucoin', files: [path] }], range, stage);
  const feed = source?.feeds[0];
  if (!source || !feed) return expect.unreachable('nothing is recorded');
  const heard: string[] = [];
  const hearBook = (event: FeedEvent): void => {
    if (event.type === 'BookUpdated') heard.push(`${event.symbol} ${(event.at - noon) / 1_000}`);
  };
  feed.subscribe(hearBook);
  const types = { tri: true, quad: true };
  const watched = { feed, instruments: await feed.instruments(0), types, fundingCurrencies: ['USDT'] };
  const [quickened] = source.quicken([{ ...watched, maxBookAgeMs: 5_000, minProfitPct: 0 }]);
  return {
    heard,
    attend: quickened?.unheard.attend ?? expect.unreachable,
    playTo: (seconds: number) => source.play(noon + 1_000 * seconds),
    fetch: () => quickened?.unheard.moved((market) => quickened.unheard.fetch(market, hearBook)),
  };
};

test('of rows that do not matter a bot that looks at its books finds the last one of each market, once', async () => {
  const { heard, playTo, fetch } = await opened('quiet', [
    [0, 'BTC/USDT'],
    [1, 'ETH/USDT'],
    [2, 'BTC/USDT'],
    [3, 'BTC/USDT'],
    [4, 'ETH/USDT'],
  ]);
  await playTo(3.5);
  expect(heard).toEqual(['BTC/USDT 0']);
  fetch();
  expect(heard).toEqual(['BTC/USDT 0', 'BTC/USDT 3', 'ETH/USDT 1']);
  await playTo(10);
  fetch();
  fetch();
  expect(heard).toEqual(['BTC/USDT 0', 'BTC/USDT 3', 'ETH/USDT 1', 'ETH/USDT 4']);
});

test('the rows of the first second after a long pause are heard', async () => {
  const { heard, playTo } = await opened('pause', [
    [0, 'BTC/USDT'],
    [1, 'ETH/USDT'],
    [300, 'BTC/USDT'],
    [300.1, 'BTC/USDT'],
    [301.5, 'BTC/USDT'],
  ]);
  await playTo(400);
  expect(heard).toEqual(['BTC/USDT 0', 'BTC/USDT 300', 'BTC/USDT 300.1']);
});

test('every row of a market is heard while a part of the engine needs its messages', async () => {
  const { heard, attend, playTo } = await opened('attended', [
    [0, 'BTC/USDT'],
    [20, 'BTC/USDT'],
    [20.1, 'BTC/USDT'],
    [40, 'ETH/USDT'],
    [60, 'ETH/USDT'],
    [80, 'BTC/USDT'],
    [100, 'BTC/USDT'],
    [100.1, 'BTC/USDT'],
  ]);
  await playTo(1);
  attend('BTC/USDT', 1);
  attend('BTC/USDT', 1);
  await playTo(50);
  attend('BTC/USDT', -1);
  await playTo(90);
  attend('BTC/USDT', -1);
  await playTo(110);
  expect(heard).toEqual(['BTC/USDT 0', 'BTC/USDT 20', 'BTC/USDT 20.1', 'BTC/USDT 80']);
});
