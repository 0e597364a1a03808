import { expect, test } from 'vitest';
import { createEngine } from '../../packages/bot/src/engine/engine.ts';
import { scaled } from '../../packages/bot/src/engine/scale.suite.ts';
import { createMemoryStore } from '../../packages/bot/src/journal/memory.ts';
import type { Clock } from '../../packages/bot/src/model/clock.ts';
import { defaultConfig } from '../../packages/bot/src/model/config.ts';
import type { Fact } from '../../packages/bot/src/model/event.ts';
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
const middle: Listing = { base: 'ETH', quote: 'BTC', tick: '0.00001', ...rules, minNotional: '0.0001' };
const triangle: readonly Listing[] = [
  { base: 'BTC', quote: 'USDT', tick: '0.1', ...rules },
  { base: 'ETH', quote: 'USDT', tick: '0.01', ...rules },
  middle,
];
const minute = 60_000;

test('a market stays watched while it is listed, although no cycle leads through it any more: what is held of it is sold there', async () => {
  const { clock, during } = createLocalTime();
  const lone: Listing = { base: 'SOL', quote: 'USDT', tick: '0.01', ...rules };
  await using local = await startLocalOkx([...triangle, lone, { ...lone, quote: 'BTC' }], clock);
  const dialect = exchanges.get('okx')?.({ clock, place: local.url }) ?? expect.unreachable('okx');
  const feed = createExchangeFeed(dialect);
  const watched = async () => (await during(feed.instruments(5_000))).map(({ symbol }) => symbol).toSorted();
  expect(await watched()).toEqual(['BTC/USDT', 'ETH/BTC', 'ETH/USDT', 'SOL/BTC', 'SOL/USDT']);
  local.delist('SOL-BTC');
  local.list({ base: 'ADA', quote: 'USDT', tick: '0.01', ...rules });
  expect(await watched()).toEqual(['BTC/USDT', 'ETH/BTC', 'ETH/USDT', 'SOL/USDT']);
  local.delist('SOL-USDT');
  expect(await watched()).toEqual(['BTC/USDT', 'ETH/BTC', 'ETH/USDT']);
});

type Local = AsyncDisposable & {
  readonly url: string;
  readonly faults: Faults;
  readonly requests: readonly string[];
  list(listing: Listing): void;
  delist(symbol: string): void;
  quote(symbol: string, bid: Level, ask: Level): void;
  reset(): void;
};
type Start = (clock: Clock) => Promise<Local>;
const ofSides = async <
  Server extends Omit<Local, 'quote'> & { quote(symbol: string, bids: readonly Level[], asks: readonly Level[]): void },
>(
  started: Promise<Server>,
): Promise<Local> => {
  const server = await started;
  return { ...server, quote: (symbol, bid, ask) => server.quote(symbol, [bid], [ask]) };
};
const locals: readonly (readonly [exchange: string, separator: string, start: Start])[] = [
  [
    'binance',
    '',
    async (clock) => {
      const server = await startLocalBinance(triangle, { clock });
      return { ...server, reset: server.sockets.reset };
    },
  ],
  ['kucoin', '-', (clock) => ofSides(startLocalKucoin(triangle, clock))],
  ['okx', '-', (clock) => ofSides(startLocalOkx(triangle, clock))],
  ['kraken', '/', (clock) => ofSides(startLocalKraken(triangle, clock))],
  ['coinbase', '-', (clock) => ofSides(startLocalCoinbase(triangle, clock))],
];

/** A bot that runs on a local exchange whose triangle does not pay. */
const runningOn = async (
  name: string,
  separator: string,
  local: Local,
  { clock, pass, during }: ReturnType<typeof createLocalTime>,
) => {
  const market = { isGone: false };
  let turn = 0;
  const quote = (): void => {
    const size = `${10 + (turn++ % 2)}`;
    const both = (pair: string, bid: string, ask: string) =>
      local.quote(pair.replace('/', separator), [bid, size], [ask, size]);
    both('BTC/USDT', '59999.9', '60000.0');
    both('ETH/USDT', '3000.00', '3000.01');
    if (!market.isGone) both('ETH/BTC', '0.04999', '0.05000');
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
    config: { ...defaultConfig, assets: {}, auto_execute: false },
  });
  await during(engine.start());
  void engine.command({ type: 'StartBot', parameters: { enabled_exchanges: [name], min_profit_threshold: 0.1 } });
  await pass(10_000);
  return {
    market,
    trusted: (): number => engine.connections().reduce((sum, { markets_trusted }) => sum + markets_trusted, 0),
    excluded: () => engine.connections().flatMap((feed) => feed.excluded.map((one) => one.market)),
    logs: () => engine.state().logs.filter(({ message }) => /ETH.?BTC/.test(message)),
    end: async () => {
      stop();
      void engine.close();
      await pass(1_000);
    },
  };
};

