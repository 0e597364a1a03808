import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type ChainRow, digestOf, genesis, verifyChain } from './chain.ts';
import type { ChainVerdict, KeptRecord, Ring, Snapshot } from './event-store.ts';
import { StoreFault } from './event-store.ts';
import { JournalRows, type SealedBlock } from './rows.ts';
import { copyDatabase, guarded } from './schema.ts';
import { type RingRow, SqliteRings } from './sqlite-rings.ts';

/** A fact as it is written: `payload` is its canonical JSON. */
export type JournalRow = ChainRow & { readonly at: number; readonly type: string };
/** What the last commit of facts came to: its number, 0 before the first, and its last fact's sequence and hash. */
export type JournalEnd = { readonly n: number; readonly seq: number; readonly head: string };

/** The commit with which the journal in a database ends. */
export function endOf(database: DatabaseSync): JournalEnd {
  const last = database.prepare('SELECT n, seq, hash FROM journal ORDER BY seq DESC LIMIT 1').get();
  return { n: Number(last?.n ?? 0), seq: Number(last?.seq ?? 0), head: String(last?.hash ?? genesis) };
}

/** A database is rewritten without its free pages when at least one page in so many is free. */
const leastFreeShare = 10;

/** How far the snapshots of a journal say that it went. */
export const snapshotSeq = (database: DatabaseSync): number =>
  Number(database.prepare('SELECT max(seq) AS seq FROM snapshot').get()?.seq ?? 0);

/** A snapshot that is one of this journal, as it was saved; null when there is none. @throws StoreFault as `JournalRows` */
export function snapshotIn(database: DatabaseSync, rows: JournalRows, name: string): Snapshot | null {
  const row = database.prepare('SELECT seq, head, digest, state FROM snapshot WHERE name = ?').get(name);
  if (!row || row.head !== rows.hashAt(Number(row.seq))) return null;
  const text = String(row.state);
  return row.digest === digestOf(text) ? { seq: Number(row.seq), state: JSON.parse(text) } : null;
}

/** The journal's file. It is read and written in the turn of the call: by the journal's thread, and by tools and the fold of a start. */
export class JournalFile {
  /** Where it lies. */
  readonly file: string;
  readonly #database: DatabaseSync;
  readonly #insert: StatementSync;
  readonly #rings: SqliteRings;
  readonly #rows: JournalRows;
  #end: JournalEnd;

  constructor(database: DatabaseSync, file: string, capacity: Readonly<Record<Ring, number>>) {
    this.file = file;
    this.#database = database;
    this.#insert = database.prepare('INSERT INTO journal (seq, at, type, payload, hash, n) VALUES (?, ?, ?, ?, ?, ?)');
    this.#rings = new SqliteRings(database, capacity);
    this.#rows = new JournalRows(database, file);
    this.#end = this.#guarded(() => endOf(database));
  }

  end(): JournalEnd {
    return this.#end;
  }

