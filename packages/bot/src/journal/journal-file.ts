import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type ChainRow, digestOf, genesis, verifyChain } from './chain.ts';
import type { ChainVerdict, KeptRecord, Ring, Snapshot } from './event-store.ts';
import { StoreFault } from './event-store.ts';
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

/** The journal's file. It is read and written in the turn of the call: by the journal's thread, and by tools and the fold of a start. */
export class JournalFile {
  readonly #file: string;
  readonly #database: DatabaseSync;
  readonly #insert: StatementSync;
  readonly #rings: SqliteRings;
  #end: JournalEnd;

  constructor(database: DatabaseSync, file: string, capacity: Readonly<Record<Ring, number>>) {
    this.#file = file;
    this.#database = database;
    this.#insert = database.prepare('INSERT INTO journal (seq, at, type, payload, hash, n) VALUES (?, ?, ?, ?, ?, ?)');
    this.#rings = new SqliteRings(database, capacity);
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
      throw new StoreFault('corrupt', `${this.#file} was given facts out of order: expected fact ${next}`);
    }
    this.#guarded(() => {
      this.#database.exec(`PRAGMA synchronous = ${rows.length > 0 ? 'FULL' : 'NORMAL'}; BEGIN IMMEDIATE`);
      try {
        for (const { seq, at, type, payload, hash } of rows) this.#insert.run(seq, at, type, payload, hash, n);
        for (const record of records) this.#rings.write(record);
        for (const ring of new Set(records.map(({ ring }) => ring))) this.#rings.forgetOldest(ring);
        this.#database.exec('COMMIT');
      } catch (error) {
        if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
        throw error;
      }
    });
    const last = rows.at(-1);
    if (last) this.#end = { n, seq: last.seq, head: last.hash };
  }

  /** At most so many facts with `seq >= from`, oldest first. */
  page(from: number, limit: number): readonly ChainRow[] {
    return this.#guarded(() => [...this.#rows(from, `LIMIT ${limit}`)]);
  }

  /** `text` is the state as JSON. */
  saveSnapshot(name: string, seq: number, text: string): void {
    const sql = 'INSERT OR REPLACE INTO snapshot (name, seq, head, digest, state) VALUES (?, ?, ?, ?, ?)';
    this.#guarded(() => {
      this.#database.exec('PRAGMA synchronous = NORMAL');
      this.#database.prepare(sql).run(name, seq, this.#headAt(seq) ?? '', digestOf(text), text);
    });
  }

  loadSnapshot(name: string): Snapshot | null {
    const query = 'SELECT seq, head, digest, state FROM snapshot WHERE name = ?';
    const row = this.#guarded(() => this.#database.prepare(query).get(name));
    if (!row || row.head !== this.#headAt(Number(row.seq))) return null;
    const text = String(row.state);
    return row.digest === digestOf(text) ? { seq: Number(row.seq), state: JSON.parse(text) } : null;
  }

  recall(ring: Ring, before: number, limit: number): readonly KeptRecord[] {
    return this.#guarded(() => this.#rings.recall(ring, before, limit));
  }

  verify(): ChainVerdict {
    return this.#guarded(() => {
      const reached = this.#database.prepare('SELECT max(seq) AS seq FROM snapshot').get()?.seq;
      return verifyChain(this.#rows(0), Number(reached ?? 0));
    });
  }

  copyTo(file: string): Promise<void> {
    return copyDatabase(this.#database, file);
  }

  close(): void {
    this.#database.close();
  }

  *#rows(from: number, rest = ''): Generator<ChainRow> {
    const query = `SELECT seq, payload, hash FROM journal WHERE seq >= ? ORDER BY seq ${rest}`;
    for (const row of this.#database.prepare(query).iterate(from)) {
      yield { seq: Number(row.seq), payload: String(row.payload), hash: String(row.hash) };
    }
  }

  /** The hash of the fact at that place; null beyond the last. */
  #headAt(seq: number): string | null {
    if (seq === 0) return genesis;
    const row = this.#guarded(() => this.#database.prepare('SELECT hash FROM journal WHERE seq = ?').get(seq));
    return row === undefined ? null : String(row.hash);
  }

  #guarded<T>(work: () => T): T {
    return guarded(this.#file, work);
  }
}
