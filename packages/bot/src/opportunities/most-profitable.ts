/** What may be found at a place, and the profit that it cannot exceed. */
export type Prospect = { readonly at: number; readonly bound: number };

/** How many are chosen at most. */
export const mostChosen = 20;
/** How many are looked into at most, some ten µs each: only where bounds say little are that many needed. */
export const mostLooked = 60;

/** `isTired`: whether looking has taken as long as it may. */
export type Choice<T> = { profitOf(found: T): number; isTired(): boolean };

/**
 * The most profitable of what `look` finds at the prospects, the best first; what it finds at none is left out. It looks by falling bounds and
 * stops when no other can be among the best: so the choice is exact unless it has looked at `mostLooked`, or is tired.
 */
export const mostProfitable = <T>(
  prospects: readonly Prospect[],
  look: (at: number) => T | null,
  { profitOf, isTired }: Choice<T>,
): readonly T[] => {
  const best: T[] = [];
  const worst = (): number => profitOf(best[mostChosen - 1] as T);
  for (const { at, bound } of prospects.toSorted((a, b) => b.bound - a.bound).slice(0, mostLooked)) {
    if (isTired() || (best.length === mostChosen && bound <= worst())) break;
    const found = look(at);
    if (found === null) continue;
    const place = best.findIndex((other) => profitOf(other) < profitOf(found));
    best.splice(place < 0 ? best.length : place, 0, found);
    if (best.length > mostChosen) best.pop();
  }
  return best;
};
