import { type EventStore, type Snapshot, StoreFault } from '../journal/event-store.ts';
import { type CommitSchedule, createGroupCommits } from '../journal/group-commits.ts';
import type { BreakerName } from '../model/breaker-settings.ts';
import type { AnnouncedOrder, BreakerEvent, Fact } from '../model/event.ts';
import type { OrderIntent } from '../model/order-event.ts';

/** How one life of a process ends and what its disk does meanwhile. */
export type Fate = {
  /** The process dies in the turn of this record, counted from its start; before what the turn records is written, or after. */
  readonly diesAt?: number;
  readonly writesItsLast?: boolean;
  /** Asked as each commit ends: whether the disk is full now. */
  isFull?(): boolean;
  /** Left out, a commit takes no time. */
  readonly commit?: CommitSchedule | undefined;
};

/** How it goes for a process and its journal. */
export type Condition = {
  isDead(): boolean;
  /** A commit has failed: the process takes nothing more. */
  hasFailed(): boolean;
  /** Something that was recorded is not on the disk yet. */
  isCommitting(): boolean;
};

/** A disk that outlives the process: what was committed is there after a crash, what was not may be. */
export type Disk = {
  /** The journal as the next process finds it. */
  open(fate?: Fate): { readonly store: EventStore<Fact> } & Condition;
  /** The process is gone: of the turns that were not committed, this share is left. All facts of a turn go together. */
  crash(share: number): void;
  /** The intent of that order; null until it is committed. */
  intent(clientOrderId: string): OrderIntent | null;
  /** The bounds within which that order may leave without a commit of its own; null until they are committed. */
  announced(clientOrderId: string): (AnnouncedOrder & { readonly execution_id: string }) | null;
  /** What is written. The list is the disk's own, and good until more is written. */
  facts(): readonly Fact[];
  /** The breakers that are tripped by what is written. */
  tripped(): ReadonlySet<BreakerName>;
  /** How many facts are committed. */
  committed(): number;
  /** The facts as text, as they lie on the disk. */
  readonly payloads: readonly string[];
};

