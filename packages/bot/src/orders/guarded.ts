import type { Clock } from '../model/clock.ts';
import {
  type Books,
  type Exchange,
  type OrderReport,
  type RequestKind,
  scopeOf,
  type Throttled,
  type ThrottleScope,
  type Unknown,
} from '../model/exchange.ts';
import type { FeedEvent, RawLevels } from '../model/feed-event.ts';
import type { LevelList } from '../model/levels.ts';
import { type Elapsed, since } from '../model/moment.ts';
import { type Answer, isReadable, isReadableReport } from './readable-answer.ts';
import { tooManyRequests } from './within.ts';

/** Reports of a guard about its adapter, and the throttles it obeys. */
export type GuardReports = {
  /** The adapter has thrown, rejected or answered in no form of the port, at this method. */
  fault(method: string, detail: string): void;
  /** The exchange was asked too often. */
  throttled(answer: Throttled): void;
  /** For how many ms no request of that scope may be sent. */
  throttledMs(scope: ThrottleScope): number;
};

/**
 * The exchange as the engine calls it: no call throws or rejects, at once or later. What was asked may have taken effect all the
 * same, so the answer is `unknown`. `instruments`, `subscribe` and `watchOrders` may fail: the supervisor tries them again.
 * Drops anything that an adapter emits in no form of the port. While a scope is throttled no request of it reaches the adapter.
 */
export const guarded = (exchange: Exchange, { fault, throttled, throttledMs }: GuardReports): Exchange => {
  const ask = async <T extends Answer>(
    method: Exclude<RequestKind, 'instruments' | 'resync'>,
    question: () => Promise<T>,
  ): Promise<T | Throttled | Unknown> => {
    const scope = scopeOf[method];
    const retryAfterMs = throttledMs(scope);
    if (retryAfterMs > 0) return { kind: 'throttled', scope, retryAfterMs };
    try {
      const answer = await question();
      if (isReadable(answer)) {
        if (answer.kind === 'throttled') throttled(answer);
        return answer;
      }
    } catch (error) {
      fault(method, error instanceof Error ? error.message : String(error));
      return { kind: 'unknown', reason: 'the exchange adapter failed' };
    }
    fault(method, 'its answer cannot be read');
    return { kind: 'unknown', reason: 'the exchange adapter gave an unreadable answer' };
  };

  /** For what has no answer. */
  const attempt = (method: string, action: () => void): void => {
    try {
      action();
    } catch (error) {
      fault(method, error instanceof Error ? error.message : String(error));
    }
  };

  const { reconnect, readBook, serverTime, heartbeatMs, budget } = exchange;
  return {
    name: exchange.name,
    source: exchange.source,
    books: guardedBooks(exchange.books, attempt, { fault, throttledMs }),
    account: exchange.account,
    instruments: (timeoutMs) =>
      throttledMs('data') > 0 ? Promise.reject(new Error(tooManyRequests('data'))) : exchange.instruments(timeoutMs),
    subscribe: (listener) => {
      const stop = exchange.subscribe((event) => {
        if (isReadableEvent(event, exchange.name)) listener(event);
        else fault('subscribe', 'it emitted an event that cannot be read');
      });
      return () => attempt('subscribe', stop);
    },
    ...(heartbeatMs !== undefined && { heartbeatMs }),
    ...(budget && { budget }),
    ...(reconnect && { reconnect: (name) => attempt('reconnect', () => reconnect.call(exchange, name)) }),
    ...(readBook && { readBook: (symbol, ms) => ask('readBook', () => readBook.call(exchange, symbol, ms)) }),
    ...(serverTime && { serverTime: (ms) => ask('serverTime', () => serverTime.call(exchange, ms)) }),
    place: (request, timeoutMs) => ask('place', () => exchange.place(request, timeoutMs)),
    lookUp: (symbol, id, timeoutMs) => ask('lookUp', () => exchange.lookUp(symbol, id, timeoutMs)),
    cancel: (symbol, id, timeoutMs) => ask('cancel', () => exchange.cancel(symbol, id, timeoutMs)),
    balances: (timeoutMs) => ask('balances', () => exchange.balances(timeoutMs)),
    openOrders: (timeoutMs) => ask('openOrders', () => exchange.openOrders(timeoutMs)),
    watchOrders: (listener) => {
      const stop = exchange.watchOrders((report: OrderReport) => {
        if (isReadableReport(report)) listener(report);
        else fault('watchOrders', 'it emitted a report that cannot be read');
      });
      return () => attempt('watchOrders', stop);
    },
  };
};

const guardedBooks = (
  books: Books,
  attempt: (method: string, action: () => void) => void,
  { fault, throttledMs }: Pick<GuardReports, 'fault' | 'throttledMs'>,
): Books => {
  if (books.kind === 'whole') return books;
  const resync = (symbol: string): void => {
    if (throttledMs('data') === 0) attempt('resync', () => books.resync(symbol));
  };
  if (books.kind !== 'checksummed') return { kind: books.kind, resync };
  /** What cannot be computed agrees with no message. */
  const checksum = (bids: RawLevels, asks: RawLevels): number => {
    try {
      return books.checksum(bids, asks);
    } catch (error) {
      fault('checksum', error instanceof Error ? error.message : String(error));
      return Number.NaN;
    }
  };
  return { kind: 'checksummed', depth: books.depth, checksum, resync };
};

const quietMs = 60_000;

/** Logs faults of adapters: an equal one of the same method at most once a minute. */
export const createFaultLog = (
  { monotonic }: Pick<Clock, 'monotonic'>,
  log: (message: string, metadata: Readonly<Record<string, unknown>>) => void,
) => {
  const logged = new Map<string, { readonly detail: string; readonly at: Elapsed }>();
  return (exchange: string, method: string, detail: string): void => {
    const key = `${exchange} ${method}`;
    const last = logged.get(key);
    const at = monotonic();
    if (last?.detail === detail && since(last.at, at) < quietMs) return;
    logged.set(key, { detail, at });
    log(`The adapter of ${exchange} failed in ${method}: ${detail}`, { exchange, method });
  };
};

/** As far as a look costs nothing: the book itself checks prices and sizes. */
const isReadableEvent = (event: Partial<FeedEvent> | null | undefined, exchange: string): event is FeedEvent => {
  if (typeof event !== 'object' || event === null || event.exchange !== exchange) return false;
  if (event.type === 'BookUpdated') return isLevels(event.bids) && isLevels(event.asks) && event.grid !== undefined;
  if (event.type === 'InstrumentsChanged') return Array.isArray(event.instruments);
  return typeof event.type === 'string';
};

const isLevels = (levels: Partial<LevelList> | undefined): boolean =>
  levels?.units instanceof Float64Array && levels.lots instanceof Float64Array;
