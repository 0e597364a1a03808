import { kucoinFacts } from '../../../market/facts/kucoin.ts';
import type { Instrument } from '../../../model/instrument.ts';
import { isObject, type Json, parsed } from '../json.ts';
import { type Meaning, type Protocol, partsOf } from '../protocol.ts';
import type { Rest } from '../rest.ts';
import { KucoinFrameReader } from './frame-reader.ts';
import { bookTopic, canaryTopic, changesTopic } from './parsed-frame.ts';

const { pauseMs, marketsOfMessage } = kucoinFacts.limits;

/** Levels a side of books joined from changes, and how many of them a connection has beside its other topics. */
const deepDepth = 20;
const mostDeep = 50;
/** Until an address to connect to is answered, in ms. */
const patienceMs = 10_000;

/** The best five levels of each market, whole, at most every 100 ms. */
export const kucoinProtocol = (rest: Rest, markets: readonly Instrument[]): Protocol => {
  const names = markets.map(({ base, quote }) => `${base}-${quote}`);
  const parts = partsOf(names.length, marketsOfMessage);
  let asked = 0;
  return {
    // A token is good for one day: each connection has one of its own.
    address: async () => addressIn(await rest.post('/api/v1/bullet-public', patienceMs)),
    greets: true,
    ping: JSON.stringify({ id: 'ping', type: 'ping' }),
    requests: [
      subscribe('canary', canaryTopic),
      ...parts.map(({ from, to }, place) =>
        subscribe(String(place + 1), `${bookTopic}${names.slice(from, to).join(',')}`),
      ),
    ],
    subscriptions: [
      { id: 'canary', from: 0, to: 0 },
      ...parts.map((part, place) => ({ id: String(place + 1), ...part })),
    ],
    pauseMs,
    reader: new KucoinFrameReader(names),
    depth: 5,
    deep: {
      depth: deepDepth,
      most: mostDeep,
      change: (add, drop) => {
        const id = `changes-${++asked}`;
        const request = (type: string, places: readonly number[]): string[] => {
          const topic = `${changesTopic}${places.map((place) => names[place]).join(',')}`;
          return places.length === 0 ? [] : [JSON.stringify({ id, type, topic, response: true })];
        };
        const requests = [...request('unsubscribe', drop), ...request('subscribe', add)];
        return { requests, subscription: { id, from: 0, to: 0 } };
      },
    },
    meaningOf,
  };
};

const addressIn = (text: string): string => {
  const answer = parsed(text);
  const data = isObject(answer) && isObject(answer.data) ? answer.data : {};
  const [server] = Array.isArray(data.instanceServers) ? data.instanceServers : [];
  if (!isObject(server) || typeof server.endpoint !== 'string' || typeof data.token !== 'string')
    throw new Error('names no server for market data');
  return `${server.endpoint}?${new URLSearchParams({ token: data.token, connectId: 'triquad' })}`;
};

const meaningOf = ({ type, id, data }: Json): Meaning => {
  if (type === 'welcome') return { kind: 'welcome' };
  if (type === 'ack') return { kind: 'acknowledged', ids: [String(id)] };
  if (type === 'error') return { kind: 'failure', reason: `the exchange says: ${String(data).slice(0, 200)}` };
  return { kind: type === 'pong' ? 'nothing' : 'unknown' };
};

const subscribe = (id: string, topic: string): string =>
  JSON.stringify({ id, type: 'subscribe', topic, response: true });
