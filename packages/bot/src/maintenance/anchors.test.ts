import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { createChain, createHeads, noteUser } from '../server/access-chain.ts';
import { inTransaction, openAccessDatabase } from '../server/access-database.ts';
import { adopt, planAdoption } from './adopt.ts';
import { examineStart, waysOn } from './examine-life.ts';
import { openJournal } from './open-journal.ts';
import { restore } from './restore.ts';
import { backedUp, dataDirectory, deposit, now, tamper, wrong } from './upkeep.suite.ts';

const fileIn = (dataDir: string): string => join(dataDir, 'access.sqlite');

/** As many calls in the audit log, and a user, who is new. */
function written(dataDir: string, calls: number, user: string): void {
  using database = openAccessDatabase(dataDir);
  inTransaction(database, () => {
    for (let n = 0; n < calls; n += 1) {
      createChain(database, 'audit')({ at: n, actor: 'ana', action: 'bot.start', outcome: user });
    }
    database.prepare("INSERT INTO user VALUES (?, 'admin', 'x', 1, 1)").run(user);
    noteUser(database, user, 1);
  });
}

/** What a bot does of `access.sqlite` while it runs: its heads go to the witness. */
async function live(dataDir: string): Promise<void> {
  const { store, witness } = openJournal(dataDir, {
    found: examineStart(dataDir),
    now: () => now,
    clean: (json) => json,
  });
  witness.settle();
  witness.close();
  using database = openAccessDatabase(dataDir);
  store.anchor(createHeads(database)());
  await store.close();
}

/** A data directory whose bot has ended, with a copy of its `access.sqlite` as it was earlier: three calls and a user less. */
async function given() {
  const dataDir = dataDirectory();
  const older = join(dataDir, '..', 'older.sqlite');
  written(dataDir, 2, 'ana');
  copyFileSync(fileIn(dataDir), older);
  onTestFinished(() => rmSync(older, { force: true }));
  written(dataDir, 3, 'bob');
  await live(dataDir);
  const refusal = () => {
    try {
      examineStart(dataDir);
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : error;
    }
  };
  return { dataDir, older, refusal };
}

const lacks =
  'access.sqlite is older than the bot left it: it lacks entry 5 of the audit log; ' +
  'access.sqlite is older than the bot left it: it lacks entry 2 of the record of user changes';

test('as the bot left it, and ahead of that, access.sqlite is sound', async () => {
  const { dataDir, refusal } = await given();
  expect(refusal()).toBeNull();
  written(dataDir, 1, 'eve');
  expect(refusal()).toBeNull();
  expect(wrong(dataDir).filter(({ advice }) => advice === waysOn)).toEqual([]);
});

test('an older access.sqlite is refused in one line, which doctor says too', async () => {
  const { dataDir, older, refusal } = await given();
  copyFileSync(older, fileIn(dataDir));
  expect(refusal()).toBe(`${lacks}; ${waysOn}`);
  const found = wrong(dataDir).filter(({ advice }) => advice === waysOn);
  expect(found.map(({ name, verdict, detail }) => ({ name, verdict, detail }))).toEqual(
    lacks.split('; ').map((detail) => ({ name: 'access.sqlite', verdict: 'fail', detail })),
  );
});

test('an older one that has grown since is another one', async () => {
  const { dataDir, older, refusal } = await given();
  copyFileSync(older, fileIn(dataDir));
  written(dataDir, 4, 'eve');
  expect(refusal()).toMatch(
    /^access\.sqlite is not the one that the bot left: it has another entry 5 of the audit log; .* entry 2 of the record of user/,
  );
});

test('one of before there were chains is an older one', async () => {
  const { dataDir, refusal } = await given();
  tamper(fileIn(dataDir), 'PRAGMA user_version = 2; ALTER TABLE audit DROP COLUMN hash; DROP TABLE user_change');
  expect(refusal()).toBe(`${lacks}; ${waysOn}`);
});

