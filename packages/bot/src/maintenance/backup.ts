import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { itemOf, stateOf } from '../directory/inventory.ts';
import { isUnfinished } from '../directory/unfinished.ts';
import { syncFile, syncFolder, writeWhole } from '../directory/whole-file.ts';
import { openToLook } from '../journal/look.ts';
import { copyDatabase } from '../journal/schema.ts';
import { sealedFiles } from '../journal/sealed-file.ts';
import { describe, MANIFEST, type Manifest } from './manifest.ts';
import { type Usable, usable } from './obstacles.ts';

export interface BackupOptions {
  readonly dataDir: string;
  /** Must not exist yet; only its owner may read it. */
  readonly into: string;
  /** How the databases that this process holds are copied, by file name; every other one is opened for it. */
  readonly held: Readonly<Record<string, (file: string) => Promise<void>>>;
  /** False leaves out the administrator's token and the key of the vault. */
  readonly keys: boolean;
  readonly version: string;
  /** UTC milliseconds. */
  readonly at: number;
}

const JOURNAL = 'journal.sqlite';
/** What several processes share is never held for long. */
const PATIENCE_MS = 1_000;
/** What a crash leaves of a file that was being replaced. */
const DRAFT = /\.new(-wal|-shm|-journal)?$/;

/**
 * Copies the databases and the files of a data directory, in use or not, into a new folder, and syncs them; folders are left out. Whatever
 * fails, no folder is left behind.
 * @throws CannotStart where an item cannot be used as it is, StoreFault
 */
export async function backUp({ dataDir, into, held, keys, version, at }: BackupOptions): Promise<Manifest> {
  const names = namesIn(dataDir, usable(dataDir, 'reader'), keys);
  mkdirSync(into, { recursive: false, mode: 0o700 });
  try {
    for (const name of journalLast(names)) {
      if (itemOf(name)?.backup !== 'database') copyForOwner(join(dataDir, name), join(into, name));
      else await (held[name] ?? copier(join(dataDir, name)))(join(into, name));
    }
    // Facts that a compaction has moved out of the journal before it was copied lie in files that are there by now.
    for (const { name } of sealedFiles(readdirSync(dataDir))) copyForOwner(join(dataDir, name), join(into, name));
    const files = await Promise.all(
      readdirSync(into)
        .sort()
        .map((name) => describe(into, name)),
    );
    const manifest: Manifest = { format: 1, version, created_at: new Date(at).toISOString(), keys, files };
    writeWhole(join(into, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
    syncFolder(dirname(into));
    return manifest;
  } catch (error) {
    rmSync(into, { recursive: true, force: true });
    throw error;
  }
}

/** Of the backups in a folder keeps the newest ones, and `made` in any case; those never finished, as their process was killed, go. */
export function prune(backups: string, kept: number, made: string | null): void {
  if (!existsSync(backups)) return;
  const folders = readdirSync(backups, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const isWhole = ({ name }: { readonly name: string }) =>
    !isUnfinished(name) && existsSync(join(backups, name, MANIFEST));
  // Their names are times, and the clock may have been set back since one of them.
  const rank = ({ name }: { readonly name: string }) => (made !== null && name === basename(made) ? '~' : name);
  const whole = folders.filter(isWhole).sort((a, b) => (rank(a) < rank(b) ? 1 : -1));
  const gone = [...folders.filter((entry) => !isWhole(entry)), ...whole.slice(kept)];
  for (const { name } of gone) rmSync(join(backups, name), { recursive: true, force: true });
}

/** What is copied, without the sealed files of the journal; a file that no bot keeps is copied as well. */
function namesIn(dataDir: string, { found, strangers }: Usable, keys: boolean): readonly string[] {
  const own = found.flatMap(({ item, state }) => {
    const isCopied = item.backup === 'database' || item.backup === 'copy' || (item.backup === 'key' && keys);
    return state.state === 'there' && isCopied && sealedFiles([item.name]).length === 0 ? [item.name] : [];
  });
  const others = strangers.filter((name) => !DRAFT.test(name) && isFile(join(dataDir, name)));
  return [...own, ...others].sort();
}

const isFile = (path: string): boolean => stateOf(path, { is: 'file', use: 'read', mayBeLink: true }).state === 'there';

/** What the others have of the journal, as the archive has, is in it then. */
const journalLast = (names: readonly string[]): readonly string[] =>
  names.toSorted((a, b) => Number(a === JOURNAL) - Number(b === JOURNAL));

/** Copies a file for its owner alone, and waits for the disk. */
export function copyForOwner(from: string, to: string): void {
  copyFileSync(from, to);
  chmodSync(to, 0o600);
  syncFile(to);
}

function copier(file: string): (to: string) => Promise<void> {
  return async (to) => {
    using database = openToLook(file, PATIENCE_MS);
    await copyDatabase(database, to);
  };
}
