import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { type Provenance, provenanceCells, provenanceColumns } from '@triquad/core/contract';
import { createParquet, type ParquetColumn } from './parquet.ts';
import { readQuotes } from './read-quotes.ts';
import type { RecordedQuote, RejectedRow } from './recorded-row.ts';
import { provenanceOf } from './recordings.ts';

/** What a transfer has written. */
export type Transferred = { readonly path: string; readonly rows: number; readonly bad: number };

/** Columns of a table of quotes that every command reads again: those of the prices, and those of their source. */
const header = ['timeMs', 'session', 'symbol', 'bid', 'bidSize', 'ask', 'askSize', ...provenanceColumns].join(',');

/** A void book, whose prices are not numbers, has none here: other programs would sum them. */
export const quoteTable: readonly ParquetColumn<RecordedQuote>[] = [
  { name: 'time', kind: 'time', of: ({ timeMs }) => timeMs },
  { name: 'session', kind: 'whole', of: ({ session }) => session },
  { name: 'market', kind: 'text', of: ({ symbol }) => symbol },
  { name: 'bid', kind: 'number', isOptional: true, of: ({ bid }) => bid },
  { name: 'bid_size', kind: 'number', isOptional: true, of: ({ bidSize }) => bidSize },
  { name: 'ask', kind: 'number', isOptional: true, of: ({ ask }) => ask },
  { name: 'ask_size', kind: 'number', isOptional: true, of: ({ askSize }) => askSize },
];

/** The same with the source of the prices in each row. */
const sourcedTable = (provenance: Provenance): readonly ParquetColumn<RecordedQuote>[] => {
  const cells = provenanceCells(provenance);
  const sources = provenanceColumns.map(
    (name) => ({ name, kind: 'text', isOptional: true, of: () => cells[name] }) as const,
  );
  return [...quoteTable, ...sources];
};

/** A cell of CSV (RFC 4180). */
const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Writes the quotes of a recording as a Parquet file, in which a void book has no prices. @throws as `exportQuotes` does. */
const exportParquet = async (
  path: string,
  table: string,
  onReject: (row: RejectedRow) => void,
): Promise<Transferred> => {
  const out = await createParquet(table, 'quotes', sourcedTable(provenanceOf(path)));
  let [rows, bad] = [0, 0];
  const reject = (row: RejectedRow): void => {
    bad++;
    onReject(row);
  };
  for await (const quotes of readQuotes(path, reject)) {
    rows += quotes.length;
    await out.write(quotes);
  }
  await out.close();
  return { path: table, rows, bad };
};

/** Writes the quotes of a recording as a table: CSV, or Parquet where the file is named so. @throws where the file cannot be made or is there already. */
export const exportQuotes = async (
  path: string,
  table: string,
  onReject: (row: RejectedRow) => void,
): Promise<Transferred> => {
  if (table.endsWith('.parquet')) return exportParquet(path, table, onReject);
  const out = createWriteStream(table, { flags: 'wx' });
  await once(out, 'open');
  let [rows, bad] = [0, 0];
  out.write(`${header}\n`);
  const cells = provenanceCells(provenanceOf(path));
  const source = provenanceColumns.map((name) => quoted(cells[name] ?? '')).join(',');
  const reject = (row: RejectedRow): void => {
    bad++;
    onReject(row);
  };
  for await (const quotes of readQuotes(path, reject)) {
    rows += quotes.length;
    const lines = quotes.map(
      // A row whose prices are empty says that the book is void.
      ({ timeMs, session, symbol, bid, bidSize, ask, askSize }) =>
        Number.isNaN(bid)
          ? `${timeMs},${session},${symbol},,,,,${source}\n`
          : `${timeMs},${session},${symbol},${bid},${bidSize},${ask},${askSize},${source}\n`,
    );
    if (!out.write(lines.join(''))) await once(out, 'drain');
  }
  out.end();
  await finished(out);
  return { path: table, rows, bad };
};
