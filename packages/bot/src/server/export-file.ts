import { exactNumber } from '@triquad/core/format';
import { createParquetWriter } from '../recording/parquet.ts';
import type { ExportCell, ExportColumn, ExportRow } from './export-column.ts';

/** What an export is written as: its media type, and its bytes in parts. */
interface ExportFormat {
  readonly type: string;
  readonly write: (
    table: string,
    columns: readonly ExportColumn[],
    pages: AsyncIterable<readonly ExportRow[]>,
  ) => AsyncGenerator<Uint8Array, void>;
}

/** Rows of a Parquet group: what is in memory until it is written, and encoded without a pause. */
const ROWS_OF_GROUP = 2_048;

/** RFC 4180 with a header line. */
async function* csv(_: string, columns: readonly ExportColumn[], pages: AsyncIterable<readonly ExportRow[]>) {
  yield Buffer.from(lineOf(columns.map(({ name }) => name)));
  for await (const rows of pages) {
    const lines = rows.map((row) => lineOf(row.map((cell, place) => textOf(cell, columns[place]?.kind ?? 'text'))));
    if (lines.length > 0) yield Buffer.from(lines.join(''));
  }
}

const lineOf = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;

function textOf(cell: ExportCell, kind: ExportColumn['kind']): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return exactNumber(cell);
  if (kind === 'decimal' || kind === 'time') return cell;
  // A spreadsheet would compute it.
  const text = cell.replace(/^([=+@\t\r-])/, "'$1");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Exact decimals are text. */
async function* parquet(
  table: string,
  columns: readonly ExportColumn[],
  pages: AsyncIterable<readonly ExportRow[]>,
): AsyncGenerator<Uint8Array, void> {
  let parts: Uint8Array[] = [];
  const take = (): readonly Uint8Array[] => {
    const taken = parts;
    parts = [];
    return taken;
  };
  const out = createParquetWriter<ExportRow>(
    table,
    columns.map(({ name, kind }, place) => ({
      name,
      kind: kind === 'json' || kind === 'decimal' ? 'text' : kind,
      isOptional: true,
      of: (row) => {
        const value = row[place] ?? null;
        return kind === 'time' && value !== null ? Date.parse(String(value)) : value;
      },
    })),
    async (part) => void parts.push(part),
    ROWS_OF_GROUP,
  );
  for await (const rows of pages) {
    await out.write(rows);
    yield* take();
  }
  await out.end();
  yield* take();
}

export const exportFormats: Readonly<Record<'csv' | 'parquet', ExportFormat>> = {
  csv: { type: 'text/csv; charset=utf-8; header=present', write: csv },
  parquet: { type: 'application/vnd.apache.parquet', write: parquet },
};
