import { expect, test } from 'vitest';
import { selectConnection } from '../selectors/connection.ts';
import { selectIdentified, selectSession } from '../selectors/session.ts';
import { createTestClient, healthOf, ok, type TestClient } from '../testing/client.ts';

const embedded = healthOf('auth', 'auth.code', 'socket.auth');
const admin = { name: 'admin', role: 'admin' };
const login = ok({ access_token: 'granted', token_type: 'bearer', expires_at: null, operator: admin });

const started = async (options: Parameters<typeof createTestClient>[0]) => {
  const t = createTestClient(options);
  t.client.start();
  await t.clock.advance(0);
  return t;
};
const session = ({ client }: TestClient) => {
  const state = client.getSnapshot();
  const { operator, reason, problem } = state.session;
  return { state: selectSession(state), identified: selectIdentified(state), operator, reason, problem };
};
const token = (t: TestClient) => t.storage.get('auth_token');

test('a bot that speaks only the spec needs no token until it refuses a call', async () => {
  const t = await started({ answers: { 'bot.status': { status: 401, body: { detail: 'who?' } } } });
  expect(session(t).state).toBe('open');
  expect(selectConnection(t.client.getSnapshot())).toBe('connected');
  t.client.send({ type: 'Watch', resource: 'status' });
  await t.clock.advance(0);
  expect(session(t)).toMatchObject({ state: 'signed-out', reason: 'refused' });
  expect(selectConnection(t.client.getSnapshot())).toBe('idle');
});

test('a 401 removes the token and signs out', async () => {
  const t = await started({ token: 'old', answers: { 'bot.status': { status: 401 } } });
  expect(session(t).state).toBe('signed-in');
  t.client.send({ type: 'Watch', resource: 'status' });
  await t.clock.advance(0);
  expect(session(t)).toMatchObject({ state: 'signed-out', reason: 'refused' });
  expect(token(t)).toBeNull();
});

test('a session that ended because it was not used says so, by a call and by the socket', async () => {
  const idle = { status: 401, body: { code: 'session_idle', detail: 'not used' } };
  const t = await started({ token: 'old', answers: { 'bot.status': idle } });
  t.client.send({ type: 'Watch', resource: 'status' });
  await t.clock.advance(0);
  expect(session(t)).toMatchObject({ state: 'signed-out', reason: 'idle' });
  const other = await started({ token: 'old', answers: {} });
  other.socket.latest.close(4440);
  expect([session(other), token(other)]).toMatchObject([{ state: 'signed-out', reason: 'idle' }, null]);
});

test('a bot that demands a token sends us to sign in, and nothing connects before', async () => {
  const t = await started({ answers: { health: embedded } });
  expect(session(t)).toMatchObject({ state: 'signed-out', reason: 'required' });
  expect(t.socket.connections.length).toBe(0);
  await t.clock.advance(60_000);
  expect(t.socket.connections.length).toBe(0);
});

test('a token that another page stored meanwhile is left alone', async () => {
  const t = createTestClient({ answers: { health: embedded } });
  t.client.start();
  t.storage.set('auth_token', 'of another page');
  await t.clock.advance(0);
  expect([session(t).state, token(t)]).toEqual(['signed-out', 'of another page']);
});

test('the code of a login link is exchanged for a token, which never enters the journal', async () => {
  const t = await started({ answers: { health: embedded, 'auth.code': login } });
  t.client.send({ type: 'Login', code: 'one-time' });
  await t.clock.advance(0);
  expect(session(t)).toMatchObject({ state: 'signed-in', operator: admin });
  expect(token(t)).toBe('granted');
  expect(t.api.calls.find(({ name }) => name === 'auth.code')?.request.body).toEqual({ code: 'one-time' });
  expect(t.socket.latest.sent).toEqual([{ type: 'auth', token: 'granted' }]);
  const kept = t.client.journal.exportJsonl();
  expect([kept.includes('one-time'), kept.includes('granted')]).toEqual([false, false]);
});

test('what is watched is loaded once, when the new session is connected', async () => {
  const answers = { health: embedded, 'auth.code': login, 'bot.status': ok({ is_running: false }) };
  const t = await started({ answers });
  t.client.send({ type: 'Watch', resource: 'status' });
  t.client.send({ type: 'Login', code: 'one-time' });
  await t.clock.advance(500);
  expect(t.api.count('bot.status')).toBe(0);
  t.socket.latest.say({ type: 'authenticated' });
  await t.clock.advance(5_000);
  expect(t.api.count('bot.status')).toBe(1);

  t.client.send({ type: 'Logout' });
  await t.clock.advance(0);
  t.client.send({ type: 'Login', code: 'another' });
  await t.clock.advance(500);
  expect(t.api.count('bot.status')).toBe(1);
  t.socket.latest.say({ type: 'authenticated' });
  await t.clock.advance(5_000);
  expect(t.api.count('bot.status')).toBe(2);
});

