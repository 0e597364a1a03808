import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openUsers } from '@triquad/bot';
import { type RouteName, routes } from '@triquad/core/contract';
import { expect, test } from 'vitest';
import { cheapHash } from '../../packages/bot/src/server/cheap-hash.suite.ts';
import { createLocalTime } from '../harness/exchanges/time.ts';
import { type Answer, type CallRequest, type LiveBot, startLiveBot } from './live-bot.ts';
import { openSocket } from './live-socket.ts';

const login = (live: LiveBot, username: string, password: string, headers: Record<string, string> = {}) =>
  live.call('auth.login', { token: null, body: { username, password }, headers });

type Users = ReturnType<typeof openUsers>;
const changes: Readonly<Record<string, (users: Users, name: string) => unknown>> = {
  removed: (users, name) => users.remove(name, true),
  demoted: (users, name) => users.update(name, { role: 'viewer' }, true),
  renewed: (users, name) => users.update(name, { password: 'another good phrase' }, true),
};

test('a user who is removed, or given another role or password, from the shell loses token and socket at once, and nobody else does', async () => {
  await using live = await startLiveBot();
  using other = await openSocket(live.address, await live.signIn('bob', 'operator'));
  using users = openUsers(live.dataDir, 'test', cheapHash);
  for (const [name, change] of Object.entries(changes)) {
    const token = await live.signIn(name, 'operator');
    using socket = await openSocket(live.address, token);
    await change(users, name);
    expect({ name, status: (await live.call('auth.me', { token })).status }).toEqual({ name, status: 401 });
    expect({ name, code: await socket.closed }).toEqual({ name, code: 4401 });
  }
  other.send({ type: 'ping' });
  await other.ofType('pong');
});

test('the capability is announced while there is a user', async () => {
  await using live = await startLiveBot();
  const announced = async () =>
    ((await live.call('health')).body as { capabilities: string[] }).capabilities.includes('auth');
  expect(await announced()).toBe(false);
  await live.addUser('ana', 'viewer');
  expect(await announced()).toBe(true);
  live.removeUser('ana');
  expect(await announced()).toBe(false);
});

test('wrong passwords are delayed more and more; the admin token and a login link still work', async () => {
  await using live = await startLiveBot({ time: createLocalTime() });
  await live.addUser('ana', 'operator');
  const seen: Answer[] = [];
  const names = ['ana', 'nobody', 'ana', 'ana', 'ana', 'ana', 'ana'];
  for (const name of names) seen.push(await login(live, name, 'a wrong password'));
  expect(seen.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401, 429]);
  expect(new Set(seen.slice(0, 6).map(({ body }) => (body as { detail: string }).detail)).size).toBe(1);
  expect(seen.at(-1)).toMatchObject({ headers: { 'retry-after': '1' }, body: { code: 'too_many_attempts' } });
  expect((await login(live, 'ana', live.password)).status).toBe(429);
  expect((await live.call('auth.me')).status).toBe(200);
  const code = new URL(live.bot.loginUrl).hash.replace('#code=', '');
  expect((await live.call('auth.code', { token: null, body: { code } })).status).toBe(200);
  const { body } = await live.call('audit.list', { query: { limit: '20' } });
  const trail = (body as { data: { actor: string; action: string; outcome: string }[] }).data;
  const signIns = trail
    .filter(({ action }) => action === 'auth.login')
    .map(({ actor, outcome }) => `${actor} ${outcome}`);
  expect(signIns.toReversed()).toEqual([
    'ana unauthenticated',
    'unknown unauthenticated',
    ...Array(4).fill('ana unauthenticated'),
    'ana too_many_attempts',
    'ana too_many_attempts',
  ]);
});

