type Keyed<T> = {
  readonly key: (item: T) => string;
  readonly moment: (item: T) => string | null;
  readonly cap: number;
};

const after = <T>(of: Keyed<T>, a: T, b: T): boolean => {
  const left = of.moment(a) ?? '';
  const right = of.moment(b) ?? '';
  return left > right || (left === right && of.key(a) > of.key(b));
};

const newestFirst = <T>(of: Keyed<T>, items: T[]): T[] => items.sort((a, b) => (after(of, a, b) ? -1 : 1));

/** Inserts each of `added` into a newest-first list, or replaces the item with its key; keeps at most `cap` items. */
export const upsert = <T>(of: Keyed<T>, items: readonly T[], added: readonly T[]): T[] => {
  const latest = new Map(added.map((item) => [of.key(item), item]));
  const others = items.filter((item) => !latest.has(of.key(item)));
  return newestFirst(of, [...latest.values(), ...others]).slice(0, of.cap);
};

/**
 * Merges a loaded list into the known one. The loaded list replaces the time range it covers; items received live since
 * then, newer than every loaded one, stay. `join` merges an item that is in both lists.
 */
export const reload = <T>(
  of: Keyed<T>,
  known: readonly T[],
  loaded: readonly T[],
  join: (known: T, loaded: T) => T = (_, item) => item,
): T[] => {
  const before = new Map(known.map((item) => [of.key(item), item]));
  const merged = new Map<string, T>();
  for (const item of loaded) {
    const old = before.get(of.key(item));
    merged.set(of.key(item), old === undefined ? item : join(old, item));
  }
  const newest = newestFirst(of, [...merged.values()]);
  const first = newest[0];
  const live = first === undefined ? [] : known.filter((item) => !merged.has(of.key(item)) && after(of, item, first));
  return [...live, ...newest].slice(0, of.cap);
};

/** ISO text of epoch milliseconds. */
export const iso = (at: number): string => new Date(at).toISOString();
