import type { EventStore } from '../journal/event-store.ts';
import { StoreFault } from '../journal/event-store.ts';
import { Ledger } from '../portfolio/ledger.ts';
import type { EngineEvent, Fact, Parameters, Passing } from './event.ts';
import { evolve, initialState, type Journalled } from './journalled.ts';

/** The one door to the journal: what is appended is folded, booked and published, in this order. */
export type Recorder = {
  readonly state: Journalled;
  readonly ledger: Ledger;
  /**
   * False when the journal could not take the facts: then nothing has changed, and `onFault` was told.
   * `durable`: they are on the disk when it returns.
   */
  record(facts: readonly Fact[], options?: { readonly durable: boolean }): boolean;
  /** Publishes what no restart needs; kept for a while by the journal's rings. */
  pass(event: Passing): void;
  /** Parts of the engine: what one throws is a bug and is thrown on. */
  subscribe(listener: (event: EngineEvent) => void): () => void;
  /** Spectators: what one throws is logged and touches nobody else. */
  watch(listener: (event: EngineEvent) => void, onThrow: (error: unknown, event: EngineEvent) => void): () => void;
};

/** Reads the whole journal first. */
export const createRecorder = (
  store: EventStore<Fact>,
  parameters: Parameters,
  onFault: (message: string) => void,
): Recorder => {
  const state = initialState(parameters);
  const ledger = new Ledger();
  const listeners = new Set<(event: EngineEvent) => void>();
  const queue: EngineEvent[] = [];
  let publishing = false;

  const fold = (seq: number, fact: Fact): void => {
    evolve(state, fact);
    if (fact.type === 'FundsDeposited' || fact.type === 'OrderFilled') ledger.post(seq, fact);
  };
  for (const { seq, fact } of store.read()) fold(seq, fact);

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
      try {
        for (const { seq, fact } of store.append(facts, { durable })) fold(seq, fact);
      } catch (error) {
        if (!(error instanceof StoreFault)) throw error;
        onFault(error.message);
        return false;
      }
      publish(facts);
      return true;
    },
    pass: (event) => {
      try {
        keep(store, event);
      } catch (error) {
        if (!(error instanceof StoreFault)) throw error;
        onFault(error.message);
      }
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
  };
};

const keep = (store: EventStore<Fact>, event: Passing): void => {
  if (event.type === 'LogWritten') store.remember('logs', [{ id: event.id, at: event.at, data: event }]);
  else if (event.type === 'DecisionMade') store.remember('decisions', [{ id: event.id, at: event.at, data: event }]);
  else if (event.type !== 'OpportunityUpdated') {
    store.remember('opportunities', [{ id: event.opportunity.id, at: event.at, data: event.opportunity }]);
  }
};
