import { existsSync, readFileSync } from 'node:fs';
import { crc32, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type Grid, gridOf } from '../model/grid.ts';
import type { LevelUpdates } from '../model/levels.ts';
import { elapsedOf } from '../model/moment.ts';
import type { BookSide } from './book-side.ts';
import { messageOf, pairsOf } from './message.suite.ts';
import { type Applied, applyUpdate, createOrderBook, type OrderBook, trustOf } from './order-book.ts';

const folder = new URL('../../../../../shared/data/cryptofeed_captures/', import.meta.url);
const isAbsent = !existsSync(folder);
if (isAbsent) console.warn('skipped: the exchanges’ recorded sockets are not beside the repository');

/** The JSON of each line of a capture, in order. */
function messages(file: string): Json[] {
  const lines = gunzipSync(readFileSync(new URL(file, folder)))
    .toString()
    .trimEnd()
    .split('\n');
  return lines.flatMap((line) => {
    const json = /: (?=[[{])(.*)$/.exec(line)?.[1];
    return json === undefined || line.includes(' <- ') ? [] : [JSON.parse(json)];
  });
}

/** Whatever an exchange sent: a wrong field fails the test. */
type Json = ReturnType<typeof JSON.parse>;

const toLevels = (rows: readonly string[][] = []): LevelUpdates =>
  rows.map(([price, size]) => [Number(price), Number(size)]);
/** How a market counts whose prices are written so; sizes have at most eight decimals. */
const gridBy = (...sides: readonly (readonly string[][] | undefined)[]): Grid => {
  const decimals = sides.flatMap((rows = []) => rows.map(([price = '']) => price.split('.')[1]?.length ?? 0));
  return gridOf({ tickSize: 1, lotStep: 1e-8 }, Math.max(...decimals));
};
const top = (side: BookSide, depth: number): [number, number][] => pairsOf(side).slice(0, depth);
type Said = Parameters<typeof messageOf>[0];
const applySnapshot = (book: OrderBook, said: Said): Applied => applyUpdate(book, messageOf(said));
const applyDelta = (book: OrderBook, said: Said): Applied => applyUpdate(book, messageOf({ kind: 'delta', ...said }));

/** A book whose capacity is far below what the exchange sends. */
const bookOf = (): OrderBook => createOrderBook({ kind: 'numbered' }, 100);

/** How often each answer was given. */
function tally<Answer extends string>(answers: readonly Answer[]): Partial<Record<Answer, number>> {
  const counts: Partial<Record<Answer, number>> = {};
  for (const answer of answers) counts[answer] = (counts[answer] ?? 0) + 1;
  return counts;
}

describe.skipIf(isAbsent)('books of recorded sockets', () => {
  it('agree with each of the 4,269 checksums of Kraken', () => {
    const books = new Map<string, OrderBook>();
    const decimals = new Map<string, number>();
    const grids = new Map<string, Grid>();
    const results: string[] = [];
    for (const message of messages('KRAKEN.ws.50.0.gz').filter(Array.isArray)) {
      const changes: Json = Object.assign({}, ...message.slice(1, -2));
      const symbol: string = message.at(-1);
      const book = books.get(symbol) ?? bookOf();
      books.set(symbol, book);
      if (changes.as) {
        decimals.set(symbol, changes.as[0][0].split('.')[1].length);
        const grid = gridBy(changes.bs, changes.as);
        grids.set(symbol, grid);
        const snapshot = { grid, bids: toLevels(changes.bs), asks: toLevels(changes.as), depth: 1_000, sequence: 0 };
        expect(applySnapshot(book, snapshot)).toBe('applied');
        continue;
      }
      const sequence = book.sequence + 1;
      const levels = { bids: toLevels(changes.b), asks: toLevels(changes.a) };
      const applied = applyDelta(book, { ...levels, grid: grids.get(symbol), sequence });
      const digits = (value: number, places: number): string =>
        value.toFixed(places).replace('.', '').replace(/^0+/, '');
      const text = [book.asks, book.bids].flatMap((side) =>
        top(side, 10).map(([price, size]) => digits(price, decimals.get(symbol) ?? 0) + digits(size, 8)),
      );
      results.push(crc32(text.join('')) === Number(changes.c) ? applied : 'wrong');
    }
    expect(tally(results)).toEqual({ applied: 4_269 });
  });

  it('agree with each of the 290 checksums of OKX', () => {
    const books = new Map<string, OrderBook>();
    const results: string[] = [];
    for (const { arg, action, data } of messages('OKX.ws.1.0.gz').filter(
      ({ arg, data }) => arg?.channel === 'books' && data,
    )) {
      const book = books.get(arg.instId) ?? bookOf();
      books.set(arg.instId, book);
      const [{ bids, asks, checksum }] = data;
      const levels = { bids: toLevels(bids), asks: toLevels(asks) };
      const sequence = book.sequence + 1;
      const applied =
        action === 'snapshot'
          ? applySnapshot(book, { ...levels, depth: 400, sequence })
          : applyDelta(book, { ...levels, sequence });
      const [best, worst] = [top(book.bids, 25), top(book.asks, 25)];
      const text = best.map((bid, at) => [...bid, ...(worst[at] ?? [])].join(':')).join(':');
      results.push((crc32(text) | 0) === checksum ? applied : 'wrong');
    }
    expect(tally(results)).toEqual({ applied: 290 });
  });

  it('have the best prices that Binance announced at the same update', () => {
    const stream = messages('BINANCE.ws.1.0.gz');
    let compared = 0;
    for (const [place, symbol] of ['NKNUSDT', 'BLZETH', 'LRCBTC', 'RUNEEUR'].entries()) {
      const { bids, asks, lastUpdateId } = messages('BINANCE.http.0.0.gz')[place];
      const book = bookOf();
      applySnapshot(book, {
        bids: toLevels(bids),
        asks: toLevels(asks),
        depth: 1_000,
        sequence: lastUpdateId,
      });
      const own = stream.map(({ data }) => data).filter((data) => data?.s === symbol);
      const tickers = own.filter(({ B }) => B !== undefined && typeof B === 'string');
      for (const { U, u, b, a } of own.filter(({ e }) => e === 'depthUpdate')) {
        const applied = applyDelta(book, {
          bids: toLevels(b),
          asks: toLevels(a),
          first_sequence: U,
          sequence: u,
        });
        const ticker = tickers.filter((each) => each.u <= u).at(-1);
        if (applied !== 'applied' || ticker === undefined) continue;
        compared++;
        expect([...top(book.bids, 1), ...top(book.asks, 1)]).toEqual([
          [Number(ticker.b), Number(ticker.B)],
          [Number(ticker.a), Number(ticker.A)],
        ]);
      }
    }
    expect(compared).toBeGreaterThan(50);
  });

  it('chain every change of KuCoin to its snapshot, and none across a lost one', () => {
    const updates = messages('KUCOIN.ws.1.0.gz').filter(({ subject }) => subject === 'trade.l2update');
    const snapshots = gunzipSync(readFileSync(new URL('KUCOIN.http.0.0.gz', folder))).toString();
    const symbols = [...snapshots.matchAll(/symbol=([A-Z0-9-]+) -> /g)].map(([, symbol]) => symbol);
    const play = (lose: (place: number) => boolean): (Applied | string)[] =>
      messages('KUCOIN.http.0.0.gz').flatMap(({ data }, at) => {
        const book = bookOf();
        const own = updates.filter(
          (update) => update.data.symbol === symbols[at] && update.data.sequenceEnd > Number(data.sequence),
        );
        const changed = own.flatMap((update) => [update.data.changes.bids, update.data.changes.asks]);
        const grid = gridBy(data.bids, data.asks, ...changed);
        const levels = { bids: toLevels(data.bids), asks: toLevels(data.asks) };
        applySnapshot(book, { ...levels, grid, sequence: Number(data.sequence) });
        const answers = own
          .filter((_, place) => !lose(place))
          .map(({ data: { changes, sequenceStart, sequenceEnd } }) => {
            // A price of 0 is a change without a level: only its number counts.
            const real = (rows: readonly string[][]): LevelUpdates =>
              toLevels(rows.filter(([price]) => Number(price) > 0));
            const delta = {
              grid,
              bids: real(changes.bids),
              asks: real(changes.asks),
              first_sequence: sequenceStart,
              sequence: sequenceEnd,
            };
            return applyDelta(book, delta);
          });
        return own.length < 3 ? [] : [...answers, trustOf(book, elapsedOf(0), 1_500)];
      });
    const whole = tally(play(() => false));
    expect(Object.keys(whole).sort()).toEqual(['applied', 'trusted']);
    const gapped = tally(play((place) => place === 1));
    expect(Object.keys(gapped).sort()).toEqual(['applied', 'gap']);
  });
});
