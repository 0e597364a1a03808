import { existsSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { type ChainRow, genesis, verifyChain } from './chain.ts';
import { StoreFault } from './event-store.ts';
import { endOf, type JournalEnd } from './journal-file.ts';
import { openToLook } from './look.ts';
import { guarded, versionOf } from './schema.ts';

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

/** Facts of a segment. A start walks over the segment that it folds from, and over all that come after it. */
const segmentFacts = 100_000;

/**
 * Reads a journal that nobody holds as a start would find it, walks over the chain, looks at every page, and changes nothing.
 * `places`: what `hashAt` is asked for. @throws StoreFault when it is in use, of a newer version, or out of reach.
 */
export function surveyJournal(file: string, places: readonly number[]): FoundJournal {
  if (!existsSync(file)) return { kind: 'missing', isEmptyFile: false };
  if (statSync(file).size === 0) return { kind: 'missing', isEmptyFile: true };
  try {
    using database = openToLook(file);
    return guarded(file, () => survey(database, file, places));
  } catch (error) {
    if (!(error instanceof StoreFault) || !isDamage(error)) throw error;
    return { kind: 'damaged', reason: error.message };
  }
}

/** Whether the file itself is wrong, not what keeps it from being read. */
export const isDamage = ({ kind }: StoreFault): boolean => kind === 'corrupt' || kind === 'foreign-file';

function survey(database: DatabaseSync, file: string, places: readonly number[]): FoundJournal {
  const version = versionOf(database, file);
  if (version === 0) return { kind: 'missing', isEmptyFile: true };
  const hasIdentity = version >= firstWithIdentity;
  const hashOf = database.prepare('SELECT hash FROM journal WHERE seq = ?');
  const hashAt = (seq: number): string | null => {
    if (seq === 0) return genesis;
    const row = hashOf.get(seq);
    return row === undefined ? null : String(row.hash);
  };
  const from = startOfWalk(database, hashAt);
  const rows = walk(database, from.seq, hasIdentity);
  const chain = verifyChain(rows, snapshotOf(database), from);
  if (!chain.ok) return { kind: 'damaged', reason: `${file} is damaged: ${chain.reason}` };
  const hashes = new Map(places.map((seq) => [seq, hashAt(seq)]));
  const id = hasIdentity ? database.prepare('SELECT id FROM identity').get()?.id : undefined;
  return {
    kind: 'whole',
    isSound: isSound(database, file),
    id: id === undefined ? null : String(id),
    end: hasIdentity ? endOf(database) : { n: 0, seq: chain.facts, head: chain.head },
    hashAt: (seq) => hashes.get(seq) ?? null,
  };
}

/** The version of the schema that brought commit numbers and the id. */
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

function* walk(database: DatabaseSync, after: number, hasIdentity: boolean): Generator<ChainRow> {
  const columns = hasIdentity ? 'seq, payload, hash, n' : 'seq, payload, hash';
  let n = 0;
  for (const row of database.prepare(`SELECT ${columns} FROM journal WHERE seq > ? ORDER BY seq`).iterate(after)) {
    const next = Number(row.n ?? 0);
    const fell = next < n;
    n = next;
    // Commits are numbered upwards: a number that is not is damage like any other.
    yield { seq: Number(row.seq), payload: String(row.payload), hash: fell ? '' : String(row.hash) };
  }
}

const snapshotOf = (database: DatabaseSync): number =>
  Number(database.prepare('SELECT max(seq) AS seq FROM snapshot').get()?.seq ?? 0);

function startOfWalk(database: DatabaseSync, hashAt: (seq: number) => string | null) {
  const seq = Math.floor(snapshotOf(database) / segmentFacts) * segmentFacts;
  const head = hashAt(seq);
  return head === null ? { seq: 0, head: genesis } : { seq, head };
}
