/** Price and size as the exchange writes them. */
export type Level = readonly [price: string, size: string];

/** The rules of a market, as `exchangeInfo` lists them. */
export type Listing = {
  readonly base: string;
  readonly quote: string;
  readonly tick: string;
  readonly lot: string;
  readonly minNotional: string;
  readonly status: 'TRADING' | 'BREAK' | 'HALT';
};

type Side = Map<number, string>;
type Change = { first: number; last: number; bids: Side; asks: Side };

type Changes = {
  readonly e: string;
  readonly E: number;
  readonly s: string;
  readonly U: number;
  readonly u: number;
  readonly b: readonly Level[];
  readonly a: readonly Level[];
};

/** One market: its book, the number of its last update, and what has changed since the last message of changes. */
export type LocalMarket = {
  readonly symbol: string;
  listing: Listing;
  /** Replaces the whole book. */
  set(bids: readonly Level[], asks: readonly Level[]): void;
  /** Size 0 removes the price. */
  change(bids: readonly Level[], asks: readonly Level[]): void;
  /** The best levels, and the number of the last update. */
  book(limit: number): { readonly updates: number; readonly bids: readonly Level[]; readonly asks: readonly Level[] };
  /** Binance's answer of `/depth`. */
  snapshot(limit: number): object;
  /** Binance's message of `@bookTicker`. */
  top(): object;
  /** Binance's message of `@depth` since the last one, taken off; null where nothing has changed. */
  takeChanges(time: number): Changes | null;
};

const written = (value: string | number): string => Number(value).toFixed(8);

export const createLocalMarket = (listing: Listing): LocalMarket => {
  const symbol = `${listing.base}${listing.quote}`;
  const bids: Side = new Map();
  const asks: Side = new Map();
  let updates = 1_000;
  let pending: Change | null = null;

  const sorted = (side: Side, direction: 1 | -1): Level[] =>
    [...side].sort(([a], [b]) => direction * (a - b)).map(([price, size]) => [written(price), size]);
  const best = (side: Side, direction: 1 | -1): Level => sorted(side, direction)[0] ?? [written(0), written(0)];
  const put = (side: Side, changes: Side, [price, size]: Level): void => {
    if (Number(size) > 0) side.set(Number(price), written(size));
    else side.delete(Number(price));
    changes.set(Number(price), written(size));
  };
  const change = (bidChanges: readonly Level[], askChanges: readonly Level[]): void => {
    updates++;
    pending ??= { first: updates, last: updates, bids: new Map(), asks: new Map() };
    pending.last = updates;
    for (const level of bidChanges) put(bids, pending.bids, level);
    for (const level of askChanges) put(asks, pending.asks, level);
  };
  const gone = (side: Side, kept: readonly Level[]): Level[] =>
    [...side.keys()]
      .filter((price) => !kept.some((level) => Number(level[0]) === price))
      .map((price) => [String(price), '0']);

  const book = (limit: number) => ({
    updates,
    bids: sorted(bids, -1).slice(0, limit),
    asks: sorted(asks, 1).slice(0, limit),
  });

  return {
    symbol,
    listing,
    change,
    set: (newBids, newAsks) => change([...gone(bids, newBids), ...newBids], [...gone(asks, newAsks), ...newAsks]),
    book,
    snapshot: (limit) => {
      const { updates: lastUpdateId, ...sides } = book(limit);
      return { lastUpdateId, ...sides };
    },
    top: () => {
      const [b, B] = best(bids, -1);
      const [a, A] = best(asks, 1);
      return { u: updates, s: symbol, b, B, a, A };
    },
    takeChanges: (E) => {
      if (pending === null) return null;
      const { first: U, last: u, bids: b, asks: a } = pending;
      pending = null;
      const list = (side: Side) => [...side].map(([price, size]): Level => [written(price), size]);
      return { e: 'depthUpdate', E, s: symbol, U, u, b: list(b), a: list(a) };
    },
  };
};
