import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Clock, realClock } from '../../../packages/bot/src/model/clock.ts';
import { openSockets, type SocketLimits, type Sockets } from './binance-sockets.ts';
import { every } from './every.ts';
import { type Faults, noFaults } from './faults.ts';
import { createLocalMarket, type Level, type Listing, type LocalMarket } from './local-market.ts';

/** Left out, those of the exchange, in the time of this machine. */
type Limits = Partial<SocketLimits> & {
  /** Request weight a minute. */
  readonly weight?: number;
  readonly clock?: Clock;
};

/**
 * An exchange on this machine that speaks Binance's public protocol, at one address for HTTP and sockets, in the forms of
 * `rest-api.md` and `web-socket-streams.md` of binance-spot-api-docs of 2026-07-21.
 */
export type LocalBinance = AsyncDisposable & {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  readonly faults: Faults;
  readonly sockets: Sockets;
  /** What was asked for over HTTP, in order, e.g. `/api/v3/depth?symbol=BTCUSDT&limit=100`. */
  readonly requests: readonly string[];
  market(symbol: string): LocalMarket;
  /** Lists a further market, or one with other rules. */
  list(listing: Listing): void;
  delist(symbol: string): void;
  /** Sets a market's best bid and ask, and nothing behind them. */
  quote(symbol: string, bid: Level, ask: Level): void;
  /** Sends the best bid and ask of a market as they are. */
  say(symbol: string): void;
  /** Changes a book. */
  change(symbol: string, bids: readonly Level[], asks: readonly Level[]): void;
};

type Answer = { readonly status: number; readonly body: object; readonly headers?: Readonly<Record<string, string>> };

const weights: Readonly<Record<string, number>> = { exchangeInfo: 20, depth: 5, time: 1 };

