import type { FieldValue, FormValues } from '@triquad/core/rules';
import { numberText } from '@triquad/core/rules';

/** Edits over the saved values, by path; `value` null removes the path and everything below it. `before`: the saved value at that time. */
export type Edits = Readonly<Record<string, { readonly value: FieldValue | null; readonly before: FieldValue | null }>>;

/** Flattens an object to values by path (`risk.assets.BTC.max_position`); null and undefined are omitted. */
export const flat = (source: object | null, prefix = ''): FormValues =>
  Object.fromEntries(
    Object.entries(source ?? {}).flatMap(([name, value]): [string, FieldValue | number][] => {
      const path = `${prefix}${name}`;
      if (value === null || value === undefined) return [];
      if (typeof value === 'object' && !Array.isArray(value)) return Object.entries(flat(value, `${path}.`));
      return [[path, value]];
    }),
  );

/** A saved value as its field holds it: numbers as text. */
export const fieldValue = (value: FieldValue | number | undefined): FieldValue | null =>
  value === undefined ? null : typeof value === 'number' ? numberText(value) : value;

const isBelow = (path: string, prefix: string): boolean => path === prefix || path.startsWith(`${prefix}.`);
const isSame = (one: FieldValue | null, other: FieldValue | null): boolean =>
  (one ?? '') === (other ?? '') || JSON.stringify(one) === JSON.stringify(other);

/** The saved values with the edits applied. */
export const merged = (saved: FormValues, edits: Edits): FormValues => {
  const removed = Object.keys(edits).filter((path) => edits[path]?.value === null);
  const kept = Object.entries(saved).filter(([path]) => !removed.some((prefix) => isBelow(path, prefix)));
  // An edit equal to the saved value is dropped, so that the saved number is used without parsing.
  const typed = Object.entries(edits).flatMap(([path, { value }]) =>
    value === null || isSame(value, fieldValue(saved[path])) ? [] : [[path, value] as const],
  );
  return Object.fromEntries([...kept, ...typed]);
};

/** True if the field, or one below it, differs from the saved value. */
export const isChanged = (saved: FormValues, edits: Edits, path: string): boolean =>
  Object.entries(edits).some(([edited, { value }]) => {
    if (!isBelow(edited, path)) return false;
    if (value === null) return Object.keys(saved).some((one) => isBelow(one, edited));
    return !isSame(value, fieldValue(saved[edited]));
  });

/** The value another client saved since the field was edited here, as text; null if none did. */
export const savedMeanwhile = (saved: FormValues, edits: Edits, path: string): string | null => {
  const own = edits[path];
  const now = fieldValue(saved[path]);
  if (own === undefined || isSame(own.before, now) || isSame(own.value, now)) return null;
  return String(now ?? '');
};

type NewValues = Readonly<Partial<Record<string, FieldValue>>>;

/** Adds edits. Each keeps the value that was saved when its field was first edited. A removed row is restored first. */
export const withValues = (edits: Edits, saved: FormValues, values: NewValues): Edits => ({
  ...Object.fromEntries(
    Object.entries(edits).filter(
      ([edited, { value }]) => value !== null || !Object.keys(values).some((path) => isBelow(path, edited)),
    ),
  ),
  ...Object.fromEntries(
    Object.entries(values).flatMap(([path, value]) => {
      const known = edits[path];
      const before = known === undefined || known.value === null ? fieldValue(saved[path]) : known.before;
      return value === undefined ? [] : [[path, { value, before }]];
    }),
  ),
});

/** Removes a path and everything below it. */
export const withoutPath = (edits: Edits, path: string): Edits => ({
  ...Object.fromEntries(Object.entries(edits).filter(([edited]) => !isBelow(edited, path))),
  [path]: { value: null, before: null },
});
