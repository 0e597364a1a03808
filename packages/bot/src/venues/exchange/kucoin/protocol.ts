import type { Instrument } from '../../../model/instrument.ts';
import type { Subscription } from '../connection.ts';
import { isObject, type Json, parsed } from '../json.ts';
import type { Meaning, Protocol } from '../protocol.ts';
import type { Rest } from '../rest.ts';
import { KucoinFrameReader } from './frame-reader.ts';
import { bookTopic, canaryTopic } from './parsed-frame.ts';

/** KuCoin takes 100 messages in 10 s from a connection. */
const pauseMs = 150;
const marketsOfMessage = 100;
/** Until an address to connect to is answered, in ms. */
const patienceMs = 10_000;

/** The best five levels of each market, whole, at most every 100 ms. */
export const kucoinProtocol = (rest: Rest, markets: readonly Instrument[]): Protocol => {
  const names = markets.map(({ base, quote }) => `${base}-${quote}`);
  return {
    // A token is good for one day: each connection has one of its own.
    address: async () => addressIn(await rest.post('/api/v1/bullet-public', patienceMs)),
    greets: true,
    ping: JSON.stringify({ id: 'ping', type: 'ping' }),
    subscriptions: subscriptionsTo(names),
    pauseMs,
    reader: new KucoinFrameReader(names),
    depth: 5,
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
  if (type === 'ack') return { kind: 'acknowledged', id: String(id) };
  if (type === 'error') return { kind: 'failure', reason: `the exchange says: ${String(data).slice(0, 200)}` };
  return { kind: 'nothing' };
};

const subscriptionsTo = (names: readonly string[]): readonly Subscription[] => {
  const subscription = (id: string, topic: string, from: number, to: number): Subscription => {
    return { id, text: JSON.stringify({ id, type: 'subscribe', topic, response: true }), from, to };
  };
  const books = Array.from({ length: Math.ceil(names.length / marketsOfMessage) }, (_, place) => {
    const [from, to] = [place * marketsOfMessage, (place + 1) * marketsOfMessage];
    return subscription(String(place + 1), `${bookTopic}${names.slice(from, to).join(',')}`, from, to);
  });
  return [subscription('canary', canaryTopic, 0, 0), ...books];
};
