import type { Clock } from '../../../packages/bot/src/model/clock.ts';
import { createLocalMarket, type Level, type Listing, type LocalMarket } from './local-market.ts';
import { type Client, type LocalServer, startLocalServer } from './local-server.ts';

/**
 * An exchange on this machine that speaks OKX's public protocol, in the forms of its API v5 as ccxt 4.5.84 of 2026-09-25 quotes them: one
 * `subscribe` event for each argument, `error` with a code as a refusal (60018: no such channel or market, 60012: no such request), a text
 * `pong`, code 50011 for too many requests.
 */
export type LocalOkx = LocalServer & {
  /** Lists a further market, or one with other rules. */
  list(listing: Listing): void;
  delist(symbol: string): void;
  /** Replaces a book; it is sent with the next round of books, at most 100 ms later. */
  quote(symbol: string, bids: readonly Level[], asks: readonly Level[]): void;
};

const limits = { bytes: 65_536, requests: 480 };
const nameOf = ({ base, quote }: Listing): string => `${base}-${quote}`;

/** `clock`: the exchange's time; left out, this machine's. */
export const startLocalOkx = async (listings: readonly Listing[], clock?: Clock): Promise<LocalOkx> => {
  const markets = new Map<string, LocalMarket>();
  const changed = new Set<string>();
  const asked = new WeakMap<Client, number>();
  const list = (listing: Listing): void => {
    const known = markets.get(nameOf(listing));
    if (known) known.listing = listing;
    else markets.set(nameOf(listing), createLocalMarket(listing));
  };
  for (const listing of listings) list(listing);
  /** Price, size, a zero, and how many orders there are. */
  const rows = (levels: readonly Level[]): string[][] => levels.map(([price, size]) => [price, size, '0', '2']);
  const bookOf = (name: string | null, limit: number, now: number): object | null => {
    const market = markets.get(name ?? '');
    if (market === undefined) return null;
    const { bids, asks, updates } = market.book(limit);
    return { asks: rows(asks), bids: rows(bids), ts: String(now), seqId: updates };
  };

  const server = await startLocalServer((own) => {
    const data = (rowsOf: readonly (object | null)[]): object => {
      if (!rowsOf.includes(null)) return { code: '0', msg: '', data: rowsOf };
      return { code: '51001', msg: 'Instrument ID does not exist', data: [] };
    };
    const subscribe = (client: Client, { channel, instId }: { channel: string; instId: string }): void => {
      const connId = 'a4d3ae55';
      if (channel === 'instruments') {
        const arg = { channel, instType: 'SPOT' };
        client.topics.add(channel);
        own.reply(client, { event: 'subscribe', arg, connId });
        own.reply(client, { arg, data: [...markets].map(([name, { listing }]) => instrumentOf(name, listing)) });
        return;
      }
      // A ticker is served of any market: it is what every connection lives by.
      if (channel !== 'tickers' && (own.faults.refusesStreams || !markets.has(instId))) {
        const msg = `Wrong URL or channel:${channel},instId:${instId} doesn't exist. Please use the correct URL.`;
        own.reply(client, { event: 'error', code: '60018', msg, connId });
        return;
      }
      client.topics.add(`${channel}:${instId}`);
      client.isDeaf = own.faults.isDeaf;
      own.reply(client, { event: 'subscribe', arg: { channel, instId }, connId });
      if (channel === 'books5' && (markets.get(instId)?.book(1).bids.length ?? 0) > 0) changed.add(instId);
    };
    return {
      refusal: { code: '50011', msg: 'Too Many Requests', data: [] },
      answer: (path, query) => {
        if (path === '/api/v5/public/time') return data([{ ts: String(own.now()) }]);
        if (path === '/api/v5/public/instruments')
          return data([...markets].map(([name, { listing }]) => instrumentOf(name, listing)));
        if (path === '/api/v5/market/books')
          return data([bookOf(query.get('instId'), Number(query.get('sz')), own.now())]);
        return undefined;
      },
      receive: (client, text) => {
        if (text === 'ping') {
          own.reply(client, 'pong');
          return;
        }
        asked.set(client, (asked.get(client) ?? 0) + 1);
        if (text.length > limits.bytes || (asked.get(client) ?? 0) > limits.requests) client.socket.close(4_004);
        const { op, args } = JSON.parse(text);
        if (op === 'subscribe') for (const arg of args) subscribe(client, arg);
        else own.reply(client, { event: 'error', code: '60012', msg: `Invalid request: ${text}`, connId: 'a4d3ae55' });
      },
    };
  }, clock);
  server.every(100, () => {
    for (const instId of changed) {
      const row = bookOf(instId, 5, server.now());
      server.publish(`books5:${instId}`, () => ({ arg: { channel: 'books5', instId }, data: [row] }));
    }
    changed.clear();
    const arg = { channel: 'tickers', instId: 'BTC-USDT' };
    const ticker = { ...arg, last: '1', bidPx: '1', bidSz: '1', askPx: '2', askSz: '1', ts: String(server.now()) };
    server.publish('tickers:BTC-USDT', () => ({ arg, data: [ticker] }));
  });
  return Object.assign(server, {
    list: (listing: Listing) => {
      list(listing);
      const data = [instrumentOf(nameOf(listing), listing)];
      server.publish('instruments', () => ({ arg: { channel: 'instruments', instType: 'SPOT' }, data }));
    },
    delist: (symbol: string) => void markets.delete(symbol),
    quote: (symbol: string, bids: readonly Level[], asks: readonly Level[]) => {
      markets.get(symbol)?.set(bids, asks);
      changed.add(symbol);
    },
  });
};

const instrumentOf = (instId: string, { base, quote, tick, lot, status }: Listing): object => ({
  ...{ instType: 'SPOT', instId, baseCcy: base, quoteCcy: quote, tickSz: tick, lotSz: lot, minSz: lot },
  ...{ maxLmtSz: '9999999999', maxMktSz: '', maxLmtAmt: '20000000', lever: '', listTime: '1548133413000' },
  ...{ tradeQuoteCcyList: [quote], groupId: '1' },
  ...{ state: status === 'TRADING' ? 'live' : 'suspend', ruleType: 'normal' },
});
