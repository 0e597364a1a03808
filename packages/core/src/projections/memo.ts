/** A selector that returns the same list while its items are the same, so that nobody who watches it is woken in vain. */
export const stable = <S, T>(select: (state: S) => readonly T[]): ((state: S) => readonly T[]) => {
  let last: readonly T[] = [];
  return (state) => {
    const next = select(state);
    if (next.length !== last.length || next.some((item, index) => item !== last[index])) last = next;
    return last;
  };
};

/** The same result for the same argument, so that a subscriber of a derived object is called only when it changes. */
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
