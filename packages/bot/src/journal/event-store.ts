/** A fact as the engine states it. `at` is in UTC milliseconds; every other field must survive JSON (decimals as strings). */
export type Fact = { readonly type: string; readonly at: number };

/** A fact with its place in the chain: `seq` grows by one from 1, `hash` is SHA-256 over the previous hash and the fact. */
export type StoredFact<F extends Fact = Fact> = { readonly seq: number; readonly hash: string; readonly fact: F };

/** What is worth keeping for a while and no part of the books: each ring forgets its oldest records beyond its capacity. */
export type Ring = 'decisions' | 'opportunities' | 'logs';

/** A record of a ring. Writing an `id` again replaces its data and keeps its place. `at` is in UTC milliseconds. */
export type RingRecord = { readonly id: string; readonly at: number; readonly data: unknown };

/** A record with its place in the ring, which `recall` pages by. */
export type KeptRecord = RingRecord & { readonly seq: number };

/** A projection as it stood after the fact `seq`; `state` must survive JSON. */
export type Snapshot = { readonly seq: number; readonly state: unknown };

/** The verdict on the chain: how many facts hold, or the first place where it is broken and why. */
export type ChainVerdict =
  | { readonly ok: true; readonly facts: number; readonly head: string }
  | { readonly ok: false; readonly seq: number; readonly reason: string };

export type StoreFaultKind =
  | 'newer-schema'
  | 'foreign-file'
  | 'corrupt'
  | 'locked'
  | 'read-only'
  | 'disk-full'
  | 'unreachable';

/** Thrown by a store that cannot keep its promise; `message` is one line for the operator. Nothing was overwritten. */
export class StoreFault extends Error {
  readonly kind: StoreFaultKind;
  constructor(kind: StoreFaultKind, message: string) {
    super(message);
    this.name = 'StoreFault';
    this.kind = kind;
  }
}

/** How many records each ring keeps. */
export const ringCapacity: Readonly<Record<Ring, number>> = { decisions: 20_000, opportunities: 20_000, logs: 50_000 };

/** The longest a fact that is not durable waits for its commit, in milliseconds. */
export const flushWithinMs = 50;

/** The journal of the bot: the chained facts that are its truth, snapshots of what was folded from them, and the rings. */
export interface EventStore<F extends Fact = Fact> {
  /**
   * Appends the facts in order, all or none. `durable` returns only when they, and everything before them, are on the
   * disk; otherwise they are committed together with others within `flushWithinMs`.
   * @throws StoreFault when they, or earlier ones that waited, cannot be written; the facts given are then not appended.
   */
  append(facts: readonly F[], options: { readonly durable: boolean }): readonly StoredFact<F>[];
  /** The facts with `seq >= from`, oldest first, those that still wait for their commit included. */
  read(from?: number): Iterable<StoredFact<F>>;
  /** The sequence of the last fact, 0 when there is none. */
  lastSeq(): number;
  /** Replaces the snapshot of that name; `seq` must be that of a fact, or 0. */
  saveSnapshot(name: string, snapshot: Snapshot): void;
  /** Null when there is none, and when it was damaged or belongs to another journal: the facts alone are the truth. */
  loadSnapshot(name: string): Snapshot | null;
  /** Puts records into a ring, committed like facts that are not durable. */
  remember(ring: Ring, records: readonly RingRecord[]): void;
  /** The newest records first; `before` is a `seq` of the ring, `limit` defaults to 100. */
  recall(ring: Ring, query?: { readonly limit?: number; readonly before?: number }): readonly KeptRecord[];
  /** Told when facts or records that waited could not be committed; they go on waiting and the next append tries again. */
  onFault(listener: (fault: StoreFault) => void): void;
  /** Recomputes the whole chain. */
  verify(): ChainVerdict;
  /** Commits what waits. */
  flush(): void;
  /** Commits what waits and lets the file go. */
  close(): void;
}
