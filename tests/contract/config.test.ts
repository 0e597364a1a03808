import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BotConfigFields, BotConfigRecord } from '@triquad/core/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LiveBot, startLiveBot } from './live-bot.ts';

const UNKNOWN = '00000000-0000-7000-8000-000000000000';

let live: LiveBot;
beforeAll(async () => {
  live = await startLiveBot();
});
afterAll(() => live[Symbol.asyncDispose]());

const current = async (bot: LiveBot = live) => (await bot.call('config.current')).body as BotConfigRecord;
const all = async () =>
  ((await live.call('config.all', { query: { limit: '500' } })).body as { data: BotConfigRecord[] }).data;

function fieldsOf({ id, is_active, created_at, updated_at, version, ...fields }: BotConfigRecord): BotConfigFields {
  return fields;
}

async function create(changes: Partial<BotConfigFields> = {}, bot: LiveBot = live): Promise<BotConfigRecord> {
  const answer = await bot.call('config.create', { body: { ...fieldsOf(await current(bot)), ...changes } });
  expect(answer.status).toBe(201);
  return answer.body as BotConfigRecord;
}

const update = (id: string, body: object) => live.call('config.update', { parameters: { id }, body });
const act = (name: 'config.get' | 'config.delete' | 'config.activate', id: string) =>
  live.call(name, { parameters: { id } });

test('a configuration is created, read, changed field by field, and deleted', async () => {
  const made = await create({ name: 'Careful', min_profit_threshold: 0.75 });
  expect(made).toMatchObject({ name: 'Careful', min_profit_threshold: 0.75, is_active: false, version: 1 });
  const changed = (await update(made.id, { version: 1, max_concurrent_orders: 1 })).body;
  expect(changed).toMatchObject({ ...fieldsOf(made), id: made.id, max_concurrent_orders: 1, version: 2 });
  expect((await act('config.get', made.id)).body).toEqual(changed);
  expect((await act('config.delete', made.id)).status).toBe(204);
  for (const name of ['config.get', 'config.delete', 'config.activate'] as const) {
    expect((await act(name, made.id)).status).toBe(404);
  }
  expect((await update(made.id, { version: 2 })).status).toBe(404);
  expect((await update(UNKNOWN, { version: 1 })).status).toBe(404);
});

test('what is left to the operator is kept by exchange, each type once, also over a restart, and is emptied', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'triquad-by-hand-'));
  const first = await startLiveBot({ dataDir });
  const before = await current(first);
  expect(before).not.toHaveProperty('by_hand');
  const parameters = { id: before.id };
  const by_hand = { binance: ['TRI', 'TRI'], 'kraken:second': ['QUAD', 'TRI'] };
  const changed = await first.call('config.update', { parameters, body: { version: before.version, by_hand } });
  const kept = { binance: ['TRI'], 'kraken:second': ['QUAD', 'TRI'] };
  expect([changed.status, changed.body]).toMatchObject([200, { by_hand: kept }]);
  await first.bot.stop();
  await using second = await startLiveBot({ dataDir });
  const { version, ...after } = await current(second);
  expect(after.by_hand).toEqual(kept);
  const emptied = await second.call('config.update', { parameters, body: { version, by_hand: {} } });
  expect(emptied).toMatchObject({ status: 200, body: { by_hand: {} } });
});

test('the bounds are the usual ones where a configuration leaves them out, and stay as they were set over a restart', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'triquad-bounds-'));
  const first = await startLiveBot({ dataDir });
  const { id, version, risk: usual } = await current(first);
  expect(usual).toMatchObject({ max_unwind_loss_pct: 1, max_profit_pct: 3 });
  const parameters = { id };
  const set = { ...usual, max_unwind_loss_pct: 0.25, max_profit_pct: 100 };
  const changed = await first.call('config.update', { parameters, body: { version, risk: set } });
  expect(changed).toMatchObject({ status: 200, body: { risk: set } });
  await first.bot.stop();
  await using second = await startLiveBot({ dataDir });
  const { version: next, ...after } = await current(second);
  expect(after.risk).toEqual(set);
  const { max_unwind_loss_pct: _, max_profit_pct: __, ...risk } = set;
  const without = await second.call('config.update', { parameters, body: { version: next, risk } });
  expect(without).toMatchObject({ status: 200, body: { risk: usual } });
});

