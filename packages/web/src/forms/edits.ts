import type { FieldValue, FormValues } from '@triquad/core/rules';
import { numberText } from '@triquad/core/rules';

/** What was typed over the saved values, by path; null takes out the path and all below it. `before`: what was saved then. */
export type Edits = Readonly<Record<string, { readonly value: FieldValue | null; readonly before: FieldValue | null }>>;

/** The values of an object by path (`risk.assets.BTC.max_position`); fields without a value have none. */
export const flat = (source: object | null, prefix = ''): FormValues =>
  Object.fromEntries(
    Object.entries(source ?? {}).flatMap(([name, value]): [string, FieldValue | number][] => {
      const path = `${prefix}${name}`;
      if (value === null || value === undefined) return [];
      if (typeof value === 'object' && !Array.isArray(value)) return Object.entries(flat(value, `${path}.`));
      return [[path, value]];
    }),
  );

/** A value as its field holds it: numbers as text. */
export const fieldValue = (value: FieldValue | number | undefined): FieldValue | null =>
  value === undefined ? null : typeof value === 'number' ? numberText(value) : value;

const isBelow = (path: string, prefix: string): boolean => path === prefix || path.startsWith(`${prefix}.`);
const isSame = (one: FieldValue | null, other: FieldValue | null): boolean =>
  (one ?? '') === (other ?? '') || JSON.stringify(one) === JSON.stringify(other);

/** The saved values with what was edited over them. */
export const merged = (saved: FormValues, edits: Edits): FormValues => {
  const removed = Object.keys(edits).filter((path) => edits[path]?.value === null);
  const kept = Object.entries(saved).filter(([path]) => !removed.some((prefix) => isBelow(path, prefix)));
  // An edit that came back to the saved value is none: that is taken as it is, however it was typed.
  const typed = Object.entries(edits).flatMap(([path, { value }]) =>
    value === null || isSame(value, fieldValue(saved[path])) ? [] : [[path, value] as const],
  );
  return Object.fromEntries([...kept, ...typed]);
};

/** Whether the field, or one below it, holds something else than is saved. */
export const isChanged = (saved: FormValues, edits: Edits, path: string): boolean =>
  Object.entries(edits).some(([edited, { value }]) => {
    if (!isBelow(edited, path)) return false;
    if (value === null) return Object.keys(saved).some((one) => isBelow(one, edited));
    return !isSame(value, fieldValue(saved[edited]));
  });

/** What another client saved into a field since it was edited here, as text; null when nothing. */
export const savedMeanwhile = (saved: FormValues, edits: Edits, path: string): string | null => {
  const own = edits[path];
  const now = fieldValue(saved[path]);
  if (own === undefined || isSame(own.before, now) || isSame(own.value, now)) return null;
  return String(now ?? '');
};

type NewValues = Readonly<Partial<Record<string, FieldValue>>>;

/** Edits with some values more; each remembers what was saved when its field was first edited. What was taken out comes back. */
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

/** Edits without this path and what is below it, which is taken out. */
export const withoutPath = (edits: Edits, path: string): Edits => ({
  ...Object.fromEntries(Object.entries(edits).filter(([edited]) => !isBelow(edited, path))),
  [path]: { value: null, before: null },
});
