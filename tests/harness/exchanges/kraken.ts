import type { Clock } from '../../../packages/bot/src/model/clock.ts';
import { krakenChecksum } from '../../../packages/bot/src/venues/exchange/kraken/checksum.ts';
import { createLocalMarket, type Level, type Listing, type LocalMarket } from './local-market.ts';
import { type Client, type LocalServer, startLocalServer } from './local-server.ts';

/**
 * An exchange on this machine that speaks Kraken's public protocol, version 2, in the forms of the Kraken API centre of 2026-06: `success`
 * for each symbol, with `error` where it is refused, `status` unasked, `req_id` repeated; errors of calls come with status 200.
 */
export type LocalKraken = LocalServer & {
  list(listing: Listing): void;
  delist(symbol: string): void;
  /** Replaces a book, e.g. of `BTC/USD`, and sends what that changes of its best ten levels. */
  quote(symbol: string, bids: readonly Level[], asks: readonly Level[]): void;
  /** The same for some levels; size 0 removes one. */
  change(symbol: string, bids: readonly Level[], asks: readonly Level[]): void;
};

type Book = { readonly bids: readonly Level[]; readonly asks: readonly Level[] };

const depth = 10;
const nameOf = ({ base, quote }: Listing): string => `${base}/${quote}`;
const oldNames: Readonly<Record<string, string>> = { BTC: 'XBT', DOGE: 'XDG' };
const oldName = (asset: string): string => oldNames[asset] ?? asset;
const decimalsOf = (step: string): number => step.split('.')[1]?.length ?? 0;
/** A number with its digits, which JSON would not keep. */
const digits = (value: string): string => `#${value}`;
const write = (message: unknown): string => JSON.stringify(message).replace(/"#([\d.]+)"/g, '$1');
const iso = (now: number): string => new Date(now).toISOString().replace('Z', '123Z');

