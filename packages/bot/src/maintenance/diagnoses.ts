import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import type { DoctorRecord } from '@triquad/core/contract';
import { copyDatabase } from '../journal/schema.ts';
import type { FileStore } from '../journal/sqlite.ts';
import type { Fact } from '../model/event.ts';
import { backUp } from './backup.ts';
import type { Check } from './check.ts';
import type { AnsweredBalances } from './check-journal.ts';
import type { Diagnosed } from './diagnose.ts';

interface Held {
  readonly store: FileStore<Fact>;
  /** `server.sqlite`. */
  readonly database: DatabaseSync;
}

// The sources are run as they are; a build puts the thread's program beside the file that this has become a part of.
const fromSource = import.meta.url.endsWith('.ts');
const program = new URL(fromSource ? './diagnose-worker.ts' : './diagnose-worker.js', import.meta.url);

/**
 * The doctor's checks from within the bot that holds the data directory. They read a copy, on a thread of their own, because the
 * whole journal is read and the market must not wait; the copy is removed. Null while another check runs.
 */
export function createDiagnoses(
  { dataDir, version }: { readonly dataDir: string; readonly version: string },
  { store, database }: Held,
  balances: () => AnsweredBalances,
  now: () => number,
): () => Promise<DoctorRecord | null> {
  const held = {
    'journal.sqlite': (file: string) => store.copyTo(file),
    'server.sqlite': (file: string) => copyDatabase(database, file),
  };
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
      await backUp({ dataDir, into: copy, held, keys: false, version, at });
      const checks = await inThread({ dataDir, running: { copy, balances: answered }, now: at });
      return { at: new Date(at).toISOString(), checks: [...checks] };
    } finally {
      remove();
      isRunning = false;
    }
  };
}

const inThread = (diagnosed: Diagnosed): Promise<readonly Check[]> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(program, {
      workerData: diagnosed,
      execArgv: fromSource ? ['--conditions=triquad-source'] : [],
    });
    worker.once('message', resolve);
    worker.once('error', reject);
    // After an answer this rejects nothing.
    worker.once('exit', () => reject(new Error('the thread of the checks ended without an answer')));
  });
