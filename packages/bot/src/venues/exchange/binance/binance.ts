import { inCycles } from '../../../market/in-cycles.ts';
import { readInstrumentList } from '../../../market/instrument-list.ts';
import type { Clock } from '../../../model/clock.ts';
import type { Feed } from '../../../model/exchange.ts';
import { type Instrument, parseSymbol } from '../../../model/instrument.ts';
import { createRest } from '../rest.ts';
import { openShards, type Shards } from '../shards.ts';
import { openShard } from './shard.ts';

export type BinanceOptions = {
  readonly clock: Clock;
  /** Another address for HTTP and sockets than Binance's own, e.g. `http://127.0.0.1:9000`. */
  readonly url?: string | undefined;
};

const name = 'binance';
const own = { rest: 'https://api.binance.com', stream: 'wss://stream.binance.com:9443' };
/** Of 1,024 streams that a connection may have. */
const marketsOfConnection = 1_000;
const longestConnections = 3;

/** Market data of Binance without a key: the best bid and ask of every market through which a cycle leads. */
export const createBinanceFeed = ({ clock, url }: BinanceOptions): Feed => {
  const rest = createRest(`${url ?? own.rest}/api/v3`, clock);
  const stream = `${url?.replace(/^http/, 'ws') ?? own.stream}/ws`;
  let watched: readonly Instrument[] = [];
  let shards: Shards | null = null;
  return {
    name,
    source: 'exchange',
    books: { kind: 'whole' },
    instruments: async (timeoutMs) => {
      const list = readInstrumentList(await rest.get('/exchangeInfo?showPermissionSets=false', timeoutMs), null);
      if (!list.ok) throw new Error(`its list of markets cannot be read: ${list.message}`);
      const known = list.instruments.filter(({ exchange, symbol }) => exchange === name && parseSymbol(symbol).ok);
      watched = inCycles(known).slice(0, longestConnections * marketsOfConnection);
      return watched;
    },
    subscribe: (listener) => {
      const opened = openShards({ exchange: name, clock, listener, markets: watched, marketsOfConnection }, (needs) =>
        openShard(needs, stream),
      );
      shards = opened;
      return opened.close;
    },
    reconnect: () => shards?.reconnect(),
  };
};
