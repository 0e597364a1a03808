import { open } from 'node:fs/promises';
import { ByteWriter, ParquetWriter as LibraryWriter } from 'hyparquet-writer';

/** A Parquet file being written; it is complete once it is closed. */
export type ParquetFile<Row> = {
  write(rows: readonly Row[]): Promise<void>;
  close(): Promise<void>;
  /** Closes the file incomplete. */
  discard(): Promise<void>;
};

/** Type of a column. `time`: UTC milliseconds. `whole`: up to 2⁵³. Exact decimals are `text`: a DECIMAL holds at most 38 digits. */
export type ParquetKind = 'text' | 'time' | 'whole' | 'number';

/** A Parquet file that is written to any sink of bytes. */
export type ParquetWriter<Row> = {
  write(rows: readonly Row[]): Promise<void>;
  end(): Promise<void>;
};

/** A column; a null or a number that is NaN is absent, which only an optional column may have. */
export type ParquetColumn<Row> = {
  readonly name: string;
  readonly kind: ParquetKind;
  readonly isOptional?: boolean;
  readonly of: (row: Row) => number | string | null;
};

/** Rows of a group: they are in memory until the group is written. */
const rowsOfGroup = 1 << 14;

const types = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  time: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
  whole: { type: 'INT64' },
  number: { type: 'DOUBLE' },
} as const;

/** Creates the file of a table. @throws if it exists or cannot be made; `write` rejects if the disk is full. */
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

/** Writes a table group by group, each of `rowsAtOnce` rows. `write` rejects if `append` does. */
export const createParquetWriter = <Row>(
  table: string,
  columns: readonly ParquetColumn<Row>[],
  append: (part: Uint8Array) => Promise<void>,
  rowsAtOnce: number = rowsOfGroup,
): ParquetWriter<Row> => {
  const bytes = new ByteWriter();
  const writer = new LibraryWriter({
    writer: bytes,
    createdBy: 'triquad',
    schema: [
      { name: table, num_children: columns.length },
      ...columns.map(({ name, kind, isOptional = false }) => ({
        ...{ name, ...types[kind], repetition_type: isOptional ? ('OPTIONAL' as const) : ('REQUIRED' as const) },
      })),
    ],
  });
  let waiting: Row[] = [];
  /** Passes on the bytes so far. The writer counts its offsets apart from the place in its buffer. */
  const passOn = async (): Promise<void> => {
    const part = bytes.getBytes().slice();
    bytes.index = 0;
    if (part.length > 0) await append(part);
  };
  const flush = async (): Promise<void> => {
    const rows = waiting;
    waiting = [];
    if (rows.length > 0)
      writer.write({ columnData: columns.map((column) => dataOf(column, rows)), rowGroupSize: rowsAtOnce });
    await passOn();
  };
  return {
    write: async (rows) => {
      for (const row of rows) {
        waiting.push(row);
        if (waiting.length === rowsAtOnce) await flush();
      }
    },
    end: async () => {
      await flush();
      writer.finish();
      await passOn();
    },
  };
};

const dataOf = <Row>({ name, kind, isOptional = false, of }: ParquetColumn<Row>, rows: readonly Row[]) => {
  const data = rows.map((row) => cellOf(kind, of(row)));
  if (!isOptional && data.includes(null)) throw new Error(`the column ${name} must not be empty`);
  return { name, data };
};

const cellOf = (kind: ParquetKind, value: number | string | null): bigint | number | string | null => {
  if (value === null || Number.isNaN(value)) return null;
  if (kind === 'text') return String(value);
  return kind === 'number' ? Number(value) : BigInt(value);
};
