import type { KeptRecord, Ring, Snapshot, StoredFact, StoreFaultKind } from '../journal/event-store.ts';
import type { Command } from '../model/command.ts';
import type { BookUpdated, Fact, FeedEvent, LogLevel } from '../model/event.ts';
import type { AccountEvent } from '../model/exchange.ts';
import type { LevelUpdates } from '../model/levels.ts';
import type { KeptChoice } from '../model/market-event.ts';
import type { Elapsed, Instant } from '../model/moment.ts';
import type { Thrown } from '../risk/gate.ts';
import type { Notice } from './reports.ts';

/**
 * What enters the engine beside messages about books. Each begins a turn, and everything that is decided in the turn has its moment.
 * Timers and questions to exchanges are counted from 1, in the order in which the engine has set and asked them.
 */
export type Turn =
  /** The engine is made, before anything else; then started, and closed. */
  | { readonly kind: 'made' }
  /** `held`: why it does not run by itself, null where it may. `choice`: the market of later starts; null: the one of before stays. */
  | { readonly kind: 'start'; readonly held: string | null; readonly choice?: KeptChoice | null }
  | { readonly kind: 'close' }
  | { readonly kind: 'command'; readonly command: Command }
  | { readonly kind: 'timer'; readonly timer: number }
  /** Facts up to `seq` are on the disk. */
  | { readonly kind: 'ack'; readonly seq: number }
  /** A commit has failed. */
  | { readonly kind: 'fault'; readonly fault: StoreFaultKind; readonly message: string }
  | { readonly kind: 'answer'; readonly question: number; readonly value: unknown }
  /** The adapter has thrown or rejected. */
  | { readonly kind: 'failure'; readonly question: number; readonly message: string }
  /** What a feed emits beside messages about books, and messages whose own stamp cannot be used. */
  | { readonly kind: 'event'; readonly exchange: string; readonly event: FeedEvent }
  | { readonly kind: 'account'; readonly exchange: string; readonly event: AccountEvent }
  | {
      readonly kind: 'log';
      readonly level: LogLevel;
      readonly source: string;
      readonly message: string;
      readonly metadata?: Readonly<Record<string, unknown>> | undefined;
    }
  | { readonly kind: 'notice'; readonly notice: Notice };

/** What the engine was given when it asked in the midst of a turn. Calls are counted from 1, each kind by itself. */
export type Drawn =
  | { readonly kind: 'id'; readonly id: string }
  /** What the kill switch says from this reading on. */
  | { readonly kind: 'switch'; readonly reading: number; readonly thrown: Thrown | null }
  /** Whether the kill switch could be thrown or cleared. */
  | { readonly kind: 'switched'; readonly done: boolean }
  /** What a simulated market offers an order at worst. */
  | { readonly kind: 'offers'; readonly offers: LevelUpdates }
  /** Facts up to `seq` were on the disk when the call that appended them returned. */
  | { readonly kind: 'kept'; readonly seq: number }
  /** The journal has refused this write. */
  | { readonly kind: 'refused'; readonly write: number; readonly fault: StoreFaultKind; readonly message: string }
  /** The adapter has thrown at this call that has no answer. */
  | { readonly kind: 'threw'; readonly call: number; readonly message: string };

/** What was drawn has the moment of its turn. */
export type Input = (Turn | Drawn) & { readonly at: Instant; readonly elapsed: Elapsed };

/** What the journal gave the engine when it was made, in the order in which it was read, and what it was given since. */
export type JournalEntry =
  /** Its last fact, by its place and hash. */
  | { readonly kind: 'opened'; readonly seq: number; readonly head: string }
  | { readonly kind: 'snapshot'; readonly snapshot: Snapshot | null }
  /** Facts after the snapshot; several of these in a row. */
  | { readonly kind: 'past'; readonly facts: readonly StoredFact<Fact>[] }
  | { readonly kind: 'recalled'; readonly ring: Ring; readonly records: readonly KeptRecord[] }
  | { readonly kind: 'recorded'; readonly facts: readonly StoredFact<Fact>[] };

/** A session in the order in which it was processed. What was drawn or read follows the turn or message in which it was. */
export type SessionEntry = { readonly kind: 'message'; readonly event: BookUpdated } | Input | JournalEntry;

type Within = (Drawn | JournalEntry)['kind'];
const withinKinds: ReadonlySet<string> = new Set<Within>([
  ...(['id', 'switch', 'switched', 'offers', 'kept', 'refused', 'threw'] as const),
  ...(['opened', 'snapshot', 'past', 'recalled', 'recorded'] as const),
]);

/** Whether it belongs to the turn or message before it. */
export const isWithin = (entry: SessionEntry): entry is Extract<SessionEntry, { kind: Within }> =>
  withinKinds.has(entry.kind);
