import { expect, test } from 'vitest';
import { createEngine } from '../../packages/bot/src/engine/engine.ts';
import { createMemoryStore } from '../../packages/bot/src/journal/memory.ts';
import type { Clock } from '../../packages/bot/src/model/clock.ts';
import { defaultConfig } from '../../packages/bot/src/model/config.ts';
import type { Fact } from '../../packages/bot/src/model/event.ts';
import { binance } from '../../packages/bot/src/venues/exchange/binance/binance.ts';
import { createExchangeFeed } from '../../packages/bot/src/venues/exchange/exchange-feed.ts';
import { exchanges } from '../../packages/bot/src/venues/exchange/exchanges.ts';
import { createPaperExchange } from '../../packages/bot/src/venues/paper/paper.ts';
import { startLocalBinance } from '../harness/exchanges/binance.ts';
import { startLocalCoinbase } from '../harness/exchanges/coinbase.ts';
import { every } from '../harness/exchanges/every.ts';
import type { Faults } from '../harness/exchanges/faults.ts';
import { startLocalKraken } from '../harness/exchanges/kraken.ts';
import { startLocalKucoin } from '../harness/exchanges/kucoin.ts';
import type { Level, Listing } from '../harness/exchanges/local-market.ts';
import { startLocalOkx } from '../harness/exchanges/okx.ts';
import { createLocalTime } from '../harness/exchanges/time.ts';

const rules = { lot: '0.00010000', minNotional: '5.00000000', status: 'TRADING' } as const;
const middle: Listing = { base: 'ETH', quote: 'BTC', tick: '0.00001000', ...rules, minNotional: '0.00010000' };
const listings: readonly Listing[] = [
  { base: 'BTC', quote: 'USDT', tick: '0.01000000', ...rules },
  { base: 'ETH', quote: 'USDT', tick: '0.01000000', ...rules },
  middle,
  { base: 'BNB', quote: 'USDT', tick: '0.01000000', ...rules },
  { base: 'BNB', quote: 'BTC', tick: '0.00000100', ...rules, minNotional: '0.00010000' },
];
const minute = 60_000;

/** A bot that runs on a local Binance of five markets; `pays`: a cycle through ETH/BTC seems to pay 0.99 %. */
const running = async (listed: (text: string) => string = (text) => text) => {
  const time = createLocalTime();
  const { clock, pass, during } = time;
  const server = await startLocalBinance(listings, { clock });
  const market = { isGone: false, pays: false };
  let size = 10;
  const quote = (): void => {
    size = size === 10 ? 11 : 10;
    server.quote('BTCUSDT', ['59990', `${size}`], ['60000', `${size}`]);
    if (!market.isGone) server.quote('ETHBTC', ['0.04998', `${10 * size}`], ['0.05', `${10 * size}`]);
    server.quote('BNBUSDT', ['599.9', `${10 * size}`], ['600', `${10 * size}`]);
    server.quote('BNBBTC', ['0.009999', `${10 * size}`], ['0.010001', `${10 * size}`]);
    const [bid, ask] = market.pays ? ['3040', '3041'] : ['2999', '3000'];
    server.quote('ETHUSDT', [bid, `${10 * size}`], [ask, `${10 * size}`]);
  };
  quote();
  const stop = every(clock, 200, quote);
  const dialect = binance({ clock, place: server.url });
  const feed = createExchangeFeed({ ...dialect, list: async (timeoutMs) => listed(await dialect.list(timeoutMs)) });
  let ids = 0;
  const engine = createEngine({
    exchanges: [createPaperExchange(feed, clock)],
    clock,
    store: createMemoryStore<Fact>(),
    ids: () => `id-${++ids}`,
    config: { ...defaultConfig, assets: {}, cooldown_after_failure_seconds: 0 },
  });
  await during(engine.start());
  void engine.command({ type: 'StartBot', parameters: { min_profit_threshold: 0.5 } });
  await pass(5_000);
  const asked = (): number => server.requests.filter((path) => path.includes('ETHBTC')).length;
  const warnings = () =>
    engine
      .state()
      .logs.filter(({ level, message }) => level === 'WARNING' && message.includes('ETH/BTC'))
      .map(({ message }) => message);
  return {
    ...{ time, server, market, engine, asked, warnings },
    reasons: () => engine.connections().map(({ reason }) => reason),
    excluded: () => engine.connections().flatMap(({ excluded }) => excluded),
    found: () => engine.state().found.opportunities,
    traded: () => engine.state().executions.size,
    end: async () => {
      stop();
      void engine.close();
      await pass(1_000);
      await server[Symbol.asyncDispose]();
    },
  };
};

