import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { readBindSettings } from './bind-settings.ts';
import { audienceOf, detour, foreignness } from './guard.ts';

const local = audienceOf(readBindSettings({ host: '127.0.0.1' }), 8787);

test.each([
  [{ host: '127.0.0.1:8787' }, true],
  [{ host: 'LOCALHOST:8787' }, true],
  [{ host: '[::1]:8787', origin: 'http://[::1]:8787' }, true],
  [{ host: 'localhost:8787', origin: 'http://127.0.0.1:8787' }, true],
  [{}, false],
  [{ host: 'localhost' }, false],
  [{ host: 'localhost:80' }, false],
  [{ host: 'evil.example:8787' }, false],
  [{ host: '127.0.0.1:8787.evil.example' }, false],
  [{ host: '127.0.0.1:8787', origin: 'null' }, false],
  [{ host: '127.0.0.1:8787', origin: 'http://evil.example' }, false],
  [{ host: '127.0.0.1:8787', origin: 'https://127.0.0.1:8787' }, false],
  [{ host: '127.0.0.1:8787', origin: 'http://127.0.0.1:8788' }, false],
])('%j is ours: %s', (headers, ours) => {
  expect(foreignness({ headers }, local) === null).toBe(ours);
});

test.each([
  ['/api/v1/health', true],
  ['*', true],
  ['http://127.0.0.1:8787/api/v1/health', true],
  ['http://LOCALHOST:8787/', true],
  ['http://evil.example/api/v1/health', false],
  ['http://127.0.0.1:8787@evil.example/', false],
  ['http://localhost/', false],
  ['evil.example:443', false],
  ['x', false],
])('our host and the address %s is ours: %s', (url, ours) => {
  expect(foreignness({ url, headers: { host: 'localhost:8787' } }, local) === null).toBe(ours);
});

const named = readBindSettings({ host: '127.0.0.1', allowHost: ['Bot.internal', 'probe.example:80'] });

test.each([
  [{ host: 'bot.internal' }, true],
  [{ host: 'bot.internal:8787' }, true],
  [{ host: 'probe.example:80' }, true],
  [{ host: 'probe.example' }, false],
  [{ host: 'bot.internal:80' }, false],
  [{ host: 'bot.internal.evil.example' }, false],
  [{ host: 'bot.internal', origin: 'http://bot.internal' }, false],
])('with names for programs %j is ours: %s', (headers, ours) => {
  expect(foreignness({ headers }, audienceOf(named, 8787)) === null).toBe(ours);
});

const proxied = readBindSettings({ host: '0.0.0.0', trustProxy: ['10.0.0.2'], publicUrl: 'https://bot.example' });

test.each([
  [{ host: 'bot.example', origin: 'https://bot.example' }, true],
  [{ host: 'bot.example', origin: 'http://bot.example' }, false],
  [{ host: 'bot.example:8787' }, false],
  [{ host: '127.0.0.1:8787' }, true],
  [{ host: '0.0.0.0:8787' }, false],
])('behind a proxy %j is ours: %s', (headers, ours) => {
  expect(foreignness({ headers }, audienceOf(proxied, 8787)) === null).toBe(ours);
});

test.each([
  ['10.0.0.2', {}, false],
  ['10.0.0.2', { 'x-forwarded-for': '8.8.8.8' }, false],
  ['10.0.0.2', { 'x-forwarded-proto': 'https' }, true],
  ['10.0.0.2', { 'x-forwarded-proto': 'http' }, false],
  ['::ffff:10.0.0.2', { 'x-forwarded-proto': 'https' }, true],
  ['::ffff:10.0.0.2', {}, false],
  ['10.0.0.3', {}, false],
  ['127.0.0.1', {}, true],
])('a connection from %s with %j has come the declared way: %s', (remoteAddress, headers, declared) => {
  const request = { socket: { remoteAddress }, headers } as unknown as IncomingMessage;
  expect(detour(request, proxied) === null).toBe(declared);
});

test('a request that names its host twice is not ours, whichever is right', () => {
  const headersDistinct = { host: ['localhost:8787', 'evil.example'] };
  expect(foreignness({ url: '/', headers: { host: 'localhost:8787' }, headersDistinct }, local)).toMatch(
    /does not answer to that host/,
  );
});