test('a stale version is refused, also with two concurrent writes', async () => {
  const { id } = await create();
  const two = await Promise.all([100, 200].map((total_capital) => update(id, { version: 1, total_capital })));
  expect(two.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(two.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'stale_version',
    detail: expect.stringContaining('version 2'),
  });
  expect((await update(id, { version: 3, total_capital: 5 })).status).toBe(409);
  expect((await act('config.get', id)).body).toMatchObject({ version: 2 });
});

test.each<[object, string]>([
  [{ name: '' }, 'name'],
  [{ name: 'x'.repeat(101) }, 'name'],
  [{ name: ' ' }, 'name'],
  [{ name: 'a\nb' }, 'name'],
  [{ name: 'a\u001b[2J' }, 'name'],
  [{ name: 'a\u202egnp.exe' }, 'name'],
  [{ name: 'a\ud800' }, 'name'],
  [{ mode: 'demo' }, 'mode'],
  [{ mode: 'live' }, 'mode'],
  [{ enabled_exchanges: [] }, 'enabled_exchanges'],
  [{ enabled_exchanges: ['Binance'] }, 'enabled_exchanges.0'],
  [{ enabled_exchanges: Array.from({ length: 33 }, (_, index) => `e${index}`) }, 'enabled_exchanges'],
  [{ trading_pairs: ['btc-usdt'] }, 'trading_pairs.0'],
  [{ trading_pairs: Array.from({ length: 5_001 }, (_, index) => `A${index}/USDT`) }, 'trading_pairs'],
  [{ min_profit_threshold: -0.1 }, 'min_profit_threshold'],
  [{ min_profit_threshold: 100.1 }, 'min_profit_threshold'],
  [{ max_capital_per_route: 0 }, 'max_capital_per_route'],
  [{ max_capital_per_route: 1e16 }, 'max_capital_per_route'],
  [{ total_capital: 1e300 }, 'total_capital'],
  [{ total_capital: '10000' }, 'total_capital'],
  [{ total_capital: null }, 'total_capital'],
  [{ max_concurrent_orders: 1.5 }, 'max_concurrent_orders'],
  [{ max_concurrent_orders: 0 }, 'max_concurrent_orders'],
  [{ max_daily_drawdown_pct: 101 }, 'max_daily_drawdown_pct'],
  [{ enable_triangular: 'yes' }, 'enable_triangular'],
  [{ by_hand: ['TRI'] }, 'by_hand'],
  [{ by_hand: { Binance: ['TRI'] } }, 'by_hand.Binance'],
  [{ by_hand: { binance: ['PENTA'] } }, 'by_hand.binance.0'],
  [{ by_hand: { binance: [] } }, 'by_hand.binance'],
  [{ by_hand: { binance: 'TRI' } }, 'by_hand.binance'],
  [{ by_hand: Object.fromEntries(Array.from({ length: 33 }, (_, index) => [`e${index}`, ['TRI']])) }, 'by_hand'],
  [{ risk: { cooldown_after_failure_seconds: 1, stop_loss_pct: 1 } }, 'risk.assets'],
  [
    {
      risk: {
        assets: { btc: { max_position: 1, max_daily_volume: 1 } },
        cooldown_after_failure_seconds: 1,
        stop_loss_pct: 1,
      },
    },
    'risk.assets.btc',
  ],
  [
    {
      risk: {
        assets: { BTC: { max_position: 0, max_daily_volume: 1 } },
        cooldown_after_failure_seconds: 1,
        stop_loss_pct: 1,
      },
    },
    'risk.assets.BTC.max_position',
  ],
  [
    { risk: { assets: {}, cooldown_after_failure_seconds: -1, stop_loss_pct: 1 } },
    'risk.cooldown_after_failure_seconds',
  ],
  [
    {
      risk: {
        assets: Object.fromEntries(
          Array.from({ length: 501 }, (_, index) => [`A${index}`, { max_position: 1, max_daily_volume: 1 }]),
        ),
        cooldown_after_failure_seconds: 1,
        stop_loss_pct: 1,
      },
    },
    'risk.assets',
  ],
  [
    { risk: { assets: {}, cooldown_after_failure_seconds: 1, stop_loss_pct: 1, max_unwind_loss_pct: 100.1 } },
    'risk.max_unwind_loss_pct',
  ],
  [
    { risk: { assets: {}, cooldown_after_failure_seconds: 1, stop_loss_pct: 1, max_profit_pct: -1 } },
    'risk.max_profit_pct',
  ],
  [{ shoe_size: 43 }, 'body'],
])('%j is refused by its field, when made and when changed', async (wrong, path) => {
  const { id, version, ...active } = await current();
  const made = await live.call('config.create', { body: { ...fieldsOf({ id, version, ...active }), ...wrong } });
  const changed = await update(id, { version, ...wrong });
  for (const answer of [made, changed]) {
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ path }] } });
    expect((answer.body as { detail: string }).detail).toContain(path === 'body' ? 'shoe_size' : path);
  }
});

