/** A selector that returns the same list while its items are the same, so that nobody who watches it is woken in vain. */
export const stable = <S, T>(select: (state: S) => readonly T[]): ((state: S) => readonly T[]) => {
  let last: readonly T[] = [];
  return (state) => {
    const next = select(state);
    if (next.length !== last.length || next.some((item, index) => item !== last[index])) last = next;
    return last;
  };
};
