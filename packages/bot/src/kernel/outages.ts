import type { FeedStatusChanged } from '../model/event.ts';

/** The exchanges that have not come in yet, and why. */
export type Outages = {
  /** Notes a failure; how long to wait before the next try, in ms: twice as long after each failure in a row. */
  report(exchange: string, reason: string): number;
  /** It has come in. */
  clear(exchange: string): void;
  reasons(): ReadonlyMap<string, string>;
};

const firstPauseMs = 1000;
const longestPauseMs = 60_000;

/** `publish` hears of each reason once. */
export const createOutages = (now: () => number, publish: (status: FeedStatusChanged) => void): Outages => {
  const outages = new Map<string, { readonly reason: string; readonly failures: number }>();
  const say = (exchange: string, status: 'down' | 'live', detail: string): void =>
    publish({ type: 'FeedStatusChanged', exchange, status, detail, at: now() });
  return {
    report: (exchange, reason) => {
      const before = outages.get(exchange);
      const failures = (before?.failures ?? 0) + 1;
      outages.set(exchange, { reason, failures });
      if (before?.reason !== reason) say(exchange, 'down', reason);
      return Math.min(firstPauseMs * 2 ** (failures - 1), longestPauseMs);
    },
    clear: (exchange) => {
      if (outages.delete(exchange)) say(exchange, 'live', 'it has come in');
    },
    reasons: () => new Map([...outages].map(([exchange, { reason }]) => [exchange, reason])),
  };
};
