import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type ChainRow, digestOf, genesis, type LinkedFact, link, verifyChain } from './chain.ts';
import type { EventStore, Fact, KeptRecord, Ring, RingRecord, Snapshot, StoredFact } from './event-store.ts';
import { flushWithinMs, ringCapacity, StoreFault } from './event-store.ts';
import { copyDatabase, guarded, openDatabase } from './schema.ts';
import { SqliteRings } from './sqlite-rings.ts';

/** A store whose truth is a file. */
export interface FileStore<F extends Fact = Fact> extends EventStore<F> {
  /** Copies everything into a new file while the store goes on; what is appended meanwhile may be in it. @throws StoreFault */
  copyTo(file: string): Promise<void>;
}

type SqliteOptions = {
  readonly capacity?: Readonly<Record<Ring, number>>;
  /** Takes secrets out of a record of the log, as JSON, before it is written. */
  readonly clean?: (json: string) => string;
};

/**
 * The journal in one SQLite file, held by this process alone.
 * @throws StoreFault when the file is newer, foreign, damaged, in use, read-only or out of reach; it is then left as it is.
 */
export function openSqliteStore<F extends Fact = Fact>(file: string, options: SqliteOptions = {}): FileStore<F> {
  return sqliteStoreOn<F>(openDatabase(file), file, options);
}

/** The same on a database that `openDatabase` has opened from `file`. */
export function sqliteStoreOn<F extends Fact>(
  database: DatabaseSync,
  file: string,
  options: SqliteOptions = {},
): FileStore<F> {
  return new SqliteStore<F>(database, file, options);
}

const asItIs = (json: string): string => json;

type Waiting<F extends Fact> =
  | { readonly kind: 'fact'; readonly fact: LinkedFact<F> }
  | { readonly kind: 'record'; readonly ring: Ring; readonly record: RingRecord };

class SqliteStore<F extends Fact> implements FileStore<F> {
  readonly #file: string;
  readonly #database: DatabaseSync;
  #faultListener: (fault: StoreFault) => void = () => {};
  readonly #insert: StatementSync;
  readonly #rings: SqliteRings;
  readonly #committedListeners: ((seq: number) => void)[] = [];
  #waiting: Waiting<F>[] = [];
  #timer: NodeJS.Timeout | null = null;
  #isDue = false;
  #fault: StoreFault | null = null;
  #committed: number;
  #seq: number;
  #head: string;

  constructor(database: DatabaseSync, file: string, { capacity = ringCapacity, clean = asItIs }: SqliteOptions) {
    this.#file = file;
    this.#database = database;
    this.#insert = this.#database.prepare('INSERT INTO journal (seq, at, type, payload, hash) VALUES (?, ?, ?, ?, ?)');
    this.#rings = new SqliteRings(database, capacity, clean);
    const [last] = this.#guarded(() => [...this.#rows(0, 'DESC LIMIT 1')]);
    this.#seq = last?.seq ?? 0;
    this.#head = last?.hash ?? genesis;
    this.#committed = this.#seq;
  }

