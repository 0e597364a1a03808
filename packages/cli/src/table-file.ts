import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import type { Cell, TableColumn } from './export-tables.ts';
import type { Host } from './host.ts';

/** Where rows of a table go. */
export interface TableFile {
  write(rows: readonly (readonly Cell[])[]): Promise<void>;
  /** Ends it: only then it is there under its name. */
  close(): Promise<void>;
  /** Leaves nothing behind. */
  discard(): Promise<void>;
}

/** CSV by RFC 4180 on the output of the command. */
export function csvOutput(host: Host, columns: readonly TableColumn[]): TableFile {
  host.stdout.write(headOf(columns));
  return {
    write: async (rows) => void host.stdout.write(linesOf(columns, rows)),
    close: async () => {},
    discard: async () => {},
  };
}

/** The same in a file. @throws where it cannot be made; nothing is overwritten. */
export async function csvFile(path: string, columns: readonly TableColumn[]): Promise<TableFile> {
  const draft = draftOf(path);
  const out = createWriteStream(draft, { flags: 'wx' });
  await once(out, 'open');
  // An error reaches the one that waits next.
  let fault: Error | null = null;
  out.on('error', (error) => {
    fault = error;
  });
  const write = async (text: string): Promise<void> => {
    if (fault !== null) throw fault;
    if (!out.write(text)) await once(out, 'drain');
  };
  await write(headOf(columns));
  return {
    write: (rows) => write(linesOf(columns, rows)),
    close: async () => {
      if (fault !== null) throw fault;
      out.end();
      await finished(out);
      await rename(draft, path);
    },
    discard: async () => {
      out.destroy();
      await rm(draft, { force: true });
    },
  };
}

/** A Parquet file, in which decimals are DECIMAL(38, 18). @throws as `csvFile` does. */
export async function parquetFile(path: string, name: string, columns: readonly TableColumn[]): Promise<TableFile> {
  const { createParquet } = await import('@triquad/bot');
  const draft = draftOf(path);
  const out = await createParquet<readonly Cell[]>(
    draft,
    name,
    columns.map(({ name: title, kind }, place) => ({
      name: title,
      kind: kind === 'json' ? 'text' : kind,
      isOptional: true,
      of: (row) => {
        const value = row[place] ?? null;
        return kind === 'time' && value !== null ? Date.parse(String(value)) : value;
      },
    })),
  );
  return {
    write: out.write,
    close: async () => {
      await out.close();
      await rename(draft, path);
    },
    discard: async () => {
      await out.discard();
      await rm(draft, { force: true });
    },
  };
}

const draftOf = (path: string): string => `${path}.part`;

const headOf = (columns: readonly TableColumn[]): string => `${columns.map(({ name }) => name).join(',')}\r\n`;

const linesOf = (columns: readonly TableColumn[], rows: readonly (readonly Cell[])[]): string =>
  rows
    .map((row) => `${row.map((value, place) => textOf(value, columns[place]?.kind ?? 'text')).join(',')}\r\n`)
    .join('');

/** Every digit, and none that was not there: no exponent, no separators. */
const figures = new Intl.NumberFormat('en-US', { useGrouping: false, maximumFractionDigits: 100 });

function textOf(value: Cell, kind: TableColumn['kind']): string {
  if (value === null) return '';
  if (typeof value === 'number') return figures.format(value);
  if (kind === 'decimal' || kind === 'time') return value;
  // A spreadsheet would compute it.
  const text = value.replace(/^([=+@\t\r-])/, "'$1");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