test('the audit log is read page by page, by actor, newest first', async () => {
  await using live = await startLiveBot();
  const token = live.token('operator');
  for (let n = 0; n < 5; n += 1) await live.call('notifications.read.all', { token });
  await live.call('bot.kill.reset');
  type Page = { data: { seq: number; actor: string; action: string; request_id: string }[] };
  const page = async (query: Record<string, string>) => ((await live.call('audit.list', { query })).body as Page).data;
  const first = await page({ actor: 'operator', limit: '3' });
  const second = await page({ actor: 'operator', limit: '3', before: String(first.at(-1)?.seq) });
  expect([first.length, second.length]).toEqual([3, 2]);
  const all = [...first, ...second];
  expect(all.map(({ seq }) => seq)).toEqual(all.map(({ seq }) => seq).toSorted((a, b) => b - a));
  expect(new Set(all.map(({ action, actor }) => `${actor} ${action}`))).toEqual(
    new Set(['operator notifications.read.all']),
  );
  expect((await page({ limit: '1' }))[0]).toMatchObject({ actor: 'admin', action: 'bot.kill.reset' });
  const answer = await live.call('notifications.read.all', { token });
  expect((await page({ limit: '1' }))[0]?.request_id).toBe(answer.headers['x-request-id']);
  expect((await live.call('audit.list', { query: { before: 'x' } })).status).toBe(422);
});

