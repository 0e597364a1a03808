import { venueOf } from '../market/fee-tiers.ts';
import type { Clock } from '../model/clock.ts';
import { longestThrottleMs, type Throttled, type ThrottleScope } from '../model/exchange.ts';
import { type Elapsed, later, since } from '../model/moment.ts';

/** Until when exchanges take no requests of a scope. */
export type Throttles = {
  /** The exchange takes the next request of that scope after `retryAfterMs` at the earliest. The longest of several holds. */
  note(exchange: string, throttled: Throttled): void;
  /** For how many ms no request of that scope may be sent, be it for the scope or for the address; 0 when one may. */
  leftMs(exchange: string, scope: ThrottleScope): number;
  /** Why no execution may begin, as a sentence; null where none of orders, account and address is throttled. */
  obstacle(exchange: string): string | null;
};

/** The effect of a throttle, as a clause. */
const stopped: Readonly<Record<ThrottleScope, string>> = {
  data: 'no market data are requested',
  account: 'its account is not read',
  orders: 'no orders are sent',
  address: 'no requests at all are sent from this address',
};

/** The effect of a throttle and its duration, as a sentence. */
export const throttleWords = (exchange: string, { scope, retryAfterMs }: Omit<Throttled, 'kind'>): string =>
  `${exchange} was asked too often: ${stopped[scope]} for ${Math.ceil(retryAfterMs)} ms`;

/** In order of what a reader should know first. */
const begun = ['address', 'orders', 'account'] as const;

export const createThrottles = ({ monotonic }: Pick<Clock, 'monotonic'>): Throttles => {
  const until = new Map<string, Elapsed>();
  /** Accounts of one venue share its market data and the address they are called from. */
  const keyOf = (exchange: string, scope: ThrottleScope): string =>
    `${scope === 'data' || scope === 'address' ? venueOf(exchange) : exchange} ${scope}`;
  const ownMs = (exchange: string, scope: ThrottleScope): number => {
    const end = until.get(keyOf(exchange, scope));
    return end === undefined ? 0 : Math.max(0, since(monotonic(), end));
  };
  return {
    note: (exchange, { scope, retryAfterMs }) => {
      const ms = Math.min(retryAfterMs, longestThrottleMs);
      if (ms > ownMs(exchange, scope)) until.set(keyOf(exchange, scope), later(monotonic(), ms));
    },
    leftMs: (exchange, scope) => Math.max(ownMs(exchange, scope), ownMs(exchange, 'address')),
    obstacle: (exchange) => {
      const scope = begun.find((one) => ownMs(exchange, one) > 0);
      return scope ? throttleWords(exchange, { scope, retryAfterMs: ownMs(exchange, scope) }) : null;
    },
  };
};

const tooMany: Readonly<Record<ThrottleScope, string>> = {
  data: 'too many requests for market data',
  account: 'too many requests about the account',
  orders: 'too many requests about orders',
  address: 'too many requests from this address',
};

/** Why an exchange did not look at a request, as a clause. */
export const tooManyRequests = (scope: ThrottleScope): string => tooMany[scope];
