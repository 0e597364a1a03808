import type { Clock } from '../../../packages/bot/src/model/clock.ts';
import { type Elapsed, since } from '../../../packages/bot/src/model/moment.ts';
import { createLocalMarket, type Level, type Listing, type LocalMarket } from './local-market.ts';
import { type Client, type LocalServer, startLocalServer } from './local-server.ts';

/**
 * An exchange on this machine that speaks KuCoin's public protocol, in the forms of the KuCoin Universal SDK of 2025-11: `welcome` before
 * anything, an `ack` with the id of its request, and `error` with `code` and `data` as a refusal; 429000 is too many requests.
 */
export type LocalKucoin = LocalServer & {
  /** Lists a further market, or one with other rules. */
  list(listing: Listing): void;
  delist(symbol: string): void;
  /** Replaces a book; it is sent with the next round of books, at most 100 ms later. */
  quote(symbol: string, bids: readonly Level[], asks: readonly Level[]): void;
  /** Changes levels of a book; size 0 removes one. */
  change(symbol: string, bids: readonly Level[], asks: readonly Level[]): void;
};

const limits = { topics: 300, topicsOfMessage: 100, messages: 100, withinMs: 10_000 };
const bookTopics = /^\/(spotMarket\/level2Depth5|market\/level2):/;
const nameOf = ({ base, quote }: Listing): string => `${base}-${quote}`;

/** `clock`: the exchange's time; left out, this machine's. */
export const startLocalKucoin = async (listings: readonly Listing[], clock?: Clock): Promise<LocalKucoin> => {
  const markets = new Map<string, LocalMarket>();
  const changed = new Set<string>();
  const tokens = new Set<string>();
  const sent = new WeakMap<Client, Elapsed[]>();
  const list = (listing: Listing): void => {
    const known = markets.get(nameOf(listing));
    if (known) known.listing = listing;
    else markets.set(nameOf(listing), createLocalMarket(listing));
  };
  for (const listing of listings) list(listing);

  const server = await startLocalServer((own) => {
    const { faults } = own;
    const bookOf = (query: URLSearchParams, limit: number): object => {
      const { updates, bids = [], asks = [] } = markets.get(query.get('symbol') ?? '')?.book(limit) ?? { updates: 0 };
      // As if it had been read before all of the updates that the socket has sent.
      return { time: own.now(), sequence: String(faults.isStale ? 1 : updates), bids, asks };
    };
    const answers: Record<string, (query: URLSearchParams) => unknown> = {
      '/api/v2/symbols': () => [...markets.values()].map(({ listing }) => symbolOf(nameOf(listing), listing)),
      '/api/v3/currencies': () => currenciesOf([...markets.values()]),
      '/api/v1/market/allTickers': () => ({ time: own.now(), ticker: [...markets].map(tickerOf) }),
      '/api/v1/timestamp': own.now,
      '/api/v1/market/orderbook/level2_20': (query) => bookOf(query, 20),
      '/api/v1/market/orderbook/level2_100': (query) => bookOf(query, 100),
      '/api/v1/bullet-public': () => {
        const token = `token-${own.requests.length}`;
        tokens.add(token);
        const endpoint = `${own.url.replace('http', 'ws')}/endpoint`;
        const instance = { endpoint, encrypt: true, protocol: 'websocket', pingInterval: 18_000, pingTimeout: 10_000 };
        return { token, instanceServers: [instance] };
      },
    };
    const subscribe = (client: Client, id: unknown, kind: string, topics: readonly string[]): void => {
      const refuse = (code: number, data: string) => own.reply(client, { id, type: 'error', code, data });
      const isUnknown = topics.some((topic) => bookTopics.test(topic) && !markets.has(topic.split(':')[1] ?? ''));
      if (faults.refusesStreams || isUnknown) refuse(404, `topic ${kind} is not found`);
      else if (topics.length > limits.topicsOfMessage) refuse(509, 'exceed max topics of one message');
      else if (client.topics.size + topics.length > limits.topics) refuse(509, 'exceed max subscription count limit');
      else {
        for (const topic of topics) client.topics.add(topic);
        client.isDeaf = faults.isDeaf;
        own.reply(client, { id, type: 'ack' });
      }
    };
    return {
      refusal: { code: '429000', msg: 'Too many requests' },
      answer: (path, query) => {
        const answer = answers[path];
        const symbol = query.get('symbol');
        if (symbol !== null && !markets.has(symbol)) return { code: '900001', msg: 'symbol not exists' };
        return answer && { code: '200000', data: answer(query) };
      },
      greet: (client, path) => {
        const { searchParams } = new URL(path, 'http://local');
        if (tokens.delete(searchParams.get('token') ?? ''))
          own.reply(client, { id: searchParams.get('connectId'), type: 'welcome' });
        else {
          // A token that was used before has expired here, as it has there after a day.
          own.reply(client, { type: 'error', code: 401, data: 'token is expired' });
          client.socket.close(4_001);
        }
      },
      receive: (client, text) => {
        const at = own.clock.monotonic();
        const recent = [...(sent.get(client) ?? []).filter((before) => since(before, at) < limits.withinMs), at];
        sent.set(client, recent);
        if (recent.length > limits.messages) client.socket.close(4_000, 'too many messages');
        const { id, type, topic = '' } = JSON.parse(text);
        const [kind = '', names = ''] = String(topic).split(':');
        const topics = names.split(',').map((name) => `${kind}:${name}`);
        if (type === 'ping') own.reply(client, { id, type: 'pong', timestamp: 1_000 * own.now() });
        else if (type === 'subscribe') subscribe(client, id, kind, topics);
        else if (type === 'unsubscribe') {
          for (const one of topics) client.topics.delete(one);
          own.reply(client, { id, type: 'ack' });
        } else own.reply(client, { id, type: 'error', code: 415, data: 'type is not supported' });
      },
    };
  }, clock);

  const publish = (topic: string, subject: string, data: object): void =>
    server.publish(topic, () => ({ topic, type: 'message', subject, data }));
  /** All that has changed since the last message, as one of them. */
  const publishChanges = (symbol: string, market: LocalMarket): void => {
    const changes = market.takeChanges(server.now());
    if (changes === null) return;
    if (server.faults.lost > 0) {
      server.faults.lost--;
      return;
    }
    const { U: sequenceStart, u: sequenceEnd, E: time, b, a } = changes;
    const numbered = (levels: readonly Level[]) => levels.map((level) => [...level, String(sequenceEnd)]);
    const data = { changes: { asks: numbered(a), bids: numbered(b) }, sequenceEnd, sequenceStart, symbol, time };
    publish(`/market/level2:${symbol}`, 'trade.l2update', data);
  };
  server.every(100, () => {
    for (const name of changed) {
      const { bids, asks } = markets.get(name)?.book(5) ?? { bids: [], asks: [] };
      publish(`/spotMarket/level2Depth5:${name}`, 'level2', { asks, bids, timestamp: server.now() });
    }
    changed.clear();
    for (const [name, market] of markets) publishChanges(name, market);
    const ticker = { bestAsk: '2', bestAskSize: '1', bestBid: '1', bestBidSize: '1', sequence: '1' };
    publish('/market/ticker:BTC-USDT', 'trade.ticker', { ...ticker, time: server.now() });
  });
  return Object.assign(server, {
    list,
    delist: (symbol: string) => void markets.delete(symbol),
    quote: (symbol: string, bids: readonly Level[], asks: readonly Level[]) => {
      markets.get(symbol)?.set(bids, asks);
      changed.add(symbol);
    },
    change: (symbol: string, bids: readonly Level[], asks: readonly Level[]) => {
      markets.get(symbol)?.change(bids, asks);
      changed.add(symbol);
    },
  });
};