/** Every file of the data directory, but the one that is there to hold the admin token. */
function filesOf(dataDir: string): string {
  return readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    .filter((name) => name !== 'admin.token')
    .map((name) => join(dataDir, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n');
}

test('no password, token, login code or idempotency key is in an answer, a log or a file', async () => {
  const log: string[] = [];
  await using live = await startLiveBot({ onLog: (entry) => log.push(JSON.stringify(entry)) });
  const seen: string[] = [];
  const call = async (name: RouteName, request: CallRequest = {}) => {
    const answer = await live.call(name, request);
    seen.push(answer.text + JSON.stringify(answer.headers));
    return answer;
  };
  const wrong = 'c4n4ry wrong password';
  const key = 'c4n4ry-idempotency-key';
  const code = new URL(live.bot.loginUrl).hash.replace('#code=', '');
  await live.addUser('ana', 'operator');
  const signedIn = await live.call('auth.login', { token: null, body: { username: 'ana', password: live.password } });
  const { access_token: token } = signedIn.body as { access_token: string };
  const byCode = await live.call('auth.code', { token: null, body: { code } });
  const { access_token: second } = byCode.body as { access_token: string };
  await call('auth.login', { token: null, body: { username: 'ana', password: wrong } });
  // A password typed where the name goes, tokens where they do not belong, and bodies that do not fit.
  await call('auth.login', { token: null, body: { username: live.password, password: wrong } });
  await call('auth.login', { token: null, body: { username: 7, password: wrong, token } });
  await call('auth.code', { token: null, body: { code: token } });
  await call('orders.get', { parameters: { id: 'x' }, token: `${token}x` });
  await call('config.create', { body: { name: 'x', api_secret: wrong }, headers: { 'idempotency-key': key } });
  await call('bot.stop', { token, headers: { 'idempotency-key': key } });
  await call('auth.logout', { token: second });
  for (const name of Object.keys(routes) as RouteName[]) {
    if (routes[name].method === 'GET') {
      const parameters = { id: 'x', name: 'binance', exchange: 'binance', asset: 'BTC', table: 'decisions' };
      await call(name, { parameters, query: { exchange: 'binance', limit: '500' } });
    }
  }
  // Once it has ended, all of it is in the files.
  await live.bot.stop();
  const everywhere = { answers: seen.join('\n'), log: log.join('\n'), files: filesOf(live.dataDir) };
  for (const secret of [live.adminToken, token, second, code, live.password, wrong, key]) {
    for (const [where, text] of Object.entries(everywhere)) {
      expect({ where, secret, found: text.includes(secret) }).toEqual({ where, secret, found: false });
    }
  }
  // What was looked through is not nothing.
  expect(everywhere.files).toContain('auth.login');
});

test('an administrator sees every session and ends one, which closes its socket at once and no other', async () => {
  await using live = await startLiveBot();
  const token = await live.signIn('ana', 'admin');
  const other = await live.signIn('bob', 'operator');
  using socket = await openSocket(live.address, other);
  expect((await live.call('sessions.list', { token: other })).status).toBe(403);
  const list = async () =>
    (await live.call('sessions.list', { token })).body as {
      data: { id: string; user: string; current: boolean; address: string | null; last_seen_at: string | null }[];
      total: number;
    };
  const { data, total } = await list();
  expect(total).toBe(2);
  // The newest first; what was called with it is said, and the token itself is not.
  expect(data.map(({ user, current }) => [user, current])).toEqual([
    ['bob', false],
    ['ana', true],
  ]);
  expect(data.every(({ address, last_seen_at }) => address !== null && last_seen_at !== null)).toBe(true);
  expect(JSON.stringify(data)).not.toContain(other);
  const id = data[0]?.id ?? '';
  expect((await live.call('sessions.end', { token, parameters: { id } })).status).toBe(204);
  expect(await socket.closed).toBe(4401);
  expect((await live.call('auth.me', { token: other })).status).toBe(401);
  expect((await list()).data.map(({ user }) => user)).toEqual(['ana']);
  expect((await live.call('sessions.end', { token, parameters: { id } })).status).toBe(404);
  const audit = await live.call('audit.list', { token, query: { limit: '20', actor: 'ana' } });
  expect((audit.body as { data: { action: string; target: string; outcome: string }[] }).data).toContainEqual(
    expect.objectContaining({ action: 'sessions.end', target: id, outcome: 'ok' }),
  );
});

test('an administrator lists, adds, changes and removes users by calls', async () => {
  await using live = await startLiveBot();
  const body = { name: 'ana', role: 'operator', password: live.password };
  const made = await live.call('users.create', { body });
  expect(made).toMatchObject({ status: 201, body: { name: 'ana', role: 'operator', sessions: 0 } });
  expect((await live.call('users.create', { body })).status).toBe(409);
  expect((await live.call('users.create', { body: { ...body, name: 'bob', password: 'short' } })).status).toBe(422);

  const session = await login(live, 'ana', live.password);
  const { access_token: token } = session.body as { access_token: string };
  using socket = await openSocket(live.address, token);
  expect((await live.call('users.list', { token })).status).toBe(403);
  const parameters = { name: 'ana' };
  const change = { role: 'viewer', password: 'another good phrase' };
  expect(await live.call('users.update', { parameters, body: change })).toMatchObject({
    status: 200,
    body: { name: 'ana', role: 'viewer', sessions: 0 },
  });
  // The changed user signs in again, with the new password.
  expect(await socket.closed).toBe(4401);
  expect((await live.call('auth.me', { token })).status).toBe(401);
  expect((await login(live, 'ana', live.password)).status).toBe(401);
  expect((await login(live, 'ana', change.password)).status).toBe(200);
  expect((await live.call('users.list')).body).toMatchObject({
    total: 1,
    data: [{ name: 'ana', role: 'viewer', sessions: 1 }],
  });

  expect((await live.call('users.update', { parameters, body: {} })).status).toBe(422);
  expect((await live.call('users.update', { parameters: { name: 'eve' }, body: change })).status).toBe(404);
  expect((await live.call('users.update', { parameters, body: { role: 'admin' } })).status).toBe(200);
  expect((await live.call('users.update', { parameters, body: { role: 'viewer' } })).status).toBe(409);
  expect((await live.call('users.delete', { parameters })).status).toBe(409);
  await live.addUser('bob', 'admin');
  expect((await live.call('users.delete', { parameters })).status).toBe(204);
  expect((await live.call('users.delete', { parameters })).status).toBe(404);

  const { body: log } = await live.call('audit.list', { query: { limit: '50', actor: 'admin' } });
  const done = (
    log as { data: { action: string; target: string; outcome: string; before: object; after: object }[] }
  ).data
    .filter(({ action, outcome }) => action.startsWith('users.') && outcome === 'ok')
    .map(({ action, target, before, after }) => [action, target, before, after]);
  expect(done.toReversed()).toEqual([
    ['users.create', 'ana', null, { role: 'operator', password: '[redacted]' }],
    ['users.update', 'ana', { role: 'operator' }, { role: 'viewer', password: '[redacted]' }],
    ['users.update', 'ana', { role: 'viewer' }, { role: 'admin' }],
    ['users.delete', 'ana', { role: 'admin' }, null],
  ]);
  expect(JSON.stringify(log)).not.toContain(live.password);
});
