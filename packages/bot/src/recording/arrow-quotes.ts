import { createReadStream } from 'node:fs';
import type { RecordBatch } from 'apache-arrow';
import type { RecordedQuote, RejectedRow } from './kucoin-rows.ts';
import { arrow, decimalColumns, type QuoteTypes, version, versionKey } from './quote-columns.ts';

/**
 * Streams the quotes of one file of a recording, a batch for each one written. What is no such file, is of a later version, or ends within a
 * batch is given to `onReject` in a line; all that was written whole is read. Where the time goes back another session begins, with empty
 * books: the clock of the machine was set. Never throws.
 */
export async function* readArrowQuotes(
  file: string,
  onReject: (row: RejectedRow) => void,
): AsyncGenerator<readonly RecordedQuote[], void> {
  const refuse = (message: string): void => onReject({ file, line: 0, field: 'file', message });
  const source = createReadStream(file, { highWaterMark: 1 << 20 });
  const rows = createRows(file, onReject);
  let isOpen = false;
  try {
    const { RecordBatchReader } = await arrow();
    const reader = await RecordBatchReader.from<QuoteTypes>(source);
    await reader.open();
    const fault = faultOf(reader.schema?.metadata.get(versionKey));
    if (fault !== null) return refuse(fault);
    isOpen = true;
    for await (const batch of reader) yield rows.read(batch);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof Error && 'syscall' in error) refuse(`the file cannot be read: ${reason}`);
    else
      refuse(
        isOpen ? `the file ends within a batch, after ${rows.count()} rows` : 'the file is no recording of quotes',
      );
  } finally {
    source.destroy();
  }
}

const faultOf = (found: string | undefined): string | null => {
  if (found === undefined) return 'the file is no recording of quotes';
  return Number(found) === version
    ? null
    : `the recording is of version ${found}, and this triquad reads version ${version}: use a newer triquad`;
};

/** Turns the batches of one file, in order, into quotes. */
const createRows = (file: string, onReject: (row: RejectedRow) => void) => {
  let line = 0;
  let session = 0;
  let last = 0;
  const read = (batch: RecordBatch<QuoteTypes>): RecordedQuote[] => {
    const [times, markets] = [batch.getChild('time')?.data[0], batch.getChild('market')?.data[0]];
    const symbols = markets?.dictionary?.toArray() ?? [];
    const [bids, bidSizes, asks, askSizes] = decimalColumns.map((name) => batch.getChild(name)?.data[0]?.values);
    const quotes: RecordedQuote[] = [];
    for (let row = 0; row < batch.numRows; row++) {
      line++;
      const timeMs = Number(times?.values[row]);
      const symbol = symbols[markets?.values[row] ?? -1];
      const [bid = 0, bidSize = 0] = [bids?.[row], bidSizes?.[row]];
      const [ask = 0, askSize = 0] = [asks?.[row], askSizes?.[row]];
      const fault = faultIn(timeMs, symbol, bid, ask, Math.min(bidSize, askSize));
      if (fault !== null || symbol === undefined) {
        onReject({ file, line, field: 'row', message: fault ?? 'it names no market' });
        continue;
      }
      if (timeMs < last) session++;
      last = timeMs;
      quotes.push({ timeMs, session, symbol, bid, bidSize, ask, askSize });
    }
    return quotes;
  };
  return { read, count: () => line };
};

/** What is wrong with a row; one without prices is right. */
const faultIn = (timeMs: number, symbol: string | undefined, bid: number, ask: number, size: number): string | null => {
  if (!(timeMs > 0)) return 'it has no time';
  if (symbol === undefined) return 'it names no market';
  if (Number.isNaN(bid) && Number.isNaN(ask)) return null;
  if (!(bid > 0 && ask < Number.POSITIVE_INFINITY && size > 0)) return 'a price or size is not above zero';
  return bid < ask ? null : `the ask ${ask} is not above the bid ${bid}`;
};
