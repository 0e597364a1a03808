import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { accessFaults, createHeads } from './access-chain.ts';
import { prepareAccessDatabase, takeOverTrail } from './access-database.ts';
import { closeCutOff, createAudit } from './audit.ts';
import { cheapHash } from './cheap-hash.suite.ts';
import { createUsers, notedBy } from './users.ts';

const PASSWORD = 'correct horse battery';

/** Users, and ten entries of the audit log beside their own. */
async function given() {
  const database = new DatabaseSync(':memory:');
  prepareAccessDatabase(database);
  const audit = createAudit(database);
  const users = createUsers(database, notedBy(audit, 'shell:test'), () => 1, cheapHash);
  await users.add('Ana', 'admin', PASSWORD);
  await users.add('bob', 'viewer', PASSWORD);
  users.remove('bob', false);
  for (let n = 1; n <= 10; n += 1) {
    const change = { before: { limit: n }, after: { limit: n + 1 } };
    audit.write({
      at: n,
      actor: 'ana',
      action: 'config.update',
      target: `c${n}`,
      outcome: 'ok',
      request_id: null,
      ...change,
    });
  }
  return { database, audit, users };
}

/** As somebody does who has the file. */
const FREED = `DROP TRIGGER audit_is_never_cut; DROP TRIGGER audit_is_never_rewritten;
  DROP TRIGGER user_change_is_never_cut; DROP TRIGGER user_change_is_never_rewritten;`;

test('what triquad wrote is without fault, whichever process wrote it', async () => {
  const { database, audit, users } = await given();
  audit.begin({
    at: 20,
    actor: 'ana',
    action: 'bot.start',
    target: null,
    outcome: 'x',
    request_id: 'r',
    source: '10.0.0.1',
  });
  closeCutOff(database);
  await users.update('ana', { password: `${PASSWORD}!` }, true);
  await users.update('ana', { role: 'viewer' }, true);
  expect(accessFaults(database)).toEqual([]);
  expect(audit.read({ limit: 100, before: null, actor: 'ana' })[0]).toMatchObject({
    outcome: 'cut_off',
    source: '10.0.0.1',
  });
});

test.each([
  [
    'a changed field',
    `UPDATE audit SET after = '{"limit":99}' WHERE seq = 6`,
    'the audit log was changed at or before row 6',
  ],
  ['a changed actor', "UPDATE audit SET actor = 'bob' WHERE seq = 4", 'the audit log was changed at or before row 4'],
  ['a deleted entry', 'DELETE FROM audit WHERE seq = 8', 'the audit log lacks row 8'],
  ['every third deleted', 'DELETE FROM audit WHERE seq % 3 = 0', 'the audit log lacks row 3'],
  ['deleted entries at the end', 'DELETE FROM audit WHERE seq > 10', 'the audit log lacks rows 11 to 13, its last'],
  [
    'a new administrator',
    "INSERT INTO user VALUES ('eve', 'admin', 'x', 1, 1)",
    'user eve was not made or changed by triquad',
  ],
  ['a raised role', "UPDATE user SET role = 'operator'", 'user Ana was not made or changed by triquad'],
  ['another password', "UPDATE user SET password = 'x'", 'user Ana was not made or changed by triquad'],
  ['a deleted user', 'DELETE FROM user', 'user ana was removed, but not by triquad'],
  [
    'a changed record',
    "UPDATE user_change SET digest = '' WHERE seq = 1",
    'the record of user changes was changed at or before row 1',
  ],
])('%s is found', async (_, spoil, fault) => {
  const { database } = await given();
  database.exec(FREED + spoil);
  expect(accessFaults(database)).toEqual([fault]);
});

test('an entry that follows others which were cut off does not take their place', async () => {
  const { database, audit } = await given();
  database.exec(`${FREED} DELETE FROM audit WHERE seq > 10`);
  audit.write({ at: 30, actor: 'eve', action: 'bot.start', target: null, outcome: 'ok', request_id: null });
  expect(accessFaults(database)).toEqual(['the audit log lacks rows 11 to 13']);
});

test('the heads count every row and change with each, so that an older file is told from a newer one', async () => {
  const { database, audit, users } = await given();
  const heads = createHeads(database);
  const before = heads();
  expect([before.audit.count, before.access.count]).toEqual([13, 3]);
  audit.write({ at: 40, actor: 'ana', action: 'bot.stop', target: null, outcome: 'ok', request_id: null });
  expect(heads().audit).toEqual({ count: 14, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(heads().audit.hash).not.toBe(before.audit.hash);
  expect(heads().access).toEqual(before.access);
  await users.update('ana', { role: 'viewer' }, true);
  expect([heads().audit.count, heads().access.count]).toEqual([15, 4]);
});

test('a file of before there were chains is chained, and entries of an older one still', () => {
  const database = new DatabaseSync(':memory:');
  database.exec(`CREATE TABLE user (name TEXT PRIMARY KEY COLLATE NOCASE, role TEXT NOT NULL, password TEXT NOT NULL,
      created_at INTEGER NOT NULL, changed_at INTEGER NOT NULL) STRICT;
    CREATE TABLE audit (seq INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, actor TEXT NOT NULL,
      action TEXT NOT NULL, target TEXT, outcome TEXT NOT NULL, request_id TEXT) STRICT;
    CREATE TRIGGER audit_is_never_rewritten BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'x'); END;
    CREATE TRIGGER audit_is_never_cut BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'x'); END;
    CREATE TABLE begun (request_id TEXT PRIMARY KEY, at INTEGER NOT NULL, actor TEXT NOT NULL, action TEXT NOT NULL, target TEXT) STRICT;
    CREATE TABLE session (key TEXT PRIMARY KEY) STRICT;
    INSERT INTO user VALUES ('ana', 'admin', 'x', 1, 1);
    INSERT INTO audit VALUES (1, 1, 'a', 'b', NULL, 'ok', NULL), (2, 2, 'a', 'b', NULL, 'ok', NULL);
    PRAGMA user_version = 2`);
  prepareAccessDatabase(database);
  expect(accessFaults(database)).toEqual([]);
  expect(createHeads(database)()).toMatchObject({ audit: { count: 2 }, access: { count: 1 } });
  expect(() => database.exec('UPDATE audit SET at = 3')).toThrow(/only grows/);
  const old = new DatabaseSync(':memory:');
  old.exec(`CREATE TABLE audit (seq INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, actor TEXT NOT NULL,
    action TEXT NOT NULL, target TEXT, outcome TEXT NOT NULL, request_id TEXT) STRICT;
    INSERT INTO audit VALUES (3, 5, 'admin', 'bot.start', NULL, 'ok', 'r')`);
  takeOverTrail(old, database);
  expect(accessFaults(database)).toEqual([]);
});
