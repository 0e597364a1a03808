import type { Clock } from '../model/clock.ts';
import type { FeedEvent } from '../model/event.ts';
import type { Exchange, MarketData, OrderRequest } from '../model/exchange.ts';

/** How often something goes wrong, 0 to 1, and how late a request may arrive, in ms. */
export type Faults = {
  readonly refuse: number;
  readonly loseRequest: number;
  readonly loseReply: number;
  readonly delay: number;
  readonly longestDelayMs: number;
  /** Of questions: look up, cancel, balances. */
  readonly silence: number;
  /** Of calls: the exchange has had enough of them and refuses all for a while (429), or does not even say so (418). */
  readonly ban: number;
  readonly longestBanMs: number;
};

export const noFaults: Faults = {
  refuse: 0,
  loseRequest: 0,
  loseReply: 0,
  delay: 0,
  longestDelayMs: 0,
  silence: 0,
  ban: 0,
  longestBanMs: 0,
};

export type FaultyExchange = Exchange & {
  readonly faults: { now: Faults };
  /** Every order that was sent, whatever became of it. */
  readonly sent: readonly OrderRequest[];
};

/**
 * An exchange behind a bad line: requests are lost, refused, or arrive late; replies are lost. It goes on while
 * there is no bot, and remembers what it holds, which the paper exchange alone does not.
 */
export const withFaults = (
  inner: Exchange,
  clock: Clock,
  random: () => number,
  onSend: (request: OrderRequest) => void = () => {},
  notFoundAfterMs = 10_000,
): FaultyExchange => {
  const faults = { now: noFaults };
  const sent: OrderRequest[] = [];
  const listeners = new Set<(event: FeedEvent) => void>();
  inner.market.subscribe((event) => {
    for (const listener of listeners) listener(event);
  });
  const unknown = (reason: string) => ({ kind: 'unknown', reason }) as const;
  const pause = (ms: number): Promise<void> => new Promise((resolve) => clock.after(ms, resolve));
  const never = new Promise<never>(() => {});
  /** Half of what is lost is never answered at all. */
  const lost = () => (random() < 0.5 ? never : pause(200).then(() => unknown('connection reset')));
  let bannedUntil = 0;
  const isBanned = (): boolean => {
    const { ban, longestBanMs } = faults.now;
    if (ban > 0 && random() < ban) bannedUntil = clock.now() + random() * longestBanMs;
    return faults.now !== noFaults && clock.now() < bannedUntil;
  };
  const asked = async <T>(ask: () => Promise<T>) => {
    if (isBanned()) return pause(20).then(() => unknown('418 banned'));
    return random() < faults.now.silence ? lost() : ask();
  };

  return {
    faults,
    sent,
    market: {
      ...marketOf(inner),
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    account: {
      ...{ id: inner.account.id, venue: inner.account.venue, money: 'test', notFoundAfterMs },
      subscribe: (listener) => inner.account.subscribe(listener),
      place: async (request, ms) => {
        sent.push(request);
        onSend(request);
        const { refuse, loseRequest, loseReply, delay, longestDelayMs } = faults.now;
        if (isBanned()) return { kind: 'refused', reason: '429 too many requests' };
        if (random() < refuse) return { kind: 'refused', reason: 'too many requests' };
        if (random() < loseRequest) return lost();
        if (random() < delay) await pause(random() * longestDelayMs);
        const answer = await inner.account.place(request, ms);
        return random() < loseReply ? lost() : answer;
      },
      lookUp: (ref, ms) => asked(() => inner.account.lookUp(ref, ms)),
      cancel: (ref, ms) => asked(() => inner.account.cancel(ref, ms)),
      balances: (ms) => asked(() => inner.account.balances(ms)),
      openOrders: (ms) => asked(() => inner.account.openOrders(ms)),
    },
  };
};

/** The market data of an exchange that another wraps, without the questions about single books and time. */
export const marketOf = ({ market }: Exchange): MarketData => ({
  ...{ venue: market.venue, source: market.source, books: market.books },
  instruments: (ms) => market.instruments(ms),
  subscribe: (listener) => market.subscribe(listener),
  reconnect: () => market.reconnect?.(),
});
