import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createAccess, mayActAs } from './access.ts';

const DAY_MS = 86_400_000;
const ADMIN = 'admin-token';

function given() {
  const clock = { at: 1_000 };
  const database = new DatabaseSync(':memory:');
  const open = () => createAccess(database, ADMIN, () => clock.at);
  return { clock, database, open, access: open() };
}

test('the admin token of the data directory is an admin without end', () => {
  const { access } = given();
  expect(access.identify(ADMIN)).toMatchObject({ name: 'admin', role: 'admin', expiresAt: null });
  expect(access.identify(`${ADMIN}x`)).toBeNull();
});

test('a session is known for thirty days, over restarts, and by its hash alone', () => {
  const { access, clock, database, open } = given();
  const { token, principal } = access.openSession('ana', 'viewer');
  expect(open().identify(token)).toEqual({ ...principal, name: 'ana', role: 'viewer' });
  expect(JSON.stringify(database.prepare('SELECT * FROM session').all())).not.toContain(token);
  clock.at += 30 * DAY_MS;
  expect(access.identify(token)).toBeNull();
});

test('a code is worth one session, for a day', () => {
  const { access, clock } = given();
  const [first, second] = [access.issueCode(), access.issueCode()];
  const session = access.redeem(first);
  expect(access.identify(session?.token ?? '')).toEqual(session?.principal);
  expect(access.redeem(first)).toBeNull();
  clock.at += DAY_MS;
  expect(access.redeem(second)).toBeNull();
});

test('a revoked token is forgotten and told of', () => {
  const { access } = given();
  const { token, principal } = access.openSession('ana', 'operator');
  const told: string[] = [];
  access.onRevoked((key) => told.push(key));
  access.revoke(principal);
  expect(access.identify(token)).toBeNull();
  expect(told).toEqual([principal.key]);
});

test('a role may do what lesser roles may', () => {
  const roles = ['viewer', 'operator', 'admin'] as const;
  expect(roles.map((role) => roles.map((needed) => mayActAs(role, needed)))).toEqual([
    [true, false, false],
    [true, true, false],
    [true, true, true],
  ]);
});
