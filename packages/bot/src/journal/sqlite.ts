import type { DatabaseSync } from 'node:sqlite';
import { type ChainRow, type LinkedFact, link } from './chain.ts';
import type { Compacted, CompactOptions } from './compact.ts';
import type {
  ChainVerdict,
  EventStore,
  Fact,
  KeptRecord,
  Ring,
  RingRecord,
  Snapshot,
  StoredFact,
} from './event-store.ts';
import { flushWithinMs, ringCapacity, StoreFault } from './event-store.ts';
import { JournalFile } from './journal-file.ts';
import {
  type Answer,
  createOwner,
  type Fault,
  type FromJournal,
  type JournalPort,
  type OpenPort,
  type Question,
} from './journal-port.ts';
import { startJournalThread } from './journal-thread.ts';
import { openDatabase } from './schema.ts';
import type { ChainHeads } from './slot.ts';
import type { RingRow } from './sqlite-rings.ts';
import { openWitness } from './witness.ts';

/** A store whose truth is a file. */
export interface FileStore<F extends Fact = Fact> extends EventStore<F> {
  /** Copies everything into a new file while the store goes on; what is appended meanwhile may be in it. Rejects with a StoreFault. */
  copyTo(file: string): Promise<void>;
  /** Moves segments older than `before` (UTC milliseconds) into files beside it, as `compact` does, while it goes on. Rejects with a StoreFault. */
  compact(before: number, options?: Pick<CompactOptions, 'size'>): Promise<Compacted>;
  /** Tells its witness, if it has one, where other chains end; of them everything up to there is on the disk. */
  anchor(heads: Partial<ChainHeads>): void;
}

type SqliteOptions = {
  readonly capacity?: Readonly<Record<Ring, number>>;
  /** Takes secrets out of a record of the log, as JSON, before it is written. */
  readonly clean?: (json: string) => string;
  /** Its data directory, which has a witness: each commit is written there too before it is acknowledged. */
  readonly witnessedIn?: string;
};

/**
 * The journal in one SQLite file, held by this process alone. It is read here until something is written or asked; from then
 * on a thread of its own has it.
 * @throws StoreFault when the file is newer, foreign, damaged, in use, read-only or out of reach; it is then left as it is.
 */
export function openSqliteStore<F extends Fact = Fact>(file: string, options: SqliteOptions = {}): FileStore<F> {
  const { capacity = ringCapacity, witnessedIn = null } = options;
  const journal = new JournalFile(openDatabase(file), file, capacity);
  const handOver = (): OpenPort => {
    const end = journal.end();
    journal.close();
    return startJournalThread({ file, capacity, end, witnessedIn });
  };
  return new SqliteStore<F>(journal, options, { handOver, isHere: false });
}

/** The same without a thread of its own, for tools and fixtures: a commit stops who appends, and everything is read at any time. */
export function openStoreHere<F extends Fact = Fact>(file: string, options: SqliteOptions = {}): FileStore<F> {
  return sqliteStoreOn<F>(openDatabase(file), file, options);
}

/** As `openStoreHere`, on a database that `openDatabase` has opened from `file`. */
export function sqliteStoreOn<F extends Fact>(
  database: DatabaseSync,
  file: string,
  options: SqliteOptions = {},
): FileStore<F> {
  const journal = new JournalFile(database, file, options.capacity ?? ringCapacity);
  const { witnessedIn } = options;
  const here: OpenPort = (say) => {
    const witness = witnessedIn === undefined ? null : openWitness(witnessedIn, journal.end());
    const owner = createOwner(journal, { say, whenRead: (task) => task(), witness });
    return { post: owner.take };
  };
  return new SqliteStore<F>(journal, options, { handOver: () => here, isHere: true });
}

type Waiting = { resolve(value: Answer[keyof Answer]): void; reject(fault: StoreFault): void };

class SqliteStore<F extends Fact> implements FileStore<F> {
  readonly #journal: JournalFile;
  readonly #clean: (json: string) => string;
  readonly #handOver: () => OpenPort;
  readonly #isHere: boolean;
  readonly #committedListeners: ((seq: number) => void)[] = [];
  readonly #questions = new Map<number, Waiting>();
  #faultListener: (fault: StoreFault) => void = () => {};
  #port: JournalPort | null = null;
  #rows: LinkedFact<F>[] = [];
  #records: RingRow[] = [];
  #timer: NodeJS.Timeout | null = null;
  #isDue = false;
  #fault: StoreFault | null = null;
  #closed: Promise<void> | null = null;
  /** The owner of the file has ended: it answers nothing any more. */
  readonly #gone = Promise.withResolvers<void>();
  #asked = 0;
  #seq: number;
  #head: string;
  #committed: number;

