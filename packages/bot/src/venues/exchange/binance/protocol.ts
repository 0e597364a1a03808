import type { Instrument } from '../../../model/instrument.ts';
import type { Json } from '../json.ts';
import { type Meaning, type Protocol, partsOf } from '../protocol.ts';
import { BinanceFrameReader } from './frame-reader.ts';

/** Binance takes 5 messages a second from a connection; a ping and a pong may be among them. */
const pauseMs = 350;
const streamsOfMessage = 200;
/** Sent each second, whatever the markets do. */
const canary = '!miniTicker@arr';

/** The best bid and ask of each market as it changes. */
export const binanceProtocol = (address: string, markets: readonly Instrument[]): Protocol => {
  const names = markets.map(({ base, quote }) => `${base}${quote}`);
  const streams = names.map((name) => `${name.toLowerCase()}@bookTicker`);
  const parts = partsOf(names.length, streamsOfMessage);
  return {
    address: async () => address,
    greets: false,
    ping: null,
    requests: parts.map(({ from, to }, place) => {
      const params = [...(place === 0 ? [canary] : []), ...streams.slice(from, to)];
      return JSON.stringify({ method: 'SUBSCRIBE', params, id: place + 1 });
    }),
    subscriptions: parts.map((part, place) => ({ id: String(place + 1), ...part })),
    pauseMs,
    reader: new BinanceFrameReader(names),
    depth: 1,
    meaningOf,
  };
};

const meaningOf = ({ id, error, e }: Json): Meaning => {
  if (e === 'serverShutdown') return { kind: 'failure', reason: 'the exchange is about to close the connection' };
  if (error !== undefined) return { kind: 'failure', reason: `a subscription is refused: ${JSON.stringify(error)}` };
  return id === undefined ? { kind: 'nothing' } : { kind: 'acknowledged', ids: [String(id)] };
};
