import { basename } from 'node:path';
import { type ParsedSymbol, parseSymbol } from '../model/instrument.ts';

/** What every row of a table must say. */
export const required = ['timeMs', 'symbol', 'bid', 'bidSize', 'ask', 'askSize'] as const;
export type Field = (typeof required)[number];

/** How one kind of table names its columns. Null for the symbol: the file is named after the market. */
type Form = {
  readonly columns: Readonly<Record<Field, string | null>>;
  readonly timesPerMs: number;
  readonly symbolOf: SymbolOf;
};
type SymbolOf = (text: string) => ParsedSymbol;

/** Currencies to pay with, by which a symbol without a separator is taken apart, the longest first. */
const quotes = ['FDUSD', 'USDT', 'USDC', 'BUSD', 'TUSD', 'USD', 'EUR', 'GBP', 'TRY', 'BRL', 'BTC', 'ETH', 'BNB', 'DAI'];

/** Our own columns, which KuCoin's recording has too. */
const own: Form = {
  columns: { timeMs: 'timeMs', symbol: 'symbol', bid: 'bid', bidSize: 'bidSize', ask: 'ask', askSize: 'askSize' },
  timesPerMs: 1,
  symbolOf: parseSymbol,
};

const forms: readonly Form[] = [
  own,
  // Tardis `quotes`, in the order in which they were received.
  {
    columns: {
      ...{ timeMs: 'local_timestamp', symbol: 'symbol' },
      ...{ bid: 'bid_price', bidSize: 'bid_amount', ask: 'ask_price', askSize: 'ask_amount' },
    },
    timesPerMs: 1_000,
    symbolOf: joinedSymbol,
  },
  // Tardis `book_snapshot_5` and `book_snapshot_25`: their best level.
  {
    columns: {
      ...{ timeMs: 'local_timestamp', symbol: 'symbol' },
      ...{ bid: 'bids[0].price', bidSize: 'bids[0].amount', ask: 'asks[0].price', askSize: 'asks[0].amount' },
    },
    timesPerMs: 1_000,
    symbolOf: joinedSymbol,
  },
  // Binance's public `bookTicker`, e.g. `BTCUSDT-bookTicker-2024-01-31.csv`.
  {
    columns: {
      ...{ timeMs: 'transaction_time', symbol: null },
      ...{ bid: 'best_bid_price', bidSize: 'best_bid_qty', ask: 'best_ask_price', askSize: 'best_ask_qty' },
    },
    timesPerMs: 1,
    symbolOf: joinedSymbol,
  },
];

/** Where a table has its columns. */
export type Columns = Readonly<Record<Field | 'session', number>> & {
  /** Those that are missing by our own names; none where the form is known. */
  readonly missing: readonly string[];
  readonly timesPerMs: number;
  readonly symbolOf: SymbolOf;
  /** The symbol of all rows, where the file is named after it. */
  readonly named: string | null;
};

/** Finds the form of a table by its header; `file` may name its market. */
export const columnsOf = (header: string, file: string): Columns => {
  const names = header.replace('\ufeff', '').trimEnd().split(',');
  const place = (name: string | null): number => (name === null ? -1 : names.indexOf(name));
  const has = ({ columns }: Form): boolean =>
    required.every((field) => columns[field] === null || place(columns[field]) >= 0);
  const { columns, timesPerMs, symbolOf } = forms.find(has) ?? own;
  return {
    timeMs: place(columns.timeMs),
    session: place('session'),
    symbol: place(columns.symbol),
    bid: place(columns.bid),
    bidSize: place(columns.bidSize),
    ask: place(columns.ask),
    askSize: place(columns.askSize),
    missing: required.filter((field) => columns[field] !== null && place(columns[field]) < 0),
    timesPerMs,
    symbolOf,
    named: columns.symbol === null ? (basename(file).split('-')[0] ?? '') : null,
  };
};

/** Reads `BTC-USDT` and, by the currencies that are usual to pay with, `BTCUSDT`. */
export function joinedSymbol(text: string): ParsedSymbol {
  const joined = text.trim().toUpperCase();
  if (!/^[A-Z0-9]+$/.test(joined)) return parseSymbol(text);
  const quote = quotes.find((one) => joined.endsWith(one) && joined.length > one.length);
  return parseSymbol(quote === undefined ? text : `${joined.slice(0, -quote.length)}-${quote}`);
}