  /** `handOver` opens the way to the owner of the file; `isHere`: that stays this thread. */
  constructor(
    journal: JournalFile,
    { clean = (json) => json }: SqliteOptions,
    { handOver, isHere }: { readonly handOver: () => OpenPort; readonly isHere: boolean },
  ) {
    this.#isHere = isHere;
    this.#journal = journal;
    this.#clean = clean;
    this.#handOver = handOver;
    ({ seq: this.#seq, head: this.#head } = journal.end());
    this.#committed = this.#seq;
  }

  append(facts: readonly F[]): readonly StoredFact<F>[] {
    if (this.#fault) throw this.#fault;
    const linked = link(facts, this.#seq, this.#head);
    this.#rows.push(...linked);
    this.#seq = linked.at(-1)?.stored.seq ?? this.#seq;
    this.#head = linked.at(-1)?.stored.hash ?? this.#head;
    // All facts of a turn go together.
    if (!this.#isDue && linked.length > 0) {
      this.#isDue = true;
      queueMicrotask(() => this.#post());
    }
    return linked.map(({ stored }) => stored);
  }

  committed(): number {
    return this.#committed;
  }

  onCommitted(listener: (seq: number) => void): void {
    this.#committedListeners.push(listener);
  }

  onFault(listener: (fault: StoreFault) => void): void {
    this.#faultListener = listener;
  }

  *read(from = 1): Generator<StoredFact<F>> {
    const pageSize = 1_000;
    for (let next = from; next <= this.#seq; next += pageSize) {
      for (const row of this.#own().page(next, pageSize)) yield storedFact<F>(row);
    }
  }

  loadSnapshot(name: string): Snapshot | null {
    return this.#own().loadSnapshot(name);
  }

  recall(ring: Ring, { limit = 100, before = Number.MAX_SAFE_INTEGER } = {}): readonly KeptRecord[] {
    return this.#own().recall(ring, before, limit);
  }

  lastSeq(): number {
    return this.#seq;
  }

  head(): string {
    return this.#head;
  }

  saveSnapshot(name: string, { seq, state }: Snapshot): void {
    this.#post();
    this.#to().post({ type: 'snapshot', name, seq, text: JSON.stringify(state) });
  }

  remember(ring: Ring, records: readonly RingRecord[]): void {
    if (this.#fault) throw this.#fault;
    for (const { id, at, data } of records) {
      const json = JSON.stringify(data);
      this.#records.push({ ring, id, at, text: ring === 'logs' ? this.#clean(json) : json });
    }
    this.#timer ??= setTimeout(() => this.#post(), flushWithinMs).unref();
  }

  async facts(from: number, limit: number): Promise<readonly StoredFact<F>[]> {
    return (await this.#ask({ kind: 'facts', from, limit })).map((row) => storedFact<F>(row));
  }

  records(ring: Ring, { limit = 100, before = Number.MAX_SAFE_INTEGER } = {}): Promise<readonly KeptRecord[]> {
    return this.#ask({ kind: 'records', ring, before, limit });
  }

  verify(): ChainVerdict {
    return this.#own().verify();
  }

  compact(before: number, options: Pick<CompactOptions, 'size'> = {}): Promise<Compacted> {
    return this.#ask({ kind: 'compact', before, ...options });
  }

  async copyTo(file: string): Promise<void> {
    await this.#ask({ kind: 'copy', file });
  }

  anchor(heads: Partial<ChainHeads>): void {
    if (!this.#closed && !this.#fault) this.#to().post({ type: 'anchor', heads });
  }

  close(): Promise<void> {
    this.#closed ??= this.#end();
    return this.#closed;
  }

  async #end(): Promise<void> {
    if (!this.#port && this.#rows.length + this.#records.length === 0) {
      this.#journal.close();
      return;
    }
    this.#post();
    this.#to().post({ type: 'close' });
    await this.#gone.promise;
    if (this.#fault) throw this.#fault;
  }

  /** The file, as long as this thread has it. */
  #own(): JournalFile {
    if (this.#isHere) this.#post();
    else if (this.#port) throw new Error('the journal has a thread of its own: ask it');
    return this.#journal;
  }

  #to(): JournalPort {
    this.#port ??= this.#handOver()((message) => this.#take(message));
    return this.#port;
  }

  #post(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#isDue = false;
    const rows = this.#rows.map(({ stored: { seq, hash, fact }, payload }) => ({
      ...{ seq, hash, payload },
      at: fact.at,
      type: fact.type,
    }));
    const records = this.#records;
    this.#rows = [];
    this.#records = [];
    if (rows.length + records.length > 0 && !this.#fault) this.#to().post({ type: 'commit', rows, records });
  }

  #ask<K extends Question['kind']>(question: Extract<Question, { kind: K }>): Promise<Answer[K]> {
    this.#post();
    const id = ++this.#asked;
    return new Promise((resolve, reject) => {
      // The answer of a question has its kind.
      this.#questions.set(id, { resolve: (value) => resolve(value as Answer[K]), reject });
      void this.#gone.promise.then(() => reject(this.#fault ?? new StoreFault('unreachable', 'the journal is closed')));
      this.#to().post({ type: 'ask', id, question });
    });
  }

  #take(message: FromJournal): void {
    switch (message.type) {
      case 'committed':
        this.#committed = message.seq;
        for (const listener of this.#committedListeners) listener(message.seq);
        return;
      case 'fault':
        this.#fail(message.fault);
        return;
      case 'answer':
        this.#questions.get(message.id)?.resolve(message.value);
        this.#questions.delete(message.id);
        return;
      case 'unanswered':
        this.#questions.get(message.id)?.reject(storeFault(message.fault));
        this.#questions.delete(message.id);
        return;
      case 'closed':
        this.#gone.resolve();
    }
  }

  #fail(fault: Fault): void {
    if (this.#fault) return;
    this.#fault = storeFault(fault);
    this.#faultListener(this.#fault);
  }
}

const storedFact = <F extends Fact>({ seq, hash, payload }: ChainRow): StoredFact<F> => ({
  ...{ seq, hash },
  fact: JSON.parse(payload) as F,
});

const storeFault = ({ kind, message }: Fault): StoreFault => new StoreFault(kind, message);
