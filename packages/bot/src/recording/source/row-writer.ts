import { type BatchRows, createBatchRows } from '../quote-batch.ts';
import type { RejectedRow } from '../recorded-row.ts';
import type { TimeUnit } from './moment-cell.ts';

/** A market as a file names it: what follows from the exchange, the list and the other names is found out later. */
export type RawName = { readonly exchange: string | null; readonly text: string };

/** The place of a row that is of every market of its file. */
export const everyMarket = -1;

/** What the rows of a file were. */
export type RowStats = {
  quotes: number;
  voids: number;
  unreadable: number;
  from: number;
  to: number;
  isInOrder: boolean;
  readonly units: Set<TimeUnit>;
};

/**
 * Collects the rows of one file in columns. Each row is a quote, ends the trust in a book, or cannot be read; the two latter are told to
 * `onReject`, and a row that cannot be read ends the trust in its book, or in all books of the file where it does not say in which.
 */
export type RowWriter = {
  readonly names: readonly RawName[];
  readonly stats: RowStats;
  nameOf(exchange: string | null, text: string): number;
  /** Room for so many rows more. */
  reserve(rows: number): void;
  quote(
    market: number,
    timeMs: number,
    session: number,
    bid: number,
    bidSize: number,
    ask: number,
    askSize: number,
  ): void;
  voided(market: number, timeMs: number, session: number, why: Why): void;
  /** `market`, `timeMs`: null where the row does not say. */
  unreadable(market: number | null, timeMs: number | null, session: number | null, why: Why): void;
  /** What is to be said of the file; it is of no row. */
  note(field: string, message: string): void;
  rows(): BatchRows;
  clear(): void;
};
export type Why = { readonly line: number; readonly field: string; readonly message: string };

/** Reads the rows of a table, one after the other: each by the bytes of its line, or by its cells. */
export type LineRows = {
  line(part: Buffer, start: number, end: number, line: number): void;
  cells(cells: readonly string[], line: number): void;
  /** After the last one. */
  end?(): void;
};

const room = 1 << 14;

export const createRowWriter = (file: string, onReject: (row: RejectedRow) => void): RowWriter => {
  let into = createBatchRows(room);
  const names: RawName[] = [];
  const places = new Map<string, number>();
  const stats: RowStats = {
    quotes: 0,
    voids: 0,
    unreadable: 0,
    from: Number.POSITIVE_INFINITY,
    to: Number.NEGATIVE_INFINITY,
    isInOrder: true,
    units: new Set(),
  };
  let last = Number.NaN;
  let lastSession = 0;
  const none = Number.NaN;

  const put = (market: number, timeMs: number, session: number): number => {
    if (timeMs < last && session === lastSession) stats.isInOrder = false;
    last = timeMs;
    lastSession = session;
    if (timeMs < stats.from) stats.from = timeMs;
    if (timeMs > stats.to) stats.to = timeMs;
    const row = into.rows++;
    into.market[row] = market;
    into.timeMs[row] = timeMs;
    into.session[row] = session;
    return row;
  };
  const putVoid = (market: number, timeMs: number, session: number): void => {
    const row = put(market, timeMs, session);
    into.bid[row] = none;
    into.bidSize[row] = none;
    into.ask[row] = none;
    into.askSize[row] = none;
  };
  const reserve = (rows: number): void => {
    if (into.rows + rows <= into.bid.length) return;
    const larger = createBatchRows(2 * (into.rows + rows));
    const kept = into.rows;
    for (const column of ['timeMs', 'session', 'market', 'bid', 'bidSize', 'ask', 'askSize'] as const)
      larger[column].set(into[column].subarray(0, kept));
    larger.rows = kept;
    into = larger;
  };
  return {
    names,
    stats,
    nameOf: (exchange, text) => {
      const key = `${exchange} ${text}`;
      const known = places.get(key);
      if (known !== undefined) return known;
      places.set(key, names.length);
      return names.push({ exchange, text }) - 1;
    },
    reserve,
    quote: (market, timeMs, session, bid, bidSize, ask, askSize) => {
      const row = put(market, timeMs, session);
      into.bid[row] = bid;
      into.bidSize[row] = bidSize;
      into.ask[row] = ask;
      into.askSize[row] = askSize;
      stats.quotes++;
    },
    voided: (market, timeMs, session, why) => {
      stats.voids++;
      putVoid(market, timeMs, session);
      onReject({ file, ...why });
    },
    unreadable: (market, timeMs, session, why) => {
      stats.unreadable++;
      const at = timeMs ?? last;
      // Before the first row there is no price to take back.
      if (!Number.isNaN(at)) putVoid(market ?? everyMarket, at, session ?? lastSession);
      onReject({ file, ...why });
    },
    note: (field, message) => onReject({ file, line: 0, field, message }),
    rows: () => into,
    clear: () => {
      into.rows = 0;
    },
  };
};