/** `clock`: the exchange's time; left out, this machine's. */
export const startLocalKraken = async (listings: readonly Listing[], clock?: Clock): Promise<LocalKraken> => {
  const markets = new Map<string, LocalMarket>();
  const list = (listing: Listing): void => {
    const known = markets.get(nameOf(listing));
    if (known) known.listing = listing;
    else markets.set(nameOf(listing), createLocalMarket(listing));
  };
  for (const listing of listings) list(listing);

  /** The best levels as its sockets write them. */
  const bookOf = ({ book, listing }: LocalMarket): Book => {
    const [priceDecimals, lotDecimals] = [decimalsOf(listing.tick), decimalsOf(listing.lot)];
    const fixed = (levels: readonly Level[]): Level[] =>
      levels.map(([price, size]) => [Number(price).toFixed(priceDecimals), Number(size).toFixed(lotDecimals)]);
    const { bids, asks } = book(depth);
    return { bids: fixed(bids), asks: fixed(asks) };
  };
  const rows = (levels: readonly Level[]) => levels.map(([price, qty]) => ({ price: digits(price), qty: digits(qty) }));
  const message = (type: string, symbol: string, sent: Book, book: Book, now: number): object => {
    const levels = { bids: rows(sent.bids), asks: rows(sent.asks) };
    const checksum = krakenChecksum(book.bids, book.asks);
    return { channel: 'book', type, data: [{ symbol, ...levels, checksum, timestamp: iso(now) }] };
  };

  const server = await startLocalServer((own) => {
    const times = () => ({ time_in: iso(own.now()), time_out: iso(own.now()) });
    const subscribe = (client: Client, channel: string, symbol: string, id: object): void => {
      const { faults } = own;
      const refuse = (error: string): void =>
        own.reply(client, { error, method: 'subscribe', ...id, success: false, symbol, ...times() });
      const market = markets.get(symbol);
      if (client.topics.has(`${channel}:${symbol}`)) refuse('Already subscribed');
      else if (channel === 'book' && (market === undefined || faults.refusesStreams))
        refuse(`Currency pair not supported ${symbol}`);
      else {
        client.topics.add(`${channel}:${symbol}`);
        client.isDeaf = faults.isDeaf;
        const result = { channel, symbol, ...(channel === 'book' ? { depth, snapshot: true } : {}) };
        own.reply(client, { method: 'subscribe', result, success: true, ...times(), ...id });
        if (channel !== 'book' || market === undefined || client.isDeaf) return;
        const book = bookOf(market);
        own.reply(client, message('snapshot', symbol, book, book, own.now()));
      }
    };
    return {
      write,
      refusal: { error: ['EAPI:Rate limit exceeded'] },
      answer: (path, query) => {
        if (path === '/0/public/Time') return { error: [], result: { unixtime: Math.floor(own.now() / 1_000) } };
        if (path === '/0/public/AssetPairs')
          return { error: [], result: Object.fromEntries([...markets.values()].map(pairOf)) };
        if (path === '/0/public/Assets') return { error: [], result: assetsOf([...markets.values()]) };
        if (path !== '/0/public/Depth') return undefined;
        const names = ({ listing }: LocalMarket): string[] => [altname(listing), pairId(listing)];
        const found = [...markets.values()].find((one) => names(one).includes(query.get('pair') ?? ''));
        if (found === undefined) return { error: ['EQuery:Unknown asset pair'] };
        const { bids, asks } = bookOf(found);
        const timed = (levels: readonly Level[]) => levels.map((level) => [...level, Math.floor(own.now() / 1_000)]);
        return { error: [], result: { [pairId(found.listing)]: { asks: timed(asks), bids: timed(bids) } } };
      },
      greet: (client) => {
        const data = [{ version: '2.0.10', system: 'online', api_version: 'v2', connection_id: 1 }];
        own.reply(client, { channel: 'status', type: 'update', data });
      },
      receive: (client, text) => {
        const { method, params, req_id } = JSON.parse(text);
        const id = req_id === undefined ? {} : { req_id };
        if (method === 'ping') own.reply(client, { method: 'pong', ...id, ...times() });
        else if (method === 'subscribe' && params.channel === 'instrument') {
          client.topics.add('instrument');
          const result = { channel: 'instrument', snapshot: true };
          own.reply(client, { method, result, success: true, ...id, ...times() });
          own.reply(client, states('snapshot', [...markets.values()]));
        } else if (method === 'subscribe')
          for (const symbol of params.symbol) subscribe(client, params.channel, symbol, id);
        else if (method === 'unsubscribe')
          for (const symbol of params.symbol) {
            const success = client.topics.delete(`${params.channel}:${symbol}`);
            const error = success ? {} : { error: 'Subscription Not Found' };
            const result = { channel: params.channel, symbol };
            own.reply(client, { method, success, ...error, result, ...times(), ...id });
          }
        else own.reply(client, { error: 'Malformed request', method: 'error', success: false, ...times() });
      },
    };
  }, clock);

  /** What was not there, or with another size; what is gone, unless it only fell out of sight, with size 0. */
  const differences = (before: readonly Level[], after: readonly Level[], direction: 1 | -1): Level[] => {
    const worst = after.length < depth ? direction * Number.POSITIVE_INFINITY : Number(after.at(-1)?.[0]);
    const is = (levels: readonly Level[], [price, size]: Level) =>
      levels.some((one) => one[0] === price && one[1] === size);
    const gone = before.filter(
      ([price]) => !after.some((one) => one[0] === price) && direction * (worst - Number(price)) > 0,
    );
    const zero = Number(0).toFixed(before[0]?.[1].split('.')[1]?.length ?? 0);
    return [...gone.map(([price]): Level => [price, zero]), ...after.filter((level) => !is(before, level))];
  };
  const update = (symbol: string, change: (market: LocalMarket) => void): void => {
    const market = markets.get(symbol);
    if (market === undefined) throw new Error(`${symbol} is not listed`);
    const before = bookOf(market);
    change(market);
    const after = bookOf(market);
    const sent = {
      bids: differences(before.bids, after.bids, -1),
      asks: differences(before.asks, after.asks, 1),
    };
    if (sent.bids.length + sent.asks.length === 0) return;
    if (server.faults.lost > 0) server.faults.lost--;
    else server.publish(`book:${symbol}`, () => message('update', symbol, sent, after, server.now()));
  };

  server.every(1_000, () => {
    for (const client of server.clients) server.reply(client, { channel: 'heartbeat' });
  });
  server.every(100, () => {
    const symbol = 'BTC/USD';
    const prices = { bid: digits('1.0'), bid_qty: digits('1.00000000'), ask: digits('2.0'), ask_qty: digits('1.00') };
    const data = [{ symbol, ...prices, timestamp: iso(server.now()) }];
    server.publish(`ticker:${symbol}`, () => ({ channel: 'ticker', type: 'update', data }));
  });
  return Object.assign(server, {
    list: (listing: Listing) => {
      list(listing);
      const market = markets.get(nameOf(listing));
      if (market) server.publish('instrument', () => states('update', [market]));
    },
    delist: (symbol: string) => void markets.delete(symbol),
    quote: (symbol: string, bids: readonly Level[], asks: readonly Level[]) =>
      markets.has(symbol) && update(symbol, (market) => market.set(bids, asks)),
    change: (symbol: string, bids: readonly Level[], asks: readonly Level[]) =>
      update(symbol, (market) => market.change(bids, asks)),
  });
};

