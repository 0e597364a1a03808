import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { chance } from '../../strategy/chance.suite.ts';
import { marketsIn, readTable } from './read-table.ts';

const folder = mkdtempSync(join(tmpdir(), 'triquad-table-'));
afterAll(() => rmSync(folder, { recursive: true }));
const written = (name: string, text: string): string => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};
const readAll = async (file: string) => {
  const rows: (string | number)[][] = [];
  const rejected: string[] = [];
  for await (const batch of readTable(file, ({ line, field }) => rejected.push(`${line} ${field}`))) {
    const { timeMs, market, symbols, bid, bidSize, ask, askSize } = batch;
    for (let row = 0; row < batch.rows; row++)
      rows.push([
        timeMs[row] as number,
        symbols[market[row] as number] as string,
        ...[bid, bidSize, ask, askSize].map((column) => column[row] as number),
      ]);
  }
  return { rows, rejected };
};

test('each cell is the number that the language reads in it, however it is written, over the ends of chunks', async () => {
  const random = chance('cells of a table');
  const digits = (most: number): string =>
    Array.from({ length: 1 + Math.floor(random() * most) }, () => Math.floor(10 * random())).join('');
  const forms = [
    () => `${digits(6)}.${digits(8)}`,
    () => `${digits(15)}.${digits(20)}`,
    () => `0.${'0'.repeat(18)}${digits(8)}`,
    () => `${digits(3)}e-${digits(1)}`,
    () => digits(20),
    () => ` ${digits(4)}`,
    () => `.${digits(5)}`,
    () => `${digits(4)}.`,
  ];
  const value = (): string => (forms[Math.floor(random() * forms.length)] ?? forms[0])?.() ?? '';
  const names = ['BTC-USDT', 'ETH/USDT', 'xrp_btc', 'A-B'];
  const lines = Array.from({ length: 20_000 }, (_, at) => {
    const name = names[Math.floor(random() * names.length)] ?? '';
    return [1_700_000_000_000 + at, name, value(), value(), value(), value()].join();
  });
  const file = written('any.csv', ['timeMs,symbol,bid,bidSize,ask,askSize', ...lines].join('\n'));
  const { rows, rejected } = await readAll(file);
  const usual = (name: string): string => name.replace(/[-_]/, '/').toUpperCase();
  const expected = lines.flatMap((line) => {
    const [time = '', name = '', ...cells] = line.split(',');
    const numbers = cells.map(Number);
    const [bid = 0, , ask = 0] = numbers;
    const isQuote = numbers.every((one) => one > 0 && one < Infinity) && bid < ask;
    return [[Number(time), usual(name), ...(isQuote ? numbers : numbers.map(() => Number.NaN))]];
  });
  expect(rows.filter((row, at) => JSON.stringify(row) !== JSON.stringify(expected[at]))).toEqual([]);
  expect(rows.length).toBe(lines.length);
  expect(rows.length - rejected.length).toBeGreaterThan(5_000);
  expect([...(await marketsIn(file))].sort()).toEqual([...new Set(names.map(usual))].sort());
});

test('a table that is named after its market has that one, and times in microseconds are cut', async () => {
  const header = 'update_id,best_bid_price,best_bid_qty,best_ask_price,best_ask_qty,transaction_time,event_time';
  const file = written(
    'BTCUSDT-bookTicker-2024-01-31.csv',
    `${header}\n1,5,1,6,2,1706659200000,1\n2,5,1,6,2,1706659200001,1\n`,
  );
  expect(await readAll(file)).toEqual({
    rows: [
      [1_706_659_200_000, 'BTC/USDT', 5, 1, 6, 2],
      [1_706_659_200_001, 'BTC/USDT', 5, 1, 6, 2],
    ],
    rejected: [],
  });
  expect([...(await marketsIn(file))]).toEqual(['BTC/USDT']);
  const tardis = 'exchange,symbol,timestamp,local_timestamp,ask_amount,ask_price,bid_price,bid_amount';
  const other = written(
    'quotes.csv',
    `${tardis}\r\nx,BTCUSDT,1,1706659200000999,2,6,5,1\r\nx,BTCUSDT,1,1706659200001001,2,6,5,1\r\n`,
  );
  expect((await readAll(other)).rows.map(([time]) => time)).toEqual([1_706_659_200_000, 1_706_659_200_001]);
});
