import type { EventStore, Fact } from '../journal/event-store.ts';

/** The journal of an engine that is never started again: facts are numbered and folded, and nothing is kept. */
export const createForgetfulStore = <F extends Fact>(): EventStore<F> => {
  let seq = 0;
  return {
    append: (facts) => facts.map((fact) => ({ seq: ++seq, hash: '', fact })),
    committed: () => seq,
    onCommitted: () => {},
    read: () => [],
    lastSeq: () => seq,
    head: () => '',
    saveSnapshot: () => {},
    loadSnapshot: () => null,
    remember: () => {},
    recall: () => [],
    onFault: () => {},
    verify: () => ({ ok: true, facts: 0, head: '' }),
    facts: async () => [],
    records: async () => [],
    close: async () => {},
  };
};
