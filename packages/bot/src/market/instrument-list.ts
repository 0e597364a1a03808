import type { Instrument } from '../model/instrument.ts';
import { exchangeFormats, type Fees, type Row } from './exchange-lists.ts';
import { entryFees } from './fees.ts';
import { readLeanTable } from './lean-table.ts';

/** The markets of a list that trade, and the rows that could not be read; or why the text is no list that is known. */
export type InstrumentList =
  | { ok: true; instruments: Instrument[]; skipped: string[] }
  | { ok: false; message: string };

/**
 * Reads the list of an exchange as its API gives it (Binance exchangeInfo, Coinbase products, Kraken AssetPairs, KuCoin symbols, OKX
 * instruments) or Lean's symbol table. `takerFee`, a fraction, holds where the list names no fee; null stands for the entry tier of the
 * exchange.
 */
export function readInstrumentList(text: string, takerFee: number | null): InstrumentList {
  const fees: Fees = (exchange) =>
    takerFee === null
      ? entryFees(exchange)
      : { ...entryFees(exchange), takerFee, makerFee: takerFee, feeSource: 'configured' };
  if (text.startsWith('market,symbol,type,')) return collect(readLeanTable(text, fees));
  const list = parseJson(text);
  if (list === undefined) return { ok: false, message: 'neither JSON nor a Lean symbol table' };
  for (const { rowsOf, read } of exchangeFormats) {
    const rows = rowsOf(list);
    if (rows !== null) return collect(rows.map((row) => read(row, fees)));
  }
  return { ok: false, message: 'not the symbol list of Binance, Coinbase, Kraken, KuCoin or OKX' };
}

/** `missing` of `rows` lack a field of a list, e.g. `NOTIONAL.minNotional`. */
type MissingField = { readonly field: string; readonly missing: number; readonly rows: number };

/** Fields that markets lack which trade; if none trades, that any market lacks. */
export function missingFields(text: string, fields: readonly string[]): readonly MissingField[] {
  const list = parseJson(text) ?? {};
  const rows = exchangeFormats.flatMap(({ rowsOf, read }) => {
    const all = rowsOf(list) ?? [];
    const trading = all.filter((row) => read(row, entryFees) !== null);
    return trading.length > 0 ? trading : all;
  });
  return fields.flatMap((field) => {
    const missing = rows.filter((row) => (fieldOf(row, field) ?? null) === null).length;
    return missing > 0 ? [{ field, missing, rows: rows.length }] : [];
  });
}

/** The value of a field, or of one of a filter, e.g. `LOT_SIZE.stepSize`. */
function fieldOf(row: Row, field: string): unknown {
  const [filter, name] = field.split('.');
  if (name === undefined) return row[field];
  const filters: readonly Row[] = Array.isArray(row.filters) ? row.filters : [];
  return filters.find(({ filterType }) => filterType === filter)?.[name];
}

function parseJson(text: string): Row | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Row) : undefined;
  } catch {
    return undefined;
  }
}

function collect(read: readonly (Instrument | null)[]): InstrumentList {
  const trading = withoutDoubles(read.filter((instrument) => instrument !== null));
  const faultOf = (instrument: Instrument): string | null => {
    const { tickSize, lotStep, minQuantity, minNotional, priceBand } = instrument;
    const { maxQuantity = Infinity, maxMarketQuantity = Infinity, maxNotional = Infinity } = instrument;
    if (!(tickSize > 0 && tickSize < Infinity)) return 'tick size';
    if (!(lotStep > 0 && lotStep < Infinity)) return 'lot step';
    if (!(minQuantity >= 0 && minNotional >= 0)) return 'minimum';
    if (!(maxQuantity > 0 && maxMarketQuantity > 0 && maxNotional > 0)) return 'maximum';
    return priceBand === undefined || priceBand.least < priceBand.most ? null : 'price band';
  };
  return {
    ok: true,
    instruments: trading.filter((instrument) => faultOf(instrument) === null),
    skipped: trading.flatMap((instrument) => {
      const fault = faultOf(instrument);
      return fault === null ? [] : [`${instrument.exchange} ${instrument.symbol}: no usable ${fault}`];
    }),
  };
}

/** A market in two rows of one list is one market, by the first of them. */
function withoutDoubles(instruments: readonly Instrument[]): readonly Instrument[] {
  const seen = new Set<string>();
  return instruments.filter(({ exchange, symbol }) => {
    const isFirst = !seen.has(`${exchange} ${symbol}`);
    seen.add(`${exchange} ${symbol}`);
    return isFirst;
  });
}
