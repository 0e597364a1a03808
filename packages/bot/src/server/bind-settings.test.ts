import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { type BindOptions, readBindSettings, withoutBase } from './bind-settings.ts';
import { proxyList, sourceOf } from './source.ts';

const here = { host: '127.0.0.1' };
const all = { host: '0.0.0.0' };
const publicUrl = 'https://bot.example';

test.each<[BindOptions, RegExp]>([
  [all, /passwords and TLS/],
  [{ host: '192.168.1.5' }, /passwords and TLS/],
  [{ ...all, publicUrl }, /passwords and TLS/],
  [{ ...all, trustProxy: ['10.0.0.2'] }, /--public-url/],
  [{ ...here, trustProxy: ['10.0.0.2'] }, /--public-url/],
  [{ ...here, publicUrl }, /goes with/],
  [{ ...here, allowHost: ['bot.internal', 'evil.example/x'] }, /--allow-host takes/],
  [{ ...here, allowHost: ['*'] }, /--allow-host takes/],
  [{ ...here, tlsCert: 'cert.pem' }, /go together/],
  [{ ...here, tlsCert: '/nowhere', tlsKey: '/nowhere' }, /\/nowhere cannot be read \(ENOENT\)/],
  [{ ...here, tlsCert: import.meta.filename, tlsKey: import.meta.filename }, /no certificate and its key/],
  [{ ...here, trustProxy: ['proxy.local'], publicUrl }, /takes addresses/],
  [{ ...here, trustProxy: ['10.0.0.0/33'], publicUrl }, /takes addresses/],
  [{ ...here, trustProxy: ['10.0.0.0/'], publicUrl }, /takes addresses/],
  [{ ...here, trustProxy: ['10.0.0.0/8/8'], publicUrl }, /takes addresses/],
  [{ ...here, trustProxy: ['10.0.0.0/1e1'], publicUrl }, /takes addresses/],
  [{ ...here, trustProxy: ['0.0.0.0/0'], publicUrl }, /takes addresses/],
  [{ ...here, trustProxy: ['::/0'], publicUrl }, /takes addresses/],
  [{ ...here, trustProxy: ['10.0.0.2'], publicUrl: 'http://bot.example' }, /https:\/\//],
  [{ ...here, trustProxy: ['10.0.0.2'], publicUrl: 'https://bot.example/path?x' }, /https:\/\//],
  [{ ...here, trustProxy: ['10.0.0.2'], publicUrl: 'https://bot.example/a//b' }, /https:\/\//],
  [{ ...here, basePath: 'bots/a' }, /a path like \/bots\/a/],
  [{ ...here, basePath: '/bots/../a' }, /a path like \/bots\/a/],
  [{ ...here, basePath: '/a"><script>' }, /a path like \/bots\/a/],
  [{ ...here, trustProxy: ['10.0.0.2'], publicUrl: `${publicUrl}/a`, basePath: '/b' }, /--public-url ends with \/a/],
])('%j is refused', (options, message) => {
  expect(() => readBindSettings(options)).toThrow(message);
});

test('this machine alone needs nothing; a proxy anywhere opens the bot to others', () => {
  expect(readBindSettings(here)).toMatchObject({ isOpen: false, isProxied: false, publicOrigin: null, tls: null });
  expect(readBindSettings({ ...here, trustProxy: ['127.0.0.1'], publicUrl: `${publicUrl}/` })).toMatchObject({
    isOpen: true,
    isProxied: true,
    publicOrigin: publicUrl,
  });
});

test.each([
  [{ ...here }, ''],
  [{ ...here, basePath: '/bots/a/' }, '/bots/a'],
  [{ ...here, trustProxy: ['10.0.0.2'], publicUrl: `${publicUrl}/bots/a/` }, '/bots/a'],
])('%j has its page under "%s"', (options, path) => {
  expect(readBindSettings(options).basePath).toBe(path);
});

test.each([
  ['/bots/a/api/v1/health?x=1', '/api/v1/health?x=1'],
  ['/bots/a', '/'],
  ['/bots/a/', '/'],
  ['/bots/a?code=1', '/?code=1'],
  ['/bots/ab/x', '/bots/ab/x'],
  ['/api/v1/health', '/api/v1/health'],
  ['//bots/a', '//bots/a'],
])('under /bots/a the address %s is %s', (url, path) => {
  expect(withoutBase(url, '/bots/a')).toBe(path);
  expect(withoutBase(url, '')).toBe(url);
});

test.each([
  ['1.2.3.4', undefined, '1.2.3.4'],
  ['1.2.3.4', '9.9.9.9', '1.2.3.4'],
  ['10.0.0.2', '9.9.9.9', '9.9.9.9'],
  ['10.0.0.2', 'spoofed, 8.8.8.8, 10.0.0.7', '8.8.8.8'],
  ['10.0.0.2', 'spoofed', '10.0.0.2'],
  ['10.0.0.2', undefined, '10.0.0.2'],
  ['::ffff:10.0.0.2', '2001:db8:0:1:aaaa::1', '2001:db8:0:1::/64'],
  ['10.0.0.2', '::ffff:8.8.8.8', '8.8.8.8'],
  ['10.0.0.2', '9.9.9.9, ::FFFF:8.8.8.8, ::ffff:10.0.0.7', '8.8.8.8'],
  ['2001:db8::1', undefined, '2001:db8:0:0::/64'],
])('%s with X-Forwarded-For %s comes from %s', (remoteAddress, forwarded, source) => {
  const request = {
    socket: { remoteAddress },
    headers: { 'x-forwarded-for': forwarded },
  } as unknown as IncomingMessage;
  expect(sourceOf(request, proxyList(['10.0.0.0/8']) ?? expect.fail())).toBe(source);
});
