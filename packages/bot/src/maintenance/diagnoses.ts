import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { DoctorRecord } from '@triquad/core/contract';
import { copyDatabase } from '../journal/schema.ts';
import { sealedFiles } from '../journal/sealed-file.ts';
import type { FileStore } from '../journal/sqlite.ts';
import type { Fact } from '../model/event.ts';
import { copyForOwner } from './backup.ts';
import type { AnsweredBalances } from './check-journal.ts';
import { examineApart } from './examine-apart.ts';

interface Held {
  readonly store: FileStore<Fact>;
  /** `server.sqlite`. */
  readonly database: DatabaseSync;
}

/**
 * The doctor's checks from within the bot that holds the data directory. They read a copy, on a thread of their own, because the
 * whole journal is read and the market must not wait; the copy is removed. Null while another check runs.
 */
export function createDiagnoses(
  { dataDir }: { readonly dataDir: string },
  { store, database }: Held,
  balances: () => AnsweredBalances,
  now: () => number,
): () => Promise<DoctorRecord | null> {
  const copy = join(dataDir, 'diagnosis');
  const remove = () => rmSync(copy, { recursive: true, force: true });
  let isRunning = false;
  return async () => {
    if (isRunning) return null;
    isRunning = true;
    try {
      // A process that was killed leaves its copy behind.
      remove();
      const at = now();
      const answered = balances();
      mkdirSync(copy, { mode: 0o700 });
      await copyDatabase(database, join(copy, 'server.sqlite'));
      await store.copyTo(join(copy, 'journal.sqlite'));
      for (const { name } of sealedFiles(readdirSync(dataDir))) copyForOwner(join(dataDir, name), join(copy, name));
      const checks = await examineApart({ diagnose: { dataDir, running: { copy, balances: answered }, now: at } });
      return { at: new Date(at).toISOString(), checks: [...checks] };
    } finally {
      remove();
      isRunning = false;
    }
  };
}
