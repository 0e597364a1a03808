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

export type RingQuery = { readonly limit?: number; readonly before?: number };

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

/** The longest a record of a ring waits for its commit, in milliseconds. */
export const flushWithinMs = 50;

/** The journal of the bot: the chained facts that are its truth, snapshots of what was folded from them, and the rings. */
export interface EventStore<F extends Fact = Fact> {
  /**
   * Links the facts to the chain in order, all or none, and returns at once: they are on the disk when `committed` has
   * reached them. All facts of a turn go into one commit.
   * @throws StoreFault once a commit has failed, which is final; TypeError when JSON has no word for one of them.
   */
  append(facts: readonly F[]): readonly StoredFact<F>[];
  /** The sequence of the last fact that is on the disk. */
  committed(): number;
  /** Notified with the new `committed` whenever it grows after `append` has returned. */
  onCommitted(listener: (seq: number) => void): void;
  /**
   * The facts with `seq >= from`, oldest first, as they are when the journal is opened: for the fold of a start. `read`,
   * `loadSnapshot`, `recall` and `verify` throw once something was written.
   */
  read(from?: number): Iterable<StoredFact<F>>;
  /** At most `limit` facts with `seq >= from` that are on the disk, oldest first. Rejects with a StoreFault. */
  facts(from: number, limit: number): Promise<readonly StoredFact<F>[]>;
  /** The sequence of the last fact, 0 when there is none. */
  lastSeq(): number;
  /** The hash of the last fact; of no fact 64 zeros. */
  head(): string;
  /** Replaces the snapshot of that name; `seq` must be that of a fact, or 0. */
  saveSnapshot(name: string, snapshot: Snapshot): void;
  /** Null when there is none, and when it was damaged or belongs to another journal: the facts alone are the truth. */
  loadSnapshot(name: string): Snapshot | null;
  /** Puts records into a ring, committed with others within `flushWithinMs`. */
  remember(ring: Ring, records: readonly RingRecord[]): void;
  /** The newest records first; `before` is a `seq` of the ring, `limit` defaults to 100. */
  recall(ring: Ring, query?: RingQuery): readonly KeptRecord[];
  /** As `recall`, at any time. Rejects with a StoreFault. */
  records(ring: Ring, query?: RingQuery): Promise<readonly KeptRecord[]>;
  /**
   * Notified once when a commit failed. What it held is unknown, not absent: the next process may find it. Nothing more is
   * written, and `append` throws from here on.
   */
  onFault(listener: (fault: StoreFault) => void): void;
  /** Recomputes the whole chain. */
  verify(): ChainVerdict;
  /** Commits what waits and lets the file go. Rejects with the StoreFault of a commit that has failed. */
  close(): Promise<void>;
}