export const startLocalBinance = async (
  listings: readonly Listing[],
  { weight: weightLimit = 6_000, clock = realClock, ...socketLimits }: Limits = {},
): Promise<LocalBinance> => {
  const faults = noFaults();
  const markets = new Map<string, LocalMarket>();
  const requests: string[] = [];
  let used = 0;
  const now = (): number => clock.now() + faults.skewMs;
  const list = (listing: Listing): void => {
    const known = markets.get(`${listing.base}${listing.quote}`);
    if (known) known.listing = listing;
    else markets.set(`${listing.base}${listing.quote}`, createLocalMarket(listing));
  };
  for (const listing of listings) list(listing);
  const market = (symbol: string): LocalMarket => {
    const found = markets.get(symbol);
    if (found === undefined) throw new Error(`${symbol} is not listed`);
    return found;
  };

  const answers: Record<string, (query: URLSearchParams) => Answer> = {
    time: () => ({ status: 200, body: { serverTime: now() } }),
    exchangeInfo: () => {
      const symbols = [...markets.values()].map(({ listing }) => symbolOf(listing));
      return {
        status: 200,
        body: { timezone: 'UTC', serverTime: now(), rateLimits: [], exchangeFilters: [], symbols },
      };
    },
    depth: (query) => {
      const found = markets.get(query.get('symbol') ?? '');
      if (found === undefined) return { status: 400, body: { code: -1121, msg: 'Invalid symbol.' } };
      const body = found.snapshot(Number(query.get('limit') ?? 100));
      // As if it had been read before all of the updates that the socket has sent.
      return { status: 200, body: faults.isStale ? { ...body, lastUpdateId: 1 } : body };
    },
  };
  const answerTo = ({ pathname, searchParams }: URL): Answer => {
    const path = /^\/api\/v3\/(.+)$/.exec(pathname)?.[1] ?? '';
    used += weights[path] ?? 1;
    const refusal = faults.refusal ?? (used > weightLimit ? { status: 429, seconds: 60 } : null);
    if (refusal !== null) {
      const isBanned = refusal.status === 418;
      const end = isBanned ? `IP banned until ${now() + 1_000 * refusal.seconds}. Please` : 'please';
      const body = { code: -1003, msg: `Way too much request weight used; ${end} use WebSocket Streams.` };
      const { header = String(refusal.seconds) } = refusal as NonNullable<Faults['refusal']>;
      return { status: refusal.status, body, headers: header === null ? {} : { 'Retry-After': header } };
    }
    return answers[path]?.(searchParams) ?? { status: 404, body: { code: -1, msg: 'Not found' } };
  };
  const receive = ({ url = '' }: IncomingMessage, response: ServerResponse): void => {
    requests.push(url);
    if (faults.isSilent) return;
    if (faults.page !== null) {
      response.writeHead(faults.page, { 'Content-Type': 'text/html' });
      response.end('<html><body>Service unavailable</body></html>');
      return;
    }
    const at = new URL(url, 'http://local');
    const { status, body, headers } = answerTo(at);
    const weight = { 'X-MBX-USED-WEIGHT-1M': String(used), Date: new Date(now()).toUTCString() };
    response.writeHead(status, { 'Content-Type': 'application/json', ...weight, ...headers });
    response.end(JSON.stringify(faults.body?.(at.pathname, body) ?? body));
  };

  const http = createServer(receive);
  const limits = { messagesPerSecond: 5, streams: 1_024, pingEveryMs: 20_000, lifeMs: 86_400_000, ...socketLimits };
  const sockets = openSockets(http, faults, limits, clock);
  const publishTop = (one: LocalMarket): void => sockets.publish(`${one.symbol.toLowerCase()}@bookTicker`, one.top());
  const flush = (one: LocalMarket): void => {
    const changes = one.takeChanges(now());
    if (changes === null) return;
    if (faults.lost > 0) faults.lost--;
    else sockets.publish(`${one.symbol.toLowerCase()}@depth@100ms`, changes);
  };
  const stops = [
    every(clock, 100, () => {
      for (const one of markets.values()) flush(one);
    }),
    every(clock, 1_000, () =>
      sockets.publish(
        '!miniTicker@arr',
        [...markets.values()].map((one) => miniTicker(one, now())),
      ),
    ),
    every(clock, 60_000, () => {
      used = 0;
    }),
  ];
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    faults,
    sockets,
    requests,
    market,
    list,
    delist: (symbol) => markets.delete(symbol),
    quote: (symbol, bid, ask) => {
      market(symbol).set([bid], [ask]);
      publishTop(market(symbol));
    },
    say: (symbol) => publishTop(market(symbol)),
    change: (symbol, bids, asks) => {
      const one = market(symbol);
      const before = JSON.stringify({ ...one.top(), u: 0 });
      one.change(bids, asks);
      if (JSON.stringify({ ...one.top(), u: 0 }) !== before) publishTop(one);
    },
    [Symbol.asyncDispose]: async () => {
      for (const stop of stops) stop();
      sockets.close();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
};

const priceBand = { bidMultiplierUp: '5', bidMultiplierDown: '0.2', askMultiplierUp: '5', askMultiplierDown: '0.2' };

const symbolOf = ({ base, quote, tick, lot, minNotional, status }: Listing): object => ({
  symbol: `${base}${quote}`,
  status,
  baseAsset: base,
  baseAssetPrecision: 8,
  quoteAsset: quote,
  quotePrecision: 8,
  quoteAssetPrecision: 8,
  orderTypes: ['LIMIT', 'LIMIT_MAKER', 'MARKET'],
  isSpotTradingAllowed: true,
  permissions: [],
  permissionSets: [],
  filters: [
    { filterType: 'PRICE_FILTER', minPrice: tick, maxPrice: '1000000.00000000', tickSize: tick },
    { filterType: 'LOT_SIZE', minQty: lot, maxQty: '9000000.00000000', stepSize: lot },
    { filterType: 'MARKET_LOT_SIZE', minQty: '0.00000000', maxQty: '1200.00000000', stepSize: '0.00000000' },
    { filterType: 'PERCENT_PRICE_BY_SIDE', ...priceBand, avgPriceMins: 5 },
    { filterType: 'NOTIONAL', minNotional, applyMinToMarket: true, maxNotional: '9000000.00000000' },
  ],
});

const miniTicker = ({ symbol }: LocalMarket, E: number): object => ({
  e: '24hrMiniTicker',
  E,
  s: symbol,
  ...{ c: '1.00000000', o: '1.00000000', h: '1.00000000', l: '1.00000000', v: '1.00000000', q: '1.00000000' },
});
