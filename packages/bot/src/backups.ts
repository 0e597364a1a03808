import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { BackupRecord } from '@triquad/core/contract';
import type { Fact } from './engine/event.ts';
import { copyDatabase } from './journal/schema.ts';
import type { FileStore } from './journal/sqlite.ts';
import { backUp, removeUnfinished } from './upkeep/backup.ts';

interface Held {
  readonly store: FileStore<Fact>;
  /** `server.sqlite`. */
  readonly database: DatabaseSync;
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
  removeUnfinished(join(dataDir, 'backups'));
  let underWay = false;
  return async (keys) => {
    if (underWay) return null;
    underWay = true;
    try {
      const at = now();
      const folder = join(dataDir, 'backups', new Date(at).toISOString().replaceAll(/[:.]/g, '-'));
      mkdirSync(join(dataDir, 'backups'), { recursive: true, mode: 0o700 });
      const { created_at, files } = await backUp({ dataDir, into: folder, held, keys, version, at });
      return { folder, created_at, files };
    } finally {
      underWay = false;
    }
  };
}
