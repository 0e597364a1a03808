import { expect, test } from 'vitest';
import type { Command } from '../journal/command.ts';
import { selectWork } from '../projections/settings.ts';
import { maskOf } from '../rules/mask.ts';
import { createTestClient, healthOf, ok, type TestClient } from '../testing/client.ts';
import { timeOf } from '../testing/records.ts';

const config = {
  id: 'c1',
  name: 'Default',
  version: 3,
  updated_at: timeOf(0),
  total_capital: 10_000,
  risk: { assets: { BTC: { max_position: 1_000, max_daily_volume: 5_000 } }, stop_loss_pct: 10 },
};
const apiKey = 'kkkkkkkk-the-middle-zzzz';
const secrets = { api_key: apiKey, api_secret: 'very-secret', passphrase: 'pass-phrase' };

const started = async (options: Parameters<typeof createTestClient>[0] = {}, ...watched: string[]) => {
  const t = createTestClient({
    ...options,
    answers: { health: healthOf('config.write'), 'config.current': ok(config), ...options.answers },
  });
  t.client.start();
  await t.clock.advance(1_000);
  for (const resource of watched) t.client.send({ type: 'Watch', resource } as Command);
  await t.clock.advance(1_000);
  return t;
};
const send = async (t: TestClient, command: Command) => {
  t.client.send(command);
  await t.clock.advance(0);
};
const settings = (t: TestClient) => t.client.getSnapshot().settings;
const loaded = (t: TestClient) => t.client.getSnapshot().loaded;
const work = (t: TestClient, ...which: Parameters<typeof selectWork>) => selectWork(...which)(t.client.getSnapshot());
const lastBody = (t: TestClient) => t.api.calls.at(-1)?.request.body;

test('parameters are written into the active configuration, with the version that they were edited in', async () => {
  const t = await started(
    { answers: { 'config.update': ok({ ...config, version: 4, total_capital: 500 }) } },
    'config',
  );
  await send(t, { type: 'SaveParameters', setting: 'global', parameters: { total_capital: 500 }, version: 3 });
  expect(t.api.calls.at(-1)).toMatchObject({
    name: 'config.update',
    request: { path: { id: 'c1' }, body: { total_capital: 500, version: 3 } },
  });
  expect(loaded(t).config).toMatchObject({ version: 4, total_capital: 500 });
  expect(work(t, 'global')).toMatchObject({ action: 'save', phase: 'done' });
});

test('a stale version writes nothing, and the configuration is reloaded', async () => {
  const t = await started(
    { answers: { 'config.update': { status: 409, body: { code: 'stale_version', detail: 'It is at version 4.' } } } },
    'config',
  );
  t.api.answer('config.current', ok({ ...config, version: 4, total_capital: 7_000 }));
  await send(t, { type: 'SaveParameters', setting: 'risk', parameters: {}, version: 3 });
  expect(work(t, 'risk')).toMatchObject({ phase: 'failed', problem: { kind: 'conflict', code: 'stale_version' } });
  await t.clock.advance(1_000);
  expect(loaded(t).config).toMatchObject({ version: 4, total_capital: 7_000 });
});

test('parameters are stored by the client for a bot that does not take them', async () => {
  const t = await started({ answers: { health: ok({}) } }, 'config');
  await send(t, { type: 'SaveParameters', setting: 'global', parameters: { total_capital: 500 } });
  await send(t, { type: 'SaveParameters', setting: 'risk', parameters: { max_concurrent_orders: 2 } });
  expect([t.api.count('config.current'), t.api.count('config.update')]).toEqual([0, 0]);
  const kept = { total_capital: 500, max_concurrent_orders: 2 };
  expect([settings(t).kept, work(t, 'global')?.phase]).toEqual([kept, 'done']);
  t.client.stop();
  t.client.start();
  await t.clock.advance(0);
  expect(settings(t).kept).toEqual(kept);
});

test('stored parameters that cannot be read are ignored', async () => {
  const t = createTestClient({ answers: { health: ok({}) } });
  t.storage.set('settings_parameters', '{"total_capital":"much"}');
  t.client.start();
  await t.clock.advance(0);
  expect(settings(t).kept).toBe(null);
});

test('credentials are sent whole, and nothing but the mask of a key is kept of them', async () => {
  const t = await started(
    { answers: { 'exchanges.save': ok({}), 'exchanges.list': ok({ exchanges: {} }) } },
    'exchanges',
  );
  await send(t, { type: 'SaveExchange', name: 'okx', enabled: true, testnet: true, ...secrets });
  expect(lastBody(t)).toEqual({ enabled: true, testnet: true, ...secrets });
  const masked = { enabled: true, testnet: true, api_key: maskOf(apiKey), has_secret: true, has_passphrase: true };
  expect(loaded(t).exchanges).toEqual({ okx: masked });
  const story = t.client.journal.exportJsonl();
  expect(Object.values(secrets).filter((secret) => story.includes(secret))).toEqual([]);
});

test('a bot that answers its secrets as they are does not get them into the journal', async () => {
  const answer = { enabled: true, testnet: false, ...secrets };
  const telegram = { enabled: true, bot_token: '123456789:AAabcdefghijklmno', chat_id: 7, alert_events: 'failure' };
  const email = { smtp_host: 'mail.test', smtp_user: 'ada', smtp_password: 'hunter2hunter2' };
  const t = await started(
    {
      answers: {
        health: ok({}),
        'exchanges.list': ok({ exchanges: { okx: answer } }),
        'telegram.get': ok(telegram),
        'email.get': ok(email),
      },
    },
    'exchanges',
    'telegram',
    'email',
  );
  expect(loaded(t)).toMatchObject({
    exchanges: { okx: { api_key: maskOf(apiKey), has_secret: null } },
    telegram: { bot_token: maskOf(telegram.bot_token), chat_id: '7' },
    email: { smtp_host: 'mail.test', smtp_port: 587, has_password: null },
  });
  const story = t.client.journal.exportJsonl();
  const known = [...Object.values(secrets), telegram.bot_token, email.smtp_password];
  expect(known.filter((secret) => story.includes(secret))).toEqual([]);
});

