import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { BackupRecord } from '@triquad/core/contract';
import { unfinishedPath } from '../directory/unfinished.ts';
import { syncFolder } from '../directory/whole-file.ts';
import { copyDatabase } from '../journal/schema.ts';
import type { FileStore } from '../journal/sqlite.ts';
import { readWitness } from '../journal/witness.ts';
import type { Fact } from '../model/event.ts';
import { backUp, prune } from './backup.ts';
import { examineApart } from './examine-apart.ts';
import type { Verified } from './verify-backup.ts';

interface Held {
  readonly store: FileStore<Fact>;
  /** `server.sqlite`. */
  readonly database: DatabaseSync;
}

/** How many automatic backups are kept. */
const KEPT = 5;

/** Removes a backup that no start would take. @throws CannotStart then */
async function verified(copy: Verified): Promise<void> {
  try {
    await examineApart({ verify: copy });
  } catch (error) {
    rmSync(copy.folder, { recursive: true, force: true });
    throw error;
  }
}

/** Backs a data directory up into a folder of its `backups`, from within the bot that holds it; null while it does so already. */
export function createBackups(
  { dataDir, version }: { readonly dataDir: string; readonly version: string },
  { store, database }: Held,
  now: () => number,
): (keys: boolean) => Promise<BackupRecord | null> {
  const held = {
    'journal.sqlite': (file: string) => store.copyTo(file),
    'server.sqlite': (file: string) => copyDatabase(database, file),
  };
  const backups = join(dataDir, 'backups');
  prune(backups, KEPT, null);
  let underWay = false;
  return async (keys) => {
    if (underWay) return null;
    underWay = true;
    try {
      const at = now();
      const folder = join(backups, new Date(at).toISOString().replaceAll(/[:.]/g, '-'));
      mkdirSync(backups, { recursive: true, mode: 0o700 });
      const witness = readWitness(dataDir);
      const made = unfinishedPath(folder, 'making');
      const { created_at, files } = await backUp({ dataDir, into: made, held, keys, version, at });
      await verified({ folder: made, keys, witness, runs: true });
      renameSync(made, folder);
      syncFolder(backups);
      prune(backups, KEPT, folder);
      return { folder, created_at, files };
    } finally {
      underWay = false;
    }
  };
}