/** Pairs as the channel of instruments reports them. */
const states = (type: string, markets: readonly LocalMarket[]): object => ({
  ...{ channel: 'instrument', type },
  data: {
    assets: [],
    pairs: markets.map(({ listing }) => ({
      ...{ symbol: nameOf(listing), base: listing.base, quote: listing.quote, marginable: false },
      ...{ status: listing.status === 'TRADING' ? 'online' : 'cancel_only', qty_min: 0.0001, cost_min: 0.5 },
    })),
  },
});

const altname = ({ base, quote }: Listing): string => `${oldName(base)}${oldName(quote)}`;
/** Assets of its first years have an id with a letter before their name. */
const assetIds: Readonly<Record<string, string>> = { XBT: 'XXBT', XDG: 'XXDG', ETH: 'XETH', USD: 'ZUSD' };
const assetId = (asset: string): string => assetIds[oldName(asset)] ?? oldName(asset);
const pairId = (listing: Listing): string => {
  const ids = [assetId(listing.base), assetId(listing.quote)];
  return ids.every((id) => Object.values(assetIds).includes(id)) ? ids.join('') : altname(listing);
};
const assetsOf = (markets: readonly LocalMarket[]): object => {
  const names = new Set(markets.flatMap(({ listing: { base, quote } }) => [base, quote]));
  const rest = { aclass: 'currency', decimals: 10, display_decimals: 5, status: 'enabled' };
  return Object.fromEntries([...names].map((name) => [assetId(name), { altname: oldName(name), ...rest }]));
};
const pairOf = ({ listing }: LocalMarket): readonly [string, object] => {
  const { base, quote, tick, lot, minNotional, status } = listing;
  const decimals = { pair_decimals: decimalsOf(tick), lot_decimals: decimalsOf(lot), cost_decimals: 5 };
  const fees = {
    fees: [
      [0, 0.4],
      [10_000, 0.35],
    ],
    fees_maker: [
      [0, 0.25],
      [10_000, 0.2],
    ],
  };
  return [
    pairId(listing),
    {
      ...{ altname: altname(listing), wsname: `${oldName(base)}/${oldName(quote)}` },
      ...{ aclass_base: 'currency', base: assetId(base), aclass_quote: 'currency', quote: assetId(quote) },
      ...{ ...decimals, lot_multiplier: 1, ...fees, fee_volume_currency: 'ZUSD', ordermin: lot, costmin: minNotional },
      ...{ tick_size: tick, status: status === 'TRADING' ? 'online' : 'cancel_only' },
    },
  ];
};