  append(facts: readonly F[]): readonly StoredFact<F>[] {
    if (this.#fault) throw this.#fault;
    const linked = link(facts, this.#seq, this.#head);
    for (const fact of linked) this.#waiting.push({ kind: 'fact', fact });
    this.#seq = linked.at(-1)?.stored.seq ?? this.#seq;
    this.#head = linked.at(-1)?.stored.hash ?? this.#head;
    if (!this.#isDue && linked.length > 0) {
      this.#isDue = true;
      queueMicrotask(() => this.#commitOrFail('FULL'));
    }
    return linked.map(({ stored }) => stored);
  }

  committed(): number {
    return this.#committed;
  }

  onCommitted(listener: (seq: number) => void): void {
    this.#committedListeners.push(listener);
  }

  *read(from = 1): Generator<StoredFact<F>> {
    const pageSize = 1_000;
    for (let next = from; next <= this.#seq; next += pageSize) {
      // What was appended since the page before is read as well.
      this.flush();
      const page = this.#guarded(() => [...this.#rows(next, `LIMIT ${pageSize}`)]);
      for (const { seq, hash, payload } of page) yield { seq, hash, fact: JSON.parse(payload) as F };
    }
  }

  lastSeq(): number {
    return this.#seq;
  }

  head(): string {
    return this.#head;
  }

  saveSnapshot(name: string, { seq, state }: Snapshot): void {
    this.flush();
    const sql = 'INSERT OR REPLACE INTO snapshot (name, seq, head, digest, state) VALUES (?, ?, ?, ?, ?)';
    const text = JSON.stringify(state);
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

  remember(ring: Ring, records: readonly RingRecord[]): void {
    if (this.#fault) throw this.#fault;
    for (const record of records) this.#waiting.push({ kind: 'record', ring, record });
    this.#flushSoon();
  }

  recall(ring: Ring, { limit = 100, before = Number.MAX_SAFE_INTEGER } = {}): readonly KeptRecord[] {
    this.flush();
    return this.#guarded(() => this.#rings.recall(ring, before, limit));
  }

  onFault(listener: (fault: StoreFault) => void): void {
    this.#faultListener = listener;
  }

  verify() {
    this.flush();
    return this.#guarded(() => {
      const reached = this.#database.prepare('SELECT max(seq) AS seq FROM snapshot').get()?.seq;
      return verifyChain(this.#rows(0), Number(reached ?? 0));
    });
  }

  async copyTo(file: string): Promise<void> {
    this.flush();
    await copyDatabase(this.#database, file);
  }

  flush(): void {
    if (this.#waiting.length > 0) this.#commit(this.#committed < this.#seq ? 'FULL' : 'NORMAL');
  }

  close(): void {
    try {
      if (!this.#fault && this.#waiting.length > 0) this.#commit('FULL');
    } finally {
      if (this.#timer) clearTimeout(this.#timer);
      this.#database.close();
    }
  }

  *#rows(from: number, rest = ''): Generator<ChainRow> {
    const order = rest.startsWith('DESC') ? rest : `ASC ${rest}`;
    const query = `SELECT seq, payload, hash FROM journal WHERE seq >= ? ORDER BY seq ${order}`;
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

  /** Writes all that waits in one transaction. */
  #commit(synchronous: 'NORMAL' | 'FULL'): void {
    if (this.#fault) throw this.#fault;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#isDue = false;
    try {
      this.#transact(synchronous);
    } catch (error) {
      if (!(error instanceof StoreFault)) throw error;
      this.#fault = error;
      this.#faultListener(error);
      throw error;
    }
    this.#waiting = [];
    if (this.#committed === this.#seq) return;
    this.#committed = this.#seq;
    for (const listener of this.#committedListeners) listener(this.#committed);
  }

  #transact(synchronous: 'NORMAL' | 'FULL'): void {
    this.#guarded(() => {
      this.#database.exec(`PRAGMA synchronous = ${synchronous}; BEGIN IMMEDIATE`);
      try {
        for (const waiting of this.#waiting) this.#write(waiting);
        this.#forget();
        this.#database.exec('COMMIT');
      } catch (error) {
        if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
        throw error;
      }
    });
  }

  #write(waiting: Waiting<F>): void {
    if (waiting.kind === 'fact') {
      const { stored, payload } = waiting.fact;
      this.#insert.run(stored.seq, stored.fact.at, stored.fact.type, payload, stored.hash);
    } else {
      this.#rings.write(waiting.ring, waiting.record);
    }
  }

  #forget(): void {
    const touched = new Set(this.#waiting.flatMap((waiting) => (waiting.kind === 'record' ? [waiting.ring] : [])));
    for (const ring of touched) this.#rings.forgetOldest(ring);
  }

  #flushSoon(): void {
    this.#timer ??= setTimeout(() => this.#commitOrFail('NORMAL'), flushWithinMs).unref();
  }

  #commitOrFail(synchronous: 'NORMAL' | 'FULL'): void {
    try {
      if (!this.#fault && this.#waiting.length > 0) this.#commit(synchronous);
    } catch (error) {
      if (!(error instanceof StoreFault)) throw error;
    }
  }

  #guarded<T>(work: () => T): T {
    return guarded(this.#file, work);
  }
}
