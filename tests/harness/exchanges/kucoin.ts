import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { type Faults, noFaults } from './faults.ts';
import { createLocalMarket, type Level, type Listing, type LocalMarket } from './local-market.ts';

/** An exchange on this machine that speaks KuCoin's public protocol, at one address for HTTP and sockets. */
export type LocalKucoin = AsyncDisposable & {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  readonly faults: Faults;
  /** What was asked for over HTTP, in order. */
  readonly requests: readonly string[];
  /** Lists a further market, or one with other rules. */
  list(listing: Listing): void;
  delist(symbol: string): void;
  /** Replaces a book; it is sent with the next round of books, at most 100 ms later. */
  quote(symbol: string, bids: readonly Level[], asks: readonly Level[]): void;
  /** Changes levels of a book; size 0 removes one. */
  change(symbol: string, bids: readonly Level[], asks: readonly Level[]): void;
  /** Sends a message to everybody. */
  announce(message: object): void;
  /** Closes every connection, without a word. */
  reset(): void;
  /** Topics of each connection. */
  topics(): number[];
};

type Client = { readonly socket: WebSocket; readonly topics: Set<string>; isDeaf: boolean; sent: number[] };

const limits = { topics: 300, topicsOfMessage: 100, messages: 100, withinMs: 10_000 };
const depthTopic = '/spotMarket/level2Depth5:';

