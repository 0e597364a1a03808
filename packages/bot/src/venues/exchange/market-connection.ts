import { createBookMessage, type Stamp } from '../../model/feed-event.ts';
import { gridOf } from '../../model/grid.ts';
import { type Connection, connect } from './connection.ts';
import type { Frame } from './frame.ts';
import { writeLevels } from './level-buffer.ts';
import type { Protocol } from './protocol.ts';
import { createRejections } from './rejections.ts';
import type { ShardNeeds } from './shards.ts';

/** A connection that says the books of its markets. */
export const openMarketConnection = (needs: ShardNeeds, protocol: Protocol): Connection => {
  const { exchange, clock, markets, listener, changed } = needs;
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

  const hearControl = ({ control }: Readonly<Frame>): void => {
    const meaning = meaningOf(control);
    if (meaning.kind === 'welcome') connection.begin();
    else if (meaning.kind === 'acknowledged') connection.acknowledge(meaning.id);
    else if (meaning.kind === 'failure') connection.renew(meaning.reason, true);
  };

  const connection = connect({
    ...dialect,
    clock,
    changed,
    hear: (bytes, stamp) => {
      const frame = reader.read(bytes);
      if (frame.kind === 'book') hearBook(frame, stamp);
      else if (frame.kind === 'control') hearControl(frame);
      else if (frame.kind === 'unreadable') hearUnreadable(frame, bytes, stamp);
    },
  });
  return connection;
};

const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value);