test('a market that is delisted while the bot runs is excluded at once, asks for nothing more, and comes back when it is listed again', async () => {
  const { time, server, market, asked, warnings, excluded, found, traded, end } = await running();
  market.isGone = true;
  server.delist('ETHBTC');
  await time.pass(35_000);
  const before = asked();
  market.pays = true;
  await time.pass(1_000);
  expect(excluded()).toEqual([
    expect.objectContaining({
      market: 'ETH/BTC',
      reason: 'the exchange does not know it: answers 400: Invalid symbol.',
    }),
  ]);
  const seen = found();
  await time.pass(10 * minute);
  expect(asked() - before).toBeLessThanOrEqual(3);
  expect(warnings().length).toBe(1);
  expect([found() - seen, traded()]).toEqual([0, 0]);
  server.list(middle);
  market.isGone = false;
  await time.pass(11 * minute);
  expect(excluded()).toEqual([]);
  expect(traded()).toBeGreaterThan(0);
  await end();
});

test('a market whose rules cannot be read is not traded, and its feed says why', async () => {
  const { market, time, reasons, traded, end } = await running((text) => {
    const { symbols } = JSON.parse(text) as { symbols: { symbol: string; filters: object[] }[] };
    symbols.find(({ symbol }) => symbol === 'ETHBTC')?.filters.unshift({ filterType: 'LOT_SIZE', maxQty: 'x' });
    return JSON.stringify({ symbols });
  });
  market.pays = true;
  await time.pass(minute);
  expect(traded()).toBe(0);
  expect(reasons()).toEqual([
    'markets: 3; markets not traded, as their rules cannot be read: 1, first binance ETH/BTC: no usable lot step',
  ]);
  await end();
});

test('a market that is listed again comes back with the next list, before its time is over', async () => {
  const { time, server, market, excluded, end } = await running();
  market.isGone = true;
  server.delist('ETHBTC');
  await time.pass(35_000);
  market.pays = true;
  await time.pass(1_000);
  // Lists are read every ten minutes from the start, and once when the market was gone.
  await time.pass(4 * minute);
  server.list(middle);
  market.isGone = false;
  await time.pass(minute);
  expect(excluded().map((one) => one.market)).toEqual(['ETH/BTC']);
  await time.pass(4.5 * minute);
  expect(excluded()).toEqual([]);
  await end();
});

type Local = AsyncDisposable & { readonly url: string; delist(symbol: string): void };
const triangle: readonly Listing[] = [
  { base: 'BTC', quote: 'USDT', tick: '0.1', ...rules },
  { base: 'ETH', quote: 'USDT', tick: '0.01', ...rules },
  { base: 'ETH', quote: 'BTC', tick: '0.00001', ...rules, minNotional: '0.0001' },
];
const locals: readonly (readonly [
  exchange: string,
  market: string,
  start: (clock: Clock) => Promise<Local>,
  reason: RegExp,
])[] = [
  ['binance', 'ETHBTC', (clock) => startLocalBinance(triangle, { clock }), /^answers 400: Invalid symbol\.$/],
  ['kucoin', 'ETH-BTC', (clock) => startLocalKucoin(triangle, clock), /^answers 900001: symbol not exists$/],
  ['okx', 'ETH-BTC', (clock) => startLocalOkx(triangle, clock), /^answers 51001: /],
  ['kraken', 'ETH/BTC', (clock) => startLocalKraken(triangle, clock), /^answers EQuery:Unknown asset pair$/],
  ['coinbase', 'ETH-BTC', (clock) => startLocalCoinbase(triangle, clock), /^answers 404: NOT_FOUND$/],
];

test.each(locals)(
  '%s says of a market that is gone that it is, and of others nothing like it',
  async (name, market, start, reason) => {
    const { clock, during } = createLocalTime();
    await using local = await start(clock);
    const dialect = exchanges.get(name)?.({ clock, place: local.url }) ?? expect.unreachable(name);
    const feed = createExchangeFeed(dialect);
    await during(feed.instruments(5_000));
    const read = async () => during(feed.readBook?.('ETH/BTC', 5_000) ?? expect.unreachable(name));
    expect((await read()).kind).not.toBe('gone');
    local.delist(market);
    expect(await read()).toEqual({ kind: 'gone', reason: expect.stringMatching(reason) });
    expect(dialect.isUnknownMarket('does not answer within 5 s')).toBe(false);
    expect(dialect.isUnknownMarket('answers 503')).toBe(false);
    // Nothing lies at that path any more, or a page of something between says so: that is no word about a market.
    expect(dialect.isUnknownMarket('answers 404')).toBe(false);
    expect(dialect.isUnknownMarket('answers 404 with something that is no JSON')).toBe(false);
  },
);

test('a book that cannot be read is asked for again after longer and longer pauses, and said once', async () => {
  const { time, server, market, asked, warnings, end } = await running();
  market.isGone = true;
  await time.pass(35_000);
  const before = asked();
  server.faults.page = 502;
  market.pays = true;
  await time.pass(10 * minute);
  expect(asked() - before).toBeGreaterThan(5);
  expect(asked() - before).toBeLessThan(20);
  expect(warnings().filter((message) => message.includes('could not be read')).length).toBe(1);
  await end();
});

