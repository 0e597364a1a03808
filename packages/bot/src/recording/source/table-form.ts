import type { ImportForm } from '@triquad/core/contract';
import { parse } from 'csv-parse/sync';

/** What the rows of a table are made of, by the place of its column; −1 where there is none. */
export type QuoteColumns = Readonly<Record<(typeof quoteFields)[number], number>>;
export type BarColumns = Readonly<Record<(typeof barFields)[number], number>>;
export const quoteFields = ['timeMs', 'session', 'exchange', 'symbol', 'bid', 'bidSize', 'ask', 'askSize'] as const;
export const barFields = ['closeTime', 'openTime', 'exchange', 'symbol', 'close', 'volume', 'trades'] as const;

/** How cells are separated, and whether decimals have a comma. */
export type Cells = { readonly separator: ',' | ';' | '\t'; readonly hasDecimalComma: boolean };

/** A column that says whether its market trades: by one of these words. */
export type Gate = { readonly field: string; readonly column: number; readonly open: readonly string[] };

export type TableForm = {
  readonly name: ImportForm;
  readonly cells: Cells /** Lines before the first row. */;
  readonly skip: number;
} & (
  | { readonly kind: 'quotes'; readonly columns: QuoteColumns; readonly gates: readonly Gate[] }
  | { readonly kind: 'bars'; readonly columns: BarColumns }
);
/** The form of a table, or what it lacks. */
export type FoundForm =
  | { readonly ok: true; readonly form: TableForm }
  | { readonly ok: false; readonly field: string; readonly message: string };

/** Names of columns, without what is no letter or digit; the first that a table has is taken. */
const quoteNames: Readonly<Record<keyof QuoteColumns, readonly string[]>> = {
  timeMs: ['timems', 'localtimestamp', 'transactiontime', 'time', 'timestamp', 'eventtime', 'datetime', 'ts'],
  session: ['session'],
  exchange: ['exchange', 'venue', 'domain'],
  symbol: ['symbol', 'market', 'pair', 'instrument', 'instid', 'productcode', 'ticker'],
  bid: ['bid', 'bidprice', 'bestbidprice', 'bids0price', 'bestbid', 'bidpx'],
  bidSize: ['bidsize', 'bidamount', 'bestbidqty', 'bidqty', 'bids0amount', 'bestbidsize', 'bidsz', 'bidvolume'],
  ask: ['ask', 'askprice', 'bestaskprice', 'asks0price', 'bestask', 'askpx'],
  askSize: ['asksize', 'askamount', 'bestaskqty', 'askqty', 'asks0amount', 'bestasksize', 'asksz', 'askvolume'],
};
const barNames: Readonly<Record<keyof BarColumns, readonly string[]>> = {
  closeTime: ['closetime'],
  openTime: ['opentime', 'unix', 'unixtimestamp', 'timems', 'timestamp', 'time', 'datetime', 'date'],
  exchange: ['exchange', 'venue'],
  symbol: ['symbol', 'market', 'pair', 'instrument'],
  close: ['close', 'closeprice'],
  volume: ['volume', 'basevolume', 'vol'],
  trades: ['trades', 'count', 'tradecount', 'numberoftrades', 'numtrades', 'nooftrades', 'tradescount'],
};
const needed = ['timeMs', 'bid', 'bidSize', 'ask', 'askSize'] as const;

/** Bars without a header, by the number of their columns: Binance’s `klines` before 2025, and Kraken’s OHLCVT. */
const headerless: ReadonlyMap<number, readonly [ImportForm, BarColumns]> = new Map([
  [12, ['binance_bars', { closeTime: 6, openTime: 0, exchange: -1, symbol: -1, close: 4, volume: 5, trades: 8 }]],
  [7, ['kraken_bars', { closeTime: -1, openTime: 0, exchange: -1, symbol: -1, close: 4, volume: 5, trades: 6 }]],
]);

/** The cells of a line by RFC 4180; null where its quotes do not end. */
export const cellsOf = (line: string, { separator }: Pick<Cells, 'separator'>): readonly string[] | null => {
  if (!line.includes('"')) return line.split(separator);
  try {
    return (parse(line, { delimiter: separator, relax_column_count: true }) as string[][])[0] ?? null;
  } catch {
    return null;
  }
};

/** Reads a number strictly: NaN for what is none. */
export const numberOf = (cell: string, { hasDecimalComma }: Pick<Cells, 'hasDecimalComma'>): number => {
  const text = hasDecimalComma ? cell.replace(',', '.') : cell;
  return /^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i.test(text) ? Number(text) : Number.NaN;
};

