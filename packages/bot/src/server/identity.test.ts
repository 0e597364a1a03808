import { expect, test } from 'vitest';
import { identityIn, isSignedBy, newIdentity, publicKeyOf } from '../directory/identity.ts';
import { readBindSettings } from './bind-settings.ts';
import { addressesOf } from './guard.ts';
import { createIdentity, identityKey } from './identity.ts';

const own = { host: '127.0.0.1' };
const nonce = 'n'.repeat(43);

function bot() {
  const key = identityIn(newIdentity());
  if (key === null) throw new Error('no key was made');
  return { identity: createIdentity(key), key: publicKeyOf(key) };
}

test('a proof holds for its nonce, its address and its key alone', () => {
  const { identity, key } = bot();
  const address = 'http://127.0.0.1:8787';
  identity.answerAt(addressesOf(readBindSettings(own), 8787));
  const proof = identity.prove({ nonce, address });
  expect(proof?.key).toBe(key);
  const holds = (publicKey: string, challenge: { nonce: string; address: string }) =>
    isSignedBy(publicKey, challenge, proof?.signature ?? '');
  expect(holds(key, { nonce, address })).toBe(true);
  expect(holds(key, { nonce: 'm'.repeat(43), address })).toBe(false);
  expect(holds(key, { nonce, address: 'http://127.0.0.1:8788' })).toBe(false);
  expect(holds(bot().key, { nonce, address })).toBe(false);
  expect(holds('no key', { nonce, address })).toBe(false);
});

test('no proof is made for an address that is not the bot’s, before it listens, or by text that is no key', () => {
  const { identity } = bot();
  expect(identity.prove({ nonce, address: 'http://127.0.0.1:8787' })).toBe(null);
  identity.answerAt(addressesOf(readBindSettings(own), 8787));
  const signed = (address: string) => identity.prove({ nonce, address }) !== null;
  expect(['http://localhost:8787', 'http://[::1]:8787'].map(signed)).toEqual([true, true]);
  const others = ['http://127.0.0.1:8788', 'https://127.0.0.1:8787', 'http://127.0.0.1', 'http://bot.example:8787', ''];
  expect(others.map(signed)).toEqual([false, false, false, false, false]);
  expect(identityKey.parse('-----BEGIN PRIVATE KEY-----')).toBe(null);
});

test('behind a proxy the bot proves itself at its public origin, and at the names that programs call it by', () => {
  const { identity } = bot();
  const proxied = {
    ...own,
    trustProxy: ['127.0.0.1'],
    publicUrl: 'https://bot.example/bots/a',
    allowHost: ['bot.lan'],
  };
  identity.answerAt(addressesOf(readBindSettings(proxied), 9000));
  const signed = (address: string) => identity.prove({ nonce, address }) !== null;
  expect(
    ['https://bot.example', 'https://bot.lan', 'http://bot.lan:9000', 'http://127.0.0.1:9000'].map(signed),
  ).toEqual([true, true, true, true]);
  expect(['http://bot.example', 'https://bot.example:444', 'https://other.example'].map(signed)).toEqual([
    false,
    false,
    false,
  ]);
});
