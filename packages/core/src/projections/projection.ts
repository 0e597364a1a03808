import type { Entry } from '../journal/journal.ts';
import type { Facts } from '../machines/folded.ts';

/**
 * State folded from the journal. `evolve` is pure and total: it never throws and returns the same object when nothing
 * changed. `facts`: values of the slices folded before.
 */
export type Projection<S> = { readonly initial: S; readonly evolve: (state: S, entry: Entry, facts: () => Facts) => S };
