import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parquetRows } from './parquet.suite.ts';
import { createParquet, createParquetWriter } from './parquet.ts';
import { quoteTable } from './transfer.ts';

const fileIn = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'triquad-parquet-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'table.parquet');
};

test('exported quotes are read again to the last digit, over several groups of rows', async () => {
  const path = fileIn();
  const quotes = Array.from({ length: 17_000 }, (_, row) => {
    const isVoid = row % 10 === 7;
    const or = (value: number) => (isVoid ? Number.NaN : value);
    const market = {
      timeMs: 1_767_225_600_000 + row,
      session: row > 16_500 ? 1 : 0,
      symbol: row % 3 === 0 ? 'BTC/USDT' : 'Ñ/BTC',
    };
    return { ...market, bid: or(1 + row / 7), bidSize: or(0.1), ask: or(2 + row / 7), askSize: or(1e-8 * row + 1e-8) };
  });
  const file = await createParquet(path, 'quotes', quoteTable);
  await file.write(quotes);
  await file.close();
  const orNull = (value: number) => (Number.isNaN(value) ? null : value);
  expect(await parquetRows(readFileSync(path))).toEqual(
    quotes.map(({ timeMs, session, symbol, bid, bidSize, ask, askSize }) => ({
      ...{ time: new Date(timeMs), session: BigInt(session), market: symbol },
      ...{ bid: orNull(bid), bid_size: orNull(bidSize), ask: orNull(ask), ask_size: orNull(askSize) },
    })),
  );
  await expect(createParquet(path, 'quotes', quoteTable)).rejects.toThrow('EEXIST');
});

type Row = { readonly amount: string | null; readonly count: number | null; readonly name: string | null };
const columns = [
  { name: 'amount', kind: 'text', isOptional: true, of: ({ amount }: Row) => amount },
  { name: 'count', kind: 'whole', isOptional: true, of: ({ count }: Row) => count },
  { name: 'name', kind: 'text', isOptional: true, of: ({ name }: Row) => name },
] as const;

test('texts are exact, and missing values are absent', async () => {
  const amounts = ['0.1', '-0.000000000000000001', '99999999999999999999.999999999999999999', '-12345678901234567890'];
  const rows: Row[] = [
    ...amounts.map((amount, at) => ({ amount, count: at === 2 ? null : 0 - at, name: at % 2 === 0 ? `é${at}` : null })),
    { amount: null, count: 2 ** 53 - 1, name: '' },
  ];
  const parts: Uint8Array[] = [];
  const writer = createParquetWriter<Row>('amounts', columns, async (part) => void parts.push(part), 2);
  await writer.write(rows);
  await writer.end();
  expect(parts.length).toBeGreaterThan(2);
  expect(await parquetRows(Buffer.concat(parts))).toEqual(
    rows.map(({ count, ...row }) => ({ ...row, count: count === null ? null : BigInt(count) })),
  );
});

test('a table without rows is a whole file, and a missing value of a needed column is an error', async () => {
  const parts: Uint8Array[] = [];
  const append = async (part: Uint8Array) => void parts.push(part);
  await createParquetWriter<Row>('amounts', columns, append).end();
  expect(await parquetRows(Buffer.concat(parts))).toEqual([]);
  const writer = createParquetWriter<Row>('amounts', [{ ...columns[0], isOptional: false }], append, 1);
  await expect(writer.write([{ amount: null, count: 1, name: '' }])).rejects.toThrow('must not be empty');
});
