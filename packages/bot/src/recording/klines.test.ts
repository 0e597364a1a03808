import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { examine } from './examine.ts';
import { importOne } from './import.suite.ts';
import { readQuotes } from './read-quotes.ts';

const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'triquad-bars-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
};
const minute = Date.UTC(2024, 0, 31);
const bar = (at: number, close: string, volume: string, trades: number, per = 1) =>
  `${at * per},1,2,0.5,${close},${volume},${(at + 59_999) * per},99,${trades},0,0,0\n`;
const header = 'open_time,open,high,low,close,volume,close_time,quote_volume,count,taker_buy_volume,x,ignore\n';

test('bars of several markets become quotes around their closes, in order of time, and say what they are', async () => {
  const bars = join(folder(), 'klines');
  mkdirSync(bars);
  writeFileSync(
    join(bars, 'BTCUSDT-1m-2024-01.csv'),
    bar(minute, '40000', '10', 4) + bar(minute + 60_000, '40100', '3', 2),
  );
  // Since 2025 there is a header, and times are in microseconds.
  writeFileSync(join(bars, 'ETHBTC-1m-2024-01.csv'), header + bar(minute, '0.05', '8', 8, 1_000));
  const into = folder();
  const made = await importOne(bars, 'binance', into, () => {}, 0.02);
  // Where the file of a market ends and others go on, its book is void.
  expect(made).toMatchObject({ rows: 4, bad: 0 });
  const quotes = [];
  for await (const batch of readQuotes(made.path, () => {})) quotes.push(...batch);
  const at = minute + 59_999;
  expect(quotes).toMatchObject([
    { timeMs: at, symbol: 'BTC/USDT', bid: 39_996, ask: 40_004, bidSize: 2.5, askSize: 2.5 },
    { timeMs: at, symbol: 'ETH/BTC', bidSize: 1 },
    { timeMs: at + 1, symbol: 'ETH/BTC', bid: Number.NaN },
    { timeMs: at + 60_000, symbol: 'BTC/USDT', bidSize: 1.5 },
  ]);
  expect(await examine(made.path)).toMatchObject({ of: 'bars', problems: [] });
});

test('a last line that was cut says what it lacks, and leaves no price of before', async () => {
  const file = join(folder(), 'ETHBTC_1.csv');
  const whole = '1700000000,1,2,1,40000,3,2\n1700000060,1,2,1,40010,3,2\n';
  for (const [cut, message] of [
    ['1700000120,1,2,1,4', 'volume: "" is not a number'],
    ['1700000120,1,2,1,40020,3,', 'trades: "" is not a number'],
  ]) {
    writeFileSync(file, whole + cut);
    const said: string[] = [];
    const into = folder();
    const made = await importOne(
      file,
      'kraken',
      into,
      ({ line, field, message: why }) => said.push(`${line} ${field}: ${why}`),
      0.02,
    );
    expect(said).toEqual([`3 ${message}`]);
    const last = [];
    for await (const batch of readQuotes(made.path, () => {})) last.push(...batch);
    expect(last.at(-1)).toMatchObject({ timeMs: 1_700_000_180_000, bid: Number.NaN });
  }
});

test('bars that say nothing are counted and named', async () => {
  const file = join(folder(), 'BTCUSDT-1m-2024-01.csv');
  writeFileSync(file, bar(minute, '40000', '0', 0) + bar(minute, 'moon', '1', 1) + bar(minute, '40000', '1', 1));
  const said: string[] = [];
  const reject = ({ line, field, message }: { line: number; field: string; message: string }) =>
    void said.push(`${line} ${field}: ${message}`);
  expect(await importOne(file, 'binance', folder(), reject, 0.02)).toMatchObject({ rows: 1, bad: 2 });
  expect(said).toEqual(['1 volume: nothing was traded in it', '2 close: it has no price']);
  const odd = join(folder(), 'moon.csv');
  writeFileSync(odd, bar(minute, '1', '1', 1));
  await expect(importOne(odd, 'binance', folder(), reject, 0.02)).rejects.toThrow(
    '"moon" is no market that can be read without a list',
  );
});
