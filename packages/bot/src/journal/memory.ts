import { type ChainRow, genesis, link, verifyChain } from './chain.ts';
import type { EventStore, Fact, KeptRecord, Ring, RingQuery, RingRecord, Snapshot, StoredFact } from './event-store.ts';
import { ringCapacity } from './event-store.ts';
import { type CommitSchedule, createGroupCommits, type GroupCommits } from './group-commits.ts';

type MemoryOptions = {
  readonly capacity?: Readonly<Record<Ring, number>>;
  /** Left out, facts are committed when `append` returns. */
  readonly commit?: CommitSchedule | undefined;
};

/** The journal of a bot that leaves nothing behind: backtests and tests. */
export function createMemoryStore<F extends Fact = Fact>(options: MemoryOptions = {}): EventStore<F> {
  return new MemoryStore<F>(options);
}

class MemoryStore<F extends Fact> implements EventStore<F> {
  readonly #rows: ChainRow[] = [];
  readonly #snapshots = new Map<string, string>();
  readonly #rings = new Map<Ring, Map<string, KeptRecord>>();
  readonly #capacity: Readonly<Record<Ring, number>>;
  readonly #commits: GroupCommits | null;
  #ringSeq = 0;

  constructor({ capacity = ringCapacity, commit }: MemoryOptions) {
    this.#capacity = capacity;
    this.#commits = commit ? createGroupCommits(commit, () => this.#rows.length) : null;
  }

  append(facts: readonly F[]): readonly StoredFact<F>[] {
    const linked = link(facts, this.#rows.length, this.head());
    for (const { stored, payload } of linked) this.#rows.push({ seq: stored.seq, payload, hash: stored.hash });
    this.#commits?.due();
    return linked.map(({ stored }) => stored);
  }

  committed(): number {
    return this.#commits?.committed() ?? this.#rows.length;
  }

  onCommitted(listener: (seq: number) => void): void {
    this.#commits?.onCommitted(listener);
  }

  *read(from = 1): Generator<StoredFact<F>> {
    for (const { seq, hash, payload } of this.#rows.slice(Math.max(0, from - 1))) {
      yield { seq, hash, fact: JSON.parse(payload) as F };
    }
  }

  lastSeq(): number {
    return this.#rows.length;
  }

  head(): string {
    return this.#rows.at(-1)?.hash ?? genesis;
  }

  saveSnapshot(name: string, snapshot: Snapshot): void {
    this.#snapshots.set(name, JSON.stringify(snapshot));
  }

  loadSnapshot(name: string): Snapshot | null {
    const text = this.#snapshots.get(name);
    return text === undefined ? null : (JSON.parse(text) as Snapshot);
  }

  remember(ring: Ring, records: readonly RingRecord[]): void {
    const kept = this.#rings.get(ring) ?? new Map<string, KeptRecord>();
    this.#rings.set(ring, kept);
    for (const { id, at, data } of records) {
      const seq = kept.get(id)?.seq ?? ++this.#ringSeq;
      kept.set(id, { seq, id, at, data: JSON.parse(JSON.stringify(data)) });
    }
    for (const id of kept.keys()) {
      if (kept.size <= this.#capacity[ring]) break;
      kept.delete(id);
    }
  }

  recall(ring: Ring, { limit = 100, before = Infinity } = {}): readonly KeptRecord[] {
    const kept = [...(this.#rings.get(ring)?.values() ?? [])];
    return kept
      .filter(({ seq }) => seq < before)
      .reverse()
      .slice(0, limit);
  }

  async facts(from: number, limit: number): Promise<readonly StoredFact<F>[]> {
    const committed = this.#rows.slice(0, this.committed());
    return committed.slice(from - 1, from - 1 + limit).map(({ seq, hash, payload }) => {
      return { seq, hash, fact: JSON.parse(payload) as F };
    });
  }

  async records(ring: Ring, query?: RingQuery): Promise<readonly KeptRecord[]> {
    return this.recall(ring, query);
  }

  onFault(): void {}

  verify() {
    const snapshots = [...this.#snapshots.values()].map((text) => (JSON.parse(text) as Snapshot).seq);
    return verifyChain(this.#rows, Math.max(0, ...snapshots));
  }

  async close(): Promise<void> {}
}
