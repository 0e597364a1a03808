import { createBookMessage, type Stamp } from '../../../model/feed-event.ts';
import { gridOf } from '../../../model/grid.ts';
import { type Connection, connect, type Subscription } from '../connection.ts';
import { writeLevels } from '../level-buffer.ts';
import { createRejections } from '../rejections.ts';
import type { ShardNeeds } from '../shards.ts';
import type { BinanceFrame } from './frame.ts';
import { BinanceFrameReader } from './frame-reader.ts';

/** Binance takes 5 messages a second from a connection; a ping and a pong may be among them. */
const pauseMs = 350;
const streamsOfMessage = 200;
/** Sent each second, whatever the markets do. */
const canary = '!miniTicker@arr';

/** A connection to Binance with the best bids and asks of these markets. `stream`: its address. */
export const openShard = (needs: ShardNeeds, stream: string): Connection => {
  const { exchange, clock, markets, listener, changed } = needs;
  const names = markets.map(({ base, quote }) => `${base}${quote}`);
  const grids = markets.map((market) => gridOf(market));
  const message = createBookMessage(exchange);
  message.depth = 1;
  const reader = new BinanceFrameReader(names);
  const rejections = createRejections(clock, (sentence) => connection.note(sentence));

  const hearTop = ({ market, last: sequence, bids, asks }: Readonly<BinanceFrame>, stamp: Stamp): void => {
    const [of, grid] = [markets[market], grids[market]];
    if (of === undefined || grid === undefined) return;
    message.symbol = of.symbol;
    message.grid = grid;
    message.sequence = sequence;
    message.at = stamp.at;
    message.received = stamp.received;
    writeLevels(message.bids, grid, bids);
    writeLevels(message.asks, grid, asks);
    listener(message);
  };

  const hearUnreadable = ({ market, fault }: Readonly<BinanceFrame>, bytes: Uint8Array, { at }: Stamp): void => {
    rejections.add(fault, bytes);
    const symbol = markets[market]?.symbol;
    if (symbol === undefined) return;
    listener({ type: 'BookDistrusted', exchange, symbol, reason: 'a message about it cannot be read', at });
  };

  const hearControl = ({ control: { id, error, e } }: Readonly<BinanceFrame>): void => {
    if (e === 'serverShutdown') connection.renew('the exchange is about to close the connection', true);
    else if (error !== undefined) connection.renew(`a subscription is refused: ${JSON.stringify(error)}`, true);
    else if (id !== undefined) connection.acknowledge(String(id));
  };

  const connection = connect({
    clock,
    changed,
    pauseMs,
    address: async () => stream,
    subscriptions: subscriptionsTo([canary, ...names.map((name) => `${name.toLowerCase()}@bookTicker`)]),
    hear: (bytes, stamp) => {
      const frame = reader.read(bytes);
      if (frame.kind === 'top') hearTop(frame, stamp);
      else if (frame.kind === 'control') hearControl(frame);
      else if (frame.kind === 'unreadable') hearUnreadable(frame, bytes, stamp);
    },
  });
  return connection;
};

const subscriptionsTo = (streams: readonly string[]): readonly Subscription[] =>
  Array.from({ length: Math.ceil(streams.length / streamsOfMessage) }, (_, place) => {
    const params = streams.slice(place * streamsOfMessage, (place + 1) * streamsOfMessage);
    return { id: String(place + 1), text: JSON.stringify({ method: 'SUBSCRIBE', params, id: place + 1 }) };
  });