test('duplicate names are removed', async () => {
  const { id, version } = await create();
  const twice = { enabled_exchanges: ['okx', 'okx', 'kraken'], trading_pairs: ['BTC/USDT', 'BTC/USDT'] };
  expect((await update(id, { version, ...twice })).body).toMatchObject({
    enabled_exchanges: ['okx', 'kraken'],
    trading_pairs: ['BTC/USDT'],
  });
});

test('a change without a version is refused', async () => {
  const { id } = await current();
  expect(await update(id, { total_capital: 5 })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'version' }] },
  });
});

test('exactly one is active, and that one is not deleted', async () => {
  const before = await current();
  const made = await create({ name: 'Next' });
  expect((await act('config.delete', before.id)).status).toBe(409);
  expect((await act('config.activate', made.id)).body).toEqual({ ...made, is_active: true });
  expect((await all()).filter(({ is_active }) => is_active).map(({ id }) => id)).toEqual([made.id]);
  expect((await act('config.delete', made.id)).status).toBe(409);
  expect((await live.call('bot.status')).body).toMatchObject({ active_config_id: made.id });
  await act('config.activate', before.id);
  expect((await act('config.delete', made.id)).status).toBe(204);
});

test('the active one drives the bot: with what it starts, and at once whether it executes by itself', async () => {
  await using bot = await startLiveBot();
  const made = await create({ enabled_exchanges: ['okx'], min_profit_threshold: 2, max_capital_per_route: 250 }, bot);
  await bot.call('config.activate', { parameters: { id: made.id } });
  const driven = { enabled_exchanges: ['okx'], min_profit_threshold: 2, max_capital_per_route: 250 };
  expect((await bot.call('bot.start')).body).toMatchObject({ status: { ...driven, active_config_id: made.id } });
  const change = { version: 1, auto_execute: false, max_capital_per_route: 100 };
  await bot.call('config.update', { parameters: { id: made.id }, body: change });
  expect((await bot.call('bot.status')).body).toMatchObject({ ...driven, auto_execute: false });
  expect((await bot.call('bot.restart')).body).toMatchObject({ status: { max_capital_per_route: 100 } });
  // The parameters of a start override the configuration for that run.
  await bot.call('bot.stop');
  const body = { max_capital_per_route: 60 };
  expect((await bot.call('bot.start', { body })).body).toMatchObject({ status: { ...driven, ...body } });
  expect(await current(bot)).toMatchObject({ max_capital_per_route: 100, version: 2 });
});

test('the active one is still there after a restart, and the first start gives each paper account its capital', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'triquad-config-'));
  const first = await startLiveBot({ dataDir, config: { total_capital: 4_321 } });
  const balances = (await first.call('wallets.balances')).body as {
    exchanges: { balances: Record<string, { total: number }> }[];
  };
  expect(new Set(balances.exchanges.map((one) => one.balances.USDT?.total))).toEqual(new Set([4_321]));
  const made = await create({ name: 'Kept' }, first);
  await first.call('config.activate', { parameters: { id: made.id } });
  await first.bot.stop();
  await using second = await startLiveBot({ dataDir });
  expect(await current(second)).toEqual({ ...made, is_active: true });
});

test('five hundred are enough', async () => {
  await using bot = await startLiveBot();
  const body = fieldsOf(await current(bot));
  const made = await Promise.all(Array.from({ length: 510 }, () => bot.call('config.create', { body })));
  expect(made.filter(({ status }) => status === 201)).toHaveLength(499);
  expect(made.at(-1)).toMatchObject({ status: 409, body: { code: 'conflict' } });
});
