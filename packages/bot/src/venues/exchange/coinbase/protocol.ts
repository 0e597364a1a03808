import { coinbaseHalts } from '../../../market/exchange-lists.ts';
import { coinbaseFacts } from '../../../market/facts/coinbase.ts';
import type { Instrument } from '../../../model/instrument.ts';
import { isObject, type Json } from '../json.ts';
import { type Meaning, type Protocol, partsOf } from '../protocol.ts';
import { CoinbaseFrameReader } from './frame-reader.ts';
import { statesChannel } from './parsed-frame.ts';

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
      ...['level2', statesChannel].flatMap((channel) =>
        partsOf(names.length, marketsOfMessage).map(({ from, to }) =>
          JSON.stringify({ type: 'subscribe', product_ids: names.slice(from, to), channel }),
        ),
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
const meaningOf = ({ type, message, channel, events }: Json): Meaning => {
  if (type === 'error') return { kind: 'failure', reason: `the exchange says: ${String(message).slice(0, 200)}` };
  const all: readonly unknown[] = Array.isArray(events) ? events : [];
  if (channel === statesChannel) return { kind: 'states', markets: all.flatMap(statesIn) };
  const [event] = all;
  const active = isObject(event) && isObject(event.subscriptions) ? event.subscriptions.level2 : undefined;
  return Array.isArray(active) ? { kind: 'acknowledged', ids: active.map(String) } : { kind: 'nothing' };
};

const statesIn = (event: unknown) =>
  isObject(event) && Array.isArray(event.products) ? event.products.flatMap(stateOf) : [];

/** The state of a product; none where it has neither name nor status. */
const stateOf = (product: unknown) => {
  if (!isObject(product) || typeof product.id !== 'string' || typeof product.status !== 'string') return [];
  const flag = coinbaseHalts.find((name) => product[name] === true) ?? null;
  return [{ symbol: product.id.replace('-', '/'), halted: product.status === 'online' ? flag : product.status }];
};
