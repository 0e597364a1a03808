import {
  BotStatusRecord,
  HealthRecord,
  MarketRecord,
  type MarketWanted,
  RecorderRecord,
  routes,
} from '@triquad/core/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createProxies } from '../../packages/bot/src/venues/exchange/proxy.ts';
import { type LocalBinance, startLocalBinance } from '../harness/exchanges/binance.ts';
import type { Listing } from '../harness/exchanges/local-market.ts';
import { type LocalOkx, startLocalOkx } from '../harness/exchanges/okx.ts';
import { startLocalProxy } from '../harness/proxy.ts';
import { type LiveBot, startLiveBot } from './live-bot.ts';
import { createWalk, unwalked, type Walk } from './walk.ts';

const rules = { lot: '0.00010000', minNotional: '5.00000000', status: 'TRADING' } as const;
const listings: readonly Listing[] = [
  { base: 'BTC', quote: 'USDT', tick: '0.01000000', ...rules },
  { base: 'ETH', quote: 'USDT', tick: '0.01000000', ...rules },
  { base: 'ETH', quote: 'BTC', tick: '0.00001000', ...rules, minNotional: '0.00010000' },
];

let server: LocalBinance;
let okx: LocalOkx;
let live: LiveBot;
let walk: Walk;
const remembered: unknown[] = [];
const urls: Record<string, string> = {};

