import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openToLook } from '../journal/look.ts';
import { copyDatabase } from '../journal/schema.ts';
import { sealedFiles } from '../journal/sealed-file.ts';
import { describe, MANIFEST, type Manifest } from './manifest.ts';

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

/** What belongs to one process or, as the witness does, to one moment of the journal: a restore rebuilds it. */
const PASSING = /^server\.json$|^bot\.lock$|^witness(\.key)?$|\.new$|-wal$|-shm$|-journal$/;
const KEY_FILE = /\.(token|key)$/;
const JOURNAL = 'journal.sqlite';
const DATABASE = /\.sqlite$/;
/** What several processes share is never held for long. */
const PATIENCE_MS = 1_000;

/**
 * Copies the databases and the files of a data directory, in use or not, into a new folder; logs and other folders are left
 * out. Whatever fails, no folder is left behind.
 * @throws StoreFault
 */
export async function backUp({ dataDir, into, held, keys, version, at }: BackupOptions): Promise<Manifest> {
  mkdirSync(into, { recursive: false, mode: 0o700 });
  try {
    for (const name of journalLast(filesOf(dataDir))) {
      if (!keys && KEY_FILE.test(name)) continue;
      if (DATABASE.test(name)) await (held[name] ?? copier(join(dataDir, name)))(join(into, name));
      else copyForOwner(join(dataDir, name), join(into, name));
    }
    // Facts that a compaction has moved out of the journal before it was copied lie in files that are there by now.
    for (const { name } of sealedFiles(readdirSync(dataDir))) copyForOwner(join(dataDir, name), join(into, name));
    const files = await Promise.all(
      readdirSync(into)
        .sort()
        .map((name) => describe(into, name)),
    );
    const manifest: Manifest = { format: 1, version, created_at: new Date(at).toISOString(), keys, files };
    writeFileSync(join(into, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
    return manifest;
  } catch (error) {
    rmSync(into, { recursive: true, force: true });
    throw error;
  }
}

/** Of the backups in a folder keeps the newest ones; those never finished, as their process was killed, go in any case. */
export function prune(backups: string, kept: number): void {
  if (!existsSync(backups)) return;
  const folders = readdirSync(backups, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const isWhole = ({ name }: { readonly name: string }) => existsSync(join(backups, name, MANIFEST));
  // Their names are times.
  const whole = folders.filter(isWhole).sort((a, b) => (a.name < b.name ? 1 : -1));
  const gone = [...folders.filter((entry) => !isWhole(entry)), ...whole.slice(kept)];
  for (const { name } of gone) rmSync(join(backups, name), { recursive: true, force: true });
}

/** The files of a data directory that are worth keeping, by name, without the sealed files of the journal. */
function filesOf(dataDir: string): readonly string[] {
  return readdirSync(dataDir, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !PASSING.test(entry.name) && sealedFiles([entry.name]).length === 0)
    .map(({ name }) => name)
    .sort();
}

/** What the others have of the journal, as the archive has, is in it then. */
const journalLast = (names: readonly string[]): readonly string[] =>
  names.toSorted((a, b) => Number(a === JOURNAL) - Number(b === JOURNAL));

export function copyForOwner(from: string, to: string): void {
  copyFileSync(from, to);
  chmodSync(to, 0o600);
}

function copier(file: string): (to: string) => Promise<void> {
  return async (to) => {
    using database = openToLook(file, PATIENCE_MS);
    await copyDatabase(database, to);
  };
}
