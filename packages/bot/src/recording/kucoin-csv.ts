import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { captureHeader, createCaptureRows, isCapture } from './captures.ts';
import { createRowParser, type RecordedQuote, type RejectedRow } from './kucoin-rows.ts';

/**
 * Streams the quotes of a KuCoin ticker CSV, or of the capture of a socket (`.gz` or plain), a batch for each chunk read. Rows that are short, NaN, zero, crossed,
 * of an unknown symbol form or before their predecessor are given to `onReject` and left out, as is all after a break in the file.
 * Never throws: a file that cannot be read is rejected too.
 */
export async function* readKucoinCsv(
  file: string,
  onReject: (row: RejectedRow) => void,
): AsyncGenerator<readonly RecordedQuote[], void> {
  const parser = createRowParser(file, onReject);
  const rowsOf = createTable();
  const bytes = createReadStream(file, { highWaterMark: 1 << 18 });
  const source = file.endsWith('.gz') ? bytes.pipe(createGunzip()) : bytes;
  bytes.on('error', (error) => source.destroy(error));
  try {
    let rest = '';
    for await (const text of source.setEncoding('utf8')) {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      yield parser.parse(rowsOf(lines));
      if (parser.isUnusable()) return;
    }
    if (rest !== '') yield parser.parse(rowsOf([rest]));
    parser.end();
  } catch (error) {
    parser.breakOff(error instanceof Error ? error.message : String(error));
  } finally {
    bytes.destroy();
  }
}

/** The rows of a table as they are; of a capture, as a table would have them: each line is a row, so that what is bad in it is named by its line. */
const createTable = (): ((lines: readonly string[]) => readonly string[]) => {
  let rows: ((line: string) => string) | null = null;
  return (lines) => {
    if (rows !== null || lines[0] === undefined) return rows === null ? lines : lines.map(rows);
    const [first, ...rest] = lines;
    const isTable = !isCapture(first);
    const own = isTable ? (line: string): string => line : createCaptureRows();
    rows = own;
    return [isTable ? first : captureHeader, ...rest.map(own)];
  };
};
