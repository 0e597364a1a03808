import type { Clock } from '../model/clock.ts';
import {
  type Exchange,
  type OrderReport,
  type RequestKind,
  scopeOf,
  type Throttled,
  type Unknown,
} from '../model/exchange.ts';
import type { FeedEvent } from '../model/feed-event.ts';
import type { LevelList } from '../model/levels.ts';
import type { Budgets } from './budgets.ts';
import { type AskedKind, type Passage, portThrough, type Reached } from './port.ts';
import { type Asked, askInTurns, messageOf } from './ports.ts';
import { type Answer, isReadable, isReadableReport } from './readable-answer.ts';
import { type Throttles, tooManyRequests } from './throttles.ts';
import type { Turns } from './turns.ts';

export type EdgeOptions = {
  readonly turns: Turns;
  readonly asked: Asked;
  readonly budgets: Pick<Budgets, 'note' | 'readableInMs'>;
  readonly throttles: Pick<Throttles, 'leftMs'>;
  /** The adapter has thrown, rejected or answered in no form of the port, at this method. */
  fault(exchange: string, method: string, detail: string): void;
  /** The exchange was asked too often. */
  throttled(exchange: string, answer: Throttled): void;
};

/**
 * The edge between the engine and an adapter. Its answers, reports and events are turns. No call throws or rejects, at once or later, but
 * `instruments`, `subscribe` and `watchOrders`, which the supervisor tries again: what was asked may have taken effect all the same, so
 * that the answer is `unknown`. So it is when none comes in time, except that of `place`, which counts whenever it comes. What has no form
 * of the port is dropped. Requests of a throttled scope do not reach the adapter; those that do are counted in its budget, of which
 * market data take at most half.
 */
export const throughEdge = (exchange: Exchange, options: EdgeOptions): Reached => {
  const { turns, asked, throttles, budgets } = options;
  const { name } = exchange;
  const fault = (method: string, detail: string): void => options.fault(name, method, detail);

  const throttleOf = (kind: RequestKind): Throttled | null => {
    const scope = scopeOf[kind];
    const isSpared = kind === 'readBook' || kind === 'serverTime';
    const retryAfterMs = throttles.leftMs(name, scope) || (isSpared ? budgets.readableInMs(name, kind) : 0);
    return retryAfterMs > 0 ? { kind: 'throttled', scope, retryAfterMs } : null;
  };

  const request = async <T extends Answer>(
    kind: AskedKind | 'place',
    question: () => Promise<T>,
  ): Promise<T | Throttled | Unknown> => {
    const throttled = throttleOf(kind);
    if (throttled) return throttled;
    budgets.note(name, kind);
    try {
      const answer = await askInTurns(turns, asked, question);
      if (isReadable(answer)) {
        if (answer.kind === 'throttled') options.throttled(name, answer);
        return answer;
      }
    } catch (error) {
      fault(kind, messageOf(error));
      return { kind: 'unknown', reason: 'the exchange adapter failed' };
    }
    fault(kind, 'its answer cannot be read');
    return { kind: 'unknown', reason: 'the exchange adapter gave an unreadable answer' };
  };

  /** A call of the exchange without an answer. */
  const numbered = <T>(work: () => T): T => {
    const call = ++asked.calls;
    try {
      return work();
    } catch (error) {
      turns.drew({ kind: 'threw', call, message: messageOf(error) });
      throw error;
    }
  };
  const attempt = (method: string, action: () => void): void => {
    try {
      numbered(action);
    } catch (error) {
      fault(method, messageOf(error));
    }
  };

  const passage: Passage = {
    place: (question) => request('place', question),
    ask: (kind, ms, question) => settledWithin(turns.clock, ms, request(kind, question)),
    instruments: async (question) => {
      if (throttleOf('instruments')) throw new Error(tooManyRequests('data'));
      budgets.note(name, 'instruments');
      return askInTurns(turns, asked, question);
    },
    call: (method, action) => {
      if (method === 'resync') {
        if (throttleOf('resync')) return;
        budgets.note(name, 'resync');
      }
      attempt(method, action);
    },
    subscribe: (listener, start) => {
      const take = (event: FeedEvent): void => {
        if (isReadableEvent(event, name)) listener(event);
        else fault('subscribe', 'it emitted an event that cannot be read');
      };
      const stop = numbered(() =>
        start((event) => {
          if (event?.type === 'BookUpdated' && isReadableEvent(event, name)) turns.message(event, listener);
          else turns.enter({ kind: 'event', exchange: name, event }, () => take(event));
        }),
      );
      return () => attempt('subscribe', stop);
    },
    watchOrders: (listener, start) => {
      const take = (report: OrderReport): void => {
        if (isReadableReport(report)) listener(report);
        else fault('watchOrders', 'it emitted a report that cannot be read');
      };
      const stop = numbered(() =>
        start((report) => turns.enter({ kind: 'report', exchange: name, report }, () => take(report))),
      );
      return () => attempt('watchOrders', stop);
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
    paper: numbered,
    leastOffers: (look) => {
      const offers = numbered(look);
      turns.drew({ kind: 'offers', offers });
      return offers;
    },
  };
  return portThrough(exchange, passage);
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
