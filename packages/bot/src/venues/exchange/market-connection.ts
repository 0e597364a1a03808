import { createBookMessage, type Stamp } from '../../model/feed-event.ts';
import { gridOf } from '../../model/grid.ts';
import { type Connection, type ConnectionState, connect } from './connection.ts';
import type { Frame } from './frame.ts';
import { writeLevels } from './level-buffer.ts';
import type { Protocol } from './protocol.ts';
import { createRejections } from './rejections.ts';
import type { ShardNeeds } from './shards.ts';

/** A connection that says the books of its markets. */
export const openMarketConnection = (needs: ShardNeeds, protocol: Protocol): Connection => {
  const { exchange, name: connectionName, clock, markets, listener } = needs;
  const own = { exchange, connection: connectionName };
  const { reader, depth, meaningOf, ...dialect } = protocol;
  const grids = markets.map((market) => gridOf(market));
  const message = createBookMessage(exchange);
  message.depth = depth;
  const rejections = createRejections(clock, (sentence) => connection.note(sentence));

  const hearBook = ({ market, last, time, bids, asks }: Readonly<Frame>, { at, received }: Stamp): void => {
    const [of, grid] = [markets[market], grids[market]];
    if (of === undefined || grid === undefined) return;
    message.symbol = of.symbol;
    message.grid = grid;
    message.sequence = orNull(last);
    message.exchange_time = orNull(time);
    message.at = at;
    message.received = received;
    writeLevels(message.bids, grid, bids);
    writeLevels(message.asks, grid, asks);
    listener(message);
  };

  const hearUnreadable = ({ market, fault }: Readonly<Frame>, bytes: Uint8Array, { at }: Stamp): void => {
    rejections.add(fault, bytes);
    const symbol = markets[market]?.symbol;
    if (symbol === undefined) return;
    listener({ type: 'BookDistrusted', exchange, symbol, reason: 'a message about it cannot be read', at });
  };

  const hearBeat = (exchange_time: number | null, stamp: Stamp): void =>
    listener({ type: 'HeartbeatReceived', ...own, exchange_time, ...stamp });

  const hearControl = ({ control }: Readonly<Frame>): void => {
    const meaning = meaningOf(control);
    if (meaning.kind === 'welcome') connection.begin();
    else if (meaning.kind === 'acknowledged') connection.acknowledge(meaning.id);
    else if (meaning.kind === 'failure') connection.renew(meaning.reason, true);
  };

  const changed = (state: ConnectionState, said: string): void => {
    const detail = said === '' ? details[state](markets.length) : said;
    listener({ type: 'FeedStatusChanged', ...own, status: statuses[state], detail, at: clock.now() });
  };

  const connection = connect({
    ...dialect,
    clock,
    changed,
    beat: (stamp) => hearBeat(null, stamp),
    acknowledged: ({ from, to }) => {
      for (const { symbol } of markets.slice(from, to))
        listener({ type: 'MarketSubscribed', ...own, symbol, at: clock.now() });
    },
    hear: (bytes, stamp) => {
      const frame = reader.read(bytes);
      if (frame.kind === 'book') hearBook(frame, stamp);
      else if (frame.kind === 'canary') hearBeat(frame.time, stamp);
      else if (frame.kind === 'control') {
        hearBeat(null, stamp);
        hearControl(frame);
      } else if (frame.kind === 'unreadable') hearUnreadable(frame, bytes, stamp);
    },
  });
  return connection;
};

/** A connection is live as soon as it is open: its markets follow one by one. */
const statuses = { connecting: 'connecting', synchronising: 'live', live: 'live', down: 'down' } as const;
const details: Readonly<Record<ConnectionState, (markets: number) => string>> = {
  connecting: () => 'connecting',
  synchronising: () => 'subscribing',
  live: (markets) => `markets: ${markets}`,
  down: () => 'down',
};

const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value);
