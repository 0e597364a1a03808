import type { Clock } from '../../../packages/bot/src/model/clock.ts';
import { type Elapsed, since } from '../../../packages/bot/src/model/moment.ts';
import { createLocalMarket, type Level, type Listing, type LocalMarket } from './local-market.ts';
import { type Client, type LocalServer, startLocalServer } from './local-server.ts';

/**
 * An exchange on this machine that speaks Coinbase's public protocol of Advanced Trade, in the forms of the Coinbase Developer Platform of
 * 2026-04-07: `subscriptions` names all that is active, `error` with a `message` is a refusal, all messages of a connection are numbered,
 * `status` repeats the products that were named, here every second.
 */
export type LocalCoinbase = LocalServer & {
  list(listing: Listing): void;
  delist(symbol: string): void;
  /** Lists a market that is another name of one, e.g. `BTC-USDC` of `BTC-USD`. */
  alias(name: string, of: string): void;
  /** Replaces a book, e.g. of `BTC-USD`, and sends what that changes. */
  quote(symbol: string, bids: readonly Level[], asks: readonly Level[]): void;
  /** The same for some levels; size 0 removes one. */
  change(symbol: string, bids: readonly Level[], asks: readonly Level[]): void;
};

const limits = { firstRequestMs: 5_000, messagesASecond: 8 };
const nameOf = ({ base, quote }: Listing): string => `${base}-${quote}`;
const iso = (now: number): string => new Date(now).toISOString().replace('Z', '123456Z');

/** `clock`: the exchange's time; left out, this machine's. */
export const startLocalCoinbase = async (listings: readonly Listing[], clock?: Clock): Promise<LocalCoinbase> => {
  const markets = new Map<string, LocalMarket>();
  const aliases = new Map<string, string>();
  const list = (listing: Listing): void => {
    const known = markets.get(nameOf(listing));
    if (known) known.listing = listing;
    else markets.set(nameOf(listing), createLocalMarket(listing));
  };
  for (const listing of listings) list(listing);
  let heartbeats = 0;
  let asked: Elapsed[] = [];
  /** Products whose states a connection asked for. */
  const statuses = new WeakMap<Client, readonly string[]>();

  const server = await startLocalServer((own) => {
    const refuse = (client: Client, message: string): void => own.reply(client, { type: 'error', message });
    const subscribe = (client: Client, channel: string, names: readonly string[]): void => {
      const known = names.filter((name) => markets.has(name));
      if (own.faults.refusesStreams || known.length < names.length) {
        refuse(client, 'failed to subscribe: no such product');
        return;
      }
      if (channel === 'status') {
        statuses.set(client, [...(statuses.get(client) ?? []), ...known]);
        client.topics.add(channel);
        own.reply(client, statusOf(client, 'snapshot'));
      } else {
        // Its books come before its answer.
        if (!own.faults.isDeaf) for (const name of known) own.reply(client, snapshotOf(client, name));
        for (const name of channel === 'heartbeats' ? [channel] : known) client.topics.add(name);
        client.isDeaf = own.faults.isDeaf;
      }
      const level2 = [...client.topics].filter((topic) => topic !== 'heartbeats' && topic !== 'status');
      const heartbeat = client.topics.has('heartbeats') ? { heartbeats: ['heartbeats'] } : {};
      const status = client.topics.has('status') ? { status: statuses.get(client) } : {};
      const subscriptions = { ...(level2.length > 0 ? { level2 } : {}), ...heartbeat, ...status };
      own.reply(client, numbered(client, 'subscriptions', [{ subscriptions }]));
    };
    return {
      missing: { error: 'NOT_FOUND', error_details: 'valid product_id is required', message: 'NOT_FOUND' },
      refusal: { errors: [{ id: 'rate_limit_exceeded', message: 'Too many requests' }] },
      answer: (path, query) => {
        const now = own.now();
        if (path === '/api/v3/brokerage/time')
          return { iso: iso(now), epochSeconds: String(Math.floor(now / 1_000)), epochMillis: String(now) };
        if (path.startsWith('/v2/')) return accountApi(path, [...markets.values()]);
        if (path === '/api/v3/brokerage/market/products') {
          const isSpot = (query.get('product_type') ?? 'SPOT') === 'SPOT';
          const listed = isSpot ? [...markets] : [];
          const products = listed.map(([name, { listing }]) => productOf(name, listing, aliases.get(name)));
          return { products, num_products: products.length };
        }
        const market = markets.get(query.get('product_id') ?? '');
        if (path !== '/api/v3/brokerage/market/product_book' || market === undefined) return undefined;
        const { bids, asks } = market.book(Number(query.get('limit')));
        const named = (levels: readonly Level[]) => levels.map(([price, size]) => ({ price, size }));
        return {
          pricebook: { product_id: query.get('product_id'), bids: named(bids), asks: named(asks), time: iso(now) },
        };
      },
      greet: (client) => {
        const close = () => client.topics.size > 0 || client.socket.close();
        client.socket.once('close', own.clock.after(limits.firstRequestMs, close));
      },
      receive: (client, text) => {
        const at = own.clock.monotonic();
        asked = [...asked.filter((one) => since(one, at) < 1_000), at];
        const { type, channel, product_ids: names = [] } = JSON.parse(text);
        if (asked.length > limits.messagesASecond) client.socket.close(1_008, 'rate limit exceeded');
        else if (type === 'subscribe' && ['level2', 'heartbeats', 'status'].includes(channel))
          subscribe(client, channel, names);
        else refuse(client, 'invalid message');
      },
    };
  }, clock);

  /** Every message of a connection has the next number of it. */
  const numbered = (client: Client, channel: string, events: readonly object[]): object => {
    const head = { channel, client_id: '', timestamp: iso(server.now()), sequence_num: client.count };
    client.count++;
    return { ...head, events };
  };
  const updates = (side: string, levels: readonly Level[]) =>
    levels.map(([price_level, new_quantity]) => {
      return { side, event_time: iso(server.now()), price_level, new_quantity };
    });
  const bookEvent = (type: string, product_id: string, bids: readonly Level[], asks: readonly Level[]): object => {
    return { type, product_id, updates: [...updates('bid', bids), ...updates('offer', asks)] };
  };
  const snapshotOf = (client: Client, name: string): object => {
    const { bids, asks } = markets.get(name)?.book(100_000) ?? { bids: [], asks: [] };
    return numbered(client, 'l2_data', [bookEvent('snapshot', name, bids, asks)]);
  };
  const send = (name: string, bids: readonly Level[], asks: readonly Level[]): void => {
    const isLost = server.faults.lost > 0;
    if (isLost) server.faults.lost--;
    for (const client of server.clients) if (isLost && client.topics.has(name)) client.count++;
    if (!isLost) server.publish(name, (client) => numbered(client, 'l2_data', [bookEvent('update', name, bids, asks)]));
  };
  const gone = (before: readonly Level[], after: readonly Level[]): Level[] =>
    before
      .filter(([price]) => !after.some(([other]) => Number(other) === Number(price)))
      .map(([price]) => [price, '0'] as const);

  const statusOf = (client: Client, type: string): object => {
    const named = (statuses.get(client) ?? []).flatMap((name) => {
      const market = markets.get(name);
      return market === undefined ? [] : [statusRow(name, market.listing)];
    });
    return numbered(client, 'status', [{ type, products: named }]);
  };

  server.every(1_000, () => server.publish('status', (client) => statusOf(client, 'update')));
  server.every(1_000, () => {
    heartbeats++;
    const event = {
      current_time: iso(server.now()),
      heartbeat_counter: heartbeats % 2 === 0 ? heartbeats : `${heartbeats}`,
    };
    server.publish('heartbeats', (client) => numbered(client, 'heartbeats', [event]));
  });
  return Object.assign(server, {
    list,
    alias: (name: string, of: string) => void aliases.set(name, of),
    delist: (symbol: string) => void markets.delete(symbol),
    quote: (symbol: string, bids: readonly Level[], asks: readonly Level[]) => {
      const market = markets.get(symbol);
      const before = market?.book(100_000) ?? { bids: [], asks: [] };
      market?.set(bids, asks);
      send(symbol, [...gone(before.bids, bids), ...bids], [...gone(before.asks, asks), ...asks]);
    },
    change: (symbol: string, bids: readonly Level[], asks: readonly Level[]) => {
      markets.get(symbol)?.change(bids, asks);
      send(symbol, bids, asks);
    },
  });
};

