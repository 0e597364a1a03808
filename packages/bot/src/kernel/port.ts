import type {
  Account,
  AccountEvent,
  Books,
  MarketData,
  PaperControls,
  RequestKind,
  Throttled,
  Unknown,
} from '../model/exchange.ts';
import type { FeedEvent } from '../model/feed-event.ts';
import type { LevelUpdates } from '../model/levels.ts';
import type { Answer } from './readable-answer.ts';

/** A request whose answer is not there in time, or that is not sent because of a throttle, is answered `unknown`. */
export type AskedKind = Exclude<RequestKind, 'place' | 'instruments' | 'resync'>;
type Settled<T> = Exclude<T, Throttled> | Unknown;
type SettledCall<Call> = Call extends (...given: infer Given) => Promise<infer T>
  ? (...given: Given) => Promise<Settled<T>>
  : Call;
type Asked<Port> = {
  readonly [Member in keyof Port]: Member extends AskedKind ? SettledCall<Port[Member]> : Port[Member];
};

/** The two ports as the engine reaches them. */
export type ReachedMarket = Asked<MarketData>;
export type ReachedAccount = Asked<Account>;
export type Reached = { readonly market: ReachedMarket; readonly account: ReachedAccount };

type Stop = () => void;
/** `ms`: how long the engine waits. */
type Ask = <T extends Answer>(kind: AskedKind, ms: number, question: () => Promise<T>) => Promise<Settled<T>>;

/** How each kind of member is called by whatever stands between the engine and an adapter. */
export type MarketPassage = {
  readonly ask: Ask;
  instruments(question: () => ReturnType<MarketData['instruments']>): ReturnType<MarketData['instruments']>;
  /** A call without an answer. */
  call(method: 'reconnect' | 'resync', action: () => void): void;
  subscribe(listener: (event: FeedEvent) => void, start: MarketData['subscribe']): Stop;
  checksum(compute: () => number): number;
};
export type AccountPassage = {
  readonly ask: Ask;
  place<T extends Answer>(question: () => Promise<T>): Promise<T | Throttled | Unknown>;
  subscribe(listener: (event: AccountEvent) => void, start: Account['subscribe']): Stop;
  /** A call of a paper account; may throw. */
  paper(action: () => void): void;
  leastOffers(look: () => LevelUpdates): LevelUpdates;
};

/** Market data, reached by that passage. The members of both ports are written out here and in adapters, and nowhere else. */
export const marketThrough = (market: MarketData, passage: MarketPassage): ReachedMarket => {
  const { venue, source, books, reconnect, readBook, serverTime, heartbeatMs } = market;
  const { ask, call } = passage;
  return {
    ...{ venue, source },
    books: booksThrough(books, passage),
    ...(heartbeatMs !== undefined && { heartbeatMs }),
    instruments: (ms) => passage.instruments(() => market.instruments(ms)),
    subscribe: (listener) => passage.subscribe(listener, (take) => market.subscribe(take)),
    ...(reconnect && { reconnect: (connection) => call('reconnect', () => reconnect.call(market, connection)) }),
    ...(readBook && { readBook: (symbol, ms) => ask('readBook', ms, () => readBook.call(market, symbol, ms)) }),
    ...(serverTime && { serverTime: (ms) => ask('serverTime', ms, () => serverTime.call(market, ms)) }),
  };
};

const booksThrough = (books: Books, passage: MarketPassage): Books => {
  if (books.kind === 'whole') return books;
  const resync = (symbol: string): void => passage.call('resync', () => books.resync(symbol));
  if (books.kind !== 'checksummed') return { kind: books.kind, resync };
  const { kind, depth } = books;
  return { kind, depth, resync, checksum: (bids, asks) => passage.checksum(() => books.checksum(bids, asks)) };
};

/** An account, reached by that passage. */
export const accountThrough = (account: Account, passage: AccountPassage): ReachedAccount => {
  const { id, venue, money, notFoundAfterMs, paper, budget } = account;
  const { ask } = passage;
  return {
    ...{ id, venue, money, notFoundAfterMs },
    ...(budget && { budget }),
    ...(paper && { paper: paperThrough(paper, passage) }),
    place: (request, ms) => passage.place(() => account.place(request, ms)),
    lookUp: (ref, ms) => ask('lookUp', ms, () => account.lookUp(ref, ms)),
    cancel: (ref, ms) => ask('cancel', ms, () => account.cancel(ref, ms)),
    balances: (ms) => ask('balances', ms, () => account.balances(ms)),
    openOrders: (ms) => ask('openOrders', ms, () => account.openOrders(ms)),
    subscribe: (listener) => passage.subscribe(listener, (take) => account.subscribe(take)),
  };
};

const paperThrough = (controls: PaperControls, passage: AccountPassage): PaperControls => {
  const { configure, conditions, leastOffers, readBooks, restore } = controls;
  return {
    restore: (state) => passage.paper(() => restore(state)),
    ...(conditions && { conditions }),
    ...(configure && { configure: (terms) => passage.paper(() => configure(terms)) }),
    ...(readBooks && { readBooks: (read) => passage.paper(() => readBooks(read)) }),
    ...(leastOffers && { leastOffers: (...asked) => passage.leastOffers(() => leastOffers(...asked)) }),
  };
};
