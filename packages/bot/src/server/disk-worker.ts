import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

const PATIENCE_MS = 1_000;

/**
 * The thread that writes the logs of the given databases into their files, each message one of them. It waits for the disk, and the
 * market's thread does not. Once all of a log is in the file, its next write resets the log and waits for the disk: that one
 * is made here too.
 */
const databases = new Map(
  (workerData as readonly string[]).map((file) => {
    const database = new DatabaseSync(file, { timeout: PATIENCE_MS });
    database.exec('PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0; PRAGMA journal_size_limit = 0');
    return [file, database];
  }),
);

const shrink = (database: DatabaseSync): void => {
  const { log, checkpointed } = database.prepare('PRAGMA wal_checkpoint(PASSIVE)').get() ?? {};
  if (log !== checkpointed) return;
  const version = Number(database.prepare('PRAGMA user_version').get()?.user_version);
  database.exec(`BEGIN IMMEDIATE; PRAGMA user_version = ${version}; COMMIT`);
};

parentPort?.on('message', (file: string) => {
  try {
    const database = databases.get(file);
    if (database !== undefined) shrink(database);
    parentPort?.postMessage(null);
  } catch (error) {
    parentPort?.postMessage(String(error));
  }
});
