import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { provenanceColumns } from '@triquad/core/contract';
import { afterAll, expect, test } from 'vitest';
import { examine } from './examine.ts';
import { importOne } from './import.suite.ts';
import { importFiles } from './import.ts';
import { parquetRows } from './parquet.suite.ts';
import { kindOfRecording, quoteFiles } from './recording-folder.ts';
import { createRecordings } from './recordings.ts';
import { zipOf } from './source/drawn-file.suite.ts';
import { surveyOf } from './survey.ts';
import { exportQuotes } from './transfer.ts';

const folder = mkdtempSync(join(tmpdir(), 'triquad-transfer-'));
afterAll(() => rmSync(folder, { recursive: true }));

const at = Date.UTC(2022, 1, 25);
const header = 'timeMs,session,symbol,bid,bidSize,ask,askSize\n';
const rows = [
  `${at},0,BTC/USDT,39000.1,0.5,39000.2,1.25\n`,
  `${at + 7_000},0,ETH/USDT,2700.01,3,2700.02,4\n`,
  `${at + 7_001},1,BTC/USDT,39001,0.12345678,39001.1,2\n`,
];
const table = join(folder, 'kucoin.csv');
writeFileSync(table, `${header}${rows[0]}${at},0,BTC/USDT,5,1,4,1\n${rows[1]}${rows[2]}`);
const recordings = join(folder, 'recordings');

test('a table becomes a recording and a table again, the same to the last decimal, without its bad rows', async () => {
  const bad: string[] = [];
  const made = await importOne(table, 'kucoin', recordings, ({ line, message }) => bad.push(`${line} ${message}`));
  expect(bad).toEqual(['3 not above the bid: 4 against 5']);
  // Between the sessions both books are void.
  expect(made).toMatchObject({ rows: 5, bad: 1 });
  expect(await createRecordings(recordings, []).all()).toMatchObject([
    { exchange: 'kucoin', file: made.path, from: at, to: at + 7_002, rows: 5 },
  ]);
  const again = join(folder, 'again.csv');
  expect(await exportQuotes(made.path, again, () => {})).toEqual({ path: again, rows: 5, bad: 0 });
  const voided = (base: string, after: number): string => `${at + after},0,${base}/USDT,,,,\n`;
  const lines = [rows[0], voided('BTC', 0), rows[1], voided('ETH', 7_000), rows[2]?.replace(',1,BTC', ',0,BTC')];
  const source = `,imported,kucoin,${basename(made.path)},paper`;
  const sourced =
    header.replace('\n', `,${provenanceColumns.join(',')}\n`) +
    lines.map((line) => line?.replace('\n', `${source}\n`)).join('');
  expect(readFileSync(again, 'utf8')).toBe(sourced);
  // A table has the rows that end the trust in a book too.
  expect((await surveyOf(again)).rows).toBe(5);
  await expect(exportQuotes(made.path, again, () => {})).rejects.toThrow('EEXIST');
});

test('a recording of several files is surveyed file by file, as it would be read through; not where they overlap or one is empty', async () => {
  const made = async (name: string, later: number) => {
    const quotes = [0, 1, 2].map(
      (step) => `${at + later + step},0,${name}/USDT,${1 + 10 ** -step},2,3,${later + 1}.5\n`,
    );
    writeFileSync(join(folder, `${name}.csv`), header + quotes.join(''));
    const { path } = await importOne(join(folder, `${name}.csv`), 'kucoin', join(folder, `hours of ${name}`), () => {});
    return { path, name: (await quoteFiles(path))[0] ?? '' };
  };
  const [{ path }, next] = [await made('BTC', 0), await made('ETH', 1)];
  copyFileSync(join(next.path, next.name), join(path, next.name));
  const listed = async () => (await createRecordings(join(path, '..'), []).all())[0];
  // Two rows are of a time that the first file has already.
  expect(await listed()).not.toHaveProperty('surveyed');
  const last = await made('SOL', 60_000);
  rmSync(join(path, next.name));
  copyFileSync(join(last.path, last.name), join(path, last.name));
  const survey = (await listed())?.surveyed?.survey;
  expect(survey).toMatchObject({
    rows: 6,
    markets: [{ symbol: 'BTC/USDT', priceDecimals: 2 }, { symbol: 'SOL/USDT' }],
  });
  expect(survey).toEqual(await surveyOf(path));
  writeFileSync(join(path, 'quotes-20300101T000000000Z.arrows'), '');
  expect(await listed()).toMatchObject({ file: path, from: at, rows: 6 });
  expect(await listed()).not.toHaveProperty('surveyed');
});

test('a recording is examined: what it holds, where it has gaps, and what is not as it was closed', async () => {
  const path = (await createRecordings(recordings, []).all())[0]?.file ?? '';
  const whole = await examine(path);
  expect(whole).toMatchObject({ exchange: 'kucoin', of: 'import', rows: 5, markets: 2, from: at, to: at + 7_001 });
  expect(whole).toMatchObject({ voids: 2, gaps: 1, longestGapMs: 7_000, bad: 0, problems: [] });
  const [name = ''] = await quoteFiles(path);
  const file = join(path, name);
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.subarray(0, -40));
  writeFileSync(join(path, 'quotes-20300101T000000000Z.arrows'), bytes);
  const { problems } = await examine(path);
  expect(problems).toEqual([
    `${name}: the file ends within a batch, after 0 rows`,
    `${name}: has ${bytes.length - 40} bytes, and was closed with ${bytes.length}`,
    'quotes-20300101T000000000Z.arrows: does not belong to the recording',
  ]);
});

