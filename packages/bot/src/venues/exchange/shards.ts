import type { Clock } from '../../model/clock.ts';
import type { FeedEvent } from '../../model/feed-event.ts';
import type { Instrument } from '../../model/instrument.ts';
import type { Connection } from './connection.ts';
import type { Snapshots } from './snapshots.ts';

/** What one connection needs that some of the markets are for. */
export type ShardNeeds = {
  readonly exchange: string;
  /** Its name among the connections of the exchange. */
  readonly name: string;
  readonly clock: Clock;
  readonly markets: readonly Instrument[];
  listener(event: FeedEvent): void;
  /** Left out where no book is joined from changes. */
  readonly snapshots?: Snapshots | undefined;
};

/** A connection that says the books of its markets. */
export type MarketConnection = Pick<Connection, 'renew' | 'close'> & {
  /** Asks for the book of a market again, if it is one of this connection. */
  resync(symbol: string): void;
  /** Has more than the usual stream of these markets from now on, as far as they are of this connection. */
  keep(markets: readonly Instrument[]): void;
};

type ShardsNeeds = Omit<ShardNeeds, 'name'> & { readonly marketsOfConnection: number };

/** The connections of one exchange. */
export type Shards = {
  /** Makes one of them again, or all. */
  reconnect(name?: string): void;
  /** Asks for a book again. */
  resync(symbol: string): void;
  /** Has more than the usual stream of these markets from now on. */
  keep(markets: readonly Instrument[]): void;
  close(): void;
};

/** Spreads markets over as many connections as they need, named from 1. */
export const openShards = (
  { marketsOfConnection, ...needs }: ShardsNeeds,
  open: (needs: ShardNeeds) => MarketConnection,
): Shards => {
  const count = Math.ceil(needs.markets.length / marketsOfConnection);
  const connections = new Map(
    Array.from({ length: count }, (_, place) => {
      const name = String(place + 1);
      const markets = needs.markets.slice(place * marketsOfConnection, (place + 1) * marketsOfConnection);
      return [name, open({ ...needs, name, markets })] as const;
    }),
  );
  return {
    reconnect: (name) => {
      for (const [own, connection] of connections)
        if (name === undefined || name === own) connection.renew('it is made again', false);
    },
    resync: (symbol) => {
      for (const connection of connections.values()) connection.resync(symbol);
    },
    keep: (wanted) => {
      for (const connection of connections.values()) connection.keep(wanted);
    },
    close: () => {
      for (const connection of connections.values()) connection.close();
    },
  };
};