/** Finds the form of a table by its first lines. */
export const tableFormOf = (lines: readonly string[]): FoundForm => {
  // What CryptoDataDownload writes before the header.
  const skip = /^(https?:\/\/|#)/.test(lines[0] ?? '') ? 1 : 0;
  const first = lines[skip]?.replace(/^\ufeff/, '').trimEnd() ?? '';
  if (first === '') return { ok: false, field: 'file', message: 'the file is empty' };
  const separator = ([';', '\t', ','] as const).find((one) => first.includes(one)) ?? ',';
  const rows = lines.slice(skip + 1, skip + 50).flatMap((line) => cellsOf(line.trimEnd(), { separator }) ?? []);
  const cells: Cells = { separator, hasDecimalComma: separator !== ',' && rows.some((cell) => /^\d*,\d+$/.test(cell)) };
  const names = cellsOf(first, cells) ?? [];
  if (/^\d{10,19}(\.\d*)?$/.test(names[0] ?? '')) return headerlessForm(names.length, cells, skip);
  return headedForm(names, cells, skip);
};

const headerlessForm = (count: number, cells: Cells, skip: number): FoundForm => {
  const [name, columns] = headerless.get(count) ?? [];
  return name === undefined || columns === undefined
    ? {
        ok: false,
        field: 'file',
        message: `it has no header, and ${count} columns: neither bars of Binance (12) nor of Kraken (7)`,
      }
    : { ok: true, form: { name, kind: 'bars', columns, cells, skip } };
};

const headedForm = (header: readonly string[], cells: Cells, before: number): FoundForm => {
  const names = header.map((name) => name.toLowerCase().replace(/[^a-z0-9]/g, ''));
  const place = (wanted: readonly string[]): number => {
    const found = wanted.find((one) => names.includes(one));
    return found === undefined ? -1 : names.indexOf(found);
  };
  const skip = before + 1;
  const quotes = placesOf(quoteFields, quoteNames, place);
  const missing = needed.filter((field) => quotes[field] < 0);
  if (missing.length === 0)
    return {
      ok: true,
      form: { name: quoteForm(names), kind: 'quotes', columns: quotes, gates: gatesOf(names), cells, skip },
    };
  const found = placesOf(barFields, barNames, place);
  // CryptoDataDownload names the currency; that of the base comes first.
  const volume = found.volume < 0 ? names.findIndex((name) => name.startsWith('volume')) : found.volume;
  const bars = { ...found, volume };
  const isBars = bars.close >= 0 && volume >= 0 && (bars.closeTime >= 0 || bars.openTime >= 0);
  if (isBars && place(['bid', 'ask']) < 0)
    return { ok: true, form: { name: barForm(names, before > 0), kind: 'bars', columns: bars, cells, skip } };
  return { ok: false, field: missing.join(', '), message: 'missing in the header' };
};

const placesOf = <F extends string>(
  fields: readonly F[],
  names: Readonly<Record<F, readonly string[]>>,
  place: (wanted: readonly string[]) => number,
) => Object.fromEntries(fields.map((field) => [field, place(names[field])])) as Record<F, number>;

/** A tick of bitFlyer goes on with its last prices while the market is closed. https://bf-lightning-api.readme.io/docs/http-api-ticker */
const bitflyerGates: Readonly<Record<string, readonly string[]>> = {
  status: ['RUNNING'],
  health: ['NORMAL', 'BUSY', 'VERY BUSY', 'SUPER BUSY'],
};
const gatesOf = (names: readonly string[]): readonly Gate[] =>
  names.includes('productcode')
    ? Object.entries(bitflyerGates).flatMap(([field, open]) => {
        const column = names.indexOf(field);
        return column < 0 ? [] : [{ field, column, open }];
      })
    : [];

const quoteForm = (names: readonly string[]): ImportForm => {
  if (names.includes('bids0price')) return 'tardis_book';
  if (names.includes('localtimestamp')) return 'tardis_quotes';
  if (names.includes('productcode')) return 'bitflyer_ticks';
  return names.includes('bestbidprice') ? 'binance_book_ticker' : 'quotes';
};

const barForm = (names: readonly string[], isTitled: boolean): ImportForm => {
  if (isTitled || names.includes('tradecount') || names[0] === 'unix') return 'cryptodatadownload_bars';
  if (names.includes('opentime') && names.includes('closetime')) return 'binance_bars';
  if (names.includes('closetime')) return 'python_binance_bars';
  return names.includes('vwap') ? 'kraken_bars' : 'bars';
};
