import { chmodSync, mkdtempSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type RouteName, routes } from '@triquad/core/contract';
import { expect, test } from 'vitest';
import { createLocalTime } from '../harness/exchanges/time.ts';
import { type CallRequest, startLiveBot } from './live-bot.ts';

const CANARY = 'c4n4ry';
const SECRETS = {
  api_key: `AKshown1-${CANARY}-key-0123456789-end1`,
  api_secret: `${CANARY}-exchange "secret" \\ 1`,
  passphrase: `${CANARY}-pass/phrase?&1`,
  bot_token: `123456789:AA${CANARY}-token-0123456789abcdef`,
  smtp_password: `${CANARY}-mail-password`,
};

const email = {
  enabled: true,
  smtp_host: '127.0.0.1',
  smtp_port: 1,
  smtp_user: 'bot',
  from_email: 'a@b.c',
  to_email: 'd@e.f',
  alert_events: 'execution,failure,stop_loss,circuit_breaker',
};
const telegram = { enabled: true, chat_id: '7', alert_events: 'execution,failure,stop_loss,circuit_breaker' };

/** Everything in a data directory, WAL and all, as one text. */
function everythingIn(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n');
}

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'triquad-contract-'));

test('canaries in every field are in no response, log, file, journal or error', async () => {
  const log: string[] = [];
  await using live = await startLiveBot({ onLog: (entry) => log.push(JSON.stringify(entry)) });
  const seen: string[] = [];
  const call = async (name: RouteName, request: CallRequest = {}) => {
    const answer = await live.call(name, request);
    seen.push(`${name} ${answer.status} ${answer.text} ${JSON.stringify(answer.headers)}`);
    return answer;
  };
  const { api_key, api_secret, passphrase, bot_token, smtp_password } = SECRETS;
  const keyed = (key: string, body: unknown): CallRequest => ({ body, headers: { 'idempotency-key': key } });
  const keys = { api_key, api_secret, passphrase };
  const okx = { parameters: { name: 'okx' } };
  expect((await call('exchanges.save', { ...okx, ...keyed('k1', keys) })).status).toBe(200);
  expect((await call('telegram.save', keyed('k2', { ...telegram, bot_token }))).status).toBe(200);
  expect((await call('email.save', keyed('k3', { ...email, smtp_password }))).status).toBe(200);
  const { enabled, alert_events, ...target } = email;
  await call('exchanges.test', { ...okx, body: keys });
  await call('telegram.test', { body: { bot_token, chat_id: '7' } });
  expect((await call('email.test', { body: { ...target, smtp_password } })).body).toMatchObject({ success: false });
  // What is refused is answered without what was posted.
  await call('exchanges.save', { ...okx, body: { ...keys, enabled: 'yes' } });
  await call('telegram.save', { body: { ...telegram, bot_token: `${CANARY} no token` } });
  await call('email.save', { body: { ...email, smtp_password: { deep: smtp_password } } });
  await call('email.save', { body: `{"smtp_password":"${smtp_password}` });
  await call('bot.kill', { body: { reason: 'drill' } });
  await call('bot.kill.reset');
  const requests: Partial<Record<RouteName, CallRequest>> = {
    'exchanges.pairs': { query: { exchange: 'okx' } },
    'wallets.exchange': { parameters: { exchange: 'okx' } },
  };
  for (const name of Object.keys(routes) as RouteName[]) {
    const { method, path } = routes[name];
    if (method === 'GET' && (requests[name] !== undefined || !path.includes('{'))) await call(name, requests[name]);
  }
  const running = everythingIn(live.dataDir);
  await live.bot.stop();
  const stopped = everythingIn(live.dataDir);
  expect(stopped).toContain('telegram');
  for (const text of [...seen, ...log, running, stopped]) expect(text).not.toContain(CANARY);
  // It did go where it belongs.
  expect(live.telegrams.join()).toContain(bot_token);
});

