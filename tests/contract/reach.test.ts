import { afterEach, beforeEach, expect, test } from 'vitest';
import { exchangeFacts } from '../../packages/bot/src/market/facts/facts.ts';
import { openMarket } from '../../packages/bot/src/market-choice.ts';
import { realClock } from '../../packages/bot/src/model/clock.ts';
import { createExchangeFeed } from '../../packages/bot/src/venues/exchange/exchange-feed.ts';
import { exchanges } from '../../packages/bot/src/venues/exchange/exchanges.ts';
import { setProxies } from '../../packages/bot/src/venues/exchange/proxy.ts';
import { startStandingCycle } from '../harness/exchanges/standing-cycle.ts';
import { createLocalTime } from '../harness/exchanges/time.ts';
import { type LocalProxy, startLocalProxy } from '../harness/proxy.ts';
import { hearFeed } from './hear-feed.ts';

let proxy: LocalProxy;
let release = (): void => {};
beforeEach(async () => {
  proxy = await startLocalProxy();
});
afterEach(async () => {
  release();
  await proxy[Symbol.asyncDispose]();
});
const throughProxy = (more: Record<string, string> = {}): void => {
  release = setProxies({ HTTPS_PROXY: proxy.url, HTTP_PROXY: proxy.url, ...more });
};

const hosts: readonly (readonly [exchange: string, place: string | undefined, rest: string, stream: string])[] = [
  ['binance', undefined, 'api.binance.com:443', 'stream.binance.com:9443'],
  ['binance', 'data', 'data-api.binance.vision:443', 'data-stream.binance.vision'],
  ['binance', 'us', 'api.binance.us:443', 'stream.binance.us:9443'],
  ['kucoin', undefined, 'api.kucoin.com:443', ''],
  ['okx', undefined, 'www.okx.com:443', 'ws.okx.com'],
  ['okx', 'eea', 'eea.okx.com:443', 'wseea.okx.com'],
  ['okx', 'us', 'us.okx.com:443', 'wsus.okx.com'],
  ['kraken', undefined, 'api.kraken.com:443', 'ws.kraken.com'],
  ['coinbase', undefined, 'api.coinbase.com:443', 'advanced-trade-ws.coinbase.com'],
];

test.each(hosts)('%s at %s is called at %s, and its sockets at %s', async (name, place, rest, stream) => {
  throughProxy();
  const dialect = exchanges.get(name)?.({ clock: realClock, place }) ?? expect.unreachable(name);
  await expect(dialect.list(5_000)).rejects.toThrow(
    `cannot be reached through the proxy ${proxy.url} (it answers 403)`,
  );
  expect(new Set(proxy.requests)).toEqual(new Set([`CONNECT ${rest}`]));
  if (stream !== '') expect(new URL(await dialect.protocolOf([]).address()).host).toBe(stream);
});

test('each region of the facts is one of these hosts', () => {
  const known = hosts.map(([name, place]) => `${name} ${place ?? 'global'}`);
  const regions = [...exchangeFacts.values()].flatMap(({ name, regions: own }) =>
    Object.keys(own).map((region) => `${name} ${region}`),
  );
  expect(regions).toEqual(known);
});

test('addresses of calls and of sockets may be apart, and an unknown region is refused with those there are', async () => {
  const place = 'http://127.0.0.1:1 ws://127.0.0.1:2';
  const dialect = exchanges.get('okx')?.({ clock: realClock, place });
  expect(await dialect?.protocolOf([]).address()).toBe('ws://127.0.0.1:2/ws/v5/public');
  const opened = openMarket({ source: 'exchange', exchanges: ['okx'], places: { okx: 'moon' } }, realClock);
  await expect(opened).rejects.toMatchObject({
    message: 'okx has no region "moon", only global, eea, us',
    exitCode: 2,
  });
});

test('where Binance does not list its markets, its host of public data is asked', async () => {
  throughProxy();
  await expect(openMarket({ source: 'exchange', exchanges: ['binance'], places: {} }, realClock)).rejects.toThrow(
    'binance cannot be reached through the proxy',
  );
  const called = [...new Set(proxy.requests)];
  expect(called).toEqual(['CONNECT api.binance.com:443', 'CONNECT data-api.binance.vision:443']);
});

test('prices come through a proxy, calls and sockets alike, and pass by it where it is excepted', async () => {
  const time = createLocalTime();
  await using server = await startStandingCycle(time.clock);
  throughProxy();
  const feed = createExchangeFeed(
    exchanges.get('binance')?.({ clock: time.clock, place: server.url }) ?? expect.unreachable(),
  );
  const heard = await hearFeed(time, feed);
  await heard.until('live');
  server.dislocate();
  await time.until(() => expect(heard.books('ETH/USDT').length).toBeGreaterThan(0));
  heard.stop();
  expect(proxy.requests).toEqual([
    `GET ${server.url}/api/v3/exchangeInfo?showPermissionSets=false`,
    `UPGRADE ${server.url}/ws`,
  ]);
  release();
  throughProxy({ NO_PROXY: 'example.com,127.0.0.1' });
  await feed.instruments(5_000);
  expect(proxy.requests.length).toBe(2);
});

test.each([
  [
    'asks for a password',
    { refuses: 407 },
    /it asks for a password: HTTPS_PROXY may hold one, as http:\/\/name:password@host:port/,
  ],
  ['refuses', { refuses: 502 }, /it answers 502/],
])('a proxy that %s is named with what it wants', async (_, how, sentence) => {
  Object.assign(proxy, how);
  const { host } = new URL(proxy.url);
  release = setProxies({ https_proxy: `http://operator:hunter2@${host}` });
  const dialect = exchanges.get('kraken')?.({ clock: realClock }) ?? expect.unreachable();
  const answer = await dialect.list(5_000).catch((error: Error) => error.message);
  expect(answer).toMatch(sentence);
  expect(answer).toContain(`through the proxy http://${host}`);
  expect(answer).not.toContain('hunter2');
});

test('a proxy that does not answer is named', async () => {
  const time = createLocalTime();
  throughProxy();
  proxy.isSilent = true;
  const dialect = exchanges.get('kraken')?.({ clock: time.clock }) ?? expect.unreachable();
  await expect(time.during(dialect.list(5_000))).rejects.toThrow(
    `does not answer within 5 s through the proxy ${proxy.url}`,
  );
});

test('an exchange that answers 451 says that it does not serve this place', async () => {
  await using server = await startStandingCycle();
  server.faults.page = 451;
  const dialect = exchanges.get('okx')?.({ clock: realClock, place: server.url }) ?? expect.unreachable();
  await expect(dialect.list(5_000)).rejects.toThrow('answers 451: it does not serve the place of this machine');
});
