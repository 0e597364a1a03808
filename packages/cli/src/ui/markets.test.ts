import { ok } from '@triquad/core/testing';
import { expect, test } from 'vitest';
import { fixture } from './fixture.ts';
import { marketTag } from './markets.ts';
import { openApp, status } from './open-app.tsx';

const market = {
  source: 'none',
  detail: null,
  exchanges: [],
  given: false,
  offered: ['binance', 'kucoin', 'kraken'],
  change: null,
  checks: [],
};
const healthWith = (...capabilities: string[]) =>
  ok({ status: 'ok', version: '0.1.0', uptime_seconds: 1, capabilities, market_source: 'none', checks: {} });
const waits = {
  health: healthWith('market', 'recordings'),
  'bot.status': ok({ ...status, is_running: false, bot_status: 'stopped', market_source: 'none' }),
  'market.get': ok({ data: market }),
  'market.choose': ok({ data: { ...market, change: { wanted: {}, state: 'opening', reason: null } } }),
  'recordings.list': ok({ data: [{ name: 'monday', kind: 'tape' }] }),
};
const chosen = ({ calls }: { calls: readonly { name: string; request: { body?: unknown } }[] }) =>
  calls.filter(({ name }) => name === 'market.choose').map(({ request }) => request.body);

test('a bot that waits for a choice of market is answered here, and each choice is asked again', async () => {
  const { api, type, shows } = await openApp({ answers: waits });
  await shows(/^ ! this bot watches nothing yet: W chooses what[\s\S]* W watch…/m);
  await type('W');
  await shows(/ : watch _[\s\S]*▸ W +watch live prices of binance and kucoin…[\s\S]*watch the recording sample…/);
  await shows(/W +watch the practice market/);
  await type(...'rec', '\r');
  await shows(/─ What do you want to watch\? ─[\s\S]*▸\[ Cancel ]/);
  expect(chosen(api)).toEqual([]);
  await type('\x1b', 'W', '\r');
  await shows(/The bot then watches live prices of binance and kucoin\./);
  await type('\t', '\r');
  expect(chosen(api)).toEqual([{ source: 'exchange', exchanges: ['binance', 'kucoin'] }]);
});

test('another region of an exchange is a choice of its own', async () => {
  const regions = [
    { exchange: 'okx', region: 'global', title: 'okx.com' },
    { exchange: 'okx', region: 'eea', title: 'European Economic Area' },
  ];
  const { api, type, shows } = await openApp({
    answers: { ...waits, 'market.get': ok({ data: { ...market, regions } }) },
  });
  await type('W', ...'eea', '\r');
  await shows(/The bot then watches live prices of okx at eea\./);
  await type('\t', '\r');
  expect(chosen(api)).toEqual([{ source: 'exchange', exchanges: ['okx'], regions: { okx: 'eea' } }]);
});

test('a market that cannot be opened says why', async () => {
  const failed = { ...market, change: { wanted: {}, state: 'failed', reason: 'binance does not answer' } };
  const { shows } = await openApp({ answers: { ...waits, 'market.get': ok({ data: failed }) } });
  await shows(/^ ! the market cannot be opened: binance does not answer/m);
});

test('who is no admin sees which role it takes', async () => {
  const { api, type, shows } = await openApp({
    token: 't',
    answers: { ...waits, health: healthWith('market', 'auth.code'), 'auth.me': ok({ name: 'eve', role: 'operator' }) },
  });
  await type('W');
  await shows(/Your role is operator: this needs the role admin/);
  await type('\r', '\t', '\r');
  expect(chosen(api)).toEqual([]);
});

test.each([
  ['simulated', 'seed 7', 'paper', 'PRACTICE', 'PRACTICE MARKET'],
  ['simulated', 'realistic, seed 7', 'paper', 'INVENTED', 'REALISTIC MARKET'],
  ['recorded', 'kucoin.csv', 'paper', 'RECORDED', 'RECORDED MARKET'],
  ['recorded', 'sample (invented)', 'paper', 'SAMPLE', 'CALIBRATED SAMPLE'],
  ['exchange', 'binance', 'paper', 'LIVE PRICES', 'LIVE PRICES'],
  ['exchange', 'binance', 'live', null, null],
  ['none', null, 'paper', 'NO MARKET', 'NO MARKET YET'],
  ['of another bot', null, 'paper', 'OF ANOTHER BOT', 'OF ANOTHER BOT'],
])('prices of %s (%s), %s, are named %s, and %s where there is room', async (source, detail, mode, short, long) => {
  const state = await fixture({
    health: ok({ status: 'ok', capabilities: [], market_source: source, market_detail: detail }),
    'bot.status': ok({ is_running: true, bot_status: 'running', mode, market_source: source }),
  });
  expect([marketTag(state, 80), marketTag(state, 140)]).toEqual([short, long]);
});
