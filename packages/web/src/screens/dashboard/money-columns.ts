import { daysBefore, moneyDays } from '@triquad/core';
import type { Money, MoneyParts } from '@triquad/core/contract';
import { cents, stepsOf } from '../../components/money-steps.ts';

type Part = 'gross' | 'fees' | 'realised' | 'unrealised' | 'dust' | 'holdings' | 'unexplained';
/** Today, yesterday or the last seven days, in USD; null where it is not known. */
export type MoneyColumn = {
  readonly id: 'today' | 'yesterday' | 'week';
  /** The change of equity without what came and went: realised and all parts below it. */
  readonly net: number | null;
  /** The net of the days before; null for today, which is not over. */
  readonly before: number | null;
  readonly parts: Readonly<Partial<Record<Part, number | null>>>;
  readonly equity: number | null;
};

const nameOf = (day: number): string => new Date(day).toISOString().slice(0, 10);
const fields = ['change', 'realised', 'fees', 'unrealised', 'dust', 'holdings', 'flows'] as const;

/** Merges the parts of consecutive days into one; null if the first day is unknown. */
const together = (days: readonly MoneyParts[]): MoneyParts | null => {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return null;
  const sum = (field: (typeof fields)[number]): number | null =>
    days.some((day) => day[field] === null) ? null : days.reduce((total, day) => total + (day[field] ?? 0), 0);
  return {
    ...(Object.fromEntries(fields.map((field) => [field, sum(field)])) as Record<(typeof fields)[number], number>),
    equity_start: first.equity_start,
    equity_end: last.equity_end,
    unknown: [...new Set(days.flatMap(({ unknown }) => unknown))],
  };
};
const netOf = (parts: MoneyParts | null): number | null =>
  parts === null || parts.change === null ? null : cents(cents(parts.change) - cents(parts.flows ?? 0));

/** Profit of today, yesterday and seven days, in cents that add up. `now`: epoch milliseconds by the bot's clock. */
export const moneyColumns = ({ days }: Money, now: number): readonly MoneyColumn[] => {
  const byDay = new Map(days.map((day) => [day.day, day]));
  // Days `from` to `to` before today, the earlier one first.
  const span = (from: number, to: number): MoneyParts | null =>
    together(
      Array.from({ length: from - to + 1 }, (_, at) => byDay.get(nameOf(daysBefore(now, from - at)))).filter(
        (day) => day !== undefined,
      ),
    );
  const column = (id: MoneyColumn['id'], parts: MoneyParts | null, before: MoneyParts | null): MoneyColumn => ({
    id,
    net: netOf(parts),
    before: netOf(before),
    parts: parts === null ? {} : Object.fromEntries(stepsOf(parts).map(({ name, usd }) => [name, usd])),
    equity: parts?.equity_end ?? null,
  });
  const week = moneyDays / 2;
  // The comparison needs all days before to be known.
  const whole = [...byDay.keys()].some((day) => day <= nameOf(daysBefore(now, moneyDays - 1)));
  return [
    column('today', span(0, 0), null),
    column('yesterday', span(1, 1), span(2, 2)),
    column('week', span(week - 1, 0), whole ? span(moneyDays - 1, week) : null),
  ];
};