/** `onFact` is called in the turn in which a process records it, and whatever becomes of its commit. */
export const createDisk = (onFact: (fact: Fact) => void = () => {}): Disk => {
  const payloads: string[] = [];
  /** The first of the payloads, parsed once for the oracles. A process parses its own, because it might change what it reads. */
  const parsed: Fact[] = [];
  const intents = new Map<string, { readonly at: number; readonly order: OrderIntent }>();
  const announcements = new Map<
    string,
    { readonly at: number; readonly order: AnnouncedOrder & { readonly execution_id: string } }
  >();
  /** Where turns have ended. */
  let turns: number[] = [];
  let breakerEvents: { readonly at: number; readonly event: BreakerEvent }[] = [];
  /** Written out when they are read: a process that has saved one goes on no more. */
  const snapshots = new Map<string, Snapshot>();
  let committed = 0;

  const write = (facts: readonly Fact[]): void => {
    for (const fact of facts) {
      onFact(fact);
      if (fact.type === 'OrderIntended')
        intents.set(fact.order.client_order_id, { at: payloads.length, order: fact.order });
      if (fact.type === 'ExecutionStarted') {
        for (const order of fact.announced ?? []) {
          const execution_id = fact.plan.id;
          announcements.set(order.client_order_id, { at: payloads.length, order: { ...order, execution_id } });
        }
      }
      if (fact.type === 'BreakerTripped' || fact.type === 'BreakerReset')
        breakerEvents.push({ at: payloads.length, event: fact });
      payloads.push(JSON.stringify(fact));
    }
  };
  const facts = function* (from = 0) {
    for (let at = from; at < payloads.length; at++) yield JSON.parse(payloads[at] ?? '') as Fact;
  };

  return {
    payloads,
    committed: () => committed,
    facts: () => {
      for (const fact of facts(parsed.length)) parsed.push(fact);
      return parsed;
    },
    tripped: () => {
      const tripped = new Set<BreakerName>();
      for (const { event } of breakerEvents) {
        if (event.type === 'BreakerTripped') tripped.add(event.name);
        else tripped.delete(event.name);
      }
      return tripped;
    },
    intent: (id) => {
      const written = intents.get(id);
      return written && written.at < committed ? written.order : null;
    },
    announced: (id) => {
      const written = announcements.get(id);
      return written && written.at < committed ? written.order : null;
    },
    crash: (share) => {
      const ends = [committed, ...turns.filter((end) => end > committed)];
      payloads.length = ends[Math.floor(share * ends.length)] ?? committed;
      committed = payloads.length;
      turns = [];
      if (parsed.length > committed) parsed.length = committed;
      for (const [id, { at }] of intents) if (at >= committed) intents.delete(id);
      for (const [id, { at }] of announcements) if (at >= committed) announcements.delete(id);
      breakerEvents = breakerEvents.filter(({ at }) => at < committed);
    },
    open: ({ diesAt = Number.POSITIVE_INFINITY, writesItsLast = false, isFull, commit } = {}) => {
      const first = payloads.length;
      let dead = false;
      let isInTurn = false;
      let isLastTurn = false;
      let fault: StoreFault | null = null;
      let onFault = (_fault: StoreFault): void => {};
      const listeners: ((seq: number) => void)[] = [];
      const mayCommit = (): boolean => {
        if (dead || fault) return false;
        if (!isFull?.()) return true;
        const full = new StoreFault('disk-full', 'the disk is full');
        fault = full;
        onFault(full);
        return false;
      };
      const commits = commit && createGroupCommits(commit, () => payloads.length, mayCommit);
      commits?.onCommitted((seq) => {
        committed = seq;
        for (const listener of listeners) listener(seq);
      });
      const endTurn = (): void => {
        isInTurn = false;
        dead ||= isLastTurn;
        turns.push(payloads.length);
      };
      const append: EventStore<Fact>['append'] = (added) => {
        if (dead) throw new StoreFault('unreachable', 'the process has died');
        if (fault) throw fault;
        if (!isInTurn && payloads.length + added.length - first >= diesAt) {
          isLastTurn = writesItsLast;
          dead = !isLastTurn;
          if (dead) throw new StoreFault('unreachable', 'the process has died');
        }
        if (!isInTurn) queueMicrotask(endTurn);
        isInTurn = true;
        if (!commits && !mayCommit() && fault) throw fault;
        const seq = payloads.length;
        write(added);
        if (commits) commits.due();
        else committed = payloads.length;
        return added.map((fact, at) => ({ seq: seq + at + 1, hash: '', fact }));
      };
      const store: EventStore<Fact> = {
        append,
        committed: () => committed,
        onCommitted: (listener) => void listeners.push(listener),
        *read(from = 1) {
          let seq = Math.max(1, from);
          for (const fact of facts(seq - 1)) yield { seq: seq++, hash: '', fact };
        },
        lastSeq: () => payloads.length,
        head: () => '',
        saveSnapshot: (name, snapshot) => {
          if (dead) throw new StoreFault('unreachable', 'the process has died');
          // A snapshot is written after the facts that it stands on.
          if (snapshot.seq <= committed) snapshots.set(name, snapshot);
        },
        loadSnapshot: (name) => JSON.parse(JSON.stringify(snapshots.get(name) ?? null)) as Snapshot | null,
        remember: () => {},
        recall: () => [],
        onFault: (listener) => {
          onFault = listener;
        },
        verify: () => ({ ok: true, facts: payloads.length, head: '' }),
        facts: async () => [],
        records: async () => [],
        close: async () => {
          dead = true;
        },
      };
      return {
        store,
        isDead: () => dead,
        hasFailed: () => fault !== null,
        isCommitting: () => committed < payloads.length,
      };
    },
  };
};
