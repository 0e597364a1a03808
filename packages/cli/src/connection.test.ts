import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newIdentity, publicKeyIn } from '@triquad/bot/directory';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addresses, resolveConnection, unguarded } from './connection.ts';
import { writeContexts } from './contexts.ts';
import { CommandFailure, exitCode } from './exit-code.ts';

let home = '';
let dataDir = '';

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'triquad-connection-'));
  process.env.XDG_DATA_HOME = home;
  process.env.XDG_CONFIG_HOME = join(home, 'config');
  dataDir = join(home, 'triquad');
  mkdirSync(dataDir);
});

afterEach(() => {
  rmSync(home, { recursive: true });
});

function serve(url: string, token: string): void {
  const door = join(dataDir, 'bot.sock');
  writeFileSync(door, '');
  writeFileSync(join(dataDir, 'server.json'), JSON.stringify({ url, door, pid: 1 }));
  writeFileSync(join(dataDir, 'admin.token'), `${token}\n`);
}

const environment = { TRIQUAD_URL: 'http://env:1', TRIQUAD_TOKEN: 'env-token', TRIQUAD_API_KEY: 'env-key' };

describe('where the bot is', () => {
  test('flags win over the environment and over what serve left', () => {
    serve('http://127.0.0.1:9000', 'served');
    const flags = { url: 'https://flag', token: 'flag-token', apiKey: 'flag-key', timeout: 2.5 };
    expect(resolveConnection(flags, environment)).toEqual({
      apiUrl: 'https://flag/api/v1',
      socketUrl: 'wss://flag/ws',
      door: null,
      trust: null,
      token: 'flag-token',
      apiKey: 'flag-key',
      timeoutMs: 2500,
      context: null,
    });
  });

  test('a bot on this machine is held against the key of the data directory, one of a context against that of the context', () => {
    const trustOf = (url: string) => resolveConnection({ url, token: 't' }, {}).trust;
    expect(trustOf('http://127.0.0.1:9000')).toBe(null);
    writeFileSync(join(dataDir, 'identity.key'), newIdentity());
    const key = publicKeyIn(dataDir);
    expect(key).toMatch(/^[\w-]{43}$/);
    const demanded = { key, url: 'http://127.0.0.1:9000/api/v1/identity/proof', isDemanded: true };
    expect(trustOf('http://127.0.0.1:9000')).toMatchObject(demanded);
    expect(trustOf('http://localhost:9000')).toMatchObject({ key });
    expect(trustOf('https://bot.example')).toBe(null);
    const at = (url: string, known: object) => {
      writeContexts({ current: null, contexts: { one: { url, ...known } } });
      return resolveConnection({ context: 'one' }, {}).trust;
    };
    expect(at('http://127.0.0.1:9000', {})).toMatchObject({ key, isDemanded: true, context: 'one' });
    expect(at('http://127.0.0.1:9000', { key: null })).toMatchObject({ key: null, isDemanded: false });
    expect(at('http://127.0.0.1:9000', { key: 'another' })).toMatchObject({ key: 'another', isDemanded: true });
    expect(at('https://bot.example', {})).toMatchObject({ key: null, isDemanded: false });
  });

  test('a token that would go unencrypted to another machine is named, until the bot there has proven itself', () => {
    const warned = (options: object) => unguarded(resolveConnection({ token: 't', ...options }, {})) !== null;
    expect(
      ['http://10.0.0.7:8787', 'https://bot.example', 'http://127.0.0.1:9000'].map((url) => warned({ url })),
    ).toEqual([true, false, false]);
    const contexts = { one: { url: 'http://10.0.0.7:8787' }, two: { url: 'http://10.0.0.7:8787', key: 'k' } };
    writeContexts({ current: null, contexts });
    expect([warned({ context: 'one' }), warned({ context: 'two' })]).toEqual([true, false]);
  });

  test('a data directory that is given wins over the environment, with its token', () => {
    serve('http://127.0.0.1:9000', 'served');
    expect(resolveConnection({ dataDir }, environment)).toMatchObject({
      apiUrl: 'http://127.0.0.1:9000/api/v1',
      token: 'served',
    });
  });

  test('the token of the environment goes to the bot of a data directory when it names no other bot', () => {
    serve('http://127.0.0.1:9000', 'served');
    const token = (env: Record<string, string>) => resolveConnection({ dataDir }, env).token;
    expect(token({ TRIQUAD_TOKEN: 'viewer' })).toBe('viewer');
    expect(token({ TRIQUAD_TOKEN: 'viewer', TRIQUAD_URL: 'http://127.0.0.1:9000' })).toBe('viewer');
  });

  test('the environment wins over what serve left in the usual directory', () => {
    serve('http://127.0.0.1:9000', 'served');
    expect(resolveConnection({}, environment)).toEqual({
      apiUrl: 'http://env:1/api/v1',
      socketUrl: 'ws://env:1/ws',
      door: null,
      trust: null,
      token: 'env-token',
      apiKey: 'env-key',
      timeoutMs: 30_000,
      context: null,
    });
  });

  test('what serve left is found in its data directory', () => {
    serve('http://127.0.0.1:9000', 'served');
    const found = {
      apiUrl: 'http://127.0.0.1:9000/api/v1',
      socketUrl: 'ws://127.0.0.1:9000/ws',
      door: join(dataDir, 'bot.sock'),
      trust: null,
      token: 'served',
      apiKey: 'triquad',
      timeoutMs: 30_000,
      context: null,
    };
    expect([resolveConnection({}, {}), resolveConnection({ dataDir }, {})]).toEqual([found, found]);
  });

  const nobody = new CommandFailure(
    `no bot runs with the data directory DIR; start it with "triquad serve"`,
    exitCode.unreachable,
  );
  test.each([
    ['nothing', () => {}],
    ['a broken file of serve', () => writeFileSync(join(dataDir, 'server.json'), '{"url":')],
    ['a token alone', () => writeFileSync(join(dataDir, 'admin.token'), 'served')],
  ])('with %s in the data directory no bot runs there, and no address is guessed', (_, leave) => {
    leave();
    const message = nobody.message.replace('DIR', dataDir);
    expect(() => resolveConnection({}, {})).toThrow(new CommandFailure(message, exitCode.unreachable));
  });

  test('a token that is given goes to the default address, where nothing names another one', () => {
    const expected = { apiUrl: 'http://127.0.0.1:8787/api/v1', door: null, token: 'mine' };
    expect(resolveConnection({ token: 'mine' }, {})).toMatchObject(expected);
    expect(resolveConnection({}, { TRIQUAD_TOKEN: 'mine' })).toMatchObject(expected);
  });

  test('a door that another user made, or that is gone, is none', () => {
    serve('http://127.0.0.1:9000', 'served');
    rmSync(join(dataDir, 'bot.sock'));
    expect(() => resolveConnection({}, {})).toThrow(
      `no bot runs with the data directory ${dataDir}; one that has no local door, as its log says, is reached by --url http://127.0.0.1:9000 and --token`,
    );
  });

  test('a data directory that is given and has no bot leads to no other bot', () => {
    expect(() => resolveConnection({ dataDir }, environment)).toThrow(
      new CommandFailure(
        `no bot runs with the data directory ${dataDir}; start it with "triquad serve --data-dir ${dataDir}"`,
        exitCode.unreachable,
      ),
    );
  });

  test('two flags that name different bots are wrong usage', () => {
    serve('http://127.0.0.1:9000', 'served');
    expect(() => resolveConnection({ dataDir, url: 'https://elsewhere' }, {})).toThrow(
      new CommandFailure(
        '--url names https://elsewhere, --data-dir the bot at http://127.0.0.1:9000; give one of them',
        exitCode.usage,
      ),
    );
  });
});

