import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip as gzipped } from 'node:zlib';
import { createThrift, type Thrift } from './thrift.ts';

/** A Parquet file that is being written; what it holds is complete once it is closed. */
export type ParquetFile<Row> = {
  write(rows: readonly Row[]): Promise<void>;
  close(): Promise<void>;
  /** Lets the file go as it is. */
  discard(): Promise<void>;
};

/**
 * What a column holds. `time`: UTC milliseconds. `whole`: up to 2⁵³. Exact decimals are `text`: a DECIMAL holds no more than 38 digits.
 */
export type ParquetKind = 'text' | 'time' | 'whole' | 'number';

/** The same, for bytes that go elsewhere than to a file. */
export type ParquetWriter<Row> = {
  write(rows: readonly Row[]): Promise<void>;
  end(): Promise<void>;
};

/** A column; a value that is null or no number (NaN) is absent, which must be declared. */
export type ParquetColumn<Row> = {
  readonly name: string;
  readonly kind: ParquetKind;
  readonly isOptional?: boolean;
  readonly of: (row: Row) => number | string | null;
};

const magic = Buffer.from('PAR1');
/** Rows of a group: what is in memory until it is written. */
const rowsOfGroup = 1 << 14;

/** Words of the format: types of values, encodings, and the compression that every reader has. */
const [int64, double, bytes] = [2, 5, 6];
const [plain, runs] = [0, 3];
const gzip = 2;
const [utf8, milliseconds] = [0, 9];

const types = {
  text: { type: bytes, converted: utf8 },
  time: { type: int64, converted: milliseconds },
  whole: { type: int64 },
  number: { type: double },
} as const satisfies Record<ParquetKind, { readonly type: number; readonly converted?: number }>;

type Named = Omit<ParquetColumn<never>, 'of'>;
type Chunk = { readonly column: Named; readonly offset: number; readonly size: number; readonly unpacked: number };
type Group = { readonly chunks: readonly Chunk[]; readonly rows: number };

const pack = promisify(gzipped);

/**
 * Makes the file of a table. @throws where it cannot be made or is there already; `write` rejects where the disk takes no more.
 */
export const createParquet = async <Row>(
  path: string,
  table: string,
  columns: readonly ParquetColumn<Row>[],
): Promise<ParquetFile<Row>> => {
  const file = await open(path, 'wx');
  const { write, end } = createParquetWriter(table, columns, (part) => file.appendFile(part));
  return {
    write,
    close: async () => {
      try {
        await end();
      } finally {
        await file.close();
      }
    },
    discard: () => file.close(),
  };
};

/** Writes a table part by part, a group of `rows` rows at a time. `write` rejects where `append` does. */
export const createParquetWriter = <Row>(
  table: string,
  columns: readonly ParquetColumn<Row>[],
  append: (part: Uint8Array) => Promise<void>,
  rowsAtOnce: number = rowsOfGroup,
): ParquetWriter<Row> => {
  const groups: Group[] = [];
  let waiting: Row[] = [];
  let offset = 0;
  const add = async (part: Uint8Array): Promise<void> => {
    offset += part.length;
    await append(part);
  };
  const begin = async (): Promise<void> => {
    if (offset === 0) await add(magic);
  };

  const flush = async (): Promise<void> => {
    if (waiting.length === 0) return;
    const rows = waiting;
    waiting = [];
    const chunks: Chunk[] = [];
    for (const column of columns) {
      const page = pageOf(column, rows);
      const packed = await pack(page);
      const header = headerOf(page.length, packed.length, rows.length);
      const size = header.length + packed.length;
      chunks.push({ column, offset, size, unpacked: header.length + page.length });
      await add(header);
      await add(packed);
    }
    groups.push({ chunks, rows: rows.length });
  };

  return {
    write: async (rows) => {
      await begin();
      for (const row of rows) {
        waiting.push(row);
        if (waiting.length === rowsAtOnce) await flush();
      }
    },
    end: async () => {
      await begin();
      await flush();
      const footer = footerOf(table, columns, groups);
      const length = Buffer.alloc(4);
      length.writeUInt32LE(footer.length);
      await add(Buffer.concat([footer, length, magic]));
    },
  };
};

/** The values of a column, those of an optional one behind a mark for each row whether it has one. */
const pageOf = <Row>({ name, kind, isOptional = false, of }: ParquetColumn<Row>, rows: readonly Row[]): Buffer => {
  const values = rows.map(of);
  const known = values.filter(isKnown);
  if (!isOptional && known.length < values.length) throw new Error(`the column ${name} must not be empty`);
  return Buffer.concat([...(isOptional ? [marksOf(values)] : []), ...encodedOf(kind, known)]);
};

const isKnown = (value: number | string | null): value is number | string => value !== null && !Number.isNaN(value);

const encodedOf = (kind: ParquetKind, values: readonly (number | string)[]): readonly Buffer[] => {
  if (kind === 'text') return values.flatMap((value) => textOf(String(value)));
  const numbers = values.map(Number);
  return [Buffer.from((kind === 'number' ? Float64Array.from(numbers) : BigInt64Array.from(numbers, BigInt)).buffer)];
};

const textOf = (text: string): readonly Buffer[] => {
  const content = Buffer.from(text);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(content.length);
  return [length, content];
};

/** Runs of rows with and without a value, behind their length. */
const marksOf = (values: readonly (number | string | null)[]): Buffer => {
  const thrift = createThrift();
  for (let at = 0; at < values.length; ) {
    const known = isKnown(values[at] ?? null);
    let end = at + 1;
    while (end < values.length && isKnown(values[end] ?? null) === known) end++;
    thrift.varint(2 * (end - at));
    thrift.byte(known ? 1 : 0);
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

const footerOf = (table: string, columns: readonly Named[], groups: readonly Group[]): Buffer => {
  const thrift = createThrift();
  thrift.struct(() => {
    thrift.i32(1, 1);
    thrift.structs(2, [null, ...columns], (column) =>
      column === null ? root(thrift, table, columns.length) : schemaOf(thrift, column),
    );
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

const root = (thrift: Thrift, table: string, columns: number): void => {
  thrift.text(4, table);
  thrift.i32(5, columns);
};

const schemaOf = (thrift: Thrift, { name, kind, isOptional = false }: Named): void => {
  const of: { readonly type: number; readonly converted?: number } = types[kind];
  thrift.i32(1, of.type);
  thrift.i32(3, isOptional ? 1 : 0);
  thrift.text(4, name);
  if (of.converted !== undefined) thrift.i32(6, of.converted);
};

const chunkOf = (thrift: Thrift, { column, offset, size, unpacked }: Chunk, rows: number): void => {
  thrift.i64(2, offset);
  thrift.structField(3, () => {
    thrift.i32(1, types[column.kind].type);
    thrift.i32s(2, [plain, runs]);
    thrift.texts(3, [column.name]);
    thrift.i32(4, gzip);
    thrift.i64(5, rows);
    thrift.i64(6, unpacked);
    thrift.i64(7, size);
    thrift.i64(9, offset);
  });
};
