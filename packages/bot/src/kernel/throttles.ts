import type { Clock } from '../model/clock.ts';
import { type Elapsed, later, since } from '../model/moment.ts';

/** The exchanges that were asked too often, and until when they look at nothing. */
export type Throttles = {
  /** The exchange looks at the next request after `retryAfterMs` at the earliest. The longest of several holds. */
  note(exchange: string, retryAfterMs: number): void;
  /** For how many ms nothing may be asked of the exchange; 0 when something may. */
  leftMs(exchange: string): number;
};

export const createThrottles = ({ monotonic }: Pick<Clock, 'monotonic'>): Throttles => {
  const until = new Map<string, Elapsed>();
  const leftMs = (exchange: string): number => {
    const end = until.get(exchange);
    return end === undefined ? 0 : Math.max(0, since(monotonic(), end));
  };
  return {
    note: (exchange, retryAfterMs) => {
      if (retryAfterMs > leftMs(exchange)) until.set(exchange, later(monotonic(), retryAfterMs));
    },
    leftMs,
  };
};
