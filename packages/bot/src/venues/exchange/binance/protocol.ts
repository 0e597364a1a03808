import { binanceFacts } from '../../../market/facts/binance.ts';
import type { Instrument } from '../../../model/instrument.ts';
import type { Json } from '../json.ts';
import { type Meaning, type Protocol, partsOf } from '../protocol.ts';
import { BinanceFrameReader } from './frame-reader.ts';

const { pauseMs, marketsOfMessage: streamsOfMessage } = binanceFacts.limits;

/** Levels a side of books joined from changes, and how many of them a connection has beside its other streams. */
const deepDepth = 20;
const mostDeep = 150;
/** Above the ids of all other requests. */
const firstDeepId = 1_000;
/** Sent each second, whatever the markets do. */
const canary = '!miniTicker@arr';

/** The best bid and ask of each market as it changes. */
export const binanceProtocol = (address: string, markets: readonly Instrument[]): Protocol => {
  const names = markets.map(({ base, quote }) => `${base}${quote}`);
  const streams = names.map((name) => `${name.toLowerCase()}@bookTicker`);
  const parts = partsOf(names.length, streamsOfMessage);
  let asked = 0;
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
    deep: {
      depth: deepDepth,
      most: mostDeep,
      change: (add, drop) => {
        const id = firstDeepId + ++asked;
        const request = (method: string, places: readonly number[]): string[] =>
          places.length === 0
            ? []
            : [
                JSON.stringify({
                  method,
                  params: places.map((place) => `${names[place]?.toLowerCase()}@depth@100ms`),
                  id,
                }),
              ];
        const requests = [...request('UNSUBSCRIBE', drop), ...request('SUBSCRIBE', add)];
        return { requests, subscription: { id: String(id), from: 0, to: 0 } };
      },
    },
    meaningOf,
  };
};

/** A result of null is the only success; refusals carry a code, some of them without an id, or an error. */
const meaningOf = ({ e, id, ...answer }: Json): Meaning => {
  if (e === 'serverShutdown') return { kind: 'failure', reason: 'the exchange is about to close the connection' };
  const isRefusal = 'error' in answer || 'code' in answer;
  if (id === undefined && !isRefusal) return { kind: 'unknown' };
  return answer.result === null && !isRefusal
    ? { kind: 'acknowledged', ids: [String(id)] }
    : { kind: 'failure', reason: `a subscription is refused: ${JSON.stringify(answer.error ?? answer)}` };
};
