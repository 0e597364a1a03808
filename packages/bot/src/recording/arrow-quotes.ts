import { close, open } from 'node:fs';
import { promisify } from 'node:util';
import { type ArrowBatch, openArrowBatches } from './arrow-batches.ts';
import { createBatchRows, type QuoteBatch } from './quote-batch.ts';
import { version, versionKey } from './quote-columns.ts';
import type { RejectedRow } from './recorded-row.ts';

/**
 * Streams the quotes of one file of a recording, a batch for each one written. What is no such file, is of a later version, or ends within a
 * batch is given to `onReject` in a line; all that was written whole is read. Where the time goes back another session begins, with empty
 * books: the clock of the machine was set. Rows of the first session from before `from` are left out: they were recorded twice. Never throws.
 */
export async function* readArrowQuotes(
  file: string,
  from: number,
  onReject: (row: RejectedRow) => void,
): AsyncGenerator<QuoteBatch, void> {
  const refuse = (message: string): void => onReject({ file, line: 0, field: 'file', message });
  const rows = createRows(file, from, onReject);
  let isOpen = false;
  // A file handle that is left to the garbage collector would end the process.
  let source: number | null = null;
  try {
    source = await promisify(open)(file, 'r');
    const batches = await openArrowBatches(source);
    const fault = faultOf(batches.metadata?.get(versionKey));
    if (fault !== null) return refuse(fault);
    isOpen = true;
    for (let batch = await batches.next(); batch !== null; batch = await batches.next()) yield rows.read(batch);
    const again = rows.again();
    if (again > 0)
      onReject({
        file,
        line: 0,
        field: 'time',
        message: `${again} rows are of a time that the file before has already: left out`,
      });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof Error && 'syscall' in error) refuse(`the file cannot be read: ${reason}`);
    else
      refuse(
        isOpen ? `the file ends within a batch, after ${rows.count()} rows` : 'the file is no recording of quotes',
      );
  } finally {
    if (source !== null) await promisify(close)(source);
  }
}

const faultOf = (found: string | undefined): string | null => {
  if (found === undefined) return 'the file is no recording of quotes';
  return Number(found) === version
    ? null
    : `the recording is of version ${found}, and this triquad reads version ${version}: use a newer triquad`;
};

/** Turns the batches of one file, in order, into columns of good rows. */
const createRows = (file: string, from: number, onReject: (row: RejectedRow) => void) => {
  let [line, session, last, again] = [0, 0, 0, 0];
  let into = createBatchRows(1 << 12);
  const read = (batch: ArrowBatch): QuoteBatch => {
    const { rows } = batch;
    const symbols = batch.names('market');
    const places = batch.column('market', Int32Array);
    // A big integer for each row would be an object for each row.
    const halves = batch.column('time', Uint32Array, 2);
    const bids = batch.column('bid', Float64Array);
    const bidSizes = batch.column('bid_size', Float64Array);
    const asks = batch.column('ask', Float64Array);
    const askSizes = batch.column('ask_size', Float64Array);
    // So many rows are there.
    if (rows > into.bid.length) into = createBatchRows(rows);
    into.symbols = symbols;
    const { timeMs: timesInto, session: sessionInto, market: marketInto } = into;
    const { bid: bidInto, bidSize: bidSizeInto, ask: askInto, askSize: askSizeInto } = into;
    const names = symbols.length;
    // Most batches are right, and in order: their columns are handed on as they are.
    // The compiler knows that this is a number: begun with `last`, the time of each row would be an object.
    let before = 0;
    let isPlain = last >= from || session > 0;
    for (let row = 0; row < rows && isPlain; row++) {
      const timeMs = (halves[2 * row] as number) + 2 ** 32 * ((halves[2 * row + 1] as number) | 0);
      const market = places[row] as number;
      const bid = bids[row] as number;
      const ask = asks[row] as number;
      const isQuote =
        bid > 0 && bid < ask && ask < Infinity && (bidSizes[row] as number) > 0 && (askSizes[row] as number) > 0;
      isPlain =
        timeMs >= before &&
        timeMs > 0 &&
        market >= 0 &&
        market < names &&
        (isQuote || (Number.isNaN(bid) && Number.isNaN(ask)));
      timesInto[row] = timeMs;
      before = timeMs;
    }
    if (isPlain && !((timesInto[0] as number) < last)) {
      line += rows;
      last = Math.max(last, before);
      sessionInto.fill(session, 0, rows);
      const columns = { timeMs: timesInto, session: sessionInto, market: places };
      return { rows, symbols, ...columns, bid: bids, bidSize: bidSizes, ask: asks, askSize: askSizes };
    }
    let at = 0;
    for (let row = 0; row < rows; row++) {
      line++;
      const timeMs = (halves[2 * row] as number) + 2 ** 32 * ((halves[2 * row + 1] as number) | 0);
      const market = places[row] as number;
      const bid = bids[row] as number;
      const bidSize = bidSizes[row] as number;
      const ask = asks[row] as number;
      const askSize = askSizes[row] as number;
      // Most rows are right: what is wrong with another is found out then.
      const isRight =
        timeMs > 0 &&
        market >= 0 &&
        market < names &&
        bid > 0 &&
        bid < ask &&
        ask < Infinity &&
        bidSize > 0 &&
        askSize > 0;
      if (!isRight) {
        const fault = faultIn(timeMs, !(market >= 0 && market < names), bid, ask, Math.min(bidSize, askSize));
        if (fault !== null) {
          onReject({ file, line, field: 'row', message: fault });
          continue;
        }
      }
      if (timeMs < last) session++;
      last = timeMs;
      if (timeMs < from && session === 0) {
        again++;
        continue;
      }
      timesInto[at] = timeMs;
      sessionInto[at] = session;
      marketInto[at] = market;
      bidInto[at] = bid;
      bidSizeInto[at] = bidSize;
      askInto[at] = ask;
      askSizeInto[at] = askSize;
      at++;
    }
    into.rows = at;
    return into;
  };
  return { read, count: () => line, again: () => again };
};

/** What is wrong with a row; one without prices is right. */
const faultIn = (timeMs: number, isUnnamed: boolean, bid: number, ask: number, size: number): string | null => {
  if (!(timeMs > 0)) return 'it has no time';
  if (isUnnamed) return 'it names no market';
  if (Number.isNaN(bid) && Number.isNaN(ask)) return null;
  if (!(bid > 0 && ask < Number.POSITIVE_INFINITY && size > 0)) return 'a price or size is not above zero';
  return bid < ask ? null : `the ask ${ask} is not above the bid ${bid}`;
};
