import { type FileHandle, open, stat } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';

/** A log above this is written into its file. */
const MOST_LOG_BYTES = 4 * 1024 * 1024;
const LOOK_EVERY_MS = 1_000;

/** What waits for the disk in place of the market's thread. */
export interface Disk {
  /** Resolves once all that was committed to the databases so far outlives a power cut. Rejects when the disk reports an error. */
  synced(): Promise<void>;
  close(): Promise<void>;
}

/** One database of the bot, open in WAL mode. */
export interface OnDisk {
  readonly file: string;
  readonly database: DatabaseSync;
}

// The sources are run as they are; a build puts the thread's program beside the file that this has become a part of.
const fromSource = import.meta.url.endsWith('.ts');
const program = new URL(fromSource ? './disk-worker.ts' : './disk-worker.js', import.meta.url);

/**
 * Takes over from these databases all that waits for the disk: commits are synced in groups by the thread pool, and logs are written into
 * their files by a thread of their own. A commit itself survives a kill of the process, as before. `onFault` is told of a log
 * that could not be written into its file; it is tried again.
 */
export async function openDisk(databases: readonly OnDisk[], onFault: (error: unknown) => void): Promise<Disk> {
  // The first write to a new log waits for the disk, whatever the mode: better now than while the market runs.
  for (const { database } of databases) touch(database);
  const logs = await Promise.all(databases.map(({ file }) => open(`${file}-wal`, 'r+')));
  for (const { database } of databases) database.exec('PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0');
  const shrinker = createShrinker(databases, onFault);
  return {
    synced: groupSync(async () => {
      await Promise.all(logs.map((log: FileHandle) => log.datasync()));
    }),
    async close() {
      await shrinker.close();
      await Promise.all(logs.map((log) => log.close()));
      // The last to close a database writes its log into the file, and deletes it.
      for (const { database } of databases) database.exec('PRAGMA synchronous = FULL');
    },
  };
}

function touch(database: DatabaseSync): void {
  const version = Number(database.prepare('PRAGMA user_version').get()?.user_version);
  database.exec(`PRAGMA synchronous = FULL; BEGIN IMMEDIATE; PRAGMA user_version = ${version}; COMMIT`);
}

/** Has the thread write logs that have grown; one at a time. */
function createShrinker(databases: readonly OnDisk[], onFault: (error: unknown) => void) {
  const worker = new Worker(program, {
    workerData: databases.map(({ file }) => file),
    execArgv: fromSource ? ['--conditions=triquad-source'] : [],
  });
  worker.unref();
  let isBusy = false;
  let failed = false;
  const fault = (error: unknown): void => {
    if (!failed) onFault(error);
    failed = true;
  };
  worker.on('error', fault);
  worker.on('message', (reason: string | null) => {
    isBusy = false;
    if (reason === null) failed = false;
    else fault(reason);
  });
  const look = async (): Promise<void> => {
    for (const { file } of databases) {
      const { size } = await stat(`${file}-wal`);
      if (isBusy || size <= MOST_LOG_BYTES) continue;
      isBusy = true;
      worker.postMessage(file);
    }
  };
  const looking = setInterval(() => void look().catch(fault), LOOK_EVERY_MS);
  looking.unref();
  return {
    async close() {
      clearInterval(looking);
      await worker.terminate();
    },
  };
}

/** Runs `sync` for all who ask while it runs once more, after it: each call resolves after a run that began after the call. */
export function groupSync(sync: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const run = (): Promise<void> => {
    next = null;
    running = sync().finally(() => {
      running = null;
    });
    return running;
  };
  return () => {
    if (running === null) return run();
    next ??= running.then(run, run);
    return next;
  };
}
