import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { afterEach, expect, test } from 'vitest';
import { contextsFile } from '../contexts.ts';
import type { Host } from '../host.ts';
import { type Answer, always, type Bot, running, triquad } from '../run-against.ts';

afterEach(() => rmSync(contextsFile(), { force: true }));

const session = {
  access_token: 'session-token',
  token_type: 'bearer',
  expires_at: null,
  operator: { name: 'ana', role: 'operator' },
};
const bot: Bot = ({ path }) => ({ status: 200, body: path.endsWith('/auth/login') ? session : running });
const typed = (text: string) => ({ stdin: Readable.from([text]) as unknown as Host['stdin'] });
const signIn = (more: string) => triquad(`login ${more} --user ana --password-stdin`, bot, typed('a-password\n'));
const kept = () => readFileSync(contextsFile(), 'utf8');

/** Which bot a command speaks to, and with which token. */
async function reached(line: string, env: Host['env'] = {}) {
  const seen: { url?: string; token?: string | null; code?: number; err?: string } = {};
  const { code, err } = await triquad(line, always(200, running), {
    env,
    fetch: async (url, { headers }) => {
      Object.assign(seen, { url: new URL(url).origin, token: new Headers(headers).get('authorization') });
      return new Response(JSON.stringify(running));
    },
  });
  return { ...seen, ...(code !== 0 && { code, err }) };
}

test('login keeps the token for its owner alone, and the password nowhere', async () => {
  const { code, out, calls } = await signIn('--url https://bot.example --name prod');
  expect({ code, out }).toEqual({
    code: 0,
    out: 'context  prod\nbot      https://bot.example\nuser     ana, operator\n',
  });
  expect(calls.find(({ path }) => path.endsWith('/auth/login'))?.body).toEqual({
    username: 'ana',
    password: 'a-password',
  });
  expect(statSync(contextsFile()).mode & 0o777).toBe(0o600);
  expect(kept()).toContain('session-token');
  expect(kept()).not.toContain('a-password');
  expect(await reached('status')).toEqual({ url: 'https://bot.example', token: 'Bearer session-token' });
});

test('the bot is found by flags, then the environment, then the current context; each token stays with its bot', async () => {
  await signIn('--url https://one.example --name one');
  await triquad('context add two --url https://two.example --token-stdin', bot, typed('two-token'));
  const one = { url: 'https://one.example', token: 'Bearer session-token' };
  const two = { url: 'https://two.example', token: 'Bearer two-token' };
  const env = { TRIQUAD_URL: 'https://env.example', TRIQUAD_TOKEN: 'env-token' };
  expect(await reached('status')).toEqual(one);
  expect(await reached('status --context two')).toEqual(two);
  expect(await reached('status', env)).toEqual({ url: 'https://env.example', token: 'Bearer env-token' });
  expect(await reached('status --context two', env)).toEqual(two);
  expect(await reached('status --context local', env)).toEqual({ url: 'http://127.0.0.1:8787', token: null });
  expect(await reached('status --url https://other.example')).toEqual({ url: 'https://other.example', token: null });
  await triquad('context use two', bot);
  expect(await reached('status')).toEqual(two);
  expect(await reached('kill')).toEqual(two);
  expect(await reached('status --context one --url https://x.example')).toMatchObject({ code: 2 });
  expect(await reached('status --context tow')).toEqual({
    code: 2,
    err: 'triquad: there is no context tow; there are local, one, two\n',
  });
});

test('two contexts with the same name are refused, and the first one stays', async () => {
  await triquad('context add prod --url https://one.example', bot);
  const before = kept();
  expect(await triquad('context add prod --url https://two.example', bot)).toMatchObject({
    code: 5,
    err: expect.stringContaining('there is a context prod already, of https://one.example'),
  });
  expect((await signIn('--url https://two.example --name prod')).code).toBe(5);
  expect(kept()).toBe(before);
});

test.each(['local', 'a b', '', 'x'.repeat(10_240)])('"%s" is no name of a context', async (name) => {
  const line = ['context', 'add', '--url', 'https://one.example', '--'].join(' ');
  const { code, calls } = await triquad(`${line} ${name.replace(' ', ' ')}`, bot);
  expect({ code, calls }).toEqual({ code: 2, calls: [] });
});

test('contexts are listed, changed and forgotten by their names', async () => {
  await signIn('--url https://one.example --name one');
  expect(JSON.parse((await triquad('context list --json', bot)).out)).toMatchObject([
    { name: 'local', current: false },
    { name: 'one', current: true, url: 'https://one.example', user: 'ana', role: 'operator', signed_in: true },
  ]);
  expect((await triquad('context list --json', bot)).out).not.toContain('session-token');
  expect((await triquad('context use on', bot)).err).toContain('(Did you mean one?)');
  expect((await triquad('context remove one', bot)).code).toBe(2);
  expect((await triquad('context remove one --yes', bot)).code).toBe(0);
  expect(await reached('status')).toMatchObject({ url: 'http://127.0.0.1:8787', token: null });
});

test('a session that was ended meanwhile is one clear line; login replaces its token', async () => {
  await signIn('--url https://one.example --name one');
  const { code, err } = await triquad('status', always(401, { detail: 'The token is not known.' }));
  expect({ code, err }).toEqual({
    code: 4,
    err: 'triquad: status failed: The token is not known; sign in again with "triquad login --context one"\n',
  });
  await triquad('login --context one --user ben --password-stdin', bot, typed('x'));
  expect(JSON.parse(kept())).toMatchObject({ current: 'one', contexts: { one: { token: 'session-token' } } });
});

test.each<[string, Answer, string]>([
  ['ends it at the bot', { status: 200, body: null }, 'session  ended'],
  ['of a bot that is away forgets the token all the same', new TypeError('no'), 'session  not ended at the bot'],
])('logout %s', async (_, answer, said) => {
  await signIn('--url https://one.example --name one');
  const { code, out, calls } = await triquad('logout', () => answer);
  expect({ code, path: calls[0]?.path }).toEqual({ code: 0, path: '/api/v1/auth/logout' });
  expect(out).toContain(said);
  expect(JSON.parse(kept())).toEqual({ current: 'one', contexts: { one: { url: 'https://one.example' } } });
});

test('the status of all: a row for each bot, and a failure for one that is away', async () => {
  await triquad('context add one --url https://one.example', bot);
  await triquad('context add two --url https://two.example', bot);
  const { code, out } = await triquad('status --all --json', bot, {
    fetch: async (url) => {
      if (url.startsWith('https://two')) throw new TypeError('away');
      return new Response(JSON.stringify(running));
    },
  });
  expect(code).toBe(3);
  expect(JSON.parse(out)).toMatchObject([
    { context: 'local', current: false, url: 'http://127.0.0.1:8787', error: null },
    { context: 'one', current: true, status: { bot_status: 'running' }, error: null },
    { context: 'two', current: false, status: null, error: { kind: 'unreachable' } },
  ]);
});

test('a broken file is said, and does not lead to another bot', async () => {
  await triquad('context add one --url https://one.example', bot);
  writeFileSync(contextsFile(), '{"contexts":');
  expect(await reached('status')).toMatchObject({ code: 2, err: expect.stringContaining('cannot be read') });
  expect(await reached('status --url https://x.example')).toEqual({ url: 'https://x.example', token: null });
});
