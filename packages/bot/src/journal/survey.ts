import { existsSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { type ChainRow, genesis, verifyChain } from './chain.ts';
import { StoreFault } from './event-store.ts';
import { endOf, type JournalEnd, snapshotIn, snapshotSeq } from './journal-file.ts';
import { openToLook } from './look.ts';
import { JournalRows, type NumberedRow } from './rows.ts';
import { guarded, versionOf } from './schema.ts';
import { segmentFacts } from './sealed-file.ts';

/**
 * A journal as it was found. `id` is null of one from before there were witnesses; `isSound` is false when the file is damaged beside its
 * facts; `hashAt` gives the hash of a fact, null where it is not.
 */
export type FoundJournal =
  | { readonly kind: 'missing'; readonly isEmptyFile: boolean }
  | { readonly kind: 'damaged'; readonly reason: string }
  | {
      readonly kind: 'whole';
      readonly isSound: boolean;
      readonly id: string | null;
      readonly end: JournalEnd;
      readonly hashAt: (seq: number) => string | null;
    };

type Sought = {
  /** What `hashAt` is asked for. */
  readonly places: readonly number[];
  /**
   * The snapshot that a start folds on from, if the program can use its state: the start then walks over the segment with the snapshot and over
   * all that come after it, else over the whole journal, all of which it folds.
   */
  readonly snapshot: { readonly name: string; readonly isUsable: (state: unknown) => boolean };
};

/**
 * Reads a journal that is not in use as a start would find it, walks over the chain, looks at every page, and changes nothing.
 * @throws StoreFault when it is in use, of a newer version, or out of reach.
 */
export function surveyJournal(file: string, sought: Sought): FoundJournal {
  if (!existsSync(file)) return { kind: 'missing', isEmptyFile: false };
  if (statSync(file).size === 0) return { kind: 'missing', isEmptyFile: true };
  try {
    using database = openToLook(file);
    return guarded(file, () => survey(database, file, sought));
  } catch (error) {
    if (!(error instanceof StoreFault) || !isDamage(error)) throw error;
    return { kind: 'damaged', reason: error.message };
  }
}

/** Whether the file itself is wrong, not what keeps it from being read. */
export const isDamage = ({ kind }: StoreFault): boolean => kind === 'corrupt' || kind === 'foreign-file';

function survey(database: DatabaseSync, file: string, { places, snapshot }: Sought): FoundJournal {
  const version = versionOf(database, file);
  if (version === 0) return { kind: 'missing', isEmptyFile: true };
  const journal = new JournalRows(database, file);
  const kept = version >= firstWithProof ? snapshotIn(database, journal, snapshot.name) : null;
  const from = startOfWalk(journal, kept !== null && snapshot.isUsable(kept.state) ? kept.seq : 0);
  const chain = verifyChain(rising(journal.from(from.seq + 1)), snapshotSeq(database), from);
  if (!chain.ok) return { kind: 'damaged', reason: `${file} is damaged: ${chain.reason}` };
  const hashes = new Map(places.map((seq) => [seq, journal.hashAt(seq)]));
  const hasIdentity = version >= firstWithIdentity;
  const id = hasIdentity ? database.prepare('SELECT id FROM identity').get()?.id : undefined;
  return {
    kind: 'whole',
    isSound: isSound(database, file),
    id: id === undefined ? null : String(id),
    end: hasIdentity ? endOf(database) : { n: 0, seq: chain.facts, head: chain.head },
    hashAt: (seq) => hashes.get(seq) ?? null,
  };
}

/** Versions of the schema: snapshots prove that they are of their journal; facts have commit numbers, and the journal an id. */
const firstWithProof = 2;
const firstWithIdentity = 3;

/** Whether SQLite finds nothing wrong with any page, also with those that only a later write would meet: 0.5 s a gigabyte. */
export function isSound(database: DatabaseSync, file: string): boolean {
  try {
    const found = guarded(file, () => database.prepare('PRAGMA quick_check(1)').get()?.quick_check);
    return found === undefined || found === 'ok';
  } catch (error) {
    if (error instanceof StoreFault && isDamage(error)) return false;
    throw error;
  }
}

/** Commits are numbered upwards: a number that is not is damage like any other. */
function* rising(rows: Iterable<NumberedRow>): Generator<ChainRow> {
  let n = 0;
  for (const row of rows) {
    yield row.n < n ? { ...row, hash: '' } : row;
    n = row.n;
  }
}

/** The beginning of the segment that goes on after the fact `folded`: what lies in sealed files before it is not opened. */
function startOfWalk(journal: JournalRows, folded: number) {
  const sealedTo = journal.sealedTo();
  const begun = Math.floor(folded / segmentFacts) * segmentFacts;
  const seq = sealedTo <= folded ? Math.max(begun, sealedTo) : begun;
  const head = journal.hashAt(seq);
  return head === null ? { seq: 0, head: genesis } : { seq, head };
}
