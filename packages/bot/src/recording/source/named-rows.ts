import { type BatchRows, copyRow, createBatchRows, type QuoteBatch } from '../quote-batch.ts';
import { everyMarket, type RawName } from './row-writer.ts';
import type { UnderstoodName } from './understanding.ts';

/** Gives rows the markets that their names stand for. */
export type NamedRows = {
  readonly symbols: readonly string[];
  /** Rows of the file whose names these are. A row of every market becomes one of each that has a price; rows of a name that stands for none are left out. */
  of(batch: BatchRows, names: readonly RawName[]): QuoteBatch;
  /** The places of the markets of these names, −1 where one stands for none. */
  placesOf(names: readonly RawName[]): readonly number[];
};

/** Rows of one file, which was understood together with others. */
export const createNamedRows = (files: readonly (readonly UnderstoodName[])[]): NamedRows => {
  const symbols: string[] = [];
  const places = new Map<string, number>();
  const byKey = new Map<string, number>();
  for (const { said, text, read } of files.flat()) {
    if (read.symbol === null) continue;
    const place = places.get(read.symbol) ?? symbols.push(read.symbol) - 1;
    places.set(read.symbol, place);
    byKey.set(`${said} ${text}`, place);
  }
  const map: number[] = [];
  const isLive = new Uint8Array(symbols.length);
  let into = createBatchRows(1 << 12);

  const put = (batch: BatchRows, row: number, market: number): void => {
    if (into.rows === into.timeMs.length) into = larger(into);
    copyRow(batch, row, into, into.rows);
    into.market[into.rows++] = market;
  };
  const slowly = (batch: BatchRows): QuoteBatch => {
    into.rows = 0;
    into.symbols = symbols;
    for (let row = 0; row < batch.rows; row++) {
      const name = batch.market[row] as number;
      if (name === everyMarket) {
        for (const [market, live] of isLive.entries()) if (live) put(batch, row, market);
        isLive.fill(0);
        continue;
      }
      const market = map[name] as number;
      if (market < 0) continue;
      put(batch, row, market);
      isLive[market] = Number.isNaN(batch.bid[row] as number) ? 0 : 1;
    }
    return into;
  };
  const placeOf = ({ exchange, text }: RawName): number => byKey.get(`${exchange} ${text}`) ?? -1;
  return {
    symbols,
    placesOf: (names) => names.map(placeOf),
    of: (batch, names) => {
      for (const name of names.slice(map.length)) map.push(placeOf(name));
      const { market, bid } = batch;
      for (let row = 0; row < batch.rows; row++) {
        const name = market[row] as number;
        if (name === everyMarket || (map[name] as number) < 0) return slowly(batch);
      }
      batch.symbols = symbols;
      for (let row = 0; row < batch.rows; row++) {
        const place = map[market[row] as number] as number;
        market[row] = place;
        isLive[place] = Number.isNaN(bid[row]) ? 0 : 1;
      }
      return batch;
    },
  };
};

const larger = (rows: BatchRows): BatchRows => {
  const grown = createBatchRows(2 * rows.rows);
  for (let row = 0; row < rows.rows; row++) {
    copyRow(rows, row, grown, row);
    grown.market[row] = rows.market[row] as number;
  }
  grown.rows = rows.rows;
  return grown;
};
