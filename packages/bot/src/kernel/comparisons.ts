import type { Clock } from '../model/clock.ts';
import { type Elapsed, since } from '../model/moment.ts';

/** When accounts that an exchange keeps were last compared with the ledger. */
export type Comparisons = {
  /** The account was compared, or is watched from now on. */
  note(exchange: string): void;
  /** The account could not be compared. */
  fail(exchange: string, reason: string): void;
  /** The connection of the account's own events is open again, or is lost. */
  connected(exchange: string): void;
  disconnected(exchange: string, reason: string): void;
  /**
   * Why nothing may be begun there: its connection is lost, or for 5 minutes the account could not be compared. Null where neither is so, or
   * it is not watched.
   */
  obstacle(exchange: string): string | null;
};

/** For so long executions begin without a comparison, in ms. */
const longestMs = 300_000;

export const createComparisons = ({ monotonic }: Pick<Clock, 'monotonic'>): Comparisons => {
  const lost = new Map<string, string>();
  const last = new Map<string, { readonly at: Elapsed; readonly reason: string }>();
  return {
    note: (exchange) => {
      last.set(exchange, { at: monotonic(), reason: 'it was not asked' });
    },
    fail: (exchange, reason) => {
      const before = last.get(exchange);
      if (before) last.set(exchange, { ...before, reason });
    },
    connected: (exchange) => {
      lost.delete(exchange);
    },
    disconnected: (exchange, reason) => {
      lost.set(exchange, reason);
    },
    obstacle: (exchange) => {
      const loss = lost.get(exchange);
      if (loss !== undefined) return `the connection to the account at ${exchange} is lost: ${loss}`;
      const one = last.get(exchange);
      if (!one || since(one.at, monotonic()) < longestMs) return null;
      const minutes = Math.floor(since(one.at, monotonic()) / 60_000);
      return `the account at ${exchange} was not compared with the ledger for ${minutes} min: ${one.reason}`;
    },
  };
};
