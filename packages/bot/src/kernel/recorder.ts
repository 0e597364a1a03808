import type { EventStore, StoredFact } from '../journal/event-store.ts';
import { StoreFault } from '../journal/event-store.ts';
import type { Parameters } from '../model/config.ts';
import type { EngineEvent, Fact, NotificationRaised, Passing } from '../model/event.ts';
import type { OrderRecalled } from '../model/order-event.ts';
import { Ledger } from '../portfolio/ledger.ts';
import { evolve, initialState } from './fold.ts';
import type { Journalled } from './journalled.ts';
import { copyOf, engineSnapshot, freeze, thaw } from './snapshot.ts';

/** What the engine uses of the journal while it runs. */
export type EngineStore = Pick<
  EventStore<Fact>,
  | 'append'
  | 'committed'
  | 'onCommitted'
  | 'onFault'
  | 'lastSeq'
  | 'head'
  | 'read'
  | 'loadSnapshot'
  | 'saveSnapshot'
  | 'recall'
  | 'remember'
  | 'facts'
> & {
  /** Answers in place of `facts` what `historyOf` would find: in a replay. */
  history?(exchange: string, clientOrderId: string): Promise<OrderRecalled['history']>;
};

/** The one door to the journal: what is appended is folded, booked and published, in this order. */
export type Recorder = {
  readonly state: Journalled;
  readonly ledger: Ledger;
  /** State and ledger as of the last commit, for reads that may not show what a crash can take back. */
  readonly committed: Folded;
  /**
   * Folds the facts and publishes them to the parts at once; they are on the disk when `kept` resolves. False when the
   * journal is closed or a commit has failed: then nothing has changed.
   */
  record(facts: readonly Fact[]): boolean;
  /**
   * Runs the effect once everything recorded so far is on the disk, at once where it is; effects run in the order of their
   * calls. When the journal fails, `lost` runs in its place.
   */
  whenKept(effect: () => void, lost?: () => void): void;
  /** Resolves once everything recorded so far is on the disk; false when the journal has failed. */
  kept(): Promise<boolean>;
  /** So many facts wait for their commit that nothing new is begun. */
  isBehind(): boolean;
  /** Folds and publishes what the journal cannot take now: it is forgotten with the process. */
  hold(fact: NotificationRaised): void;
  /** Publishes what no restart needs; kept for a while by the journal's rings. */
  pass(event: Passing): void;
  /** Parts of the engine: what one throws is a bug and is thrown on. */
  subscribe(listener: (event: EngineEvent) => void): () => void;
  /**
   * Subscribers outside the engine. `prepare` is called at the fold, to read the state as of the event; what it returns runs
   * once the event is on the disk, and at once for events that are not journalled. What either throws goes to `onThrow`.
   */
  watch(prepare: Prepare, onThrow: (error: unknown, event: EngineEvent) => void): () => void;
  /** How many facts the next start would have to fold. */
  unsaved(): number;
  /** Spares the next start the facts so far; whatever fails here costs that start time and nothing else. */
  save(): void;
  /** Writes nothing more: what is still under way finds no journal, and the next start resolves it. */
  close(): void;
};

/** Returns what to do with the event once it is on the disk. */
export type Prepare = (event: EngineEvent) => (() => void) | undefined;

/** Facts that may wait for their commit: hours of trading, some ten MB. */
const mostWaiting = 10_000;

/**
 * Reads the journal first: from the last snapshot on, or the whole of it where there is none that can be used. `unwatched`: nobody reads
 * what is committed, so that it need not be folded apart. `onBug` receives what a part of the engine throws, before any other part
 * receives the event.
 */
