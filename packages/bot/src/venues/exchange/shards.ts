import type { Clock } from '../../model/clock.ts';
import type { FeedEvent, FeedStatusChanged } from '../../model/feed-event.ts';
import type { Instrument } from '../../model/instrument.ts';
import type { Connection, ConnectionState } from './connection.ts';

/** What one connection needs that some of the markets are for. */
export type ShardNeeds = {
  readonly exchange: string;
  readonly clock: Clock;
  readonly markets: readonly Instrument[];
  listener(event: FeedEvent): void;
  changed(state: ConnectionState, detail: string): void;
};

type ShardsNeeds = Omit<ShardNeeds, 'changed'> & { readonly marketsOfConnection: number };

/** The connections of one exchange. */
export type Shards = {
  /** Makes each of them again. */
  reconnect(): void;
  close(): void;
};

type State = { state: ConnectionState; detail: string };
const statusOf: Readonly<Record<ConnectionState, FeedStatusChanged['status']>> = {
  connecting: 'connecting',
  synchronising: 'connecting',
  live: 'live',
  down: 'down',
};

/**
 * Spreads markets over as many connections as they need, and tells the state of all of them as one: that of the worst. The books of a
 * connection that ends are void.
 */
export const openShards = (needs: ShardsNeeds, open: (needs: ShardNeeds) => Connection): Shards => {
  const { exchange, clock, listener, markets, marketsOfConnection } = needs;
  const states: State[] = [];
  let told: Pick<FeedStatusChanged, 'status' | 'detail'> | null = null;

  const tell = (): void => {
    const worst = (['down', 'connecting', 'synchronising', 'live'] as const).find((one) =>
      states.some(({ state }) => state === one),
    );
    const status = statusOf[worst ?? 'live'];
    const those = states.filter(({ state }) => state === worst);
    const many = states.length > 1 ? `${those.length} of ${states.length} connections: ` : '';
    const said = those.find(({ detail }) => detail !== '')?.detail ?? worst;
    const detail =
      status === 'live' && said === 'live'
        ? `markets: ${markets.length}, connections: ${states.length}`
        : `${many}${said}`;
    if (told?.status === status && told.detail === detail) return;
    told = { status, detail };
    listener({ type: 'FeedStatusChanged', exchange, status, detail, at: clock.now() });
  };

  const openOne = (own: readonly Instrument[]): Connection => {
    const current: State = { state: 'connecting', detail: '' };
    states.push(current);
    const changed = (state: ConnectionState, detail: string): void => {
      const isLost = state === 'down' && current.state !== 'down' && current.state !== 'connecting';
      Object.assign(current, { state, detail });
      if (isLost)
        for (const { symbol } of own)
          listener({ type: 'BookDistrusted', exchange, symbol, reason: detail, at: clock.now() });
      tell();
    };
    return open({ exchange, clock, markets: own, listener, changed });
  };

  const connections = Array.from({ length: Math.ceil(markets.length / marketsOfConnection) }, (_, place) =>
    openOne(markets.slice(place * marketsOfConnection, (place + 1) * marketsOfConnection)),
  );
  return {
    reconnect: () => {
      for (const connection of connections) connection.renew('it is made again', false);
    },
    close: () => {
      for (const connection of connections) connection.close();
    },
  };
};