/** OKX and Coinbase in `npm test`: by its list, and by its status channel. */
const share = locals.filter(([name]) => scaled(name === 'okx' || name === 'coinbase' ? 1 : 0, 1, 1) === 1);

test.each(share)(
  '%s: a delisted market keeps no other from being subscribed to again, asks for little, and comes back once it is listed',
  async (name, separator, start) => {
    const time = createLocalTime();
    const { pass } = time;
    await using local = await start(time.clock);
    const { market, trusted, excluded, logs, end } = await runningOn(name, separator, local, time);
    expect(trusted()).toBe(3);

    market.isGone = true;
    local.delist(`ETH${separator}BTC`);
    local.reset();
    await pass(minute);
    expect(trusted()).toBe(2);
    const asked = (): number => local.requests.filter((path) => /ETH[-/]?BTC|ETHXBT/.test(path)).length;
    const before = asked();
    await pass(10 * minute);
    expect(asked() - before).toBeLessThanOrEqual(3);
    expect(trusted()).toBe(2);
    const warnings = logs().filter(({ level }) => level === 'WARNING');
    expect(warnings.length).toBeLessThanOrEqual(1);
    // The others are still listed.
    expect(excluded()).toEqual(['ETH/BTC']);
    await pass(30 * minute);
    expect(excluded()).toEqual(['ETH/BTC']);

    market.isGone = false;
    local.list(middle);
    await pass(21 * minute);
    expect([trusted(), excluded()]).toEqual([3, []]);
    await end();
  },
);

test('a market that Binance lists and sends no snapshot of is excluded by its answer, and asked for no more', async () => {
  const time = createLocalTime();
  await using local = await startLocalBinance(triangle, { clock: time.clock });
  const { path, list } = { path: '/api/v3/exchangeInfo', list: await fetch(`${local.url}/api/v3/exchangeInfo`) };
  const body = await list.json();
  const { market, trusted, excluded, end } = await runningOn(
    'binance',
    '',
    { ...local, reset: local.sockets.reset },
    time,
  );
  expect(trusted()).toBe(3);
  local.faults.body = (asked) => (asked === path ? body : undefined);
  market.isGone = true;
  local.delist('ETHBTC');
  local.sockets.reset();
  await time.pass(10 * minute);
  expect(excluded()).toEqual(['ETH/BTC']);
  expect(local.requests.filter((asked) => /depth.*ETHBTC/.test(asked)).length).toBeLessThanOrEqual(4);
  await end();
});

test('KuCoin is asked no more for the changes of a market that its list has no longer', async () => {
  const time = createLocalTime();
  await using local = await startLocalKucoin(triangle, time.clock);
  const { market, end } = await runningOn('kucoin', '-', await ofSides(Promise.resolve(local)), time);
  const topics = () => [...local.clients].flatMap((client) => [...client.topics]);
  expect(topics()).toContain('/market/level2:ETH-BTC');
  market.isGone = true;
  local.delist('ETH-BTC');
  await time.pass(11 * minute);
  expect(topics()).not.toContain('/market/level2:ETH-BTC');
  expect(topics()).toContain('/market/level2:ETH-USDT');
  await end();
});

const spoilt: Readonly<Record<string, (message: Readonly<Record<string, unknown>>) => unknown>> = {
  okx: (message) => (JSON.stringify(message).includes('ETH-BTC') ? { ...message, data: [{ asks: 'many' }] } : message),
  kraken: (message) =>
    JSON.stringify(message).includes('ETH/BTC')
      ? { ...message, data: [{ symbol: 'ETH/BTC', bids: 'few', asks: 'many', checksum: 0 }] }
      : message,
};
test.each(locals.filter(([name]) => name in spoilt))(
  '%s: a market whose messages cannot be read is told of once, asked for little, and comes back once they can',
  async (name, separator, start) => {
    const time = createLocalTime();
    await using local = await start(time.clock);
    const { trusted, excluded, logs, end } = await runningOn(name, separator, local, time);
    const spoil = spoilt[name] ?? expect.unreachable(name);
    let answers = 0;
    local.faults.rewrite = spoil;
    local.faults.answer = (message) => {
      if (/ubscribe/.test(String(message.method ?? message.event))) answers++;
      return message.channel === 'book' ? spoil(message) : message;
    };
    await time.pass(30_000);
    expect([trusted(), excluded()]).toEqual([2, ['ETH/BTC']]);
    const before = answers;
    const told = logs().length;
    await time.pass(5 * minute);
    expect([answers - before, logs().length - told]).toEqual([0, 0]);
    local.faults.rewrite = null;
    local.faults.answer = null;
    await time.pass(6 * minute);
    expect([trusted(), excluded()]).toEqual([3, []]);
    await end();
  },
);
