import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { captureHeader, createCaptureRows, isCapture } from './captures.ts';
import { type RecordedQuote, type RejectedRow, readRow } from './kucoin-rows.ts';
import { type BatchRows, createBatchRows, type QuoteBatch } from './quote-batch.ts';
import { type Columns, columnsOf } from './table-form.ts';

type Reject = (row: RejectedRow) => void;

const chunkBytes = 1 << 18;
/** No row is shorter. */
const leastRow = 12;
const [newLine, carriageReturn, comma, point, zero, nine] = [10, 13, 44, 46, 48, 57];
/** Powers of ten that are exact, by which a whole number below 2⁵³ is divided with one rounding, as the language reads decimals. */
const powers = Array.from({ length: 23 }, (_, digits) => 10 ** digits);

/** What of a cell is needed, by the place of its column. */
const roles = ['timeMs', 'session', 'symbol', 'bid', 'bidSize', 'ask', 'askSize'] as const;
const [sessionRole, symbolRole] = [1, 2];

/**
 * Streams the quotes of a table (CSV), or of the capture of a socket, `.gz` or plain, in columns, a batch for each chunk. Rows that are short, NaN, zero, crossed,
 * of an unknown symbol form or before their predecessor are given to `onReject` and left out, as is all after a break in the file.
 * Never throws: a file that cannot be read is rejected too.
 */
export async function* readTable(file: string, onReject: Reject): AsyncGenerator<QuoteBatch, void> {
  const parser = createTableParser(file, onReject);
  for await (const part of wholeLines(file, parser.breakOff)) {
    yield parser.parse(part);
    if (parser.isUnusable()) return;
  }
  parser.end();
}

/** The symbols that a table names, good rows or bad, in a fraction of the time of a reading; none where it cannot be read. */
export async function symbolsIn(file: string): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const known = createSymbolCells();
  let columns: Columns | null = null;
  for await (const part of wholeLines(file, () => {})) {
    for (let start = 0; start < part.length; ) {
      const next = part.indexOf(newLine, start);
      const end = next < 0 ? part.length : next;
      if (columns === null) {
        columns = columnsOf(part.toString('utf8', start, end), file);
        if (columns.missing.length > 0) return found;
      } else if (columns.named === null) nameAt(part, start, end, columns.symbol);
      start = end + 1;
    }
  }
  function nameAt(part: Buffer, start: number, end: number, place: number): void {
    let at = start;
    for (let cell = 0; cell < place && at < end; at++) if (part[at] === comma) cell++;
    let stop = at;
    while (stop < end && part[stop] !== comma && part[stop] !== carriageReturn) stop++;
    if (known.placeOf(part, at, stop) >= 0) return;
    const text = part.toString('utf8', at, stop);
    known.add(text, 0);
    const parsed = columns?.symbolOf(text);
    if (parsed?.ok) found.add(parsed.symbol);
  }
  const named = columns?.named ?? null;
  const parsed = named === null ? null : columns?.symbolOf(named);
  if (parsed?.ok) found.add(parsed.symbol);
  return found;
}

/** The bytes of a file, cut at the ends of lines. */
async function* wholeLines(file: string, onBreak: (message: string) => void): AsyncGenerator<Buffer, void> {
  const bytes = createReadStream(file, { highWaterMark: chunkBytes });
  const source = file.endsWith('.gz') ? bytes.pipe(createGunzip({ chunkSize: chunkBytes })) : bytes;
  bytes.on('error', (error) => source.destroy(error));
  const asTable = createTable();
  let rest = Buffer.alloc(0);
  try {
    for await (const chunk of source) {
      const part = rest.length === 0 ? (chunk as Buffer) : Buffer.concat([rest, chunk]);
      const end = part.lastIndexOf(newLine) + 1;
      rest = Buffer.from(part.subarray(end));
      if (end > 0) yield asTable(part.subarray(0, end));
    }
    if (rest.length > 0) yield asTable(rest);
  } catch (error) {
    onBreak(error instanceof Error ? error.message : String(error));
  } finally {
    bytes.destroy();
  }
}

