import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createAccess, mayActAs } from './access.ts';
import { prepareAccessDatabase, takeOverTrail } from './access-database.ts';
import { createAudit } from './audit.ts';
import { cheapHash } from './cheap-hash.suite.ts';
import { createUsers, notedBy } from './users.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const ADMIN = 'admin-token';

function given() {
  const clock = { at: 1_000 };
  const database = new DatabaseSync(':memory:');
  prepareAccessDatabase(database);
  const open = () => createAccess(database, ADMIN, () => clock.at);
  const users = createUsers(database, notedBy(createAudit(database), 'shell:test'), () => clock.at, cheapHash);
  return { clock, database, open, access: open(), users };
}

test('the admin token of the data directory is an admin without end', () => {
  const { access } = given();
  expect(access.identify(ADMIN)).toMatchObject({ name: 'admin', role: 'admin', expiresAt: null });
  expect(access.identify(`${ADMIN}x`)).toBeNull();
});

test('a session is known for seven days, over restarts, and by its hash alone', () => {
  const { access, clock, database, open } = given();
  const { token, principal } = access.openSession('ana', 'viewer');
  expect(open().identify(token)).toEqual({ ...principal, name: 'ana', role: 'viewer' });
  expect(JSON.stringify(database.prepare('SELECT * FROM session').all())).not.toContain(token);
  for (let hours = 11; hours < 7 * 24; hours += 11) {
    clock.at += 11 * HOUR_MS;
    expect(access.identify(token)).toEqual(principal);
    access.seen(principal, '127.0.0.1');
  }
  clock.at = 1_000 + 7 * DAY_MS;
  expect([access.identify(token), access.isIdle(token)]).toEqual([null, false]);
});

test('a session that is not used for twelve hours ends, with its sockets, and stays ended; the admin token does not', () => {
  const { access, clock, open } = given();
  const { token, principal } = access.openSession('ana', 'viewer');
  let told = 0;
  access.onChanged(() => (told += 1));
  clock.at += 12 * HOUR_MS - 1;
  access.look();
  expect([access.identify(token), access.isIdle(token), told]).toEqual([principal, false, 0]);
  clock.at += 1;
  expect(access.identify(token)).toBeNull();
  access.look();
  access.look();
  expect([access.isIdle(token), access.holds(principal), access.sessions(), told]).toEqual([true, false, [], 1]);
  clock.at -= HOUR_MS;
  expect([access.identify(token), open().identify(token), open().isIdle(token)]).toEqual([null, null, true]);
  expect([access.isIdle('another'), access.isIdle(ADMIN), access.identify(ADMIN)?.name]).toEqual([
    false,
    false,
    'admin',
  ]);
});

test('a use counts over a restart, and an own time to idle holds', () => {
  const { access, clock, database } = given();
  const { token, principal } = access.openSession('ana', 'viewer');
  const short = () => createAccess(database, ADMIN, () => clock.at, 10 * 60_000);
  clock.at += 5 * 60_000;
  access.seen(principal, '127.0.0.1');
  access.look();
  clock.at += 6 * 60_000;
  expect(short().identify(token)).toEqual(principal);
  clock.at += 4 * 60_000;
  expect(short().identify(token)).toBeNull();
});

test('sessions of an older version are in use when it is upgraded', () => {
  const { database } = given();
  database.exec(
    "ALTER TABLE session DROP COLUMN seen_at; PRAGMA user_version = 3; INSERT INTO session VALUES ('k', 'ana', 'viewer', NULL, 1, 2)",
  );
  prepareAccessDatabase(database);
  expect(Number(database.prepare('SELECT seen_at FROM session').get()?.seen_at)).toBeGreaterThan(1_700_000_000_000);
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
  let told = 0;
  access.onChanged(() => (told += 1));
  access.revoke(principal);
  expect([access.identify(token), access.holds(principal), told]).toEqual([null, false, 1]);
});