test.each([
  [
    'an address that is none',
    { TRIQUAD_URL: 'localhost 8787' },
    '"localhost 8787" is no address of a bot; one is like http://127.0.0.1:8787',
  ],
  [
    'an address of something else',
    { TRIQUAD_URL: 'ftp://bot' },
    '"ftp://bot" is no address of a bot; one is like http://127.0.0.1:8787',
  ],
  ['a token in two lines', { TRIQUAD_TOKEN: 'one\ntwo' }, 'the token has characters that no token has'],
])('%s is wrong usage', (_, env, message) => {
  expect(() => resolveConnection({}, env)).toThrow(new CommandFailure(message, exitCode.usage));
});

test('an empty variable counts as not set', () => {
  serve('http://127.0.0.1:9000', 'served');
  const nothing = { TRIQUAD_URL: '', TRIQUAD_TOKEN: '', TRIQUAD_API_KEY: '' };
  expect(resolveConnection({ dataDir }, nothing)).toEqual(resolveConnection({ dataDir }, {}));
});

describe('the token that serve left', () => {
  test('goes to no other bot', () => {
    serve('http://127.0.0.1:9000', 'served');
    expect(resolveConnection({ url: 'https://elsewhere' }, {}).token).toBe(undefined);
    expect(resolveConnection({}, { TRIQUAD_URL: 'http://127.0.0.1:9001' }).token).toBe(undefined);
  });

  test('goes to its own bot, named by a flag too', () => {
    serve('http://127.0.0.1:9000', 'served');
    expect(resolveConnection({ dataDir, url: 'http://127.0.0.1:9000/' }, {}).token).toBe('served');
  });
});

test('an address with a path is the address of the calls', () => {
  expect(addresses('https://bot.example/arb/v2/')).toEqual({
    apiUrl: 'https://bot.example/arb/v2',
    socketUrl: 'wss://bot.example/ws',
  });
});
