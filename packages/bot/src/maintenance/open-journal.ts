import { join } from 'node:path';
import { genesis, link } from '../journal/chain.ts';
import { ringCapacity, StoreFault } from '../journal/event-store.ts';
import { JournalFile } from '../journal/journal-file.ts';
import { openDatabase } from '../journal/schema.ts';
import type { Slot } from '../journal/slot.ts';
import { type FileStore, openSqliteStore } from '../journal/sqlite.ts';
import { newJournalId, openWitness, readWitness, slotOf, type Witness, writeWitness } from '../journal/witness.ts';
import type { Fact } from '../model/event.ts';
import { examineStart, type Passed } from './examine-life.ts';

export interface OpenedJournal {
  /** The journal's id. */
  readonly id: string;
  readonly store: FileStore<Fact>;
  /** To be let go before the first fact: from then on the journal's own thread has it. */
  readonly witness: Witness;
}

interface HowToOpen {
  /** What was found before the data directory was taken; null when that could not be seen. */
  readonly found: Passed | null;
  /** UTC milliseconds. */
  readonly now: () => number;
  /** Takes secrets out of a record of the log, as JSON, before it is written. */
  readonly clean: (json: string) => string;
}

/**
 * Opens the journal of a data directory, which the caller holds alone, with the witness of its
 * commits; a first start makes the witness before the journal. @throws CannotStart, StoreFault
 */
export function openJournal(dataDir: string, { found, now, clean }: HowToOpen): OpenedJournal {
  // What another process had begun when it was looked at may be done by now.
  const verdict = found?.go === 'on' ? found : examineStart(dataDir);
  if (verdict !== null && verdict.go !== 'on' && readWitness(dataDir).kind === 'missing') {
    const end = verdict.go === 'upgrade' ? verdict.end : { n: 0, seq: 0, head: genesis };
    writeWitness(dataDir, slotOf(newJournalId(), end, now()));
  }
  const file = join(dataDir, 'journal.sqlite');
  const { id, witness } = vouchFor(dataDir, file, now);
  try {
    return { id, witness, store: openSqliteStore<Fact>(file, { clean, witnessedIn: dataDir }) };
  } catch (error) {
    witness.close();
    throw error;
  }
}

/** Gives the journal the id that its witness knows it by, and the witness a slot of where the journal ends. */
function vouchFor(dataDir: string, file: string, now: () => number): Omit<OpenedJournal, 'store'> {
  const known = readWitness(dataDir);
  const journal = openFile(file);
  try {
    if (known.kind !== 'read') throw new StoreFault('unreachable', `the witness in ${dataDir} cannot be read`);
    const id = known.last.journal;
    journal.identify(id);
    return { id, witness: openWitness(dataDir, journal.end(), now) };
  } finally {
    journal.close();
  }
}

/**
 * Lets the journal of an unused folder go on, after a restore or a loss that was accepted, which `fact` says: under another
 * id, so that no witness of before vouches for it, and with a witness of its own. @throws StoreFault
 */
export function beginAgain(folder: string, fact: Fact): void {
  writeWitness(folder, renewed(join(folder, 'journal.sqlite'), [fact]));
}

/** Gives a journal another id and appends these facts; the slot that vouches for it from then on. @throws StoreFault */
export function renewed(file: string, facts: readonly Fact[]): Slot {
  const id = newJournalId();
  const journal = openFile(file);
  try {
    journal.identify(id, true);
    const { seq, head } = journal.end();
    const rows = link(facts, seq, head).map(({ stored, payload }) => {
      const { at, type } = stored.fact;
      return { seq: stored.seq, hash: stored.hash, payload, at, type };
    });
    journal.commit(rows, []);
    return slotOf(id, journal.end(), facts.at(-1)?.at ?? 0);
  } finally {
    journal.close();
  }
}

const openFile = (file: string): JournalFile => new JournalFile(openDatabase(file), file, ringCapacity);
