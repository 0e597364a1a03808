import { open } from 'node:fs/promises';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import type { ColumnData } from 'hyparquet';
import type { LineRows, RowWriter } from './row-writer.ts';

/** A group of rows is in memory as a whole; a larger one is refused. */
const mostOfGroup = 1 << 29;
const columnsAtOnce = 1 << 14;

/** An open Parquet file: the names of its columns, and its rows as cells. */
export type ParquetTable = {
  readonly names: readonly string[];
  /** The first cells of each column, for its form. */
  first(): Promise<readonly (readonly string[])[]>;
  read(
    rows: LineRows,
    into: RowWriter,
    signal: AbortSignal | undefined,
    onRead: (bytes: number) => void,
  ): AsyncGenerator<void, void>;
  close(): Promise<void>;
};

/** @throws where the file is no Parquet file. */
export const openParquet = async (path: string): Promise<ParquetTable> => {
  const { parquetMetadataAsync, parquetRead } = await import('hyparquet');
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    const file = {
      byteLength: size,
      slice: async (start: number, end = size): Promise<ArrayBuffer> => {
        const bytes = new Uint8Array(end - start);
        const { bytesRead } = await handle.read(bytes, 0, bytes.length, start);
        if (bytesRead < bytes.length) throw new Error('the file is cut');
        return bytes.buffer;
      },
    };
    const metadata = await parquetMetadataAsync(file);
    const names = metadata.schema
      .slice(1)
      .filter(({ num_children }) => num_children === undefined)
      .map(({ name }) => name);
    const options = { file, metadata, compressors, parsers };
    const group = async (rowStart: number, rowEnd: number): Promise<readonly (readonly string[])[]> => {
      const columns = new Map<string, ColumnData['columnData'][]>();
      await parquetRead({
        ...options,
        rowStart,
        rowEnd,
        onChunk: ({ columnName, columnData }) =>
          columns.set(columnName, [...(columns.get(columnName) ?? []), columnData]),
      });
      return names.map((name) =>
        (columns.get(name) ?? []).flatMap((part) => Array.from(part as ArrayLike<unknown>, cellOf)),
      );
    };
    const read: ParquetTable['read'] = async function* (rows, into, signal, onRead) {
      let start = 0;
      for (const { num_rows, total_byte_size } of metadata.row_groups) {
        const count = Number(num_rows);
        if (Number(total_byte_size) > mostOfGroup)
          throw new Error('a group of its rows is larger than 512 MB: write smaller ones');
        const columns = await group(start, start + count);
        for (let from = 0; from < count; from += columnsAtOnce) {
          signal?.throwIfAborted();
          const until = Math.min(count, from + columnsAtOnce);
          into.reserve(until - from);
          for (let row = from; row < until; row++)
            rows.cells(
              columns.map((column) => column[row] ?? ''),
              start + row + 1,
            );
          yield;
        }
        start += count;
        onRead((size * count) / Math.max(1, Number(metadata.num_rows)));
      }
    };
    const first = async () => {
      const count = Math.min(50, Number(metadata.row_groups[0]?.num_rows ?? 0));
      return count === 0 ? [] : (await group(0, count)).map((column) => column.slice(0, count));
    };
    return { names, first, read, close: () => handle.close() };
  } catch (error) {
    await handle.close();
    throw error;
  }
};

const compressors = {
  GZIP: (input: Uint8Array, size: number) => gunzipSync(input, { maxOutputLength: size }),
  BROTLI: (input: Uint8Array, size: number) => brotliDecompressSync(input, { maxOutputLength: size }),
  ZSTD: (input: Uint8Array, size: number) => zstdDecompressSync(input, { maxOutputLength: size }),
};
/** Moments as milliseconds, cut and not rounded. */
const parsers = {
  timestampFromMilliseconds: (ms: bigint) => ms,
  timestampFromMicroseconds: (us: bigint) => us / 1_000n,
  timestampFromNanoseconds: (ns: bigint) => ns / 1_000_000n,
};

const cellOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return value instanceof Date ? value.toISOString() : String(value);
};