test('name and password do as well; refused, we stay outside and know why', async () => {
  const t = await started({ answers: { health: embedded, 'auth.login': { status: 401, body: { detail: 'wrong' } } } });
  t.client.send({ type: 'Login', username: 'ada', password: 'hunter2' });
  await t.clock.advance(0);
  expect(session(t)).toMatchObject({ state: 'signed-out', problem: { kind: 'unauthorized', detail: 'wrong' } });
  t.api.answer('auth.login', login);
  t.client.send({ type: 'Login', username: 'ada', password: 'right' });
  await t.clock.advance(0);
  expect(session(t)).toMatchObject({ state: 'signed-in', operator: admin, problem: null });
  expect(t.client.journal.exportJsonl()).not.toContain('hunter2');
});

test('a bot that knows devices is sent what it issued with the next sign-in; another is not', async () => {
  const granted = ok({
    access_token: 'granted',
    token_type: 'bearer',
    expires_at: null,
    operator: admin,
    device: 'own-device',
  });
  const credentials = { type: 'Login', username: 'ada', password: 'pw' } as const;
  const bodies = ({ api }: TestClient) =>
    api.calls.filter(({ name }) => name === 'auth.login').map(({ request }) => request.body);
  const t = await started({ answers: { health: healthOf('auth', 'auth.device'), 'auth.login': granted } });
  for (let n = 0; n < 2; n += 1) {
    t.client.send(credentials);
    await t.clock.advance(0);
  }
  const body = { username: 'ada', password: 'pw' };
  expect(bodies(t)).toEqual([body, { ...body, device: 'own-device' }]);
  expect(JSON.stringify(t.client.getSnapshot())).not.toContain('own-device');
  const older = await started({ answers: { health: healthOf('auth'), 'auth.login': granted } });
  for (let n = 0; n < 2; n += 1) {
    older.client.send(credentials);
    await older.clock.advance(0);
  }
  expect(bodies(older)).toEqual([body, body]);
});

test('a token is tried before it is kept', async () => {
  const t = await started({ answers: { health: embedded, 'auth.me': { status: 401 } } });
  t.client.send({ type: 'Login', token: 'forged' });
  await t.clock.advance(0);
  expect(session(t).state).toBe('signed-out');
  expect(token(t)).toBeNull();
  t.api.answer('auth.me', ok(admin));
  t.client.send({ type: 'Login', token: 'true' });
  await t.clock.advance(0);
  expect(session(t)).toMatchObject({ state: 'signed-in', operator: admin });
});

test('whose a restored token is, is asked once', async () => {
  const t = await started({ token: 'kept', answers: { health: embedded, 'auth.me': ok(admin) } });
  expect(session(t)).toMatchObject({ state: 'signed-in', operator: admin });
  expect(t.api.count('auth.me')).toBe(1);
});

test('that it could not be found out is known too', async () => {
  const t = await started({ token: 'kept', answers: { health: embedded, 'auth.me': 'network' } });
  expect(session(t)).toMatchObject({ state: 'signed-in', operator: null, identified: true });
});

test('logging out revokes the token and forgets it', async () => {
  const t = await started({
    token: 'kept',
    answers: { health: embedded, 'auth.me': ok(admin), 'auth.logout': { status: 204 } },
  });
  t.client.send({ type: 'Logout' });
  await t.clock.advance(0);
  expect(session(t)).toMatchObject({ state: 'signed-out', reason: 'logout', operator: null });
  expect([token(t), t.api.count('auth.logout'), t.socket.latest.open]).toEqual([null, 1, false]);
});

test('a refusal of the former token does not end the new session', async () => {
  const late = Promise.withResolvers<{ status: number }>();
  const t = await started({
    token: 'old',
    answers: {
      health: embedded,
      'auth.me': ok(admin),
      'auth.code': login,
      'bot.status': (_, times) => (times === 1 ? late.promise : ok({ is_running: false })),
    },
  });
  t.client.send({ type: 'Watch', resource: 'status' });
  await t.clock.advance(1_000);
  t.client.send({ type: 'Login', code: 'c' });
  await t.clock.advance(0);
  late.resolve({ status: 401 });
  await t.clock.advance(0);
  expect(session(t).state).toBe('signed-in');
  expect(token(t)).toBe('granted');
});

test('stopped while signing in, no token is left that the bot has not confirmed', async () => {
  const t = await started({ answers: { health: embedded, 'auth.me': 'never' } });
  t.client.send({ type: 'Login', token: 'unconfirmed' });
  await t.clock.advance(0);
  expect([session(t).state, token(t)]).toEqual(['signing-in', 'unconfirmed']);
  t.client.stop();
  expect([session(t).state, token(t)]).toEqual(['signed-out', null]);
});

test('of two sign-ins the later one counts, also when the earlier is answered last', async () => {
  const slow = Promise.withResolvers<{ status: number; body: unknown }>();
  const t = await started({
    answers: { health: embedded, 'auth.code': (_, times) => (times === 1 ? slow.promise : login) },
  });
  t.client.send({ type: 'Login', code: 'first' });
  t.client.send({ type: 'Login', code: 'second' });
  await t.clock.advance(0);
  slow.resolve({ status: 401, body: {} });
  await t.clock.advance(0);
  expect([session(t).state, token(t)]).toEqual(['signed-in', 'granted']);
});
