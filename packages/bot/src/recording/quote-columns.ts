import type { Dictionary, Float64, Int32, RecordBatch, Schema, TimestampMillisecond, Utf8 } from 'apache-arrow';

/** The library is large and loads when something is recorded or read: most commands never need it. */
type Arrow = typeof import('apache-arrow');
export const arrow = (): Promise<Arrow> => import('apache-arrow');

/** What a file of quotes is: readers refuse a later version. */
export const version = 1;
export const versionKey = 'triquad.recording';
/** In place of it in a file of levels, whose rows are no quotes: a size of 0 says that the level is gone, NaN that the side has not changed. */
export const levelsKey = 'triquad.levels';
const exchangeKey = 'triquad.exchange';

/** The columns of a file. */
export type QuoteTypes = {
  time: TimestampMillisecond;
  market: Dictionary<Utf8, Int32>;
  bid: Float64;
  bid_size: Float64;
  ask: Float64;
  ask_size: Float64;
};

/** A batch has so many rows at most. */
const rowsOfBatch = 4_096;

/**
 * Rows of quotes in columns, as a file of a recording holds them. A row without prices (NaN) says that the book of the market is not to be
 * used from then on.
 */
export type QuoteColumns = {
  /** Whether there is room for no more rows. */
  isFull(): boolean;
  count(): number;
  /** `market`: its place in the list of symbols. Prices in quote per base, sizes in base. */
  add(market: number, timeMs: number, bid: number, bidSize: number, ask: number, askSize: number): void;
  /** The rows as an Arrow batch, which is valid until the next row; then there are none. */
  take(): RecordBatch<QuoteTypes>;
};

/** Creates columns for quotes of these markets. Files of these batches name each market, so that other programs read them as they are. */
export const createQuoteColumns = (
  lib: Arrow,
  exchange: string,
  symbols: readonly string[],
  key: typeof versionKey | typeof levelsKey = versionKey,
): QuoteColumns => {
  const schema = schemaOf(lib, exchange, key);
  const [time, market] = [new BigInt64Array(rowsOfBatch), new Int32Array(rowsOfBatch)];
  // A big integer for each row would be an object for each row.
  const halves = new Uint32Array(time.buffer);
  const decimals = [0, 1, 2, 3].map(() => new Float64Array(rowsOfBatch));
  const [bids, bidSizes, asks, askSizes] = decimals as [Float64Array, Float64Array, Float64Array, Float64Array];
  const dictionary = lib.vectorFromArray(symbols, new lib.Utf8());
  let rows = 0;
  return {
    isFull: () => rows === rowsOfBatch,
    count: () => rows,
    add: (place, timeMs, bid, bidSize, ask, askSize) => {
      halves[2 * rows] = timeMs % 2 ** 32;
      halves[2 * rows + 1] = timeMs / 2 ** 32;
      market[rows] = place;
      bids[rows] = bid;
      bidSizes[rows] = bidSize;
      asks[rows] = ask;
      askSizes[rows] = askSize;
      rows++;
    },
    take: () => {
      const [length, nullCount] = [rows, 0];
      rows = 0;
      const children = [
        lib.makeData({ type: timeType(lib), length, nullCount, data: time.subarray(0, length) }),
        lib.makeData({ type: marketType(lib), length, nullCount, data: market.subarray(0, length), dictionary }),
        ...decimals.map((data) =>
          lib.makeData({ type: new lib.Float64(), length, nullCount, data: data.subarray(0, length) }),
        ),
      ];
      const type = new lib.Struct<QuoteTypes>(schema.fields);
      return new lib.RecordBatch(schema, lib.makeData({ type, length, nullCount, children }));
    },
  };
};

const timeType = (lib: Arrow) => new lib.TimestampMillisecond('UTC');
const marketType = (lib: Arrow) => new lib.Dictionary(new lib.Utf8(), new lib.Int32(), 1);

/** The names of the columns of decimals, in order. */
const decimalColumns = ['bid', 'bid_size', 'ask', 'ask_size'] as const;

const schemaOf = (lib: Arrow, exchange: string, key: string): Schema<QuoteTypes> => {
  const told = new Map([
    [key, `${version}`],
    [exchangeKey, exchange],
  ]);
  const fields = [
    new lib.Field('time', timeType(lib), false),
    new lib.Field('market', marketType(lib), false),
    ...decimalColumns.map((name) => new lib.Field(name, new lib.Float64(), false)),
  ];
  return new lib.Schema<QuoteTypes>(fields, told);
};
