import type { Clock } from '../model/clock.ts';
import {
  type Account,
  type AccountEvent,
  type MarketData,
  type RequestKind,
  scopeOf,
  type Throttled,
  type Unknown,
} from '../model/exchange.ts';
import type { FeedEvent } from '../model/feed-event.ts';
import type { LevelList } from '../model/levels.ts';
import type { Budgets } from './budgets.ts';
import {
  type AskedKind,
  accountThrough,
  type MarketPassage,
  marketThrough,
  type ReachedAccount,
  type ReachedMarket,
} from './port.ts';
import { type Asked, askInTurns, messageOf } from './ports.ts';
import { type Answer, isReadable, isReadableAccountEvent } from './readable-answer.ts';
import { type Throttles, tooManyRequests } from './throttles.ts';
import type { Turns } from './turns.ts';

/** `of`: a venue, or an account at one. */
export type EdgeOptions = {
  readonly turns: Turns;
  readonly asked: Asked;
  readonly budgets: Pick<Budgets, 'note' | 'readableInMs'>;
  readonly throttles: Pick<Throttles, 'leftMs'>;
  /** The adapter has thrown, rejected or answered in no form of the port, at this method. */
  fault(of: string, method: string, detail: string): void;
  /** An exchange was asked too often. */
  throttled(of: string, answer: Throttled): void;
};

/**
 * The edge between the engine and adapters. Answers, reports and events are turns. No call throws or rejects, at once or later, but
 * `instruments` and `subscribe`, which the supervisor tries again: what was asked may have taken effect all the same, so that the answer is
 * `unknown`. So it is when none comes in time, except that of `place`, which counts whenever it comes. What has no form of the port is
 * dropped. Requests of a throttled scope do not reach the adapter; those that do are counted in its budget, of which market data take at
 * most half.
 */
export const createEdge = (options: EdgeOptions) => {
  const { turns, asked } = options;

  /** A call of an adapter without an answer. */
  const numbered = <T>(work: () => T): T => {
    const call = ++asked.calls;
    try {
      return work();
    } catch (error) {
      turns.drew({ kind: 'threw', call, message: messageOf(error) });
      throw error;
    }
  };
  /** The same, and what it throws is a fault. */
  const attempt = (of: string, method: string, action: () => void): void => {
    try {
      numbered(action);
    } catch (error) {
      options.fault(of, method, messageOf(error));
    }
  };

  return {
    market: (market: MarketData): ReachedMarket => {
      const { venue } = market;
      const requests = createRequests(venue, options);
      const fault = (method: string, detail: string): void => options.fault(venue, method, detail);
      const take =
        (listener: (event: FeedEvent) => void) =>
        (event: FeedEvent): void => {
          if (isReadableEvent(event, venue)) listener(event);
          else fault('subscribe', 'it emitted an event that cannot be read');
        };
      return marketThrough(market, {
        ask: requests.ask,
        instruments: async (question) => {
          if (requests.throttleOf('instruments')) throw new Error(tooManyRequests('data'));
          options.budgets.note(venue, 'instruments');
          return askInTurns(turns, asked, question);
        },
        call: (method, action) => {
          if (method === 'resync') {
            if (requests.throttleOf('resync')) return;
            options.budgets.note(venue, 'resync');
          }
          attempt(venue, method, action);
        },
        subscribe: (listener, start) => {
          const other = take(listener);
          const stop = numbered(() =>
            start((event) => {
              if (event?.type === 'BookUpdated' && isReadableEvent(event, venue)) turns.message(event, listener);
              else turns.enter({ kind: 'event', exchange: venue, event }, () => other(event));
            }),
          );
          return () => attempt(venue, 'subscribe', stop);
        },
        checksum: (compute) => {
          try {
            return compute();
          } catch (error) {
            fault('checksum', messageOf(error));
            // Agrees with no message.
            return Number.NaN;
          }
        },
      });
    },
    account: (account: Account): ReachedAccount => {
      const { id } = account;
      const { ask, request } = createRequests(id, options);
      return accountThrough(account, {
        ask,
        place: (question) => request('place', question),
        subscribe: (listener, start) => {
          const take = (event: AccountEvent): void => {
            if (isReadableAccountEvent(event)) listener(event);
            else options.fault(id, 'subscribe', 'it emitted an event that cannot be read');
          };
          const stop = numbered(() =>
            start((event) => turns.enter({ kind: 'account', exchange: id, event }, () => take(event))),
          );
          return () => attempt(id, 'subscribe', stop);
        },
        paper: numbered,
        leastOffers: (look) => {
          const offers = numbered(look);
          turns.drew({ kind: 'offers', offers });
          return offers;
        },
      });
    },
  };
};

/** Requests with an answer, to a venue or an account. */
const createRequests = (of: string, { turns, asked, throttles, budgets, ...options }: EdgeOptions) => {
  const throttleOf = (kind: RequestKind): Throttled | null => {
    const scope = scopeOf[kind];
    const isSpared = kind === 'readBook' || kind === 'serverTime';
    const retryAfterMs = throttles.leftMs(of, scope) || (isSpared ? budgets.readableInMs(of, kind) : 0);
    return retryAfterMs > 0 ? { kind: 'throttled', scope, retryAfterMs } : null;
  };

  const request = async <T extends Answer>(
    kind: AskedKind | 'place',
    question: () => Promise<T>,
  ): Promise<T | Throttled | Unknown> => {
    const throttled = throttleOf(kind);
    if (throttled) return throttled;
    budgets.note(of, kind);
    try {
      const answer = await askInTurns(turns, asked, question);
      if (isReadable(answer)) {
        if (answer.kind === 'throttled') options.throttled(of, answer);
        return answer;
      }
    } catch (error) {
      options.fault(of, kind, messageOf(error));
      return { kind: 'unknown', reason: 'the exchange adapter failed' };
    }
    options.fault(of, kind, 'its answer cannot be read');
    return { kind: 'unknown', reason: 'the exchange adapter gave an unreadable answer' };
  };

  const ask: MarketPassage['ask'] = (kind, ms, question) => settledWithin(turns.clock, ms, request(kind, question));
  return { throttleOf, request, ask };
};

const settledWithin = <T extends Answer>(
  { after }: Pick<Clock, 'after'>,
  ms: number,
  answer: Promise<T>,
): Promise<Exclude<T, Throttled> | Unknown> =>
  new Promise((resolve) => {
    const cancel = after(ms, () => resolve({ kind: 'unknown', reason: 'no answer in time' }));
    void answer.then((value) => {
      cancel();
      resolve(settled(value));
    });
  });

const settled = <T extends Answer>(answer: T): Exclude<T, Throttled> | Unknown => {
  const throttled: Throttled | null = answer.kind === 'throttled' ? answer : null;
  return throttled ? { kind: 'unknown', reason: tooManyRequests(throttled.scope) } : (answer as Exclude<T, Throttled>);
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
