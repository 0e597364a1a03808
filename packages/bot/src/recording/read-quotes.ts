import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readArrowQuotes } from './arrow-quotes.ts';
import { readKucoinCsv } from './kucoin-csv.ts';
import type { RecordedQuote, RejectedRow } from './kucoin-rows.ts';
import { createBatchRows, type QuoteBatch } from './quote-batch.ts';
import { quoteFiles, readManifest } from './recording-folder.ts';

type Reject = (row: RejectedRow) => void;

/**
 * Streams the quotes of a recording, in order of time within each session: of a folder that a recorder made, one of its
 * files, or a table (CSV, `.gz` or plain). What is bad in it is given to `onReject` and left out. Never throws: what cannot be read is rejected too.
 */
export async function* readQuotes(path: string, onReject: Reject): AsyncGenerator<readonly RecordedQuote[], void> {
  if (await isTable(path)) yield* readKucoinCsv(path, onReject);
  else for await (const batch of readBatches(path, onReject)) yield quotesOf(batch);
}

/** The same in columns, which take a tenth of the time. */
export async function* readColumns(path: string, onReject: Reject): AsyncGenerator<QuoteBatch, void> {
  if (!(await isTable(path))) return yield* readBatches(path, onReject);
  const batches = createBatches();
  for await (const quotes of readKucoinCsv(path, onReject)) yield batches.of(quotes);
}

const isTable = async (path: string): Promise<boolean> => {
  const found = await stat(path).catch(() => null);
  return found?.isDirectory() !== true && !path.endsWith('.arrows');
};

/** One file after the other. Rows from before the end of the file before are left out: they were recorded twice. */
async function* readBatches(path: string, onReject: Reject): AsyncGenerator<QuoteBatch, void> {
  if (path.endsWith('.arrows')) return yield* readArrowQuotes(path, 0, onReject);
  const read = readManifest(path);
  if (!read.ok) return onReject({ file: path, line: 0, field: 'file', message: read.message });
  const files = await quoteFiles(path);
  if (files.length === 0)
    onReject({ file: path, line: 0, field: 'file', message: 'the recording has no file of quotes' });
  let until = 0;
  for (const name of files) {
    const reject: Reject = (row) => onReject({ ...row, file: `${basename(path)}/${name}` });
    for await (const batch of readArrowQuotes(join(path, name), until, reject)) {
      until = Math.max(until, batch.timeMs[batch.rows - 1] ?? 0);
      yield batch;
    }
  }
}

const quotesOf = (batch: QuoteBatch): RecordedQuote[] => {
  const number = (column: ArrayLike<number>, row: number): number => column[row] as number;
  return Array.from({ length: batch.rows }, (_, row) => ({
    timeMs: number(batch.timeMs, row),
    session: number(batch.session, row),
    symbol: batch.symbols[number(batch.market, row)] as string,
    bid: number(batch.bid, row),
    bidSize: number(batch.bidSize, row),
    ask: number(batch.ask, row),
    askSize: number(batch.askSize, row),
  }));
};

const createBatches = () => {
  const places = new Map<string, number>();
  const symbols: string[] = [];
  let into = createBatchRows(1 << 12);
  const placeOf = (symbol: string): number => {
    const place = places.get(symbol) ?? symbols.push(symbol) - 1;
    places.set(symbol, place);
    return place;
  };
  return {
    of: (quotes: readonly RecordedQuote[]): QuoteBatch => {
      if (quotes.length > into.bid.length) into = createBatchRows(quotes.length);
      into.rows = quotes.length;
      into.symbols = symbols;
      for (const [row, quote] of quotes.entries()) {
        into.timeMs[row] = quote.timeMs;
        into.session[row] = quote.session;
        into.market[row] = placeOf(quote.symbol);
        into.bid[row] = quote.bid;
        into.bidSize[row] = quote.bidSize;
        into.ask[row] = quote.ask;
        into.askSize[row] = quote.askSize;
      }
      return into;
    },
  };
};

/** The symbols of the good rows of a recording, or of one session of it, in the order of their first appearance. */
export async function recordedSymbols(file: string, session: number | null, onReject: Reject): Promise<string[]> {
  const symbols = new Set<string>();
  for await (const batch of readColumns(file, onReject)) {
    for (let row = 0; row < batch.rows; row++)
      if (session === null || batch.session[row] === session)
        symbols.add(batch.symbols[batch.market[row] as number] as string);
  }
  return [...symbols];
}