test('a bot that repeats what it refuses does not get it into the journal either', async () => {
  const token = '123456789:AAabcdefghijklmno';
  const t = await started({
    answers: {
      'exchanges.save': {
        status: 422,
        body: { detail: `${apiKey} is no key`, errors: [{ path: 'api_secret', message: 'very-secret?' }] },
      },
      'telegram.test': ok({ success: false, message: `no bot has ${token}` }),
    },
  });
  await send(t, { type: 'SaveExchange', name: 'okx', enabled: true, testnet: true, ...secrets });
  await send(t, { type: 'TestTelegram', bot_token: token, chat_id: '7', message: 'hi' });
  expect(work(t, 'exchange', 'okx')?.problem).toMatchObject({
    detail: '••• is no key',
    errors: [{ path: 'api_secret', message: '•••?' }],
  });
  expect(work(t, 'telegram')?.message).toBe('no bot has •••');
  const story = t.client.journal.exportJsonl();
  expect([apiKey, secrets.api_secret, token].filter((secret) => story.includes(secret))).toEqual([]);
});

test('an exchange is tested with what the bot keeps, one test at a time, and deleted', async () => {
  const answer = { success: false, message: 'may withdraw', latency_ms: 12, permissions: ['trade', 'withdraw'] };
  const t = await started(
    {
      answers: {
        'exchanges.list': ok({ exchanges: { okx: { enabled: true, api_key: '', testnet: true } } }),
        'exchanges.test': ok(answer),
        'exchanges.delete': { status: 204 },
      },
    },
    'exchanges',
  );
  t.client.send({ type: 'TestExchange', name: 'okx', testnet: true });
  t.client.send({ type: 'TestExchange', name: 'okx', testnet: true });
  expect(work(t, 'exchange', 'okx')?.phase).toBe('busy');
  await t.clock.advance(0);
  expect([t.api.count('exchanges.test'), lastBody(t)]).toEqual([1, { testnet: true }]);
  expect(work(t, 'exchange', 'okx')).toMatchObject({ action: 'test', phase: 'failed', ...answer });
  await send(t, { type: 'DeleteExchange', name: 'okx' });
  expect([loaded(t).exchanges, work(t, 'exchange', 'okx')]).toEqual([{}, null]);
});

test('a failed test is not repeated, a failed save is, with the same key', async () => {
  const t = await started({ answers: { 'telegram.test': { status: 503 }, 'email.save': { status: 503 } } });
  await send(t, { type: 'TestTelegram', bot_token: 't', chat_id: '7', message: 'hi' });
  const mail = { smtp_host: 'h', smtp_port: 587, smtp_user: '', from_email: 'a@b', to_email: 'c@d' };
  await send(t, { type: 'SaveEmail', enabled: true, ...mail });
  await t.clock.advance(60_000);
  const keys = t.api.calls.filter(({ name }) => name === 'email.save').map(({ key }) => key);
  expect([t.api.count('telegram.test'), keys.length, new Set(keys).size]).toEqual([1, 2, 1]);
  expect([work(t, 'telegram')?.phase, work(t, 'email')?.phase]).toEqual(['failed', 'failed']);
});

test('alerts that were saved are shown at once; a session that ends takes them away', async () => {
  const t = await started({
    token: 'x',
    answers: { 'telegram.save': ok({}), 'email.save': ok({ has_password: true }) },
  });
  const mail = { smtp_host: 'h', smtp_port: 465, smtp_user: 'u', from_email: 'a@b', to_email: 'c@d' };
  await send(t, { type: 'SaveTelegram', enabled: true, bot_token: '1:short', chat_id: '7', alert_events: 'failure' });
  await send(t, { type: 'SaveEmail', enabled: false, ...mail, smtp_password: 'pw' });
  expect(loaded(t)).toMatchObject({
    telegram: { enabled: true, bot_token: maskOf('1:short'), chat_id: '7', alert_events: 'failure' },
    email: { enabled: false, ...mail, has_password: true, alert_events: null },
  });
  t.client.send({ type: 'Logout' });
  await t.clock.advance(0);
  expect(settings(t)).toEqual({ kept: null, work: {} });
  expect(Object.values(loaded(t)).filter((value) => value !== null)).toEqual([]);
});

test('quick saves of a form are made one after the other, and the last one holds', async () => {
  const t = await started({ answers: { 'telegram.save': ok({}) } });
  const save = { type: 'SaveTelegram', enabled: true, bot_token: '1:short', alert_events: 'failure' } as const;
  for (const chat_id of ['7', '7', '8', '9']) t.client.send({ ...save, chat_id });
  await t.clock.advance(0);
  const sent = t.api.calls.filter(({ name }) => name === 'telegram.save').map(({ request }) => request.body);
  expect(sent).toMatchObject([{ chat_id: '7' }, { chat_id: '9' }]);
  expect([loaded(t).telegram?.chat_id, work(t, 'telegram')?.phase]).toEqual(['9', 'done']);
});

test('parameters are refused until the configuration is loaded', async () => {
  const t = await started();
  await send(t, { type: 'SaveParameters', setting: 'global', parameters: { total_capital: 500 } });
  expect([t.api.count('config.update'), t.story().at(-1), work(t, 'global')]).toEqual([0, 'CommandRefused', null]);
});