test('a table without a row that can be read is one line, and makes nothing', async () => {
  const empty = join(folder, 'empty.csv');
  writeFileSync(empty, header);
  const into = join(folder, 'nothing');
  await expect(importOne(empty, 'kucoin', into, () => {})).rejects.toThrow(
    `${basename(empty)} has no row that can be read`,
  );
  expect(await createRecordings(into, []).all()).toEqual([]);
});

const tardis = Date.UTC(2024, 0, 31) * 1_000;
const imports: readonly [string, string, readonly string[], string][] = [
  [
    'binance_quotes_2024-01-31_BTCUSDT.csv',
    'exchange,symbol,timestamp,local_timestamp,ask_amount,ask_price,bid_price,bid_amount',
    [
      `binance,BTCUSDT,${tardis},${tardis + 1_999},0.5,43000.2,43000.1,0.25`,
      `binance,BTCUSDT,${tardis},${tardis + 2_500},0.5,,43000.1,1`,
    ],
    '3 ask',
  ],
  [
    'binance_book_snapshot_5_2024-01-31_BTCUSDT.csv',
    'exchange,symbol,timestamp,local_timestamp,asks[0].price,asks[0].amount,bids[0].price,bids[0].amount,asks[1].price',
    [`binance,BTC-USDT,${tardis},${tardis + 1_000},43000.2,0.5,43000.1,0.25,5`, `binance,?,1,${tardis},4,1,3,1,5`],
    '3 symbol',
  ],
  [
    'BTCUSDT-bookTicker-2024-01-31.csv',
    'update_id,best_bid_price,best_bid_qty,best_ask_price,best_ask_qty,transaction_time,event_time',
    [`1,43000.1,0.25,43000.2,0.5,${tardis / 1_000 + 1},9`, `2,43000.3,0.25,43000.2,0.5,${tardis / 1_000 + 2},9`],
    '3 ask',
  ],
];
test.each(imports)('%s becomes a recording, and its bad row is named', async (name, head, lines, bad) => {
  const source = join(folder, name);
  writeFileSync(source, `${[head, ...lines].join('\n')}\n`);
  const rejected: string[] = [];
  const into = join(folder, `of ${name}`);
  const made = await importOne(source, 'binance', into, ({ line, field }) => rejected.push(`${line} ${field}`));
  expect({ made, rejected }).toMatchObject({ made: { bad: 1 }, rejected: [bad] });
  const out = join(folder, `${name}.out`);
  await exportQuotes(made.path, out, () => {});
  expect(readFileSync(out, 'utf8')).toContain(
    `\n${tardis / 1_000 + 1},0,BTC/USDT,43000.1,0.25,43000.2,0.5,imported,binance,`,
  );
});

test.each(['csv', 'parquet'])('exported prices state in each row whose they are: %s', async (form) => {
  const out = join(folder, `sourced.${form}`);
  const { path } = await importOne(table, 'kucoin', join(folder, `to ${form}`), () => {});
  await exportQuotes(path, out, () => {});
  const bytes = readFileSync(out);
  const found = form === 'csv' ? recordsIn(bytes.toString()) : await parquetRows(bytes);
  expect(found).toHaveLength(5);
  for (const row of found)
    expect(row).toMatchObject({
      provenance_kind: 'imported',
      provenance_exchange: 'kucoin',
      provenance_money: 'paper',
    });
});
const recordsIn = (csv: string): readonly Record<string, string>[] => {
  const [names = [], ...cells] = csv
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));
  return cells.map((row) => Object.fromEntries(row.map((cell, at) => [names[at] ?? '', cell])));
};

test('invented prices that were exported stay invented when they are imported again, and join no other', async () => {
  const practice = join(folder, 'exported.csv');
  const source = ',practice,kucoin,practice-kucoin-1,invented';
  const lines = readFileSync(table, 'utf8').trimEnd().split('\n');
  const [head, ...body] = lines;
  writeFileSync(
    practice,
    [`${head},${provenanceColumns.join(',')}`, ...body.map((line) => line + source), ''].join('\n'),
  );
  expect(kindOfRecording(practice)).toBe('practice');
  const { path } = await importOne(practice, 'kucoin', join(folder, 'again'), () => {});
  const stays = ['practice', expect.stringMatching(/^practice-kucoin-/)];
  expect([kindOfRecording(path), basename(path)]).toEqual(stays);
  const columns = join(folder, 'exported.parquet');
  await exportQuotes(path, columns, () => {});
  const packed = join(folder, 'exported.csv.gz');
  writeFileSync(packed, gzipSync(readFileSync(practice)));
  const archive = join(folder, 'exported.zip');
  writeFileSync(archive, zipOf([{ name: 'exported.csv', bytes: readFileSync(practice) }]));
  for (const file of [columns, packed, archive]) {
    const { path } = await importOne(file, 'kucoin', join(folder, `of ${basename(file)}`), () => {});
    expect([kindOfRecording(path), basename(path)], file).toEqual(stays);
  }
  const real = await importOne(table, 'kucoin', join(folder, 'real'), () => {});
  const joined = importFiles({
    paths: [practice],
    exchange: 'kucoin',
    folder: join(folder, 'real'),
    join: real.path,
    onReject: () => {},
  });
  await expect(joined).rejects.toThrow('are invented (practice): they make a recording of their own');
});
