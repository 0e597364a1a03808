import type { Instrument } from '../../../model/instrument.ts';
import type { Subscription } from '../connection.ts';
import type { Json } from '../json.ts';
import type { Meaning, Protocol } from '../protocol.ts';
import { BinanceFrameReader } from './frame-reader.ts';

/** Binance takes 5 messages a second from a connection; a ping and a pong may be among them. */
const pauseMs = 350;
const streamsOfMessage = 200;
/** Sent each second, whatever the markets do. */
const canary = '!miniTicker@arr';

/** The best bid and ask of each market as it changes. */
export const binanceProtocol = (address: string, markets: readonly Instrument[]): Protocol => {
  const names = markets.map(({ base, quote }) => `${base}${quote}`);
  return {
    address: async () => address,
    greets: false,
    ping: null,
    subscriptions: subscriptionsTo(names.map((name) => `${name.toLowerCase()}@bookTicker`)),
    pauseMs,
    reader: new BinanceFrameReader(names),
    depth: 1,
    meaningOf,
  };
};

const meaningOf = ({ id, error, e }: Json): Meaning => {
  if (e === 'serverShutdown') return { kind: 'failure', reason: 'the exchange is about to close the connection' };
  if (error !== undefined) return { kind: 'failure', reason: `a subscription is refused: ${JSON.stringify(error)}` };
  return id === undefined ? { kind: 'nothing' } : { kind: 'acknowledged', id: String(id) };
};

const subscriptionsTo = (streams: readonly string[]): readonly Subscription[] =>
  Array.from({ length: Math.ceil(streams.length / streamsOfMessage) }, (_, place) => {
    const [from, to, id] = [place * streamsOfMessage, (place + 1) * streamsOfMessage, place + 1];
    const params = [...(place === 0 ? [canary] : []), ...streams.slice(from, to)];
    return { id: String(id), text: JSON.stringify({ method: 'SUBSCRIBE', params, id }), from, to };
  });
