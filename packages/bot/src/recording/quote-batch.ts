/**
 * Rows of a recording in columns, in order of time within each session. Valid until the next batch is asked for, as the columns are filled
 * again. Prices and sizes are NaN where a book is not to be used from then on.
 */
export type QuoteBatch = {
  readonly rows: number;
  /** UTC milliseconds. */
  readonly timeMs: Float64Array;
  readonly session: Int32Array;
  /** Places in `symbols`, which only grows while the list is the same. */
  readonly market: Int32Array;
  readonly symbols: readonly string[];
  readonly bid: Float64Array;
  readonly bidSize: Float64Array;
  readonly ask: Float64Array;
  readonly askSize: Float64Array;
};

/** Columns that are filled row by row. */
export type BatchRows = Omit<QuoteBatch, 'rows' | 'symbols'> & { rows: number; symbols: readonly string[] };

/** Creates columns with room for so many rows. */
export const createBatchRows = (room: number): BatchRows => ({
  rows: 0,
  timeMs: new Float64Array(room),
  session: new Int32Array(room),
  market: new Int32Array(room),
  symbols: [],
  bid: new Float64Array(room),
  bidSize: new Float64Array(room),
  ask: new Float64Array(room),
  askSize: new Float64Array(room),
});

/** Copies a row of a batch to a place among others; its market is not copied. */
export const copyRow = (from: QuoteBatch, row: number, into: BatchRows, place: number): void => {
  into.timeMs[place] = from.timeMs[row] as number;
  into.session[place] = from.session[row] as number;
  into.bid[place] = from.bid[row] as number;
  into.bidSize[place] = from.bidSize[row] as number;
  into.ask[place] = from.ask[row] as number;
  into.askSize[place] = from.askSize[row] as number;
};
