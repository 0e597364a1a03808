import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readArrowQuotes } from './arrow-quotes.ts';
import type { QuoteBatch } from './quote-batch.ts';
import type { RecordedQuote, RejectedRow } from './recorded-row.ts';
import { quoteFiles, readManifest } from './recording-folder.ts';
import { marketsIn, readTable } from './source/read-table.ts';
import type { Choices } from './source/understanding.ts';

type Reject = (row: RejectedRow) => void;

/**
 * Streams the quotes of a recording, in order of time within each session: of a folder that a recorder made, one of its
 * files, or a table (CSV, `.gz` or plain). What is bad in it is given to `onReject` and left out. Never throws: what cannot be read is rejected too.
 */
export async function* readQuotes(path: string, onReject: Reject): AsyncGenerator<readonly RecordedQuote[], void> {
  for await (const batch of readColumns(path, onReject)) yield quotesOf(batch);
}

/** The same in columns, which take a tenth of the time. */
export async function* readColumns(
  path: string,
  onReject: Reject,
  choices?: Choices,
): AsyncGenerator<QuoteBatch, void> {
  yield* (await isTable(path)) ? readTable(path, onReject, choices) : readBatches(path, onReject);
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
  const isClosed = (name: string): boolean => read.manifest.files.some((file) => file.name === name);
  for (const name of files) {
    // A recorder that was killed in the second in which it began a file leaves it empty: nothing is missing.
    if (!isClosed(name) && (await stat(join(path, name)).catch(() => null))?.size === 0) continue;
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

/**
 * The symbols that a recording names, in the order of their first appearance: those of its good rows, and maybe of others. It takes far less
 * time than to read the rows.
 */
export async function namedSymbols(path: string, choices?: Choices): Promise<readonly string[]> {
  if (await isTable(path)) return marketsIn(path, choices);
  const symbols = new Set<string>();
  const files = path.endsWith('.arrows') ? [path] : (await quoteFiles(path)).map((name) => join(path, name));
  for (const file of files) {
    for await (const batch of readArrowQuotes(file, 0, () => {})) {
      for (const symbol of batch.symbols) symbols.add(symbol);
      // Every batch of a file has the same names.
      break;
    }
  }
  return [...symbols];
}
