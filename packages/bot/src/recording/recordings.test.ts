import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { createRecordings } from './recordings.ts';

const folder = mkdtempSync(join(tmpdir(), 'triquad-recordings-'));
afterAll(() => rmSync(folder, { recursive: true }));

const start = Date.UTC(2020, 0);
const csv = (...times: readonly number[]): string =>
  [
    'timeMs,session,symbol,bid,bidSize,ask,askSize',
    ...times.map((at, row) => `${start + at},${row},BTC-USDT,1,1,2,1`),
    '',
  ].join('\n');

test('recordings are the files of the folder that are named after an exchange, and further ones, each with its time', async () => {
  writeFileSync(join(folder, 'kucoin-b.csv'), csv(3000, 2000, 5000));
  writeFileSync(join(folder, 'binance-a.csv.gz'), gzipSync(csv(1000)));
  writeFileSync(join(folder, 'kucoin-bad.csv'), 'nothing of the kind');
  writeFileSync(join(folder, 'notes.txt'), csv(1));
  mkdirSync(join(folder, 'okx-folder.csv'));
  const elsewhere = join(folder, 'ticker.csv');
  writeFileSync(elsewhere, csv(7000));
  const recordings = createRecordings(folder, [
    { exchange: 'kucoin', file: elsewhere },
    { exchange: 'kucoin', file: join(folder, 'gone.csv') },
  ]);
  const found = [
    {
      bytes: expect.any(Number),
      exchange: 'binance',
      kind: 'imported',
      file: join(folder, 'binance-a.csv.gz'),
      from: start + 1000,
      to: start + 1001,
      rows: 1,
      surveyed: expect.anything(),
    },
    {
      bytes: 145,
      exchange: 'kucoin',
      kind: 'imported',
      file: join(folder, 'kucoin-b.csv'),
      from: start + 2000,
      to: start + 5001,
      rows: 3,
      surveyed: expect.anything(),
    },
    {
      ...{
        bytes: 79,
        exchange: 'kucoin',
        kind: 'imported',
        file: elsewhere,
        from: start + 7000,
        to: start + 7001,
        rows: 1,
      },
      surveyed: {
        stamp: expect.stringMatching(/^ticker\.csv \d.* 79$/),
        survey: {
          ...{ from: start + 7000, to: start + 7000, rows: 1, bad: { count: 0, first: '' } },
          markets: [{ symbol: 'BTC/USDT', priceDecimals: 0, sizeDecimals: 0, highest: 2 }],
        },
      },
    },
  ];
  expect(await recordings.all()).toEqual(found);
  writeFileSync(elsewhere, csv(7000, 9000));
  expect((await recordings.all()).at(-1)).toEqual({
    ...{ ...found[2], to: start + 9001, rows: 2, bytes: 112 },
    surveyed: expect.anything(),
  });
});

test('without the folder there are none', async () => {
  expect(await createRecordings(join(folder, 'nowhere'), []).all()).toEqual([]);
});