export const createRecorder = (
  store: EngineStore,
  parameters: Parameters,
  onFault: (message: string) => void,
  unwatched = false,
  onBug: (error: unknown) => void = () => {},
): Recorder => {
  const saved = savedState(store, parameters);
  const { state, ledger } = saved;
  let savedSeq = saved.seq;
  let failed = false;
  let closed = false;
  const listeners = new Set<(event: EngineEvent) => void>();
  const queue: EngineEvent[] = [];
  let publishing = false;

  for (const stored of store.read(savedSeq + 1)) fold(saved, stored);

  // The state is folded in place, so what is committed has maps of its own, and facts wait for their commit to be folded there.
  const copy = unwatched ? null : copyOf(saved);
  const uncommitted: StoredFact<Fact>[] = [];
  const follow = (reached: number): void => {
    for (let next = uncommitted[0]; copy && next && next.seq <= reached; next = uncommitted[0]) {
      uncommitted.shift();
      fold(copy, next);
    }
  };

  /** What waits for the commit of the fact `after`, in order: nothing overtakes what waits. */
  let outbox: { readonly after: number; readonly effect: () => void; readonly lost: () => void }[] = [];

  const fault = ({ message }: StoreFault): void => {
    if (failed) return;
    failed = true;
    const dropped = outbox;
    outbox = [];
    onFault(message);
    for (const { lost } of dropped) lost();
  };
  store.onFault(fault);

  store.onCommitted((seq) => {
    follow(seq);
    for (let next = outbox[0]; next && next.after <= seq; next = outbox[0]) {
      outbox.shift();
      next.effect();
    }
  });

  const whenKept: Recorder['whenKept'] = (effect, lost = () => {}) => {
    const after = store.lastSeq();
    if (failed) lost();
    else if (outbox.length === 0 && after <= store.committed()) effect();
    else outbox.push({ after, effect, lost });
  };

  const guarded = (work: () => void): boolean => {
    try {
      work();
      return true;
    } catch (error) {
      if (!(error instanceof StoreFault)) throw error;
      fault(error);
      return false;
    }
  };

  // A listener may record in turn: what it adds waits until every listener has heard the fact before.
  const publish = (events: readonly EngineEvent[]): void => {
    queue.push(...events);
    if (publishing) return;
    publishing = true;
    const thrown: unknown[] = [];
    for (let event = queue.shift(); event; event = queue.shift()) {
      for (const listener of listeners) {
        try {
          listener(event);
        } catch (error) {
          thrown.push(error);
          onBug(error);
        }
      }
    }
    publishing = false;
    // A bug, thrown on once every listener has received every event.
    if (thrown.length > 0) throw thrown[0];
  };

  const subscribe: Recorder['subscribe'] = (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };

  return {
    state,
    ledger,
    committed: copy ?? saved,
    record: (facts) => {
      if (closed || failed) return false;
      const taken = guarded(() => {
        for (const stored of store.append(facts)) {
          fold(saved, stored);
          if (copy) uncommitted.push(stored);
        }
        follow(store.committed());
      });
      if (taken) publish(facts);
      return taken;
    },
    whenKept,
    kept: () =>
      new Promise((resolve) => {
        whenKept(
          () => resolve(true),
          () => resolve(false),
        );
      }),
    isBehind: () => store.lastSeq() - store.committed() > mostWaiting,
    hold: (fact) => {
      evolve(state, fact);
      if (copy) evolve(copy.state, fact);
      publish([fact]);
    },
    pass: (event) => {
      if (!closed && !failed) guarded(() => keep(store, event));
      publish([event]);
    },
    subscribe,
    watch: (prepare, onThrow) =>
      subscribe((event) => {
        const guard = <T>(work: () => T): T | undefined => {
          try {
            return work();
          } catch (error) {
            onThrow(error, event);
            return undefined;
          }
        };
        const deliver = guard(() => prepare(event));
        if (!deliver) return;
        if (failed || isPassing(event)) guard(deliver);
        else whenKept(() => guard(deliver));
      }),
    close: () => {
      closed = true;
    },
    unsaved: () => store.lastSeq() - savedSeq,
    save: () => {
      // After a fault the state may hold a halt that no fact tells of.
      if (failed) return;
      const seq = store.lastSeq();
      if (guarded(() => store.saveSnapshot(engineSnapshot.name, { seq, state: freeze(state, ledger) }))) savedSeq = seq;
    },
  };
};

type Folded = Pick<Recorder, 'state' | 'ledger'>;

const fold = ({ state, ledger }: Folded, { seq, fact }: StoredFact<Fact>): void => {
  evolve(state, fact);
  ledger.fold(seq, fact);
};

const isPassing = ({ type }: EngineEvent): boolean =>
  type === 'LogWritten' || type === 'DecisionMade' || type.startsWith('Opportunity');

const keep = (store: EngineStore, event: Passing): void => {
  if (event.type === 'LogWritten') store.remember('logs', [{ id: event.id, at: event.at, data: event }]);
  else if (event.type === 'DecisionMade') store.remember('decisions', [{ id: event.id, at: event.at, data: event }]);
  else if (event.type !== 'OpportunityUpdated' || !event.opportunity.is_valid) {
    store.remember('opportunities', [{ id: event.opportunity.id, at: event.at, data: event.opportunity }]);
  }
};

const savedState = (store: EngineStore, parameters: Parameters) => {
  const snapshot = store.loadSnapshot(engineSnapshot.name);
  const thawed = snapshot && thaw(snapshot.state, initialState(parameters));
  return thawed ? { ...thawed, seq: snapshot.seq } : { state: initialState(parameters), ledger: new Ledger(), seq: 0 };
};
