import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { decimalsOf } from '../../packages/bot/src/model/decimal.ts';
import { type Grid, gridOf } from '../../packages/bot/src/model/grid.ts';
import type { LevelUpdates } from '../../packages/bot/src/model/levels.ts';
import { recordedData } from '../harness/recorded-data.ts';

/** A message about one book, numbered: by the exchange, or in the order of its socket where that numbers nothing. */
type BookFrame = {
  readonly symbol: string;
  readonly kind: 'snapshot' | 'delta';
  readonly bids: LevelUpdates;
  readonly asks: LevelUpdates;
  readonly first: number;
  readonly last: number;
};

/** With the decimals that the prices of a market have, as far as they were captured. */
export type GriddedFrame = BookFrame & { readonly grid: Grid };
const gridded = (frames: readonly BookFrame[]): GriddedFrame[] => {
  const decimals = new Map<string, number>();
  for (const { symbol, bids, asks } of frames) {
    const finest = [...bids, ...asks].reduce((most, [price]) => Math.max(most, decimalsOf(price)), 0);
    decimals.set(symbol, Math.max(finest, decimals.get(symbol) ?? 0));
  }
  const of = (symbol: string) => gridOf({ tickSize: 1, lotStep: 1e-8 }, decimals.get(symbol));
  const grids = new Map([...decimals.keys()].map((symbol) => [symbol, of(symbol)]));
  return frames.map((frame) => ({ ...frame, grid: grids.get(frame.symbol) ?? of(frame.symbol) }));
};

/** Whatever an exchange sent: a wrong field fails the test. */
type Json = ReturnType<typeof JSON.parse>;

const folder = 'cryptofeed_captures';
export const isAbsent = recordedData(folder) === null;

const lines = (file: string): string[] => {
  const path = recordedData(`${folder}/${file}`);
  return path === null ? [] : gunzipSync(readFileSync(path)).toString().trimEnd().split('\n');
};
const json = (line: string): Json => JSON.parse(/: (?=[[{])(.*)$/.exec(line)?.[1] ?? 'null');
const received = (file: string): Json[] =>
  lines(file)
    .filter((line) => !line.includes(' <- '))
    .map(json)
    .filter((message) => message !== null);
/** What was asked for over HTTP, by symbol. */
const answered = (file: string): [string, Json][] =>
  lines(file).flatMap((line) => {
    const symbol = /symbol=([A-Z0-9-]+)/.exec(line)?.[1];
    return symbol === undefined || json(line) === null ? [] : [[symbol, json(line)]];
  });
const levels = (rows: readonly string[][] = []): LevelUpdates =>
  rows.map(([price, size]) => [Number(price), Number(size)] as const).filter(([price]) => price > 0);

/** Numbers messages that carry no number, each book's for itself. */
const numbering = () => {
  const last = new Map<string, number>();
  return (symbol: string) => {
    const number = (last.get(symbol) ?? 0) + 1;
    last.set(symbol, number);
    return { first: number, last: number };
  };
};

const binance = (ws: string, http: string): BookFrame[] => [
  ...answered(http).map(([symbol, { lastUpdateId: last, bids, asks }]): BookFrame => {
    return { symbol, kind: 'snapshot', bids: levels(bids), asks: levels(asks), first: last, last };
  }),
  ...received(ws)
    .map(({ data }) => data)
    .filter((data) => data?.e === 'depthUpdate')
    .map(({ s: symbol, U: first, u: last, b, a }): BookFrame => {
      return { symbol, kind: 'delta', bids: levels(b), asks: levels(a), first, last };
    }),
];

const kucoin = (): BookFrame[] => [
  ...answered('KUCOIN.http.0.0.gz').map(([symbol, { data }]): BookFrame => {
    const last = Number(data.sequence);
    return { symbol, kind: 'snapshot', bids: levels(data.bids), asks: levels(data.asks), first: last, last };
  }),
  ...received('KUCOIN.ws.1.0.gz')
    .filter(({ subject }) => subject === 'trade.l2update')
    .map(({ data: { symbol, changes, sequenceStart: first, sequenceEnd: last } }): BookFrame => {
      return { symbol, kind: 'delta', bids: levels(changes.bids), asks: levels(changes.asks), first, last };
    }),
];

const kraken = (): BookFrame[] => {
  const number = numbering();
  return received('KRAKEN.ws.50.0.gz')
    .filter(Array.isArray)
    .map((message): BookFrame => {
      const changes: Json = Object.assign({}, ...message.slice(1, -2));
      const symbol: string = message.at(-1);
      const whole = changes.as !== undefined;
      const [bids, asks] = whole ? [changes.bs, changes.as] : [changes.b, changes.a];
      const kind = whole ? 'snapshot' : 'delta';
      return { symbol, kind, bids: levels(bids), asks: levels(asks), ...number(symbol) };
    });
};

const okx = (): BookFrame[] => {
  const number = numbering();
  return received('OKX.ws.1.0.gz')
    .filter(({ arg, data }) => arg?.channel === 'books' && data)
    .map(({ arg: { instId: symbol }, action, data: [{ bids, asks }] }): BookFrame => {
      const kind = action === 'snapshot' ? 'snapshot' : 'delta';
      return { symbol, kind, bids: levels(bids), asks: levels(asks), ...number(symbol) };
    });
};

const coinbase = (): BookFrame[] => {
  const number = numbering();
  return received('COINBASE.ws.28.0.gz')
    .filter(({ type }) => type === 'snapshot' || type === 'l2update')
    .map(({ type, product_id: symbol, bids, asks, changes = [] }): BookFrame => {
      if (type === 'snapshot') {
        return { symbol, kind: 'snapshot', bids: levels(bids), asks: levels(asks), ...number(symbol) };
      }
      const of = (side: string) =>
        levels(changes.flatMap(([own, ...level]: string[]) => (own === side ? [level] : [])));
      return { symbol, kind: 'delta', bids: of('buy'), asks: of('sell'), ...number(symbol) };
    });
};

/** What six exchanges sent about their books, in order, by exchange. */
export const captures: Readonly<Record<string, () => GriddedFrame[]>> = {
  Binance: () => gridded(binance('BINANCE.ws.1.0.gz', 'BINANCE.http.0.0.gz')),
  'Binance US': () => gridded(binance('BINANCE_US.ws.1.0.gz', 'BINANCE_US.http.0.0.gz')),
  KuCoin: () => gridded(kucoin()),
  Kraken: () => gridded(kraken()),
  OKX: () => gridded(okx()),
  Coinbase: () => gridded(coinbase()),
};