test('a posted mask or an absent field keeps the stored secret, and a secret is sent only to its own host', async () => {
  await using live = await startLiveBot();
  const parameters = { name: 'okx' };
  const { api_key, api_secret, passphrase, bot_token, smtp_password } = SECRETS;
  const saved = await live.call('exchanges.save', { parameters, body: { api_key, api_secret, passphrase } });
  const { api_key: mask } = saved.body as { api_key: string };
  expect(mask).toBe('AKshown1••••••••end1');
  const again = { enabled: false, testnet: false, api_key: mask, api_secret: '', passphrase: '••••••••' };
  expect((await live.call('exchanges.save', { parameters, body: again })).body).toEqual({
    enabled: false,
    api_key: mask,
    testnet: false,
    has_secret: true,
    has_passphrase: true,
  });
  expect((await live.call('exchanges.test', { parameters, body: {} })).body).toMatchObject({
    success: false,
    message: expect.stringMatching(
      /^Not tested: this version does not connect to okx yet\. Only looked at: api_key, api_secret, passphrase/,
    ),
  });
  const other = await live.call('exchanges.save', { parameters, body: { api_key: 'another-key-0123456789' } });
  expect(other).toMatchObject({ status: 422, body: { errors: [{ path: 'api_secret' }] } });
  const foreign = await live.call('exchanges.save', { parameters, body: { api_key: 'BKshown1••••••••end1' } });
  expect(foreign).toMatchObject({ status: 422, body: { errors: [{ path: 'api_key' }] } });

  await live.call('telegram.save', { body: { ...telegram, bot_token } });
  const { body } = await live.call('telegram.get');
  expect((await live.call('telegram.save', { body })).body).toEqual(body);
  await live.call('telegram.test', { body: { bot_token: (body as { bot_token: string }).bot_token, chat_id: '9' } });
  expect(live.telegrams.at(-1)).toContain(bot_token);

  await live.call('email.save', { body: { ...email, smtp_password } });
  expect((await live.call('email.save', { body: email })).body).toMatchObject({ has_password: true });
  for (const change of [{ smtp_host: 'evil.example' }, { smtp_user: 'eve' }]) {
    const refusal = { status: 422, body: { errors: [{ path: 'smtp_password' }] } };
    expect(await live.call('email.save', { body: { ...email, ...change } })).toMatchObject(refusal);
    const { enabled, alert_events, ...target } = email;
    expect(await live.call('email.test', { body: { ...target, ...change } })).toMatchObject(refusal);
  }
});

test('the sixth test message in a minute is refused', async () => {
  await using live = await startLiveBot({ time: createLocalTime() });
  const body = { bot_token: SECRETS.bot_token, chat_id: '7' };
  const seen: number[] = [];
  for (let n = 0; n < 6; n += 1) seen.push((await live.call('telegram.test', { body })).status);
  expect(seen).toEqual([200, 200, 200, 200, 200, 429]);
  expect(live.telegrams).toHaveLength(5);
  expect(Number((await live.call('telegram.test', { body })).headers['retry-after'])).toBeGreaterThan(0);
});

test('without its key the vault is locked, the bot runs, and nothing is overwritten', async () => {
  const dataDir = newFolder();
  const first = await startLiveBot({ dataDir });
  await first.call('telegram.save', { body: { ...telegram, bot_token: SECRETS.bot_token } });
  await first.bot.stop();
  const sealed = () => {
    const database = new DatabaseSync(join(dataDir, 'server.sqlite'), { readOnly: true });
    const rows = database.prepare('SELECT * FROM secret').all();
    database.close();
    return rows;
  };
  const before = sealed();
  renameSync(join(dataDir, 'vault.key'), join(dataDir, 'elsewhere.key'));
  const log: string[] = [];
  const second = await startLiveBot({ dataDir, onLog: ({ message }) => log.push(message) });
  const line = `The vault is locked: ${join(dataDir, 'vault.key')} is missing; put the file back.`;
  expect(log).toContain(line);
  expect(await second.call('telegram.get')).toMatchObject({ status: 503, body: { detail: line } });
  const body = { ...telegram, bot_token: SECRETS.bot_token };
  expect(await second.call('telegram.save', { body })).toMatchObject({ status: 503 });
  for (const name of ['exchanges.save', 'exchanges.test', 'exchanges.delete'] as const) {
    expect(await second.call(name, { parameters: { name: 'okx' }, body: {} })).toMatchObject({ status: 503 });
  }
  expect((await second.call('health')).body).toMatchObject({
    status: 'degraded',
    checks: { vault: { status: 'degraded' } },
  });
  expect((await second.call('bot.start')).status).toBe(200);
  await second.bot.stop();
  expect(sealed()).toEqual(before);
  renameSync(join(dataDir, 'elsewhere.key'), join(dataDir, 'vault.key'));
  chmodSync(join(dataDir, 'vault.key'), 0o600);
  await using third = await startLiveBot({ dataDir });
  expect((await third.call('telegram.get')).body).toMatchObject({ bot_token: '12345678••••••••cdef' });
});