test('a session that runs out is told of once', () => {
  const { access, clock } = given();
  const { principal } = access.openSession('ana', 'operator');
  let told = 0;
  access.onChanged(() => (told += 1));
  access.look();
  clock.at += 7 * DAY_MS;
  access.look();
  access.look();
  expect([access.holds(principal), told]).toEqual([false, 1]);
});

const PASSWORD = 'correct horse battery';

test('a user signs in by name, in any case, and password, with a role', async () => {
  const { access, users } = given();
  expect([access.hasUsers(), await access.signIn('ana', PASSWORD)]).toEqual([false, null]);
  expect(await users.add('Ana', 'operator', PASSWORD)).toBeNull();
  expect([access.hasUsers(), await access.signIn('ana', `${PASSWORD}!`)]).toEqual([true, null]);
  const session = await access.signIn('ana', PASSWORD);
  expect(access.identify(session?.token ?? '')).toMatchObject({ name: 'Ana', role: 'operator' });
});

test('a user has fifty sessions: one more ends the oldest', async () => {
  const { access, users } = given();
  await users.add('ana', 'viewer', 'correct horse battery');
  await users.add('bob', 'viewer', 'correct horse battery');
  const other = await access.signIn('bob', 'correct horse battery');
  const tokens: string[] = [];
  for (let n = 0; n < 52; n += 1) tokens.push((await access.signIn('ana', 'correct horse battery'))?.token ?? '');
  expect(tokens.map((token) => access.identify(token) !== null)).toEqual(tokens.map((_, index) => index >= 2));
  expect(access.identify(other?.token ?? '')).toMatchObject({ name: 'bob' });
});

test.each(['the password', 'the role', 'removal'])(
  'a change of %s ends that user’s sessions and nobody else’s',
  async (what) => {
    const { access, users } = given();
    await users.add('ana', 'operator', PASSWORD);
    await users.add('bob', 'admin', PASSWORD);
    const ana = await access.signIn('ana', PASSWORD);
    const bob = await access.signIn('bob', PASSWORD);
    if (what === 'the password') await users.update('ana', { password: 'another good phrase' }, true);
    else if (what === 'the role') await users.update('ana', { role: 'viewer' }, false);
    else users.remove('ana', false);
    expect([access.identify(ana?.token ?? ''), access.identify(bob?.token ?? '')?.name]).toEqual([null, 'bob']);
  },
);

test.each(['removed', 'given another role'])(
  'who is %s while the password is looked at does not get in',
  async (what) => {
    const { access, users } = given();
    await users.add('ana', 'operator', PASSWORD);
    const signingIn = access.signIn('ana', PASSWORD);
    if (what === 'removed') users.remove('ana', false);
    else await users.update('ana', { role: 'viewer' }, false);
    expect(await signingIn).toBeNull();
  },
);

test('an older trail is taken over with its numbers, once', () => {
  const { database } = given();
  const old = new DatabaseSync(':memory:');
  old.exec(`CREATE TABLE audit (seq INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, actor TEXT NOT NULL,
    action TEXT NOT NULL, target TEXT, outcome TEXT NOT NULL, request_id TEXT) STRICT;
    CREATE TABLE session (key TEXT PRIMARY KEY) STRICT;
    INSERT INTO audit VALUES (7, 5, 'admin', 'bot.start', NULL, 'ok', 'r')`);
  takeOverTrail(old, database);
  takeOverTrail(old, database);
  expect(createAudit(database).read({ limit: 5, before: null, actor: null })).toEqual([
    expect.objectContaining({ seq: 7, at: 5, actor: 'admin', action: 'bot.start', outcome: 'ok', request_id: 'r' }),
  ]);
  expect(
    old
      .prepare('SELECT name FROM sqlite_schema')
      .all()
      .map(({ name }) => name),
  ).toEqual(['sqlite_sequence']);
});

test('a role may do what lesser roles may', () => {
  const roles = ['viewer', 'operator', 'admin'] as const;
  expect(roles.map((role) => roles.map((needed) => mayActAs(role, needed)))).toEqual([
    [true, false, false],
    [true, true, false],
    [true, true, true],
  ]);
});
