/** A selector that returns its previous array while the items are identical, to avoid re-renders. */
export const stable = <S, T>(select: (state: S) => readonly T[]): ((state: S) => readonly T[]) => {
  let last: readonly T[] = [];
  return (state) => {
    const next = select(state);
    if (next.length !== last.length || next.some((item, index) => item !== last[index])) last = next;
    return last;
  };
};