beforeAll(async () => {
  server = await startLocalBinance(listings);
  urls.binance = server.url;
  okx = await startLocalOkx(listings);
  urls.okx = okx.url;
  const gone = await startLocalBinance([]);
  urls.kucoin = gone.url;
  await gone[Symbol.asyncDispose]();
  live = await startLiveBot({
    market: null,
    places: urls,
    proxies: createProxies({}),
    rememberMarket: (choice) => remembered.push(choice),
  });
  walk = createWalk(live);
});
afterAll(async () => {
  await live[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
  await okx[Symbol.asyncDispose]();
});

const market = async () => MarketRecord.parse((await walk.good('market.get')).body);
const choose = async (wanted: MarketWanted) =>
  MarketRecord.parse((await walk.good('market.choose', { body: wanted })).body);
/** What is watched once a choice was opened or refused; between two bots nothing answers. */
const settled = (): Promise<MarketRecord> =>
  vi.waitFor(async () => {
    const found = await market();
    expect(found.change?.state).not.toBe('opening');
    return found;
  }, 60_000);
const source = async (): Promise<string> => HealthRecord.parse((await live.call('health')).body).market_source;

test('a bot without a market answers, says so, and does not start', async () => {
  expect(await market()).toEqual({
    ...{ source: 'none', detail: null, exchanges: [], given: false },
    ...{ offered: expect.arrayContaining(['binance', 'kucoin']), change: null, checks: [] },
    regions: expect.arrayContaining([{ exchange: 'okx', region: 'eea', title: 'European Economic Area' }]),
    places: expect.anything(),
    proxy: null,
  });
  expect(await source()).toBe('none');
  expect(await walk.refused('bot.start', 422)).toMatchObject({ detail: expect.stringContaining('no exchange') });
});

test('what cannot be opened is refused in a sentence, and nothing changes', async () => {
  expect(await choose({ source: 'exchange', exchanges: ['kucoin'] })).toMatchObject({ change: { state: 'opening' } });
  expect(await settled()).toMatchObject({
    source: 'none',
    change: { state: 'failed', reason: 'kucoin cannot be reached (ECONNREFUSED)' },
  });
  await choose({ source: 'recorded', recording: 'moon' });
  expect((await settled()).change?.reason).toBe('there is no recording moon');
  await walk.refused('market.choose', 422, { body: { source: 'exchange', exchanges: ['moon'] } });
  await walk.refused('market.choose', 422, { body: { source: 'moon' } });
  expect(remembered).toEqual([]);
});

test('live prices are watched once they were chosen, are remembered, and are compared with what is expected', async () => {
  await choose({ source: 'exchange', exchanges: ['binance'] });
  expect(await settled()).toMatchObject({ source: 'exchange', exchanges: ['binance'], change: null });
  expect(await source()).toBe('exchange');
  expect(remembered).toEqual([{ source: 'exchange', exchanges: ['binance'], places: { binance: server.url } }]);
  const looked = async () => (await market()).checks[0]?.findings ?? [];
  await expect.poll(async () => (await looked()).map(({ subject }) => subject)).toContain('clock');
  const { port } = new URL(server.url);
  expect((await looked())[0]).toEqual({
    subject: 'address',
    found: `calls 127.0.0.1 port ${port}, sockets 127.0.0.1 port ${port}`,
    expected: null,
  });
  expect((await looked())[1]).toMatchObject({
    subject: 'facts',
    found: expect.stringMatching(/ days old .*; oldest: /),
  });
  expect((await looked())[2]).toMatchObject({
    subject: 'clock',
    found: expect.stringContaining(' ms '),
    expected: null,
  });
  await expect.poll(async () => (await live.call('bot.start')).status).toBe(200);
});

test('a region that was chosen is remembered, is another market, and an unknown one is refused with those there are', async () => {
  await choose({ source: 'exchange', exchanges: ['okx'], regions: { okx: 'moon' } });
  expect((await settled()).change?.reason).toBe('okx has no region "moon", only global, eea, us');
  await walk.refused('market.choose', 422, {
    body: { source: 'exchange', exchanges: ['okx'], regions: { okx: 'https://okx.example' } },
  });
  await choose({ source: 'exchange', exchanges: ['binance', 'okx'], regions: { okx: 'eea' } });
  // Binance is reached at the address of the start; OKX is not reached from here.
  expect(await settled()).toMatchObject({ source: 'exchange', detail: `binance at ${server.url}, okx at eea` });
  expect((await market()).places).toContainEqual({ exchange: 'okx', place: 'eea' });
  expect(remembered.at(-1)).toMatchObject({ places: { binance: server.url, okx: 'eea' } });
});

test('a proxy that was chosen leads to the exchange, is remembered, and stays until another way is chosen', async () => {
  await using proxy = await startLocalProxy();
  const exchange = { source: 'exchange' as const, exchanges: ['binance'] };
  const asked = `GET ${server.url}/api/v3/exchangeInfo?showPermissionSets=false`;
  await choose({ ...exchange, proxy: proxy.url });
  expect(await settled()).toMatchObject({ change: null, proxy: { address: proxy.url, by: 'choice' } });
  expect(remembered.at(-1)).toMatchObject({ proxy: proxy.url });
  expect(proxy.requests).toContain(asked);

  proxy.refuses = 502;
  await choose({ ...exchange, exchanges: ['okx'] });
  expect((await settled()).change?.reason).toContain('okx answers 502');
  await choose({ ...exchange, proxy: null });
  expect(await settled()).toMatchObject({ change: null, proxy: null });
  expect(remembered.at(-1)).not.toHaveProperty('proxy');

  const refused = await walk.refused('market.choose', 422, {
    body: { ...exchange, proxy: 'http://operator:hunter2@127.0.0.1:3128' },
  });
  expect(JSON.stringify(refused)).toContain('a name and password go in HTTPS_PROXY');
});

test('a proxy that leads nowhere is not used, and the way before it stays', async () => {
  await choose({ source: 'exchange', exchanges: ['binance'], proxy: 'http://127.0.0.1:1' });
  expect((await settled()).change?.reason).toContain('through the proxy http://127.0.0.1:1');
  expect(await market()).toMatchObject({ source: 'exchange', exchanges: ['binance'], proxy: null });
});

test('an exchange is checked at the region that is to be chosen, and keeps what was found where it is watched', async () => {
  await walk.good('market.check', { body: { exchanges: ['okx'], regions: { okx: 'us' } } });
  const found = async () => (await market()).checks.find(({ exchange }) => exchange === 'okx');
  await expect.poll(async () => (await found())?.ended ?? null).not.toBeNull();
  expect((await found())?.findings[0]?.found).toBe('calls us.okx.com port 443, sockets wsus.okx.com port 443');
});

test('an exchange whose check failed is scanned only, and its feed says why', async () => {
  okx.faults.skewMs = 5_000;
  await choose({ source: 'exchange', exchanges: ['okx'] });
  const reason = async () => routes['feeds.list'].record.parse((await live.call('feeds.list')).body).data[0]?.reason;
  await expect
    .poll(reason)
    .toMatch(/^markets: 3; scanned only: its check failed, clock: \d{4} ms ahead of this machine/);
});

test('a bot that runs is stopped before something else is watched, and stays stopped', async () => {
  await live.call('recordings.switch', { body: { recording: true } });
  await choose({ source: 'simulated', preset: 'practice' });
  expect(await settled()).toMatchObject({ source: 'simulated', detail: expect.stringMatching(/^seed \d+$/) });
  const status = BotStatusRecord.parse((await live.call('bot.status')).body);
  expect(status).toMatchObject({ bot_status: 'stopped', market_source: 'simulated' });
  expect(RecorderRecord.parse((await live.call('recordings.recorder')).body).recording).toBe(false);
  expect(server.sockets.count()).toBeLessThanOrEqual(1);
  await expect.poll(async () => (await live.call('bot.start')).status).toBe(200);
});

test('the sample is made when it is first chosen, is named as invented, and is backtested as any recording', async () => {
  await choose({ source: 'recorded', recording: 'sample' });
  expect(await settled()).toMatchObject({ source: 'recorded', detail: 'sample (invented, fitted to recordings)' });
  expect((await live.call('recordings.list')).body).toMatchObject({
    data: [{ name: 'sample', exchange: 'kucoin' }],
  });
});

test('an exchange that cannot be reached is checked in a line', async () => {
  await walk.good('market.check', { body: { exchanges: ['kucoin'] } });
  await walk.refused('market.check', 422, { body: { exchanges: ['moon'] } });
  const found = async () => (await market()).checks.find(({ exchange }) => exchange === 'kucoin');
  await expect.poll(async () => (await found())?.ended ?? null).not.toBeNull();
  expect(await found()).toMatchObject({
    findings: [{ subject: 'address' }, { subject: 'facts' }, { subject: 'clock', expected: 'a time' }],
  });
  expect(unwalked('market', walk)).toEqual([]);
});
