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
