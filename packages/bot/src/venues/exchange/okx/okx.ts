import { addressesOf } from '../../../market/facts/addresses.ts';
import { okxFacts } from '../../../market/facts/okx.ts';
import { booksIn, fieldsOf, timeIn } from '../answers.ts';
import type { ExchangeDialect, FeedOptions } from '../exchange-feed.ts';
import { isObject, type Json } from '../json.ts';
import { createRest, type RestAnswer } from '../rest.ts';
import { okxProtocol } from './protocol.ts';

/** OKX: the best five levels of each market, whole, at most every 100 ms. */
export const okx = ({ clock, place }: FeedOptions): ExchangeDialect => {
  const addresses = addressesOf('okx', place);
  // Its code for too many requests may come with any status. It counts each kind of public call by itself.
  const isRefusal = ({ text }: RestAnswer): boolean => text.length < 1_000 && fieldsOf(text).code === '50011';
  const rest = createRest(`${addresses.rest}/api/v5`, clock, { isRefusal });
  const stream = `${addresses.stream}/ws/v5/public`;
  return {
    name: 'okx',
    clock,
    list: async (timeoutMs) => {
      const text = await rest.get('/public/instruments?instType=SPOT', timeoutMs);
      rowOf(text);
      return text;
    },
    time: async (timeoutMs) => timeIn(Number(rowOf(await rest.get('/public/time', timeoutMs)).ts)),
    book: async ({ base, quote }, timeoutMs) =>
      booksIn(rowOf(await rest.get(`/market/books?instId=${base}-${quote}&sz=5`, timeoutMs))),
    isUnknownMarket: (reason) => /answers 51001/.test(reason),
    protocolOf: (markets) => okxProtocol(stream, markets),
    marketsOfConnection: okxFacts.limits.marketsOfConnection,
    mostConnections: okxFacts.limits.mostConnections,
  };
};

/** The first row of an answer, empty where there is none. @throws Error with what the exchange says where it gives none. */
const rowOf = (text: string): Json => {
  const { code, msg, data } = fieldsOf(text);
  if (code !== '0') throw new Error(`answers ${String(code)}: ${String(msg).slice(0, 200)}`);
  const [row] = Array.isArray(data) ? data : [];
  return isObject(row) ? row : {};
};