type Quoted = Local & {
  readonly faults: Faults;
  list(listing: Listing): void;
  quote(symbol: string, bids: readonly Level[], asks: readonly Level[]): void;
};
const listOf: Readonly<Record<string, string>> = {
  okx: '/api/v5/public/instruments?instType=SPOT',
  kraken: '/0/public/AssetPairs',
};
const reporting: readonly (readonly [
  exchange: string,
  word: string,
  separator: string,
  start: (clock: Clock) => Promise<Quoted>,
])[] = [
  ['okx', 'suspend', '-', (clock) => startLocalOkx(triangle, clock)],
  ['kraken', 'cancel_only', '/', (clock) => startLocalKraken(triangle, clock)],
  ['coinbase', 'offline', '-', (clock) => startLocalCoinbase(triangle, clock)],
];

/** A bot that runs on a local exchange whose triangle pays. */
const runningOn = async (name: string, separator: string, local: Quoted, time: ReturnType<typeof createLocalTime>) => {
  const { clock, pass, during } = time;
  let turn = 0;
  // Coinbase charges 1.2 % a leg.
  const bid = name === 'coinbase' ? 3150 : 3050;
  const quote = (): void => {
    const size = `${10 + (turn++ % 2)}`;
    const both = (pair: string, bid: string, ask: string) =>
      local.quote(pair.replace('/', separator), [[bid, size]], [[ask, size]]);
    both('BTC/USDT', '59999.9', '60000.0');
    both('ETH/USDT', `${bid}.00`, `${bid}.01`);
    both('ETH/BTC', '0.04999', '0.05000');
  };
  quote();
  const stop = every(clock, 500, quote);
  const dialect = exchanges.get(name)?.({ clock, place: local.url }) ?? expect.unreachable(name);
  let ids = 0;
  const engine = createEngine({
    exchanges: [createPaperExchange(createExchangeFeed(dialect), clock)],
    clock,
    store: createMemoryStore<Fact>(),
    ids: () => `id-${++ids}`,
    config: { ...defaultConfig, assets: {}, cooldown_after_failure_seconds: 0, auto_execute: false },
  });
  await during(engine.start());
  void engine.command({ type: 'StartBot', parameters: { enabled_exchanges: [name], min_profit_threshold: 0.1 } });
  await pass(10_000);
  return {
    excluded: () => engine.connections().flatMap(({ excluded: markets }) => markets),
    found: (): number => engine.state().found.opportunities,
    end: async () => {
      stop();
      void engine.close();
      await pass(1_000);
    },
  };
};

test.each(reporting)(
  'a market that %s reports as halted (%s) is excluded until it reports otherwise, whatever its list says',
  async (name, word, separator, start) => {
    const time = createLocalTime();
    const { pass } = time;
    await using local = await start(time.clock);
    const { excluded, found, end } = await runningOn(name, separator, local, time);
    expect([excluded(), found() > 0]).toEqual([[], true]);
    const halted = { ...(triangle[2] as Listing), status: 'HALT' } as const;
    local.list(halted);
    await pass(1_000);
    expect(excluded()).toMatchObject([{ market: 'ETH/BTC', reason: `its exchange reports it as ${word}` }]);
    const before = found();
    await pass(25 * minute);
    expect([excluded().length, found() - before]).toEqual([1, 0]);
    local.list(triangle[2] as Listing);
    await pass(11 * minute);
    expect([excluded(), found() > before]).toEqual([[], true]);
    await end();
  },
);

test.each(reporting.filter(([name]) => name in listOf))(
  'a market that %s lists and does not let us subscribe to is excluded with its answer',
  async (name, _, separator, start) => {
    const time = createLocalTime();
    await using local = await start(time.clock);
    const list = await fetch(`${local.url}${listOf[name]}`).then((answer) => answer.json());
    local.faults.body = (path) => (listOf[name]?.startsWith(path) ? list : undefined);
    local.delist(`ETH${separator}BTC`);
    const { excluded, end } = await runningOn(name, separator, local, time);
    expect(excluded()).toMatchObject([
      { market: 'ETH/BTC', reason: expect.stringMatching(/^its subscription is refused: the exchange says: /) },
    ]);
    await end();
  },
);

test('a market whose messages cannot be read is excluded by the third', async () => {
  const time = createLocalTime();
  await using local = await startLocalOkx(triangle, time.clock);
  const { excluded, end } = await runningOn('okx', '-', local, time);
  expect(excluded()).toEqual([]);
  local.faults.rewrite = (message) => {
    const { arg } = message as { readonly arg?: { readonly instId?: string } };
    return arg?.instId === 'ETH-BTC' ? { ...message, data: [{ asks: 'many', bids: 'few' }] } : message;
  };
  await time.pass(5_000);
  expect(excluded()).toMatchObject([
    { market: 'ETH/BTC', reason: expect.stringMatching(/^its messages cannot be read: /) },
  ]);
  await end();
});
