/** A selector that returns its previous array while the items are identical, to avoid re-renders. */
export const stable = <S, T>(select: (state: S) => readonly T[]): ((state: S) => readonly T[]) => {
  let last: readonly T[] = [];
  return (state) => {
    const next = select(state);
    if (next.length !== last.length || next.some((item, index) => item !== last[index])) last = next;
    return last;
  };
};

/** Memoizes the last result by its argument, so that a derived object keeps its identity. */
export const derived = <A extends object, R>(derive: (argument: A) => R): ((argument: A) => R) => {
  const results = new WeakMap<A, R>();
  return (argument) => {
    const known = results.get(argument);
    if (known !== undefined) return known;
    const result = derive(argument);
    results.set(argument, result);
    return result;
  };
};
