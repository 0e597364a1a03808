import type { Instrument } from '../model/instrument.ts';
import { exchangeFormats, type Fees, type Unusable } from './exchange-lists.ts';
import { entryFees } from './fees.ts';
import { hasUsableBand } from './instrument-rules.ts';
import { readLeanTable } from './lean-table.ts';
import type { Row } from './listed-fees.ts';

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
  return filters.find((one) => one?.filterType === filter)?.[name];
}

function parseJson(text: string): Row | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Row) : undefined;
  } catch {
    return undefined;
  }
}

function collect(read: readonly (Instrument | Unusable | null)[]): InstrumentList {
  const trading = withoutDoubles(read.filter((one) => one !== null));
  const usable = (one: Instrument | Unusable): one is Instrument => faultOf(one) === null;
  return {
    ok: true,
    instruments: trading.filter(usable),
    skipped: trading.flatMap((one) => {
      const fault = faultOf(one);
      return fault === null ? [] : [`${one.exchange} ${one.symbol}: no usable ${fault}`];
    }),
  };
}

/** The rule of a market that cannot be read; null where all can. */
const faultOf = (one: Instrument | Unusable): string | null => {
  if ('unusable' in one) return one.unusable;
  const { tickSize, lotStep, minQuantity, minNotional } = one;
  const { maxQuantity = Infinity, maxMarketQuantity = Infinity, maxNotional = Infinity } = one;
  if (!(tickSize > 0 && tickSize < Infinity)) return 'tick size';
  if (!(lotStep > 0 && lotStep < Infinity)) return 'lot step';
  if (!(minQuantity >= 0 && minNotional >= 0)) return 'minimum';
  if (!(maxQuantity > 0 && maxMarketQuantity > 0 && maxNotional > 0)) return 'maximum';
  return hasUsableBand(one) ? null : 'price band';
};

/** A market in two rows of one list is one market, by the first of them. */
function withoutDoubles<T extends Pick<Instrument, 'exchange' | 'symbol'>>(instruments: readonly T[]): readonly T[] {
  const seen = new Set<string>();
  return instruments.filter(({ exchange, symbol }) => {
    const isFirst = !seen.has(`${exchange} ${symbol}`);
    seen.add(`${exchange} ${symbol}`);
    return isFirst;
  });
}
