type Listed = readonly { readonly id: string }[];

/** The ids above and below the id in the first list that has it; null at the ends, and where no list has it. */
export const neighboursOf = (
  id: string,
  lists: readonly Listed[],
): { readonly before: string | null; readonly after: string | null } => {
  for (const list of lists) {
    const at = list.findIndex((item) => item.id === id);
    if (at >= 0) return { before: list[at - 1]?.id ?? null, after: list[at + 1]?.id ?? null };
  }
  return { before: null, after: null };
};
