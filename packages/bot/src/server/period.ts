import { notValid, Refusal } from './problem.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?$/i;

/** A moment of a query in UTC milliseconds, null when it is not given. Without a zone it is UTC, whatever the clock of the machine says. */
function momentOf(field: string, value: string | undefined): number | null | Refusal {
  if (value === undefined) return null;
  const [whole, zone] = MOMENT.exec(value) ?? [];
  const at =
    DAY.test(value) || (whole !== undefined && zone !== undefined) ? Date.parse(value) : Date.parse(`${whole}Z`);
  return Number.isNaN(at) ? notValid(field, 'must be a moment such as 2026-01-31T12:00:00Z') : at;
}

/** The ends of a stretch of time in a query, `to` not before `from`. */
export function stretchOf(query: {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}): { readonly from: number | null; readonly to: number | null } | Refusal {
  const from = momentOf('from', query.from);
  if (from instanceof Refusal) return from;
  const to = momentOf('to', query.to);
  if (to instanceof Refusal) return to;
  return from !== null && to !== null && to < from ? notValid('to', 'must not be before from') : { from, to };
}

/** UTC milliseconds; `to` is not within. */
export interface Period {
  readonly from: number;
  readonly to: number;
}
