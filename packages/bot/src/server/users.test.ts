import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createAccess } from './access.ts';
import { openAccessDatabase } from './access-database.ts';
import { createAudit, forgiving } from './audit.ts';
import { cheapHash } from './cheap-hash.suite.ts';
import { hashPassword, isPassword, passwordFault } from './password.ts';
import { createUsers, notedBy } from './users.ts';

const PASSWORD = 'correct horse battery';

function given() {
  const dataDir = mkdtempSync(join(tmpdir(), 'triquad-users-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const open = () => {
    const database = openAccessDatabase(dataDir);
    onTestFinished(() => database.close());
    return database;
  };
  const [ours, theirs] = [open(), open()];
  const clock = { at: 1_000 };
  const audit = createAudit(ours);
  return {
    clock,
    audit,
    database: ours,
    users: createUsers(ours, notedBy(audit, 'shell:ana'), () => clock.at, cheapHash),
    access: createAccess(theirs, 'admin-token', () => clock.at),
  };
}

test('users are added, listed, changed and removed, each step in the trail', async () => {
  const { users, audit, clock } = given();
  expect(await users.add('ana', 'admin', PASSWORD)).toBeNull();
  clock.at = 2_000;
  expect(await users.add('bob', 'viewer', PASSWORD)).toBeNull();
  expect(await users.add('ANA', 'viewer', PASSWORD)).toMatchObject({ problem: 'exists' });
  expect(await users.update('Bob', { role: 'operator' }, false)).toBeNull();
  expect(await users.update('bob', { password: 'another good phrase' }, true)).toBeNull();
  expect(users.list()).toEqual([
    { name: 'ana', role: 'admin', created_at: 1_000, changed_at: 1_000, sessions: 0 },
    { name: 'bob', role: 'operator', created_at: 2_000, changed_at: 2_000, sessions: 0 },
  ]);
  expect(users.remove('bob', false)).toBeNull();
  expect(users.remove('bob', false)).toMatchObject({ problem: 'unknown' });
  const trail = audit.read({ limit: 10, before: null, actor: 'shell:ana' });
  expect(trail.map(({ action, target, outcome }) => `${action} ${target} ${outcome}`)).toEqual([
    'user.remove bob unknown',
    'user.remove bob ok',
    'user.passwd bob ok',
    'user.role Bob ok',
    'user.add ANA exists',
    'user.add bob ok',
    'user.add ana ok',
  ]);
});

test('the last admin stays unless it is meant', async () => {
  const { users } = given();
  await users.add('ana', 'admin', PASSWORD);
  await users.add('bob', 'viewer', PASSWORD);
  expect([users.remove('ana', false), await users.update('ana', { role: 'viewer' }, false)]).toMatchObject([
    { problem: 'last-admin' },
    { problem: 'last-admin' },
  ]);
  expect(await users.update('ana', { role: 'admin' }, false)).toBeNull();
  expect(users.remove('ana', true)).toBeNull();
});

test.each(['', ' ', '-ana', 'ana ', 'a\u0000', 'admin', 'Unknown', 'x'.repeat(33), 'shell:root', '<b>'])(
  'the name %j is refused',
  async (name) => {
    const { users } = given();
    expect(await users.add(name, 'viewer', PASSWORD)).toMatchObject({ problem: 'not-valid' });
  },
);

test.each([
  ['short', /at least 12/],
  ['x'.repeat(1_001), /at most 1000/],
  ['abababababab', /same few/],
  ['my name is Anatole', /name of the user/],
  [PASSWORD, null],
])('the password %j', (password, fault) => {
  const found = passwordFault('anatole', password);
  if (fault === null) expect(found).toBeNull();
  else expect(found).toMatch(fault);
});

test('a password is stored by its hash, which says how it was made', async () => {
  const hash = await hashPassword(PASSWORD);
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(await cheapHash(PASSWORD)).not.toBe(await cheapHash(PASSWORD));
  expect([await isPassword(PASSWORD, hash), await isPassword('other', hash), await isPassword('', null)]).toEqual([
    true,
    false,
    false,
  ]);
  // An angstrom sign and an A with a ring are the same to who types.
  expect(await isPassword('\u00c5ngstrom unit', await cheapHash('\u212bngstrom unit'))).toBe(true);
});

test('the bot notices what another process changes, and at once refuses the token', async () => {
  const { users, access } = given();
  await users.add('ana', 'operator', PASSWORD);
  const session = await access.signIn('ana', PASSWORD);
  let told = 0;
  access.look();
  access.onChanged(() => (told += 1));
  access.look();
  expect(told).toBe(0);
  users.remove('ana', false);
  expect(access.identify(session?.token ?? '')).toBeNull();
  access.look();
  access.look();
  expect(told).toBe(1);
});

test('the trail only grows', () => {
  const { audit, database } = given();
  audit.write({ at: 1, actor: 'ana', action: 'bot.start', target: null, outcome: 'ok', request_id: 'r' });
  expect(() => database.exec('DELETE FROM audit')).toThrow(/only grows/);
  expect(() => database.exec("UPDATE audit SET actor = 'bob'")).toThrow(/only grows/);
});

test('strangers cannot fill the trail: what is too much is counted', () => {
  const { audit } = given();
  const entry = { actor: 'unknown', action: 'bot.start', target: null, outcome: 'unauthenticated', request_id: null };
  for (let n = 0; n < 100; n += 1) audit.writeRefusal({ ...entry, at: 1_000_000 }, 'stranger');
  audit.writeRefusal({ ...entry, at: 1_060_000 }, 'stranger');
  const trail = audit.read({ limit: 100, before: null, actor: null });
  expect(trail).toHaveLength(62);
  expect(trail[1]).toMatchObject({ action: 'audit.left_out', target: '40 refusals' });
});

test('nor can who may do nothing, and one does not use up what another is noted for', () => {
  const { audit } = given();
  const entry = { at: 1_000_000, action: 'bot.start', target: null, outcome: 'forbidden', request_id: null };
  for (let n = 0; n < 1_000; n += 1) audit.writeRefusal({ ...entry, actor: 'ana' }, 'known');
  audit.writeRefusal({ ...entry, actor: 'bob' }, 'known');
  const noted = (actor: string) => audit.read({ limit: 2_000, before: null, actor }).length;
  expect([noted('ana'), noted('bob')]).toEqual([600, 1]);
});

test('an audit log that cannot be written is reported and stops no call', () => {
  const { audit, database } = given();
  const told: unknown[] = [];
  const kept = forgiving(audit, (error, requestId) => told.push([String(error), requestId]));
  database.exec('PRAGMA query_only = ON');
  const entry = { at: 1, actor: 'ana', action: 'bot.start', target: null, outcome: 'ok', request_id: 'r' };
  kept.write(entry);
  kept.writeRefusal(entry, 'stranger');
  expect(told).toEqual([
    [expect.stringMatching(/readonly/), 'r'],
    [expect.stringMatching(/readonly/), 'r'],
  ]);
  expect(kept.read({ limit: 1, before: null, actor: null })).toEqual([]);
});
