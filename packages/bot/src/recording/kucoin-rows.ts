import type { Columns, Field } from './table-form.ts';

/** The best bid and ask of a market at one moment of a recording; all four are NaN where the book is not to be used from then on. */
export type RecordedQuote = {
  /** UTC milliseconds. */
  timeMs: number;
  /** Stretch of the recording without interruption; 0 where the file has no such column. */
  session: number;
  /** `BASE/QUOTE`. */
  symbol: string;
  bid: number;
  bidSize: number;
  ask: number;
  askSize: number;
};

/** A row left out, or a file that breaks off: by file, line (0 where none was reached) and field. */
export type RejectedRow = { file: string; line: number; field: string; message: string };

type Row = {
  readonly cells: readonly string[];
  /** Symbols that were read before. */
  readonly symbols: Map<string, string>;
  readonly reject: (field: string, message: string) => null;
};

/** A row of a table by its cells; null where `reject` was called with what is wrong. */
export function readRow(row: Row, at: Columns): RecordedQuote | null {
  const time = positive(row, 'timeMs', at.timeMs);
  if (time === null) return null;
  const timeMs = Math.floor(time / at.timesPerMs);
  const session = readSession(row, at.session);
  if (session === null) return null;
  const symbol = readSymbol(row, at);
  if (symbol === null) return null;
  const bid = positive(row, 'bid', at.bid);
  if (bid === null) return null;
  const bidSize = positive(row, 'bidSize', at.bidSize);
  if (bidSize === null) return null;
  const ask = positive(row, 'ask', at.ask);
  if (ask === null) return null;
  const askSize = positive(row, 'askSize', at.askSize);
  if (askSize === null) return null;
  if (bid >= ask) return row.reject('ask', `not above the bid: ${ask} against ${bid}`);
  return { timeMs, session, symbol, bid, bidSize, ask, askSize };
}

function positive({ cells, reject }: Row, field: Field, place: number): number | null {
  const text = cells[place];
  if (text === undefined) return reject(field, 'missing in this row');
  const value = Number(text);
  return value > 0 && value < Infinity ? value : reject(field, `"${text}" is not a number above zero`);
}

function readSession({ cells, reject }: Row, place: number): number | null {
  if (place < 0) return 0;
  const text = cells[place] ?? '';
  const session = text === '' ? Number.NaN : Number(text);
  return Number.isInteger(session) ? session : reject('session', `"${text}" is not a whole number`);
}

function readSymbol({ cells, symbols, reject }: Row, at: Columns): string | null {
  const text = at.named ?? cells[at.symbol] ?? '';
  const known = symbols.get(text);
  if (known !== undefined) return known;
  const parsed = at.symbolOf(text);
  if (!parsed.ok) return reject('symbol', parsed.message);
  symbols.set(text, parsed.symbol);
  return parsed.symbol;
}
