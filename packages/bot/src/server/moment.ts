import { notValid, type Refusal } from './problem.ts';

/** A moment of a query in UTC milliseconds, null when it is not given. */
export function momentOf(field: string, value: string | undefined): number | null | Refusal {
  if (value === undefined) return null;
  const at = Date.parse(value);
  return Number.isNaN(at) ? notValid(field, 'must be a moment such as 2026-01-31T12:00:00Z') : at;
}
