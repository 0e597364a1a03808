import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CannotStart } from '../model/cannot-start.ts';
import { chainAudit, noteUser } from './access-chain.ts';

const PATIENCE_MS = 2_000;

/** The steps from an empty file to the form of today; `user_version` says how many were taken. */
const STEPS = [
  `CREATE TABLE user (name TEXT PRIMARY KEY COLLATE NOCASE, role TEXT NOT NULL, password TEXT NOT NULL,
     created_at INTEGER NOT NULL, changed_at INTEGER NOT NULL) STRICT;
   CREATE TABLE session (key TEXT PRIMARY KEY, name TEXT NOT NULL, role TEXT NOT NULL,
     user TEXT COLLATE NOCASE REFERENCES user(name) ON DELETE CASCADE, opened_at INTEGER NOT NULL, expires_at INTEGER NOT NULL) STRICT;
   CREATE INDEX session_expiry ON session (expires_at);
   CREATE INDEX session_user ON session (user);
   CREATE TABLE audit (seq INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, actor TEXT NOT NULL,
     action TEXT NOT NULL, target TEXT, outcome TEXT NOT NULL, request_id TEXT) STRICT;
   CREATE INDEX audit_actor ON audit (actor, seq);
   CREATE TRIGGER audit_is_never_rewritten BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the audit trail only grows'); END;
   CREATE TRIGGER audit_is_never_cut BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'the audit trail only grows'); END;`,
  `CREATE TABLE begun (request_id TEXT PRIMARY KEY, at INTEGER NOT NULL, actor TEXT NOT NULL, action TEXT NOT NULL, target TEXT) STRICT;`,
  `ALTER TABLE audit ADD COLUMN source TEXT;
   ALTER TABLE audit ADD COLUMN session TEXT;
   ALTER TABLE audit ADD COLUMN before TEXT;
   ALTER TABLE audit ADD COLUMN after TEXT;
   ALTER TABLE audit ADD COLUMN hash TEXT NOT NULL DEFAULT '';
   ALTER TABLE begun ADD COLUMN source TEXT;
   ALTER TABLE begun ADD COLUMN session TEXT;
   CREATE TABLE user_change (seq INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, name TEXT NOT NULL, digest TEXT NOT NULL,
     hash TEXT NOT NULL) STRICT;
   CREATE TRIGGER user_change_is_never_rewritten BEFORE UPDATE ON user_change BEGIN SELECT RAISE(ABORT, 'the record only grows'); END;
   CREATE TRIGGER user_change_is_never_cut BEFORE DELETE ON user_change BEGIN SELECT RAISE(ABORT, 'the record only grows'); END;`,
  // Last use, 0 once the session has ended by idling. Those that are open were used, as far as is known.
  `ALTER TABLE session ADD COLUMN seen_at INTEGER NOT NULL DEFAULT 0;
   UPDATE session SET seen_at = unixepoch() * 1000;`,
];
/** From this version of the file on the audit log and the changes of users are chained. */
export const CHAINED = 3;

const RELEASE = 'DROP TRIGGER audit_is_never_rewritten';
const HOLD = `CREATE TRIGGER audit_is_never_rewritten BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the audit trail only grows'); END`;

/**
 * `<dataDir>/access.sqlite` (0600) as `prepareAccessDatabase` leaves it. A change waits `patienceMs` for one of another process, and
 * in the bot everything else waits with it. @throws CannotStart with a line for the operator.
 */
export function openAccessDatabase(dataDir: string, patienceMs: number = PATIENCE_MS): DatabaseSync {
  const path = join(dataDir, 'access.sqlite');
  try {
    const database = new DatabaseSync(path, { timeout: patienceMs });
    chmodSync(path, 0o600);
    prepareAccessDatabase(database);
    return database;
  } catch (error) {
    if (error instanceof CannotStart) throw error;
    throw new CannotStart(`${path} cannot be opened (${error instanceof Error ? error.message : String(error)})`, 1);
  }
}

/**
 * Users, sessions, the audit trail: the bot and `triquad user` both write it, so neither holds it for long. A commit survives
 * a crash of the process at once, and one of the machine when the connection asks for `synchronous = FULL`.
 */
export function prepareAccessDatabase(database: DatabaseSync): void {
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0; PRAGMA foreign_keys = ON',
  );
  const taken = Number(database.prepare('PRAGMA user_version').get()?.user_version);
  if (taken === STEPS.length) return;
  if (taken > STEPS.length) throw new CannotStart('access.sqlite was written by a newer version of triquad', 1);
  inTransaction(database, () => {
    // Another process may have been quicker.
    const before = Number(database.prepare('PRAGMA user_version').get()?.user_version);
    for (const step of STEPS.slice(before)) database.exec(step);
    if (before < CHAINED) chainAll(database);
    database.exec(`PRAGMA user_version = ${STEPS.length}`);
  });
}

/** Chains what was written before there were chains. */
function chainAll(database: DatabaseSync): void {
  rechain(database);
  for (const { name, changed_at } of database.prepare('SELECT name, changed_at FROM user ORDER BY name').all()) {
    noteUser(database, String(name), Number(changed_at));
  }
}

function rechain(database: DatabaseSync): void {
  database.exec(RELEASE);
  chainAudit(database);
  database.exec(HOLD);
}

/** Versions before 0.2 kept the trail in `server.sqlite`, and sessions, which start empty. */
export function takeOverTrail(from: DatabaseSync, to: DatabaseSync): void {
  const isThere = from.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'audit'").get();
  if (isThere !== undefined) {
    const insert = to.prepare(
      `INSERT OR IGNORE INTO audit (seq, at, actor, action, target, outcome, request_id)
       VALUES (:seq, :at, :actor, :action, :target, :outcome, :request_id)`,
    );
    inTransaction(to, () => {
      for (const row of from.prepare('SELECT * FROM audit ORDER BY seq').all()) insert.run(row);
      rechain(to);
    });
  }
  from.exec('DROP TABLE IF EXISTS audit; DROP TABLE IF EXISTS session');
}

/** All of it or nothing; other writers wait. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
