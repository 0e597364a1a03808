import { inCycles } from '../../market/in-cycles.ts';
import { readInstrumentList } from '../../market/instrument-list.ts';
import type { Clock } from '../../model/clock.ts';
import type { Feed } from '../../model/exchange.ts';
import { type Instrument, parseSymbol } from '../../model/instrument.ts';
import { openMarketConnection } from './market-connection.ts';
import type { ProtocolOf } from './protocol.ts';
import { openShards, type Shards } from './shards.ts';

/** `url`: where the exchange is reached, if not at its own address, e.g. `http://127.0.0.1:9000`. */
export type FeedOptions = { readonly clock: Clock; readonly url?: string | undefined };

/** What one exchange differs in from another. */
export type ExchangeDialect = {
  readonly name: string;
  readonly clock: Clock;
  /** The list of its markets, as its API gives it. Rejects with a clause that says what is the matter. */
  list(timeoutMs: number): Promise<string>;
  readonly protocolOf: ProtocolOf;
  /** How many a connection may have, and how many connections are made at most. */
  readonly marketsOfConnection: number;
  readonly mostConnections: number;
};

/** Public market data of one exchange: books of the markets through which a cycle leads. */
export const createExchangeFeed = (dialect: ExchangeDialect): Feed => {
  const { name, clock, list, protocolOf, marketsOfConnection, mostConnections } = dialect;
  let markets: readonly Instrument[] = [];
  let shards: Shards | null = null;
  return {
    name,
    source: 'exchange',
    books: { kind: 'whole' },
    instruments: async (timeoutMs) => {
      const read = readInstrumentList(await list(timeoutMs), null);
      if (!read.ok) throw new Error(`its list of markets cannot be read: ${read.message}`);
      const known = read.instruments.filter(({ exchange, symbol }) => exchange === name && parseSymbol(symbol).ok);
      markets = inCycles(known).slice(0, mostConnections * marketsOfConnection);
      return markets;
    },
    subscribe: (listener) => {
      const needs = { exchange: name, clock, listener, markets, marketsOfConnection };
      const opened = openShards(needs, (own) => openMarketConnection(own, protocolOf(own.markets)));
      shards = opened;
      return opened.close;
    },
    reconnect: () => shards?.reconnect(),
  };
};
