import { expect } from 'vitest';
import { type Told, toldOf } from '../../packages/bot/src/market/message.suite.ts';
import type { MarketData } from '../../packages/bot/src/model/exchange.ts';
import type { FeedStatusChanged } from '../../packages/bot/src/model/feed-event.ts';
import type { LocalTime } from '../harness/exchanges/time.ts';

/** A feed that is subscribed, with all that it has said. */
export type Heard = {
  readonly events: readonly Told[];
  statuses(): readonly FeedStatusChanged[];
  /** Markets whose subscription was acknowledged, in order, each time. */
  subscribed(): readonly string[];
  books(symbol: string): readonly Extract<Told, { type: 'BookUpdated' }>[];
  /** Passes time until a connection's latest state is this one. */
  until(status: FeedStatusChanged['status'], detail?: string, connection?: string): Promise<void>;
  stop(): void;
};

export const hearFeed = async (time: LocalTime, feed: MarketData): Promise<Heard> => {
  await feed.instruments(5_000);
  const events: Told[] = [];
  const stop = feed.subscribe((event) => events.push(toldOf(event)));
  expect(events).toEqual([]);
  const statuses = () => events.flatMap((event) => (event.type === 'FeedStatusChanged' ? [event] : []));
  return {
    events,
    statuses,
    stop,
    books: (symbol) =>
      events.flatMap((event) => (event.type === 'BookUpdated' && event.symbol === symbol ? [event] : [])),
    subscribed: () => events.flatMap((event) => (event.type === 'MarketSubscribed' ? [event.symbol] : [])),
    until: async (status, detail = status === 'live' ? 'markets: ' : '', connection = '1') => {
      const said = { exchange: feed.venue, status, detail: expect.stringContaining(detail) };
      const latest = () => statuses().findLast((one) => one.connection === connection);
      await time.until(() => expect(latest()).toMatchObject(said));
    },
  };
};