export const startLocalKucoin = async (listings: readonly Listing[]): Promise<LocalKucoin> => {
  const faults = noFaults();
  const markets = new Map<string, LocalMarket>();
  const changed = new Set<string>();
  const clients = new Set<Client>();
  const tokens = new Set<string>();
  const requests: string[] = [];
  const now = (): number => Date.now() + faults.skewMs;
  const nameOf = ({ base, quote }: Listing): string => `${base}-${quote}`;
  const list = (listing: Listing): void => {
    const known = markets.get(nameOf(listing));
    if (known) known.listing = listing;
    else markets.set(nameOf(listing), createLocalMarket(listing));
  };
  for (const listing of listings) list(listing);

  const bookOf = (query: URLSearchParams, limit: number): object => {
    const { updates, bids = [], asks = [] } = markets.get(query.get('symbol') ?? '')?.book(limit) ?? { updates: 0 };
    // As if it had been read before all of the updates that the socket has sent.
    return { time: now(), sequence: String(faults.isStale ? 1 : updates), bids, asks };
  };
  const answers: Record<string, (query: URLSearchParams) => unknown> = {
    'GET /api/v2/symbols': () => [...markets.values()].map(({ listing }) => symbolOf(nameOf(listing), listing)),
    'GET /api/v1/timestamp': now,
    'GET /api/v1/market/orderbook/level2_20': (query) => bookOf(query, 20),
    'GET /api/v1/market/orderbook/level2_100': (query) => bookOf(query, 100),
    'POST /api/v1/bullet-public': () => {
      const token = `token-${requests.length}`;
      tokens.add(token);
      const server = { endpoint: `${url.replace('http', 'ws')}/endpoint`, encrypt: true, protocol: 'websocket' };
      return { token, instanceServers: [{ ...server, pingInterval: 18_000, pingTimeout: 10_000 }] };
    },
  };
  const receive = ({ method, url: path = '' }: IncomingMessage, response: ServerResponse): void => {
    requests.push(`${method} ${path}`);
    if (faults.isSilent) return;
    const send = (status: number, type: string, text: string, headers: Record<string, string> = {}): void => {
      response.writeHead(status, { 'Content-Type': type, ...headers });
      response.end(text);
    };
    const { refusal, page } = faults;
    const { pathname, searchParams } = new URL(path, 'http://local');
    const answer = answers[`${method} ${pathname}`];
    if (page !== null) send(page, 'text/html', '<html><body>Error 1015</body></html>');
    else if (refusal !== null) {
      const headers = { 'Retry-After': String(refusal.seconds) };
      send(refusal.status, 'application/json', '{"code":"429000","msg":"Too many requests"}', headers);
    } else if (answer === undefined) send(404, 'application/json', '{"code":"404","msg":"Not Found"}');
    else send(200, 'application/json', JSON.stringify({ code: '200000', data: answer(searchParams) }));
  };

  const subscribe = (client: Client, id: unknown, topic: string): void => {
    const [kind = '', names = ''] = topic.split(':');
    const error = (code: number, data: string) => client.socket.send(JSON.stringify({ id, type: 'error', code, data }));
    const topics = names.split(',').map((name) => `${kind}:${name}`);
    if (faults.refusesStreams) error(404, `topic ${kind} is not found`);
    else if (topics.length > limits.topicsOfMessage) error(509, 'exceed max topics of one message');
    else if (client.topics.size + topics.length > limits.topics) error(509, 'exceed max subscription count limit');
    else {
      for (const one of topics) client.topics.add(one);
      client.isDeaf = faults.isDeaf;
      client.socket.send(JSON.stringify({ id, type: 'ack' }));
    }
  };
  const unsubscribe = (client: Client, id: unknown, topic: string): void => {
    const [kind = '', names = ''] = topic.split(':');
    for (const name of names.split(',')) client.topics.delete(`${kind}:${name}`);
    client.socket.send(JSON.stringify({ id, type: 'ack' }));
  };
  const hear = (client: Client, text: string): void => {
    const at = performance.now();
    client.sent = [...client.sent.filter((before) => at - before < limits.withinMs), at];
    if (client.sent.length > limits.messages) client.socket.close(4_000, 'too many messages');
    if (faults.isSilent) return;
    const { id, type, topic } = JSON.parse(text);
    if (type === 'ping') client.socket.send(JSON.stringify({ id, type: 'pong', timestamp: 1_000 * now() }));
    else if (type === 'subscribe') subscribe(client, id, String(topic));
    else if (type === 'unsubscribe') unsubscribe(client, id, String(topic));
    else client.socket.send(JSON.stringify({ id, type: 'error', code: 415, data: 'type is not supported' }));
  };
  const publish = (topic: string, message: object): void => {
    const text = JSON.stringify(message);
    for (const { socket, topics, isDeaf } of clients) {
      if (faults.isSilent || isDeaf || !topics.has(topic)) continue;
      if (faults.delayMs > 0) setTimeout(() => socket.send(text), faults.delayMs).unref();
      else socket.send(text);
    }
  };

  /** All that has changed since the last message, as one of them. */
  const publishChanges = (symbol: string, market: LocalMarket): void => {
    const changes = market.takeChanges(now());
    if (changes === null) return;
    if (faults.lost > 0) {
      faults.lost--;
      return;
    }
    const topic = `/market/level2:${symbol}`;
    const { U: sequenceStart, u: sequenceEnd, E: time, b, a } = changes;
    const numbered = (levels: readonly Level[]) => levels.map((level) => [...level, String(sequenceEnd)]);
    const data = { changes: { asks: numbered(a), bids: numbered(b) }, sequenceEnd, sequenceStart, symbol, time };
    publish(topic, { topic, type: 'message', subject: 'trade.l2update', data });
  };

  const http = createServer(receive);
  const sockets = new WebSocketServer({ server: http, verifyClient: () => !faults.refusesSockets, autoPong: false });
  sockets.on('connection', (socket, request) => {
    const token = new URL(request.url ?? '', 'http://local').searchParams.get('token') ?? '';
    // A token that was used before has expired here, as it has there after a day.
    if (!tokens.delete(token)) {
      socket.send(JSON.stringify({ type: 'error', code: 401, data: 'token is expired' }));
      socket.close(4_001);
      return;
    }
    const client: Client = { socket, topics: new Set(), isDeaf: false, sent: [] };
    clients.add(client);
    socket.on('close', () => clients.delete(client));
    socket.on('message', (data) => hear(client, String(data)));
    if (!faults.isRude) socket.send(JSON.stringify({ id: 'welcome', type: 'welcome' }));
  });
  const books = setInterval(() => {
    for (const name of changed) {
      const topic = `${depthTopic}${name}`;
      const { bids, asks } = markets.get(name)?.book(5) ?? { bids: [], asks: [] };
      publish(topic, { topic, type: 'message', subject: 'level2', data: { asks, bids, timestamp: now() } });
    }
    changed.clear();
    for (const [name, market] of markets) publishChanges(name, market);
  }, 100);
  const tickers = setInterval(() => {
    const topic = '/market/ticker:BTC-USDT';
    const data = { bestAsk: '2', bestAskSize: '1', bestBid: '1', bestBidSize: '1', sequence: '1', time: now() };
    publish(topic, { topic, type: 'message', subject: 'trade.ticker', data });
  }, 100);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const reset = (): void => {
    for (const { socket } of clients) socket.terminate();
  };
  return {
    url,
    faults,
    requests,
    list,
    delist: (symbol) => void markets.delete(symbol),
    quote: (symbol, bids, asks) => {
      markets.get(symbol)?.set(bids, asks);
      changed.add(symbol);
    },
    change: (symbol, bids, asks) => {
      markets.get(symbol)?.change(bids, asks);
      changed.add(symbol);
    },
    announce: (message) => {
      for (const { socket } of clients) socket.send(JSON.stringify(message));
    },
    reset,
    topics: () => [...clients].map(({ topics }) => topics.size),
    [Symbol.asyncDispose]: async () => {
      clearInterval(books);
      clearInterval(tickers);
      reset();
      sockets.close();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
};

const symbolOf = (symbol: string, { base, quote, tick, lot, minNotional, status }: Listing): object => ({
  ...{ symbol, name: symbol, baseCurrency: base, quoteCurrency: quote, feeCurrency: quote, market: quote },
  ...{ baseMinSize: lot, quoteMinSize: '0.1', baseMaxSize: '10000000000', quoteMaxSize: '99999999' },
  ...{ baseIncrement: lot, quoteIncrement: tick, priceIncrement: tick, priceLimitRate: '0.1', minFunds: minNotional },
  ...{ isMarginEnabled: false, enableTrading: status === 'TRADING', feeCategory: 1 },
  ...{ makerFeeCoefficient: '1.00', takerFeeCoefficient: '1.00', st: false },
});
