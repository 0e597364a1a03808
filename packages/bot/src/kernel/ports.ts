import { type StoredFact, StoreFault } from '../journal/event-store.ts';
import type { Fact } from '../model/event.ts';
import type { KillSwitch, Thrown } from '../risk/gate.ts';
import { historyOf } from './order-history.ts';
import type { EngineStore } from './recorder.ts';
import type { Turns } from './turns.ts';

/** So many facts of the past are noted together. */
const factsOfEntry = 1_000;

/** The journal, whose acknowledgements and answers are turns. What is committed grows in such a turn, or in the call that appends. */
export const storeInTurns = (store: EngineStore, turns: Turns, asked: Asked): Required<EngineStore> => {
  const { enter, drew, noted } = turns;
  let reached = store.committed();
  noted({ kind: 'opened', seq: store.lastSeq(), head: store.head() });
  let writes = 0;
  const write = <T>(work: () => T): T => {
    writes++;
    try {
      return work();
    } catch (error) {
      if (error instanceof StoreFault)
        drew({ kind: 'refused', write: writes, fault: error.kind, message: error.message });
      throw error;
    }
  };
  return {
    append: (facts) =>
      write(() => {
        const before = store.committed();
        const stored = store.append(facts);
        noted({ kind: 'recorded', facts: stored });
        const seq = store.committed();
        if (seq > before) {
          reached = seq;
          drew({ kind: 'kept', seq });
        }
        return stored;
      }),
    committed: () => reached,
    onCommitted: (listener) =>
      store.onCommitted((seq) =>
        enter({ kind: 'ack', seq }, () => {
          reached = seq;
          listener(seq);
        }),
      ),
    onFault: (listener) =>
      store.onFault((fault) =>
        enter({ kind: 'fault', fault: fault.kind, message: fault.message }, () => listener(fault)),
      ),
    lastSeq: () => store.lastSeq(),
    head: () => store.head(),
    read: function* (from) {
      const facts: StoredFact<Fact>[] = [];
      for (const fact of store.read(from)) {
        if (facts.push(fact) === factsOfEntry) noted({ kind: 'past', facts: facts.splice(0) });
        yield fact;
      }
      if (facts.length > 0) noted({ kind: 'past', facts });
    },
    loadSnapshot: (name) => {
      const snapshot = store.loadSnapshot(name);
      noted({ kind: 'snapshot', snapshot });
      return snapshot;
    },
    saveSnapshot: (name, snapshot) => write(() => store.saveSnapshot(name, snapshot)),
    recall: (ring, query) => {
      const records = store.recall(ring, query);
      noted({ kind: 'recalled', ring, records });
      return records;
    },
    remember: (ring, records) => write(() => store.remember(ring, records)),
    facts: (from, limit) => askInTurns(turns, asked, () => store.facts(from, limit)),
    history: (...order) =>
      askInTurns(turns, asked, () => (store.history ? store.history(...order) : historyOf(store, ...order))),
  };
};

export const idsInTurns =
  (ids: () => string, { drew }: Turns): (() => string) =>
  () => {
    const id = ids();
    drew({ kind: 'id', id });
    return id;
  };

/** The kill switch; what it says is noted where it differs from the reading before. */
export const switchInTurns = (killSwitch: KillSwitch, { drew, isInside }: Turns): KillSwitch => {
  let readings = 0;
  let last: Thrown | null = null;
  const switched = (done: boolean): boolean => {
    drew({ kind: 'switched', done });
    return done;
  };
  return {
    read: () => {
      const thrown = killSwitch.read();
      if (!isInside()) return thrown;
      readings++;
      if (thrown?.token !== last?.token || thrown?.cause !== last?.cause || thrown?.reason !== last?.reason)
        drew({ kind: 'switch', reading: readings, thrown });
      last = thrown;
      return thrown;
    },
    throw: (cause, reason) => switched(killSwitch.throw(cause, reason)),
    clear: (token) => switched(killSwitch.clear(token)),
    acknowledge: (token) => killSwitch.acknowledge(token),
  };
};

/** Counts what is asked of the journal and of all exchanges together. */
export type Asked = { questions: number; calls: number };

/** A question, whose answer is a turn. */
export const askInTurns = <T>({ enter }: Turns, asked: Asked, question: () => Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const number = ++asked.questions;
    const failed = (error: unknown): void =>
      enter({ kind: 'failure', question: number, message: messageOf(error) }, () => reject(error));
    try {
      Promise.resolve(question()).then(
        (value) => enter({ kind: 'answer', question: number, value }, () => resolve(value)),
        failed,
      );
    } catch (error) {
      failed(error);
    }
  });

/** As the engine words it in its log. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
