import { type FileHandle, open } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { RecordedQuote } from './kucoin-rows.ts';
import { createThrift, type Thrift } from './thrift.ts';

/** A Parquet file of quotes that is being written; what it holds is complete once it is closed. */
export type ParquetFile = {
  write(quotes: readonly RecordedQuote[]): Promise<void>;
  close(): Promise<void>;
};

const magic = Buffer.from('PAR1');
/** Rows of a group: what is in memory until it is written. */
const rowsOfGroup = 1 << 14;

/** Words of the format: types of values, encodings, and the compression that every reader has. */
const [int32, int64, double, bytes] = [1, 2, 5, 6];
const [plain, runs] = [0, 3];
const gzip = 2;
const [utf8, milliseconds] = [0, 9];

type Kind = {
  readonly name: string;
  readonly type: number;
  readonly converted?: number;
  readonly isOptional?: boolean;
};
type Column = Kind & { readonly of: (quote: RecordedQuote) => number | string };

/** A void book, whose prices are not numbers, has none here: other programs would sum them. */
const columns: readonly Column[] = [
  { name: 'time', type: int64, converted: milliseconds, of: ({ timeMs }) => timeMs },
  { name: 'session', type: int32, of: ({ session }) => session },
  { name: 'market', type: bytes, converted: utf8, of: ({ symbol }) => symbol },
  { name: 'bid', type: double, isOptional: true, of: ({ bid }) => bid },
  { name: 'bid_size', type: double, isOptional: true, of: ({ bidSize }) => bidSize },
  { name: 'ask', type: double, isOptional: true, of: ({ ask }) => ask },
  { name: 'ask_size', type: double, isOptional: true, of: ({ askSize }) => askSize },
];

type Chunk = { readonly column: Column; readonly offset: number; readonly size: number; readonly unpacked: number };
type Group = { readonly chunks: readonly Chunk[]; readonly rows: number };

/** Makes the file. @throws where it cannot be made or is there already. */
export const createParquet = async (path: string): Promise<ParquetFile> => {
  const file = await open(path, 'wx');
  const groups: Group[] = [];
  let waiting: RecordedQuote[] = [];
  let offset = await append(file, magic);

  const flush = async (): Promise<void> => {
    if (waiting.length === 0) return;
    const rows = waiting.length;
    const chunks: Chunk[] = [];
    for (const column of columns) {
      const page = pageOf(column, waiting);
      const packed = gzipSync(page);
      const header = headerOf(page.length, packed.length, rows);
      await append(file, header);
      await append(file, packed);
      const size = header.length + packed.length;
      chunks.push({ column, offset, size, unpacked: header.length + page.length });
      offset += size;
    }
    groups.push({ chunks, rows });
    waiting = [];
  };

  return {
    write: async (quotes) => {
      for (const quote of quotes) {
        waiting.push(quote);
        if (waiting.length === rowsOfGroup) await flush();
      }
    },
    close: async () => {
      await flush();
      const footer = footerOf(groups);
      const length = Buffer.alloc(4);
      length.writeUInt32LE(footer.length);
      await append(file, Buffer.concat([footer, length, magic]));
      await file.close();
    },
  };
};

const append = async (file: FileHandle, part: Uint8Array): Promise<number> => {
  await file.appendFile(part);
  return part.length;
};

/** The values of a column, those of an optional one behind a mark for each row whether it has one. */
const pageOf = (column: Column, quotes: readonly RecordedQuote[]): Buffer => {
  const values = quotes.map(column.of);
  if (column.type === bytes) return Buffer.concat(values.flatMap((value) => textOf(String(value))));
  const numbers = values.map(Number);
  if (column.type === int32) return Buffer.from(Int32Array.from(numbers).buffer);
  if (column.type === int64) return Buffer.from(BigInt64Array.from(numbers, BigInt).buffer);
  const known = numbers.filter((value) => !Number.isNaN(value));
  return Buffer.concat([marksOf(numbers), Buffer.from(Float64Array.from(known).buffer)]);
};

const textOf = (text: string): readonly Buffer[] => {
  const content = Buffer.from(text);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(content.length);
  return [length, content];
};

/** Runs of rows with and without a value, behind their length. */
const marksOf = (numbers: readonly number[]): Buffer => {
  const thrift = createThrift();
  for (let at = 0; at < numbers.length; ) {
    const isKnown = !Number.isNaN(numbers[at]);
    let end = at + 1;
    while (end < numbers.length && !Number.isNaN(numbers[end]) === isKnown) end++;
    thrift.varint(2 * (end - at));
    thrift.byte(isKnown ? 1 : 0);
    at = end;
  }
  const content = thrift.take();
  const length = Buffer.alloc(4);
  length.writeUInt32LE(content.length);
  return Buffer.concat([length, content]);
};

const headerOf = (size: number, packed: number, rows: number): Buffer => {
  const thrift = createThrift();
  thrift.struct(() => {
    thrift.i32(1, 0);
    thrift.i32(2, size);
    thrift.i32(3, packed);
    thrift.structField(5, () => {
      thrift.i32(1, rows);
      thrift.i32(2, plain);
      thrift.i32(3, runs);
      thrift.i32(4, runs);
    });
  });
  return thrift.take();
};

const footerOf = (groups: readonly Group[]): Buffer => {
  const thrift = createThrift();
  thrift.struct(() => {
    thrift.i32(1, 1);
    thrift.structs(2, [null, ...columns], (column) => (column === null ? root(thrift) : schemaOf(thrift, column)));
    thrift.i64(
      3,
      groups.reduce((sum, { rows }) => sum + rows, 0),
    );
    thrift.structs(4, groups, ({ chunks, rows }) => {
      thrift.structs(1, chunks, (chunk) => chunkOf(thrift, chunk, rows));
      thrift.i64(
        2,
        chunks.reduce((sum, { unpacked }) => sum + unpacked, 0),
      );
      thrift.i64(3, rows);
    });
    thrift.text(6, 'triquad');
  });
  return thrift.take();
};

const root = (thrift: Thrift): void => {
  thrift.text(4, 'quotes');
  thrift.i32(5, columns.length);
};

const schemaOf = (thrift: Thrift, { name, type, converted, isOptional = false }: Kind): void => {
  thrift.i32(1, type);
  thrift.i32(3, isOptional ? 1 : 0);
  thrift.text(4, name);
  if (converted !== undefined) thrift.i32(6, converted);
};

const chunkOf = (thrift: Thrift, { column, offset, size, unpacked }: Chunk, rows: number): void => {
  thrift.i64(2, offset);
  thrift.structField(3, () => {
    thrift.i32(1, column.type);
    thrift.i32s(2, [plain, runs]);
    thrift.texts(3, [column.name]);
    thrift.i32(4, gzip);
    thrift.i64(5, rows);
    thrift.i64(6, unpacked);
    thrift.i64(7, size);
    thrift.i64(9, offset);
  });
};