/** A table as it is; the capture of a socket as a table would have it: each line is a row, so that what is bad in it is named by its line. */
const createTable = (): ((part: Buffer) => Buffer) => {
  let rows: ((line: string) => string) | null | undefined;
  return (part) => {
    const isFirst = rows === undefined;
    if (rows === undefined) {
      const end = part.indexOf(newLine);
      rows = isCapture(part.toString('utf8', 0, end < 0 ? part.length : end)) ? createCaptureRows() : null;
    }
    const rowOf = rows;
    if (rowOf === null) return part;
    const text = part.toString('utf8');
    const lines = (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
    const table = lines.map((line, at) => (isFirst && at === 0 ? captureHeader : rowOf(line)));
    return Buffer.from(`${table.join('\n')}\n`);
  };
};

/** Symbols by the bytes of their cells. */
const createSymbolCells = () => {
  type Entry = { readonly bytes: Buffer; readonly place: number; readonly next: Entry | undefined };
  const entries = new Map<number, Entry>();
  const hashOf = (bytes: Uint8Array, start: number, end: number): number => {
    let hash = 0;
    for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + (bytes[at] as number)) | 0;
    return hash;
  };
  return {
    /** −1 where it is not known. */
    placeOf: (part: Uint8Array, start: number, end: number): number => {
      for (let entry = entries.get(hashOf(part, start, end)); entry !== undefined; entry = entry.next) {
        const { bytes } = entry;
        let at = 0;
        while (at < bytes.length && bytes[at] === part[start + at]) at++;
        if (at === bytes.length && at === end - start) return entry.place;
      }
      return -1;
    },
    add: (text: string, place: number): void => {
      const bytes = Buffer.from(text);
      const hash = hashOf(bytes, 0, bytes.length);
      entries.set(hash, { bytes, place, next: entries.get(hash) });
    },
  };
};

type Parser = {
  parse(part: Buffer): QuoteBatch;
  /** The header lacks a column: no row can be read. */
  isUnusable(): boolean;
  end(): void;
  breakOff(message: string): void;
};

