/** The best bid and ask of a market at one moment of a recording. */
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

/** A row left out, by file, line and field. */
export type RejectedRow = { file: string; line: number; field: string; message: string };
