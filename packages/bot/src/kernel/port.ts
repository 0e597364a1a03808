import type {
  Account,
  Books,
  Exchange,
  OrderReport,
  PaperAccount,
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

/** An exchange as the engine reaches it. */
export type Reached = {
  readonly [Member in keyof Exchange]: Member extends AskedKind ? SettledCall<Exchange[Member]> : Exchange[Member];
};

type Stop = () => void;

/** How each kind of member is called by whatever stands between the engine and an adapter. */
export type Passage = {
  /** `ms`: how long the engine waits. */
  ask<T extends Answer>(kind: AskedKind, ms: number, question: () => Promise<T>): Promise<Settled<T>>;
  place<T extends Answer>(question: () => Promise<T>): Promise<T | Throttled | Unknown>;
  instruments(question: () => ReturnType<Exchange['instruments']>): ReturnType<Exchange['instruments']>;
  /** A call without an answer. */
  call(method: 'reconnect' | 'resync', action: () => void): void;
  subscribe(listener: (event: FeedEvent) => void, start: Exchange['subscribe']): Stop;
  watchOrders(listener: (report: OrderReport) => void, start: Exchange['watchOrders']): Stop;
  checksum(compute: () => number): number;
  /** A call of a paper account; may throw. */
  paper(action: () => void): void;
  leastOffers(look: () => LevelUpdates): LevelUpdates;
};

/** The exchange, reached by that passage. The members of the port are written out here and in adapters, and nowhere else. */
export const portThrough = (exchange: Exchange, passage: Passage): Reached => {
  const { reconnect, readBook, serverTime, heartbeatMs, budget } = exchange;
  const { ask } = passage;
  return {
    name: exchange.name,
    source: exchange.source,
    books: booksThrough(exchange.books, passage),
    account: accountThrough(exchange.account, passage),
    ...(heartbeatMs !== undefined && { heartbeatMs }),
    ...(budget && { budget }),
    instruments: (ms) => passage.instruments(() => exchange.instruments(ms)),
    subscribe: (listener) => passage.subscribe(listener, (take) => exchange.subscribe(take)),
    ...(reconnect && { reconnect: (name) => passage.call('reconnect', () => reconnect.call(exchange, name)) }),
    ...(readBook && { readBook: (symbol, ms) => ask('readBook', ms, () => readBook.call(exchange, symbol, ms)) }),
    ...(serverTime && { serverTime: (ms) => ask('serverTime', ms, () => serverTime.call(exchange, ms)) }),
    place: (request, ms) => passage.place(() => exchange.place(request, ms)),
    lookUp: (symbol, id, ms) => ask('lookUp', ms, () => exchange.lookUp(symbol, id, ms)),
    cancel: (symbol, id, ms) => ask('cancel', ms, () => exchange.cancel(symbol, id, ms)),
    balances: (ms) => ask('balances', ms, () => exchange.balances(ms)),
    openOrders: (ms) => ask('openOrders', ms, () => exchange.openOrders(ms)),
    watchOrders: (listener) => passage.watchOrders(listener, (take) => exchange.watchOrders(take)),
  };
};

const booksThrough = (books: Books, passage: Passage): Books => {
  if (books.kind === 'whole') return books;
  const resync = (symbol: string): void => passage.call('resync', () => books.resync(symbol));
  if (books.kind !== 'checksummed') return { kind: books.kind, resync };
  const { kind, depth } = books;
  return { kind, depth, resync, checksum: (bids, asks) => passage.checksum(() => books.checksum(bids, asks)) };
};

const accountThrough = (account: Account, passage: Passage): Account => {
  if (account.kind === 'live') return account;
  const { configure, conditions, leastOffers, readBooks, restore } = account;
  return {
    kind: 'paper',
    restore: (state) => passage.paper(() => restore(state)),
    ...(conditions && { conditions }),
    ...(configure && { configure: (terms) => passage.paper(() => configure(terms)) }),
    ...(readBooks && { readBooks: (read) => passage.paper(() => readBooks(read)) }),
    ...(leastOffers && { leastOffers: (...asked) => passage.leastOffers(() => leastOffers(...asked)) }),
  } satisfies PaperAccount;
};
