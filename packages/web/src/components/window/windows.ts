import { dayOf, momentOf, readMoment } from '@triquad/core/time';

export const windowNames = ['today', 'yesterday', '7d', '30d', 'month', 'custom'] as const;
export type WindowName = (typeof windowNames)[number];

/** Whole UTC days, as `2026-01-31`, both included. */
export type Days = { readonly first: string; readonly last: string };

const dayMs = 86_400_000;
const startOf = (day: string): number => momentOf(day);
const shifted = (day: string, days: number): string => dayOf(startOf(day) + days * dayMs);
/** The last of them is 3,652 days after the first: what a bot is asked for at most. */
const mostDays = 3_653;

/** A day of the calendar, as a date input gives it. */
export const isDay = (text: string): boolean => /^[1-9]\d{3}-\d{2}-\d{2}$/.test(text) && readMoment(text).ok;

/** The days of a window; an invalid `custom` window falls back to a week. `now` in epoch milliseconds. */
export const daysOf = (name: WindowName, now: number, custom: Days): Days => {
  const today = dayOf(now);
  switch (name) {
    case 'today':
      return { first: today, last: today };
    case 'yesterday':
      return { first: shifted(today, -1), last: shifted(today, -1) };
    case '30d':
      return { first: shifted(today, -29), last: today };
    case 'month':
      return { first: `${today.slice(0, 8)}01`, last: today };
    case 'custom':
      if (isDay(custom.first) && isDay(custom.last) && custom.first <= custom.last && countOf(custom) <= mostDays)
        return custom;
      return daysOf('7d', now, custom);
    case '7d':
      return { first: shifted(today, -6), last: today };
  }
};

const countOf = ({ first, last }: Days): number => Math.round((startOf(last) - startOf(first)) / dayMs) + 1;

/** Every day, oldest first. */
export const listed = (days: Days): readonly string[] =>
  Array.from({ length: countOf(days) }, (_, at) => shifted(days.first, at));

/** As many days, which end where these begin. */
export const before = (days: Days): Days => ({
  first: shifted(days.first, -countOf(days)),
  last: shifted(days.first, -1),
});

/** As a query: from the first moment (included) to the moment after the last. */
export const asked = ({ first, last }: Days) => ({
  from: new Date(startOf(first)).toISOString(),
  to: new Date(startOf(shifted(last, 1))).toISOString(),
});

/** Query parameters of the days. A range up to today has no end, so that new rows are included. */
export const endsOf = ({ first, last }: Days, now: number): { readonly from: string; readonly to?: string } => ({
  from: new Date(startOf(first)).toISOString(),
  ...(last < dayOf(now) && { to: new Date(startOf(shifted(last, 1))).toISOString() }),
});