/** Reads a row of digits from its bytes; whatever is not one is read as text, by the rules for rows, which say what is wrong with it. */
const createTableParser = (file: string, onReject: Reject): Parser => {
  let [line, hasBroken] = [0, false];
  let columns: Columns | null = null;
  let into: BatchRows = createBatchRows(Math.ceil(chunkBytes / leastRow));
  let roleOf = new Int8Array();
  let needed = 0;
  let lastTime = Number.NEGATIVE_INFINITY;
  let lastSession = Number.NaN;
  const cells = createSymbolCells();
  const texts = new Map<string, string>();
  const symbols: string[] = [];
  const places = new Map<string, number>();
  const values = new Float64Array(roles.length);
  const reject = (field: string, message: string): null => {
    onReject({ file, line, field, message });
    return null;
  };

  const begin = (header: string): void => {
    columns = columnsOf(header, file);
    const { missing, named } = columns;
    if (missing.length > 0) return void reject(missing.join(', '), 'missing in the header');
    const found = columns;
    const places = roles.map((role) => (role === 'symbol' && named !== null ? -1 : found[role]));
    roleOf = new Int8Array(Math.max(...places) + 1).fill(-1);
    for (const [role, place] of places.entries()) if (place >= 0) roleOf[place] = role;
    needed = roleOf.length;
  };

  /** Fills `values` with the cells of a line; false where one is no plain number or the symbol is new. */
  const digits = (part: Uint8Array, start: number, end: number): boolean => {
    let at = start;
    for (let cell = 0; cell < needed; cell++) {
      const role = roleOf[cell] as number;
      if (role < 0 || role === symbolRole) {
        const from = at;
        while (at < end && part[at] !== comma) at++;
        if (role === symbolRole) {
          const place = cells.placeOf(part, from, at);
          if (place < 0) return false;
          values[symbolRole] = place;
        }
      } else {
        let [whole, decimals, isNumber] = [0, -1, false];
        for (; at < end; at++) {
          const byte = part[at] as number;
          if (byte >= zero && byte <= nine) {
            whole = 10 * whole + byte - zero;
            isNumber = true;
            if (decimals >= 0) decimals++;
          } else if (byte === comma) break;
          else if (byte === point && decimals < 0) decimals = 0;
          else return false;
        }
        if (!isNumber || whole > Number.MAX_SAFE_INTEGER || decimals >= powers.length) return false;
        values[role] = decimals > 0 ? whole / (powers[decimals] as number) : whole;
      }
      if (at >= end && cell < needed - 1) return false;
      at++;
    }
    return true;
  };

  const add = (
    timeMs: number,
    session: number,
    market: number,
    bid: number,
    bidSize: number,
    ask: number,
    askSize: number,
  ): void => {
    if (session === lastSession && timeMs < lastTime) {
      reject('timeMs', `time goes back by ${lastTime - timeMs} ms`);
      return;
    }
    lastTime = timeMs;
    lastSession = session;
    const row = into.rows++;
    into.timeMs[row] = timeMs;
    into.session[row] = session;
    into.market[row] = market;
    into.bid[row] = bid;
    into.bidSize[row] = bidSize;
    into.ask[row] = ask;
    into.askSize[row] = askSize;
  };

  const slowly = (text: string, at: Columns): void => {
    const quote = readRow({ cells: text.split(','), symbols: texts, reject }, at);
    if (quote === null) return;
    const { timeMs, session, bid, bidSize, ask, askSize } = quote;
    add(timeMs, session, placeOf(quote, text.split(',')[at.symbol] ?? ''), bid, bidSize, ask, askSize);
  };
  const placeOf = ({ symbol }: RecordedQuote, cell: string): number => {
    const known = places.get(symbol);
    const place = known ?? symbols.push(symbol) - 1;
    places.set(symbol, place);
    const bytes = Buffer.from(cell);
    if (cells.placeOf(bytes, 0, bytes.length) < 0) cells.add(cell, place);
    return place;
  };

  const quickly = (part: Buffer, start: number, end: number, at: Columns): boolean => {
    // A file that is named after its market has that symbol once a row was read as text.
    if (at.named !== null && symbols.length === 0) return false;
    if (at.session < 0) values[sessionRole] = 0;
    if (!digits(part, start, end)) return false;
    const [time, session, market, bid, bidSize, ask, askSize] = values as unknown as Seven;
    if (!(time > 0 && bid > 0 && bidSize > 0 && askSize > 0 && bid < ask) || !Number.isInteger(session)) return false;
    add(Math.floor(time / at.timesPerMs), session, at.named === null ? market : 0, bid, bidSize, ask, askSize);
    return true;
  };

  const parse = (part: Buffer): QuoteBatch => {
    if (part.length / leastRow > into.bid.length) into = createBatchRows(Math.ceil(part.length / leastRow));
    into.rows = 0;
    into.symbols = symbols;
    for (let start = 0; start < part.length; ) {
      const next = part.indexOf(newLine, start);
      let end = next < 0 ? part.length : next;
      const following = end + 1;
      if (end > start && part[end - 1] === carriageReturn) end--;
      line++;
      if (columns === null) begin(part.toString('utf8', start, end));
      else if (columns.missing.length === 0 && end > start && !quickly(part, start, end, columns)) {
        const text = part.toString('utf8', start, end).trimEnd();
        if (text !== '') slowly(text, columns);
      }
      start = following;
    }
    return into;
  };

  return {
    parse,
    isUnusable: () => columns !== null && columns.missing.length > 0,
    end: () => {
      if (line === 0 && !hasBroken) reject('timeMs', 'the file is empty');
    },
    breakOff: (message) => {
      hasBroken = true;
      if (line > 0) line++;
      reject('row', `${line > 0 ? 'the file breaks off' : 'the file cannot be read'}: ${message}`);
    },
  };
};
type Seven = readonly [number, number, number, number, number, number, number];