test('a loss that is accepted keeps what is left of access.sqlite, and is in its audit log', async () => {
  const { dataDir, older, refusal } = await given();
  copyFileSync(older, fileIn(dataDir));
  const { losses, facts, putAside } = adopt(dataDir, now);
  expect(losses.map(({ code }) => code)).toEqual(['file_differs', 'file_differs']);
  expect([facts, existsSync(join(putAside, 'access.sqlite'))]).toEqual([1, true]);
  expect(refusal()).toBeNull();
  using database = new DatabaseSync(fileIn(dataDir));
  expect(database.prepare('SELECT name FROM user').all()).toEqual([{ name: 'ana' }]);
  const rows = database.prepare('SELECT actor, action, target, outcome FROM audit WHERE seq > 2').all();
  expect(rows).toEqual([{ actor: 'adopt', action: 'adopt', target: putAside.split('/').at(-1), outcome: 'ok' }]);
  await live(dataDir);
  expect(refusal()).toBeNull();
});

test('a loss of facts that is accepted is in the audit log as well, after the entries that an old version kept elsewhere', async () => {
  const dataDir = dataDirectory([deposit('1'), deposit('2')]);
  await live(dataDir);
  tamper(
    join(dataDir, 'server.sqlite'),
    `CREATE TABLE audit (seq INTEGER PRIMARY KEY, at INTEGER, actor TEXT, action TEXT, target TEXT, outcome TEXT, request_id TEXT);
     INSERT INTO audit VALUES (1, 1, 'old', 'bot.start', NULL, 'ok', 'r')`,
  );
  rmSync(join(dataDir, 'journal.sqlite'));
  adopt(dataDir, now);
  using database = new DatabaseSync(fileIn(dataDir));
  expect(database.prepare('SELECT seq, actor FROM audit ORDER BY seq').all()).toMatchObject([
    { seq: 1, actor: 'old' },
    { seq: 2, actor: 'adopt' },
  ]);
});

test('a journal that is damaged beside its facts is rebuilt from them, whatever else is lost; the damaged one is kept aside', async () => {
  const { dataDir, refusal } = await given();
  const file = join(dataDir, 'journal.sqlite');
  garblePageOf(file, 'logs');
  rmSync(join(dataDir, 'witness.key'));
  const damaged = readFileSync(file);
  const { losses, facts, putAside } = adopt(dataDir, now);
  expect(losses.map(({ code }) => code)).toEqual(['witness_unreadable', 'journal_damaged']);
  expect(facts).toBe(1);
  expect(readFileSync(join(putAside, 'journal.sqlite')).equals(damaged)).toBe(true);
  expect(refusal()).toBeNull();
  using database = new DatabaseSync(file);
  expect(database.prepare('PRAGMA quick_check').get()).toEqual({ quick_check: 'ok' });
  expect(database.prepare('SELECT type FROM journal').all()).toMatchObject([
    { type: 'FundsDeposited' },
    { type: 'LossAdopted' },
  ]);
});

/** Overwrites the first page of a table. */
function garblePageOf(file: string, table: string): void {
  const database = new DatabaseSync(file);
  const { rootpage } = database.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(table) ?? {};
  const { page_size } = database.prepare('PRAGMA page_size').get() ?? {};
  database.close();
  const bytes = readFileSync(file);
  bytes.fill(0x5a, (Number(rootpage) - 1) * Number(page_size), Number(rootpage) * Number(page_size));
  writeFileSync(file, bytes);
}

test('a restore begins with the access.sqlite of its backup', async () => {
  const { dataDir, older, refusal } = await given();
  copyFileSync(older, fileIn(dataDir));
  const from = await backedUp(dataDir);
  expect(refusal()).toContain(waysOn);
  await restore({ from, dataDir, replace: true, at: now });
  expect(refusal()).toBeNull();
});

test('an adoption that was ended before the rebuilt journal took its place goes on with it', () => {
  const dataDir = dataDirectory([deposit('1'), deposit('2'), deposit('3')]);
  const journal = join(dataDir, 'journal.sqlite');
  const away = join(dataDir, '..', 'rebuilt.sqlite');
  onTestFinished(() => rmSync(away, { force: true }));
  tamper(journal, "DROP TRIGGER journal_is_append_only; UPDATE journal SET payload = '{}' WHERE seq = 3");
  const { facts } = adopt(dataDir, now);
  copyFileSync(journal, away);
  rmSync(journal);
  renameSync(away, `${journal}.new`);
  expect([facts, planAdoption(dataDir)?.facts]).toEqual([2, 3]);
  adopt(dataDir, now + 1);
  expect(examineStart(dataDir)).toMatchObject({ go: 'on' });
});
