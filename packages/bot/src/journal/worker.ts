import { parentPort, workerData } from 'node:worker_threads';
import { type Ring, StoreFault } from './event-store.ts';
import { type JournalEnd, JournalFile } from './journal-file.ts';
import { createOwner, type FromJournal, faultOfStore, type ToJournal } from './journal-port.ts';
import { openDatabase } from './schema.ts';
import { openWitness } from './witness.ts';

/** The program of the journal's thread: it alone has the file open, so that no disk ever stops the market's thread. */
export type JournalWork = {
  readonly file: string;
  readonly capacity: Readonly<Record<Ring, number>>;
  /** Where the journal ended for the process: another end is another journal. */
  readonly end: JournalEnd;
  /** The data directory with the witness of its commits; null without one. */
  readonly witnessedIn: string | null;
};

const { file, capacity, end, witnessedIn } = workerData as JournalWork;
const say = (message: FromJournal): void => parentPort?.postMessage(message);

const open = (): JournalFile => {
  const journal = new JournalFile(openDatabase(file), file, capacity);
  if (journal.end().seq === end.seq && journal.end().head === end.head) return journal;
  journal.close();
  throw new StoreFault('corrupt', `${file} was changed by another process while it was opened; it was left as it is`);
};

try {
  const journal = open();
  const witness = witnessedIn === null ? null : openWitness(witnessedIn, journal.end());
  const owner = createOwner(journal, {
    say: (message) => {
      say(message);
      if (message.type === 'closed') parentPort?.close();
    },
    whenRead: setImmediate,
    witness,
  });
  parentPort?.on('message', (message: ToJournal) => owner.take(message));
} catch (error) {
  if (!(error instanceof StoreFault)) throw error;
  say({ type: 'fault', fault: faultOfStore(error) });
}
