import { coinbaseFacts } from '../../../market/facts/coinbase.ts';
import type { Instrument } from '../../../model/instrument.ts';
import { isObject, type Json } from '../json.ts';
import { type Meaning, type Protocol, partsOf } from '../protocol.ts';
import { CoinbaseFrameReader } from './frame-reader.ts';

const { pauseMs, marketsOfMessage } = coinbaseFacts.limits;

const depth = 20;

/** Each market's whole book, then its changes: all messages of the connection are numbered. */
export const coinbaseProtocol = (address: string, markets: readonly Instrument[]): Protocol => {
  const names = markets.map(({ base, quote }) => `${base}-${quote}`);
  const reader = new CoinbaseFrameReader(names);
  return {
    address: async () => {
      // Each connection numbers its own messages.
      reader.restart();
      return address;
    },
    greets: false,
    ping: null,
    requests: [
      JSON.stringify({ type: 'subscribe', channel: 'heartbeats' }),
      ...partsOf(names.length, marketsOfMessage).map(({ from, to }) =>
        JSON.stringify({ type: 'subscribe', product_ids: names.slice(from, to), channel: 'level2' }),
      ),
    ],
    subscriptions: names.map((name, from) => ({ id: name, from, to: from + 1 })),
    pauseMs,
    reader,
    depth,
    meaningOf,
  };
};

/** The answer to a subscription names everything that is now subscribed to. */
const meaningOf = ({ type, message, events }: Json): Meaning => {
  if (type === 'error') return { kind: 'failure', reason: `the exchange says: ${String(message).slice(0, 200)}` };
  const [event] = Array.isArray(events) ? events : [];
  const active = isObject(event) && isObject(event.subscriptions) ? event.subscriptions.level2 : undefined;
  return Array.isArray(active) ? { kind: 'acknowledged', ids: active.map(String) } : { kind: 'nothing' };
};
