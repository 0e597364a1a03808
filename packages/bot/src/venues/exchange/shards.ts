import type { Clock } from '../../model/clock.ts';
import type { FeedEvent } from '../../model/feed-event.ts';
import type { Instrument } from '../../model/instrument.ts';
import type { Connection } from './connection.ts';
import { partsOf } from './protocol.ts';
import type { Snapshots } from './snapshots.ts';

/** What one connection needs that some of the markets are for. */
export type ShardNeeds = {
  readonly exchange: string;
  /** Its name among the connections of the exchange. */
  readonly name: string;
  readonly clock: Clock;
  readonly markets: readonly Instrument[];
  listener(event: FeedEvent): void;
  /** The exchange refuses something while a connection subscribes, and need not say which market it is about. */
  refused?(): void;
  /** Left out where no book is joined from changes. */
  readonly snapshots?: Snapshots | undefined;
};

/** A connection that says the books of its markets. */
export type MarketConnection = Pick<Connection, 'renew' | 'close'> & {
  /** Asks for the book of a market again, if it is one of this connection. */
  resync(symbol: string): void;
  /** Has more than the usual stream of these markets from now on, as far as they are of this connection. */
  keep(markets: readonly Instrument[]): void;
  /** True once all of its subscriptions are answered. */
  isLive(): boolean;
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
  /**
   * Takes the symbols that are listed now: a connection that does not come up is made again without the others, as one of them may be why, and
   * a connection of a market that is listed again is made again with it.
   */
  relist(listed: ReadonlySet<string>): void;
  close(): void;
};

type Shard = { readonly all: readonly Instrument[]; markets: readonly Instrument[]; connection: MarketConnection };

/** Spreads markets over as many connections as they need, named from 1. */
export const openShards = (
  { marketsOfConnection, ...needs }: ShardsNeeds,
  open: (needs: ShardNeeds) => MarketConnection,
): Shards => {
  const shards = new Map<string, Shard>();
  for (const [place, { from, to }] of partsOf(needs.markets.length, marketsOfConnection).entries()) {
    const [name, all] = [String(place + 1), needs.markets.slice(from, to)];
    shards.set(name, { all, markets: all, connection: open({ ...needs, name, markets: all }) });
  }
  let unlisted: ReadonlySet<string> = new Set();
  const each = (act: (connection: MarketConnection) => void): void => {
    for (const { connection } of shards.values()) act(connection);
  };
  return {
    reconnect: (name) => {
      for (const [own, { connection }] of shards)
        if (name === undefined || name === own) connection.renew('it is made again', false);
    },
    resync: (symbol) => each((connection) => connection.resync(symbol)),
    keep: (wanted) => each((connection) => connection.keep(wanted)),
    relist: (listed) => {
      const before = unlisted;
      unlisted = new Set(needs.markets.map(({ symbol }) => symbol).filter((symbol) => !listed.has(symbol)));
      for (const [name, shard] of shards) {
        const markets = shard.all.filter(({ symbol }) => listed.has(symbol));
        const isBack = markets.some(({ symbol }) => before.has(symbol));
        const isHeldUp = !shard.connection.isLive() && shard.markets.some(({ symbol }) => unlisted.has(symbol));
        if (markets.length === 0 || !(isBack || isHeldUp)) continue;
        shard.connection.close();
        Object.assign(shard, { markets, connection: open({ ...needs, name, markets }) });
      }
    },
    close: () => each((connection) => connection.close()),
  };
};