const currenciesOf = (markets: readonly LocalMarket[]): object[] => {
  const names = new Set(markets.flatMap(({ listing: { base, quote } }) => [base, quote]));
  return [...names].map((currency) => ({
    ...{ currency, name: currency, fullName: currency, precision: 8, confirms: null, contractAddress: null },
    ...{ isMarginEnabled: false, isDebitEnabled: false, chains: null },
  }));
};
const tickerOf = ([symbol, market]: readonly [string, LocalMarket]): object => {
  const { bids, asks } = market.book(1);
  const [[buy, bestBidSize] = [null, null], [sell, bestAskSize] = [null, null]] = [bids[0], asks[0]];
  return {
    ...{ symbol, symbolName: symbol, buy, bestBidSize, sell, bestAskSize, last: buy },
    ...{ takerFeeRate: '0.001', makerFeeRate: '0.001', takerCoefficient: '1', makerCoefficient: '1' },
  };
};
const symbolOf = (symbol: string, { base, quote, tick, lot, minNotional, status }: Listing): object => ({
  ...{ symbol, name: symbol, baseCurrency: base, quoteCurrency: quote, feeCurrency: quote, market: quote },
  ...{ baseMinSize: lot, quoteMinSize: '0.1', baseMaxSize: '10000000000', quoteMaxSize: '99999999' },
  ...{ baseIncrement: lot, quoteIncrement: tick, priceIncrement: tick, priceLimitRate: '0.1', minFunds: minNotional },
  ...{ isMarginEnabled: false, enableTrading: status === 'TRADING', feeCategory: 1 },
  ...{ makerFeeCoefficient: '1.00', takerFeeCoefficient: '1.00', st: false, callauctionIsEnabled: false },
});
