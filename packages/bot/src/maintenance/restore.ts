import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isReadable, lookAt } from '../directory/inventory.ts';
import { removeUnfinished, unfinishedPath } from '../directory/unfinished.ts';
import { syncFolder } from '../directory/whole-file.ts';
import { StoreFault } from '../journal/event-store.ts';
import { openToLook } from '../journal/look.ts';
import { CannotStart } from '../model/cannot-start.ts';
import { isHeld } from '../server/hold.ts';
import { copyForOwner } from './backup.ts';
import { examineJournal } from './examine-journal.ts';
import { describe, type Manifest, readManifest } from './manifest.ts';
import { beginAgain } from './open-journal.ts';

export interface RestoreOptions {
  /** The folder of a backup. */
  readonly from: string;
  readonly dataDir: string;
  /** Whether a data directory that is not empty may be put aside. */
  readonly replace: boolean;
  /** UTC milliseconds. */
  readonly at: number;
}

export interface Restored {
  readonly manifest: Manifest;
  readonly facts: number;
  /** Where the data directory of before is now; null when there was none. */
  readonly putAside: string | null;
}

/**
 * Makes a data directory out of a backup: copied beside it, verified there, and only then put in its place.
 * @throws CannotStart with a line for the operator; then the data directory is as it was.
 */
export async function restore({ from, dataDir, replace, at }: RestoreOptions): Promise<Restored> {
  const manifest = readManifest(from);
  if (manifest === null)
    throw new CannotStart(`${from} is not a backup of triquad: it has no backup.json that can be read`, 1);
  const isTaken = isTakenBy(dataDir);
  if (isTaken && isInUse(dataDir)) throw new CannotStart(`a bot is using ${dataDir}; stop it first`, 1);
  if (isTaken && !replace) {
    throw new CannotStart(
      `${dataDir} is not empty; --replace puts what is there aside, or choose another --data-dir`,
      1,
    );
  }
  const stamp = new Date(at).toISOString().replaceAll(/[:.]/g, '-');
  const staging = unfinishedPath(dataDir, 'restoring');
  mkdirSync(dirname(dataDir), { recursive: true });
  removeUnfinished(dataDir, 'restoring', true);
  mkdirSync(staging, { mode: 0o700 });
  try {
    for (const file of manifest.files) await take(file, from, staging);
    refuseIncomplete(staging);
    const facts = verifyJournal(staging);
    endSessions(staging);
    beginAgain(staging, { type: 'BackupRestored', made_at: manifest.created_at, facts, at });
    const putAside = isTaken ? `${dataDir}.before-${stamp}` : null;
    if (putAside !== null) renameSync(dataDir, putAside);
    else if (existsSync(dataDir)) rmSync(dataDir, { recursive: true });
    renameSync(staging, dataDir);
    syncFolder(dirname(dataDir));
    return { manifest, facts, putAside };
  } catch (error) {
    rmSync(staging, { recursive: true, force: true });
    if (error instanceof StoreFault) throw new CannotStart(error.message, 1);
    throw error;
  }
}

/** Whether something is in the directory. @throws CannotStart where that cannot be seen */
function isTakenBy(dataDir: string): boolean {
  const directory = lookAt(dataDir, 'user');
  if (directory.state === 'absent') return false;
  if (directory.state !== 'there') throw new CannotStart(`the data directory ${dataDir} ${directory.reason}`, 1);
  return readdirSync(dataDir).length > 0;
}

/** @throws CannotStart for a backup that lacks a database which each start makes; early versions had no `access.sqlite` */
function refuseIncomplete(folder: string): void {
  const lacks = (name: string) => !existsSync(join(folder, name));
  const missing = ['journal.sqlite', 'server.sqlite'].filter(lacks);
  if (missing.length === 0 && lacks('access.sqlite') && !hasSessions(folder)) missing.push('access.sqlite');
  if (missing.length > 0)
    throw new CannotStart(`the backup lacks ${missing.join(', ')}, and no start would take it`, 1);
}

function hasSessions(folder: string): boolean {
  using database = openToLook(join(folder, 'server.sqlite'));
  return database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'session'").get() !== undefined;
}

/** True while a bot holds the directory; one of an older version keeps `server.sqlite` to itself. */
export function isInUse(dataDir: string): boolean {
  if (isHeld(dataDir)) return true;
  const file = join(dataDir, 'server.sqlite');
  if (!isReadable(dataDir, 'server.sqlite')) return false;
  try {
    openToLook(file).close();
    return false;
  } catch (error) {
    return error instanceof StoreFault && error.kind === 'locked';
  }
}

async function take({ name, bytes, sha256 }: Manifest['files'][number], from: string, to: string): Promise<void> {
  if (!existsSync(join(from, name))) throw new CannotStart(`the backup ${from} lacks ${name}`, 1);
  copyForOwner(join(from, name), join(to, name));
  const copied = await describe(to, name);
  if (copied.bytes !== bytes || copied.sha256 !== sha256) {
    throw new CannotStart(`${join(from, name)} is not what was backed up: its checksum differs`, 1);
  }
}

/** Reads the journal that lies in a folder from end to end; gives the number of its facts. @throws CannotStart, StoreFault */
export function verifyJournal(folder: string): number {
  const { chain, damage, ledger, schema } = examineJournal(join(folder, 'journal.sqlite'));
  if (schema.found > schema.known) throw new CannotStart('the backup was made by a newer version of triquad', 1);
  if (damage !== null) throw new CannotStart(`the journal of the backup is damaged: ${damage}`, 1);
  if (!chain.ok) throw new CannotStart(`the chain of the backup's journal is broken: ${chain.reason}`, 1);
  if (ledger.imbalances().size > 0) throw new CannotStart("the ledger of the backup's journal does not balance", 1);
  return chain.facts;
}

// A token that was revoked after the backup must not open anything again.
function endSessions(folder: string): void {
  for (const name of ['access.sqlite', 'server.sqlite']) {
    if (!existsSync(join(folder, name))) continue;
    const database = new DatabaseSync(join(folder, name));
    const held = database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'session'").get();
    if (held !== undefined) database.exec('DELETE FROM session');
    database.close();
  }
}
