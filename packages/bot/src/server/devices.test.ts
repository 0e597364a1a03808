import { expect, test } from 'vitest';
import { identityIn, newIdentity } from '../directory/identity.ts';
import { createDevices } from './devices.ts';

const keyOf = (text: string) => {
  const key = identityIn(text);
  if (key === null) throw new Error('no key was made');
  return key;
};

test('a device token is of its name and its bot alone, and outlives a restart', () => {
  const kept = newIdentity();
  const devices = createDevices(keyOf(kept));
  const [token, other] = [devices.issue('Ana'), devices.issue('ana')];
  expect(devices.idOf(' ana ', token)).toMatch(/^[\w-]{22}$/);
  expect(devices.idOf('ana', other)).not.toBe(devices.idOf('ana', token));
  expect(createDevices(keyOf(kept)).idOf('ana', token)).toBe(devices.idOf('ana', token));
  expect(createDevices(keyOf(newIdentity())).idOf('ana', token)).toBeNull();
  const [id] = token.split('.');
  const [, signature] = other.split('.');
  for (const wrong of [`${id}.${signature}`, `x${token}`, `${token.slice(0, -4)}AAAA`, 'x', '.', '', undefined])
    expect(devices.idOf('ana', wrong)).toBeNull();
  expect(devices.idOf('bob', token)).toBeNull();
});
