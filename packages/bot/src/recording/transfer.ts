import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { createParquet, type ParquetColumn } from './parquet.ts';
import { readQuotes } from './read-quotes.ts';
import type { RecordedQuote, RejectedRow } from './recorded-row.ts';

/** What a transfer has written. */
export type Transferred = { readonly path: string; readonly rows: number; readonly bad: number };

/** Columns of a table of quotes that every command reads again. */
const header = 'timeMs,session,symbol,bid,bidSize,ask,askSize\n';

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

/** Writes the quotes of a recording as a Parquet file, in which a void book has no prices. @throws as `exportQuotes` does. */
const exportParquet = async (
  path: string,
  table: string,
  onReject: (row: RejectedRow) => void,
): Promise<Transferred> => {
  const out = await createParquet(table, 'quotes', quoteTable);
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
  out.write(header);
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
          ? `${timeMs},${session},${symbol},,,,\n`
          : `${timeMs},${session},${symbol},${bid},${bidSize},${ask},${askSize}\n`,
    );
    if (!out.write(lines.join(''))) await once(out, 'drain');
  }
  out.end();
  await finished(out);
  return { path: table, rows, bad };
};
