import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readArrowQuotes } from './arrow-quotes.ts';
import { readKucoinCsv } from './kucoin-csv.ts';
import type { RecordedQuote, RejectedRow } from './kucoin-rows.ts';
import { quoteFiles, readManifest } from './recording-folder.ts';

/**
 * Streams the quotes of a recording, in order of time within each session: of a folder that a recorder made, one of its
 * files, or a table (CSV, `.gz` or plain). What is bad in it is given to `onReject` and left out. Never throws: what cannot be read is rejected too.
 */
export async function* readQuotes(
  path: string,
  onReject: (row: RejectedRow) => void,
): AsyncGenerator<readonly RecordedQuote[], void> {
  const found = await stat(path).catch(() => null);
  if (found?.isDirectory()) yield* readFolder(path, onReject);
  else if (path.endsWith('.arrows')) yield* readArrowQuotes(path, onReject);
  else yield* readKucoinCsv(path, onReject);
}

/** One file after the other. Rows from before the end of the file before are left out: they were recorded twice. */
async function* readFolder(
  folder: string,
  onReject: (row: RejectedRow) => void,
): AsyncGenerator<readonly RecordedQuote[], void> {
  const read = readManifest(folder);
  if (!read.ok) return onReject({ file: folder, line: 0, field: 'file', message: read.message });
  const files = await quoteFiles(folder);
  if (files.length === 0)
    onReject({ file: folder, line: 0, field: 'file', message: 'the recording has no file of quotes' });
  let until = 0;
  for (const name of files) {
    const before = until;
    let again = 0;
    for await (const quotes of readArrowQuotes(join(folder, name), (row) =>
      onReject({ ...row, file: `${basename(folder)}/${name}` }),
    )) {
      const fresh = quotes.filter(({ timeMs, session }) => timeMs >= before || session > 0);
      again += quotes.length - fresh.length;
      until = Math.max(until, fresh.at(-1)?.timeMs ?? 0);
      yield fresh;
    }
    const message = `${again} rows are of a time that the file before has already: left out`;
    if (again > 0) onReject({ file: `${basename(folder)}/${name}`, line: 0, field: 'time', message });
  }
}

/** The symbols of the good rows of a recording, or of one session of it, in the order of their first appearance. */
export async function recordedSymbols(
  file: string,
  session: number | null,
  onReject: (row: RejectedRow) => void,
): Promise<string[]> {
  const symbols = new Set<string>();
  for await (const quotes of readQuotes(file, onReject)) {
    for (const quote of quotes) if (session === null || quote.session === session) symbols.add(quote.symbol);
  }
  return [...symbols];
}
