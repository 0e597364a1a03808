import { krakenFacts } from '../../../market/facts/kraken.ts';
import type { Instrument } from '../../../model/instrument.ts';
import { isObject, type Json } from '../json.ts';
import { type Meaning, type Protocol, partsOf } from '../protocol.ts';
import { checkedDepth } from './checksum.ts';
import { KrakenFrameReader } from './frame-reader.ts';
import { canary } from './parsed-frame.ts';

const { pauseMs, marketsOfMessage } = krakenFacts.limits;

/** An answer repeats it; a refusal names the market alone, not the channel. */
const canaryRequest = 1;

/** The best ten levels of each market, with their changes and a checksum of each. `ponged` gets each answer to a ping. */
export const krakenProtocol = (
  address: string,
  markets: readonly Instrument[],
  ponged: (pong: Json) => void,
): Protocol => {
  const names = markets.map(({ base, quote }) => `${base}/${quote}`);
  const subscriptionOf = (from: number) => ({ id: `book:${names[from]}`, from, to: from + 1 });
  return {
    address: async () => address,
    greets: false,
    ping: JSON.stringify({ method: 'ping' }),
    requests: [
      request('subscribe', { channel: canary.channel, symbol: [canary.symbol], event_trigger: 'bbo' }, canaryRequest),
      ...partsOf(names.length, marketsOfMessage).map(({ from, to }) => bookRequest('subscribe', names.slice(from, to))),
      request('subscribe', { channel: statesChannel, snapshot: true }),
    ],
    // Each market is acknowledged, or refused, by itself.
    subscriptions: [
      { id: `${canary.channel}:${canary.symbol}`, from: 0, to: 0 },
      ...names.map((_, from) => subscriptionOf(from)),
    ],
    pauseMs,
    reader: new KrakenFrameReader(names),
    depth: checkedDepth,
    meaningOf: (control) => {
      if (control.method === 'pong') ponged(control);
      return meaningOf(control);
    },
    // A snapshot is sent at the beginning of a subscription alone.
    again: (market) => {
      const symbols = names.slice(market, market + 1);
      const requests = [bookRequest('unsubscribe', symbols), bookRequest('subscribe', symbols)];
      return { requests, subscription: subscriptionOf(market) };
    },
  };
};

const request = (method: string, params: object, req_id?: number): string => JSON.stringify({ method, params, req_id });
const bookRequest = (method: string, symbol: readonly string[]): string =>
  request(method, { channel: 'book', symbol, depth: checkedDepth });

/** The channel that reports the states of markets. */
const statesChannel = 'instrument';

const meaningOf = ({ channel, data, method, success, result, error, symbol, req_id }: Json): Meaning => {
  if (channel === 'status') {
    const [{ system = 'unknown' } = {}] = Array.isArray(data) ? data : [];
    return system === 'online' ? { kind: 'nothing' } : { kind: 'failure', reason: `the exchange is in ${system}` };
  }
  if (channel === statesChannel)
    return { kind: 'states', markets: isObject(data) && Array.isArray(data.pairs) ? data.pairs.flatMap(stateOf) : [] };
  if (method === 'subscribe' && success === true && isObject(result))
    return { kind: 'acknowledged', ids: [`${result.channel}:${result.symbol}`] };
  // That a book which is not subscribed to cannot be unsubscribed from does no harm.
  if (method === 'unsubscribe' || channel === 'heartbeat') return { kind: 'nothing' };
  if (error === undefined) return { kind: method === 'pong' ? 'nothing' : 'unknown' };
  const reason = `the exchange says: ${String(error).slice(0, 200)}`;
  const asked = req_id === canaryRequest ? canary.channel : 'book';
  return typeof symbol === 'string'
    ? { kind: 'refused', id: `${asked}:${symbol}`, reason }
    : { kind: 'failure', reason };
};

/** The state of a pair; none where it has neither name nor status. */
const stateOf = (pair: unknown) =>
  isObject(pair) && typeof pair.symbol === 'string' && typeof pair.status === 'string'
    ? [{ symbol: pair.symbol, halted: pair.status === 'online' ? null : pair.status }]
    : [];
