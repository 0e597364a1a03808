import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StoreFault } from '../journal/event-store.ts';
import { openToLook } from '../journal/look.ts';
import { copyDatabase, guarded, journalSchema } from '../journal/schema.ts';
import { CannotStart } from '../model/cannot-start.ts';
import { serverSchema } from '../server/database.ts';
import { backUp } from './backup.ts';
import { MANIFEST } from './manifest.ts';
import { verifyJournal } from './restore.ts';

/** An upgrade that has its backup. */
export interface Upgrade {
  /** To be called once all that the new version adds is on disk: the next start then upgrades nothing. `say` gets one line. */
  finish(say: (message: string) => void): void;
}

export interface UpgradeOptions {
  readonly dataDir: string;
  /** Of this program. */
  readonly version: string;
  /** UTC milliseconds. */
  readonly at: number;
}

/** Copies of data directories as they were before an upgrade; that of one which is not finished has this name. */
const BACKUPS = 'before-upgrade';
const UNDER_WAY = 'under-way';

/**
 * Before a data directory of an older version is changed: backs it up and verifies the chain of its journal. Null where nothing is
 * to be upgraded. A start that was killed in the middle goes on with the backup that it had made, which is of before the first change.
 * @throws CannotStart, having changed nothing.
 */
export async function beginUpgrade({ dataDir, version, at }: UpgradeOptions): Promise<Upgrade | null> {
  const backups = join(dataDir, BACKUPS);
  const underWay = join(backups, UNDER_WAY);
  const isBackedUp = existsSync(join(underWay, MANIFEST));
  if (!isBackedUp && !isOlder(dataDir)) return null;
  if (!isBackedUp) {
    rmSync(underWay, { recursive: true, force: true });
    mkdirSync(backups, { recursive: true, mode: 0o700 });
    await copyAll({ dataDir, version, at }, underWay);
  }
  const folder = join(backups, new Date(at).toISOString().replaceAll(/[:.]/g, '-'));
  return {
    finish: (say) => {
      renameSync(underWay, folder);
      say(`The data directory was upgraded; as it was before, it is in ${folder}.`);
    },
  };
}

/** No other process may use the directory meanwhile: a second start would find half a backup. */
async function copyAll({ dataDir, version, at }: UpgradeOptions, into: string): Promise<void> {
  try {
    using server = openAlone(join(dataDir, 'server.sqlite'));
    const held = { 'server.sqlite': (file: string) => copyDatabase(server, file) };
    await backUp({ dataDir, into, held, keys: true, version, at });
    verifyJournal(into);
  } catch (error) {
    rmSync(into, { recursive: true, force: true });
    if (readdirSync(dirname(into)).length === 0) rmdirSync(dirname(into));
    if (error instanceof StoreFault && error.kind === 'locked')
      throw new CannotStart(`another bot is using the data directory ${dataDir}`, 1);
    const reason = error instanceof Error ? error.message : String(error);
    throw new CannotStart(`${dataDir} is of an older version and is not upgraded: ${reason}; it is as it was`, 1);
  }
}

/** Holds a database of any version exclusively, and changes nothing in it. */
function openAlone(file: string): DatabaseSync {
  return guarded(file, () => {
    const database = new DatabaseSync(file, { timeout: 0 });
    try {
      database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT');
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  });
}

/** What cannot be read is not judged here: the start that follows says what is wrong with it. */
export function isOlder(dataDir: string): boolean {
  const files = { journal: join(dataDir, 'journal.sqlite'), server: join(dataDir, 'server.sqlite') };
  if (!existsSync(files.journal) || !existsSync(files.server)) return false;
  try {
    using journal = openToLook(files.journal);
    using server = openToLook(files.server);
    return guarded(files.journal, () => {
      if (journal.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'journal'").get() === undefined) return false;
      if (journal.prepare('SELECT 1 FROM journal LIMIT 1').get() === undefined) return false;
      if (versionOf(journal) < journalSchema.migrations.length) return true;
      if (versionOf(server) < serverSchema.migrations.length) return true;
      return hasActiveConfig(server) && !namesConfig(journal);
    });
  } catch (error) {
    if (error instanceof StoreFault) return false;
    throw error;
  }
}

const versionOf = (database: DatabaseSync): number =>
  Number(database.prepare('PRAGMA user_version').get()?.user_version);

/** In journals of before limits were facts, none does. */
const namesConfig = (journal: DatabaseSync): boolean =>
  journal.prepare("SELECT 1 FROM journal WHERE type = 'ConfigActivated' LIMIT 1").get() !== undefined;

const hasActiveConfig = (server: DatabaseSync): boolean =>
  server.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'config'").get() !== undefined &&
  server.prepare('SELECT 1 FROM config WHERE is_active = 1').get() !== undefined;
