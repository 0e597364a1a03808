import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import type { Instrument } from '../model/instrument.ts';
import { isoTime } from '../model/moment.ts';
import { instrumentsBeside } from './instrument-file.ts';
import { readKlines } from './klines.ts';
import type { RecordedQuote, RejectedRow } from './kucoin-rows.ts';
import { createParquet, type ParquetColumn } from './parquet.ts';
import { openQuoteFile, type QuoteFile } from './quote-file.ts';
import { readQuotes } from './read-quotes.ts';
import { fileName, folderName, newManifest, writeManifest } from './recording-folder.ts';

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
    // The table has no way to say that a book is void.
    const known = quotes.filter(({ bid }) => !Number.isNaN(bid));
    rows += known.length;
    const lines = known.map(
      ({ timeMs, session, symbol, bid, bidSize, ask, askSize }) =>
        `${timeMs},${session},${symbol},${bid},${bidSize},${ask},${askSize}\n`,
    );
    if (!out.write(lines.join(''))) await once(out, 'drain');
  }
  out.end();
  await finished(out);
  return { path: table, rows, bad };
};

/**
 * Makes a recording of a table of quotes, with the rules of the exchange's list beside it, where there is one. Bad rows are left out.
 * `spreadPct`: the table is one of bars, or a folder of them, whose closes become quotes so far apart; null for quotes.
 * @throws Error with a line where it has no good row, and where the recording cannot be made.
 */
export const importQuotes = async (
  table: string,
  exchange: string,
  folder: string,
  onReject: (row: RejectedRow) => void,
  spreadPct: number | null = null,
): Promise<Transferred> => {
  let bad = 0;
  const read: typeof readQuotes = (path, reject) =>
    spreadPct === null ? readQuotes(path, reject) : readKlines(path, spreadPct, reject);
  const seen = new Set<string>();
  const reject = (row: RejectedRow): void => {
    bad++;
    onReject(row);
  };
  for await (const quotes of read(table, reject)) for (const { symbol } of quotes) seen.add(symbol);
  const symbols = [...seen];
  if (symbols.length === 0) throw new Error(`${table} has no row that can be read`);
  const list = await instrumentsBeside(table, exchange);
  if (list?.ok === false) throw new Error(`${list.file}: ${list.message}`);
  const instruments: readonly Instrument[] = (list?.instruments ?? []).filter(({ symbol }) => symbols.includes(symbol));
  const places = new Map(symbols.map((symbol, place) => [symbol, place]));
  const now: { opened: Opened | null; last: RecordedQuote | null; fault: unknown } = {
    opened: null,
    last: null,
    fault: null,
  };
  for await (const quotes of read(table, () => {})) {
    for (const quote of quotes) {
      now.opened ??= await create(folder, exchange, symbols, quote.timeMs, (error) => {
        now.fault = error;
      });
      const { file } = now.opened;
      const { timeMs, symbol, bid, bidSize, ask, askSize } = quote;
      if (now.last !== null && now.last.session !== quote.session) endSession(file, symbols.length, now.last.timeMs);
      file.add(places.get(symbol) ?? 0, timeMs, bid, bidSize, ask, askSize);
      now.last = quote;
    }
    await now.opened?.file.flush();
    if (now.fault !== null) {
      await now.opened?.file.close();
      throw now.fault;
    }
  }
  if (now.opened === null) throw new Error(`${table} changed while it was read`);
  const { path, name, file } = now.opened;
  await file.close();
  if (now.fault !== null) throw now.fault;
  const written = file.written();
  const manifest = newManifest(
    exchange,
    spreadPct === null ? 'import' : 'bars',
    spreadPct === null ? 'imported' : 'bars',
    isoTime(written.from ?? 0),
    instruments,
  );
  await writeManifest(path, { ...manifest, ended: isoTime(written.to ?? 0), files: [{ name, ...written }] });
  return { path, rows: written.rows, bad };
};

type Opened = { readonly path: string; readonly name: string; readonly file: QuoteFile };

const create = async (
  folder: string,
  exchange: string,
  symbols: readonly string[],
  at: number,
  onFault: (error: unknown) => void,
): Promise<Opened> => {
  const path = join(folder, folderName(exchange, at));
  const name = fileName(at);
  await mkdir(folder, { recursive: true });
  await mkdir(path);
  return { path, name, file: await openQuoteFile({ path: join(path, name), exchange, symbols, onFault }) };
};

/** What was quoted in one stretch of a recording says nothing of the next one. */
const endSession = (file: QuoteFile, markets: number, at: number): void => {
  const none = Number.NaN;
  for (let place = 0; place < markets; place++) file.add(place, at, none, none, none, none);
};