  /** Names a journal that has no id yet; `isNew`: also one that has. @throws StoreFault */
  identify(id: string, isNew = false): void {
    const sql = `INSERT OR ${isNew ? 'REPLACE' : 'IGNORE'} INTO identity VALUES (1, ?)`;
    this.#guarded(() => {
      this.#database.exec('PRAGMA synchronous = FULL');
      this.#database.prepare(sql).run(id);
    });
  }

  /**
   * Writes all of it in one transaction. It returns once the facts are on the disk; records alone are as safe as the
   * operating system.
   * @throws StoreFault; facts of a commit that failed may be on the disk all the same.
   */
  commit(rows: readonly JournalRow[], records: readonly RingRow[]): void {
    const n = this.#end.n + 1;
    const next = this.#end.seq + 1;
    if (rows.some(({ seq }, at) => seq !== next + at)) {
      throw new StoreFault('corrupt', `${this.file} was given facts out of order: expected fact ${next}`);
    }
    this.#transact(rows.length > 0 ? 'FULL' : 'NORMAL', () => {
      for (const { seq, at, type, payload, hash } of rows) this.#insert.run(seq, at, type, payload, hash, n);
      for (const record of records) this.#rings.write(record);
      for (const ring of new Set(records.map(({ ring }) => ring))) this.#rings.forgetOldest(ring);
    });
    const last = rows.at(-1);
    if (last) this.#end = { n, seq: last.seq, head: last.hash };
  }

  /** At most so many facts with `seq >= from`, oldest first. */
  page(from: number, limit: number): readonly ChainRow[] {
    return this.#guarded(() => [...this.#rows.from(from, limit)]);
  }

  /** `text` is the state as JSON. */
  saveSnapshot(name: string, seq: number, text: string): void {
    const sql = 'INSERT OR REPLACE INTO snapshot (name, seq, head, digest, state) VALUES (?, ?, ?, ?, ?)';
    this.#guarded(() => {
      this.#database.exec('PRAGMA synchronous = NORMAL');
      this.#database.prepare(sql).run(name, seq, this.#rows.hashAt(seq) ?? '', digestOf(text), text);
    });
  }

  loadSnapshot(name: string): Snapshot | null {
    return this.#guarded(() => snapshotIn(this.#database, this.#rows, name));
  }

  recall(ring: Ring, before: number, limit: number): readonly KeptRecord[] {
    return this.#guarded(() => this.#rings.recall(ring, before, limit));
  }

  verify(): ChainVerdict {
    return this.#guarded(() => verifyChain(this.#rows.from(1), snapshotSeq(this.#database)));
  }

  /** The facts `first` to `last` and the hash before them. @throws StoreFault `corrupt` when one of them is not what was written. */
  verified(first: number, last: number): { readonly previous: string; readonly rows: readonly ChainRow[] } {
    return this.#guarded(() => {
      const previous = this.#rows.hashAt(first - 1) ?? '';
      const rows = [...this.#rows.from(first, last - first + 1)];
      const chain = verifyChain(rows, last, { seq: first - 1, head: previous });
      if (!chain.ok) throw new StoreFault('corrupt', `${this.file} is damaged: ${chain.reason}`);
      return { previous, rows };
    });
  }

  /** The next `size` facts that may leave the table, those after the fact `after` or after all that have left; null where there are none. */
  sealable(size: number, after?: number): { readonly first: number; readonly last: number } | null {
    return this.#guarded(() => {
      const first = (after ?? this.#rows.sealedTo()) + 1;
      const last = first + size - 1;
      // A start goes on from the last snapshot, and compares the last commit with the witness.
      return last < this.#end.seq && last <= snapshotSeq(this.#database) ? { first, last } : null;
    });
  }

  /** The latest time of the facts `first` to `last` of the table, in UTC milliseconds. */
  newestAt(first: number, last: number): number {
    const newest = 'SELECT max(at) AS at FROM journal WHERE seq BETWEEN ? AND ?';
    return this.#guarded(() => Number(this.#database.prepare(newest).get(first, last)?.at));
  }

  /** The facts of a block as its file has them. @throws StoreFault */
  readSealed(block: SealedBlock): readonly ChainRow[] {
    return this.#guarded(() => this.#rows.read(block));
  }

  /** Lists blocks whose files are on the disk: from now on their facts are read from there. @throws StoreFault */
  seal(blocks: readonly SealedBlock[]): void {
    const insert = this.#database.prepare('INSERT INTO sealed (last, head, file, place, bytes) VALUES (?, ?, ?, ?, ?)');
    this.#transact('FULL', () => {
      for (const { last, head, file, place, bytes } of blocks) insert.run(last, head, file, place, bytes);
    });
  }

  /** Removes at most `limit` rows whose facts lie in sealed files; how many it has removed. @throws StoreFault */
  removeSealed(limit: number): number {
    const rows = 'SELECT seq FROM journal WHERE seq <= ? ORDER BY seq LIMIT ?';
    const remove = this.#database.prepare(`DELETE FROM journal WHERE seq IN (${rows})`);
    return this.#transact('NORMAL', () => Number(remove.run(this.#rows.sealedTo(), limit).changes));
  }

  /** Gives the space of removed rows back to the disk, where it is worth it. @throws StoreFault */
  shrink(): void {
    this.#guarded(() => {
      const pragma = (name: string) => Number(this.#database.prepare(`PRAGMA ${name}`).get()?.[name]);
      if (pragma('freelist_count') * leastFreeShare > pragma('page_count')) this.#database.exec('VACUUM');
      this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    });
  }

  copyTo(file: string): Promise<void> {
    return copyDatabase(this.#database, file);
  }

  close(): void {
    this.#database.close();
  }

  #transact<T>(synchronous: 'FULL' | 'NORMAL', work: () => T): T {
    return this.#guarded(() => {
      this.#database.exec(`PRAGMA synchronous = ${synchronous}; BEGIN IMMEDIATE`);
      try {
        const done = work();
        this.#database.exec('COMMIT');
        return done;
      } catch (error) {
        if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
        throw error;
      }
    });
  }

  #guarded<T>(work: () => T): T {
    return guarded(this.file, work);
  }
}
