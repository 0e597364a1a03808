import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { createParquet } from './parquet.ts';
import { quoteTable } from './transfer.ts';

/** Reads Thrift's compact protocol by the document alone: fields by their numbers. */
type Value = number | string | Value[] | { [field: number]: Value };
const thriftOf = (bytes: Buffer) => {
  let at = 0;
  const byte = () => bytes[at++] ?? 0;
  const varint = (): number => {
    const one = byte();
    return one < 0x80 ? one : one - 0x80 + 0x80 * varint();
  };
  const value = (type: number): Value => {
    if (type === 5 || type === 6) return varint() / 2;
    if (type === 8) {
      const length = varint();
      at += length;
      return bytes.toString('utf8', at - length, at);
    }
    if (type === 9) {
      const head = byte();
      const count = head >> 4 === 15 ? varint() : head >> 4;
      return Array.from({ length: count }, () => value(head & 15));
    }
    if (type !== 12) throw new Error(`type ${type}`);
    const fields: { [field: number]: Value } = {};
    let field = 0;
    for (let head = byte(); head !== 0; head = byte()) {
      field += head >> 4;
      fields[field] = value(head & 15);
    }
    return fields;
  };
  return { read: () => value(12) as { [field: number]: Value }, at: () => at };
};
type Fields = { [field: number]: Value };
const list = (value: Value | undefined): Fields[] => value as Fields[];

/** The columns of a file by name: as the format's document says, and nothing of how it was written. */
const readParquet = (path: string) => {
  const bytes = readFileSync(path);
  expect([bytes.toString('utf8', 0, 4), bytes.toString('utf8', bytes.length - 4)]).toEqual(['PAR1', 'PAR1']);
  const length = bytes.readUInt32LE(bytes.length - 8);
  const footer = thriftOf(bytes.subarray(bytes.length - 8 - length, bytes.length - 8)).read();
  const schema = list(footer[2]).slice(1);
  const columns: Record<string, (number | string | null)[]> = {};
  for (const group of list(footer[4]))
    for (const [place, chunk] of list(group[1]).entries()) {
      const { 4: name, 3: repetition } = schema[place] ?? {};
      const { 1: type, 9: offset, 5: count } = chunk[3] as Fields;
      const header = thriftOf(bytes.subarray(Number(offset)));
      const page = header.read();
      const start = Number(offset) + header.at();
      const data = gunzipSync(bytes.subarray(start, start + Number(page[3])));
      expect(data.length).toBe(page[2]);
      columns[String(name)] ??= [];
      columns[String(name)]?.push(...valuesOf(data, Number(type), Number(count), repetition === 1));
    }
  return { rows: footer[3], columns };
};
const valuesOf = (data: Buffer, type: number, count: number, isOptional: boolean): (number | string | null)[] => {
  let at = 0;
  const marks: number[] = [];
  if (isOptional) {
    at = 4 + data.readUInt32LE(0);
    for (let place = 4; marks.length < count; ) {
      let [run, shift, one] = [0, 1, 0x80];
      for (; one >= 0x80; shift *= 0x80) {
        one = data[place++] ?? 0;
        run += (one & 0x7f) * shift;
      }
      const mark = data[place++] ?? 0;
      for (let left = run / 2; left > 0; left--) marks.push(mark);
    }
  }
  const next = (): number | string => {
    const size = type === 6 ? 4 + data.readUInt32LE(at) : 8;
    at += size;
    if (type === 6) return data.toString('utf8', at - size + 4, at);
    return type === 2 ? Number(data.readBigInt64LE(at - 8)) : data.readDoubleLE(at - 8);
  };
  const values = Array.from({ length: count }, (_, row) => (isOptional && marks[row] === 0 ? null : next()));
  expect(at).toBe(data.length);
  return values;
};

test('what is exported is read again by the document of the format alone, to the last digit', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'triquad-parquet-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'quotes.parquet');
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
  const { rows, columns } = readParquet(path);
  expect(rows).toBe(quotes.length);
  const orNull = (value: number) => (Number.isNaN(value) ? null : value);
  expect(columns).toEqual({
    time: quotes.map(({ timeMs }) => timeMs),
    session: quotes.map(({ session }) => session),
    market: quotes.map(({ symbol }) => symbol),
    bid: quotes.map(({ bid }) => orNull(bid)),
    bid_size: quotes.map(({ bidSize }) => orNull(bidSize)),
    ask: quotes.map(({ ask }) => orNull(ask)),
    ask_size: quotes.map(({ askSize }) => orNull(askSize)),
  });
  await expect(createParquet(path, 'quotes', quoteTable)).rejects.toThrow('EEXIST');
});

test('texts are exact, and what is missing is absent', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'triquad-parquet-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'amounts.parquet');
  const exactly = [
    '0.1',
    '-0.000000000000000001',
    '99999999999999999999.999999999999999999',
    '0',
    '-12345678901234567890',
  ];
  type Row = { readonly amount: string | null; readonly count: number | null; readonly name: string | null };
  const rows: Row[] = [
    ...exactly.map((amount, at) => ({ amount, count: at === 2 ? null : 0 - at, name: at % 2 === 0 ? `é${at}` : null })),
    { amount: null, count: 2 ** 53 - 1, name: '' },
  ];
  const file = await createParquet<Row>(path, 'amounts', [
    { name: 'amount', kind: 'text', isOptional: true, of: ({ amount }) => amount },
    { name: 'count', kind: 'whole', isOptional: true, of: ({ count }) => count },
    { name: 'name', kind: 'text', isOptional: true, of: ({ name }) => name },
  ]);
  await file.write(rows);
  await file.close();
  const { columns } = readParquet(path);
  expect(columns).toEqual({
    amount: rows.map(({ amount }) => amount),
    count: rows.map(({ count }) => count),
    name: rows.map(({ name }) => name),
  });
});
