const shortestStart = 3;

/** The word of `words` that begins with `typed`, otherwise the most similar; null if more than a third of the letters differ. */
export function nearest(typed: string, words: readonly string[]): string | null {
  const begun = typed.length < shortestStart ? undefined : words.find((word) => word.startsWith(typed.toLowerCase()));
  if (begun !== undefined) return begun;
  const distances = words.map((word) => ({ word, distance: editDistance(typed.toLowerCase(), word.toLowerCase()) }));
  const [best] = distances.toSorted((one, other) => one.distance - other.distance);
  if (best === undefined) return null;
  const mostDifferent = Math.max(1, Math.floor(Math.max(typed.length, best.word.length) / 3));
  return best.distance <= mostDifferent ? best.word : null;
}

/** ` (Did you mean start?)`, or nothing. */
export function suggestion(typed: string, words: readonly string[]): string {
  const word = nearest(typed, words);
  return word === null ? '' : ` (Did you mean ${word}?)`;
}

/** Letters to insert, delete, replace or swap with their neighbour (Damerau–Levenshtein, optimal string alignment). */
function editDistance(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  for (let at = 1; at <= one.length; at++) {
    const [above = [], twoAbove = []] = [rows[at - 1], rows[at - 2]];
    const row = [at];
    for (let to = 1; to <= other.length; to++) {
      const cost = one[at - 1] === other[to - 1] ? 0 : 1;
      const swapped = one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1];
      row[to] = Math.min(
        (above[to] ?? 0) + 1,
        (row[to - 1] ?? 0) + 1,
        (above[to - 1] ?? 0) + cost,
        swapped ? (twoAbove[to - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    rows.push(row);
  }
  return rows[one.length]?.[other.length] ?? 0;
}
