import type { Entry } from '../journal/journal.ts';

/** State folded from the journal. `evolve` is pure and total: it never throws and returns the same object when nothing changed. */
export type Projection<S> = { readonly initial: S; readonly evolve: (state: S, entry: Entry) => S };
