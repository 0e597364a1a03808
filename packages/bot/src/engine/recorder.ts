import type { EventStore } from '../journal/event-store.ts';
import { StoreFault } from '../journal/event-store.ts';
import { Ledger } from '../portfolio/ledger.ts';
import type { EngineEvent, Fact, NotificationRaised, Parameters, Passing } from './event.ts';
import { evolve, initialState, type Journalled } from './journalled.ts';
import { freeze, thaw } from './snapshot.ts';

/** The one door to the journal: what is appended is folded, booked and published, in this order. */
export type Recorder = {
  readonly state: Journalled;
  readonly ledger: Ledger;
  /**
   * False when the journal could not take the facts: then nothing has changed, and `onFault` was told.
   * `durable`: they are on the disk when it returns.
   */
  record(facts: readonly Fact[], options?: { readonly durable: boolean }): boolean;
  /** Folds and publishes what the journal cannot take now: it is forgotten with the process. */
  hold(fact: NotificationRaised): void;
  /** Publishes what no restart needs; kept for a while by the journal's rings. */
  pass(event: Passing): void;
  /** Parts of the engine: what one throws is a bug and is thrown on. */
  subscribe(listener: (event: EngineEvent) => void): () => void;
  /** Spectators: what one throws is logged and touches nobody else. */
  watch(listener: (event: EngineEvent) => void, onThrow: (error: unknown, event: EngineEvent) => void): () => void;
  /** How many facts the next start would have to fold. */
  unsaved(): number;
  /** Spares the next start the facts so far; whatever fails here costs that start time and nothing else. */
  save(): void;
  /** Writes nothing more: what is still under way finds no journal, and the next start resolves it. */
  close(): void;
};

const snapshotName = 'engine';

/** Reads the journal first: from the last snapshot on, or the whole of it where there is none that can be used. */
export const createRecorder = (
  store: EventStore<Fact>,
  parameters: Parameters,
  onFault: (message: string) => void,
): Recorder => {
  const saved = savedState(store, parameters);
  const { state, ledger } = saved;
  let savedSeq = saved.seq;
  let faulty = false;
  let closed = false;
  const listeners = new Set<(event: EngineEvent) => void>();
  const queue: EngineEvent[] = [];
  let publishing = false;

  const fold = (seq: number, fact: Fact): void => {
    evolve(state, fact);
    if (fact.type === 'FundsDeposited' || fact.type === 'OrderFilled') ledger.post(seq, fact);
  };
  for (const { seq, fact } of store.read(savedSeq + 1)) fold(seq, fact);

  const fault = ({ message }: StoreFault): void => {
    faulty = true;
    onFault(message);
  };
  store.onFault(fault);

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
    try {
      for (let event = queue.shift(); event; event = queue.shift()) for (const listener of listeners) listener(event);
    } finally {
      publishing = false;
    }
  };

  const subscribe: Recorder['subscribe'] = (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };

  return {
    state,
    ledger,
    record: (facts, { durable } = { durable: false }) => {
      if (closed) return false;
      const taken = guarded(() => {
        for (const { seq, fact } of store.append(facts, { durable })) fold(seq, fact);
      });
      if (taken) publish(facts);
      return taken;
    },
    hold: (fact) => {
      evolve(state, fact);
      publish([fact]);
    },
    pass: (event) => {
      if (!closed) guarded(() => keep(store, event));
      publish([event]);
    },
    subscribe,
    watch: (listener, onThrow) =>
      subscribe((event) => {
        try {
          listener(event);
        } catch (error) {
          onThrow(error, event);
        }
      }),
    close: () => {
      closed = true;
    },
    unsaved: () => store.lastSeq() - savedSeq,
    save: () => {
      // After a fault the state may hold a halt that no fact tells of.
      if (faulty) return;
      const seq = store.lastSeq();
      if (guarded(() => store.saveSnapshot(snapshotName, { seq, state: freeze(state, ledger) }))) savedSeq = seq;
    },
  };
};

const keep = (store: EventStore<Fact>, event: Passing): void => {
  if (event.type === 'LogWritten') store.remember('logs', [{ id: event.id, at: event.at, data: event }]);
  else if (event.type === 'DecisionMade') store.remember('decisions', [{ id: event.id, at: event.at, data: event }]);
  else if (event.type !== 'OpportunityUpdated') {
    store.remember('opportunities', [{ id: event.opportunity.id, at: event.at, data: event.opportunity }]);
  }
};

const savedState = (store: EventStore<Fact>, parameters: Parameters) => {
  const snapshot = store.loadSnapshot(snapshotName);
  const thawed = snapshot && thaw(snapshot.state, initialState(parameters));
  return thawed ? { ...thawed, seq: snapshot.seq } : { state: initialState(parameters), ledger: new Ledger(), seq: 0 };
};
