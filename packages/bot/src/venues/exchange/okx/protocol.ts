import { okxFacts } from '../../../market/facts/okx.ts';
import type { Instrument } from '../../../model/instrument.ts';
import { isObject, type Json } from '../json.ts';
import { type Meaning, type Protocol, partsOf } from '../protocol.ts';
import { OkxFrameReader } from './frame-reader.ts';
import { bookChannel, canary, statesChannel } from './parsed-frame.ts';

const { pauseMs, marketsOfMessage } = okxFacts.limits;

/** The best five levels of each market, whole, at most every 100 ms. */
export const okxProtocol = (address: string, markets: readonly Instrument[]): Protocol => {
  const names = markets.map(({ base, quote }) => `${base}-${quote}`);
  return {
    address: async () => address,
    greets: false,
    ping: 'ping',
    requests: [
      subscribe([canary]),
      ...partsOf(names.length, marketsOfMessage).map(({ from, to }) =>
        subscribe(names.slice(from, to).map((instId) => ({ channel: bookChannel, instId }))),
      ),
      subscribe([{ channel: statesChannel, instType: 'SPOT' }]),
    ],
    // Each argument is acknowledged, or refused, by itself.
    subscriptions: [
      { id: idOf(canary), from: 0, to: 0 },
      ...names.map((instId, from) => ({ id: idOf({ channel: bookChannel, instId }), from, to: from + 1 })),
    ],
    pauseMs,
    reader: new OkxFrameReader(names),
    depth: 5,
    meaningOf,
  };
};

const subscribe = (args: readonly object[]): string => JSON.stringify({ op: 'subscribe', args });
const idOf = ({ channel, instId }: Json): string => `${String(channel)}:${String(instId)}`;

const meaningOf = ({ event, arg, msg, code, data }: Json): Meaning => {
  if (event === undefined && Array.isArray(data)) return { kind: 'states', markets: data.flatMap(stateOf) };
  if (event === 'subscribe' && isObject(arg)) return { kind: 'acknowledged', ids: [idOf(arg)] };
  if (event === 'notice') return { kind: 'failure', reason: 'the exchange is about to close the connection' };
  if (event !== 'error') return { kind: event === 'pong' || event === 'unsubscribe' ? 'nothing' : 'unknown' };
  const reason = `the exchange says: ${String(msg).slice(0, 200)}`;
  const [, channel, instId] = /channel:(\S+?),instId:(\S+?)[,. ]/.exec(String(msg)) ?? [];
  // 60018: there is no such channel or market.
  return code === '60018' && channel !== undefined
    ? { kind: 'refused', id: idOf({ channel, instId }), reason }
    : { kind: 'failure', reason };
};

/** The state of a row of instruments; none where it has neither name nor state. */
const stateOf = (row: unknown) =>
  isObject(row) && typeof row.instId === 'string' && typeof row.state === 'string'
    ? [{ symbol: row.instId.replace('-', '/'), halted: row.state === 'live' ? null : row.state }]
    : [];