/** Lists of currencies of its other API, which names fiat and crypto apart. */
const accountApi = (path: string, markets: readonly LocalMarket[]): object | undefined => {
  const names = [...new Set(markets.flatMap(({ listing: { base, quote } }) => [base, quote]))];
  const fiat = names.filter((name) => name === 'USD').map((id) => ({ id, name: id, min_size: '0.01' }));
  const crypto = names.filter((name) => name !== 'USD');
  if (path === '/v2/currencies') return { data: fiat };
  if (path === '/v2/currencies/crypto')
    return { data: crypto.map((code) => ({ asset_id: code, code, name: code, exponent: 8, type: 'crypto' })) };
  return path === '/v2/exchange-rates' ? { data: { currency: 'USD', rates: {} } } : undefined;
};
/** A product as the channel of states reports it: without the flags of the list. */
const statusRow = (id: string, { base, quote, lot, status }: Listing): object => ({
  ...{ product_type: 'SPOT', id, base_currency: base, quote_currency: quote, base_increment: lot },
  ...{ quote_increment: '0.01', display_name: `${base}/${quote}`, min_market_funds: '1' },
  ...{ status: status === 'TRADING' ? 'online' : 'offline', status_message: '' },
});
const productOf = (
  product_id: string,
  { base, quote, tick, lot, minNotional, status }: Listing,
  alias = '',
): object => ({
  ...{
    product_id,
    price: '1',
    base_increment: lot,
    quote_increment: '0.01',
    price_increment: tick,
    alias,
    alias_to: [],
  },
  ...{ base_min_size: lot, base_max_size: '1000', quote_min_size: minNotional, quote_max_size: '1000000' },
  ...{ status: 'online', is_disabled: false, cancel_only: status !== 'TRADING', limit_only: false, post_only: false },
  ...{ trading_disabled: false, auction_mode: false, view_only: false, product_type: 'SPOT' },
  ...{ base_currency_id: base, quote_currency_id: quote },
});
