import { daysBefore } from '@triquad/core';
import type { Money, MoneyParts } from '@triquad/core/contract';

/** Profit of one or several days, in USD; null if unknown. `net` is the sum of all parts before it. */
export interface Earned {
  /** Profit of trades before fees. */
  readonly gross: number | null;
  /** At most 0. */
  readonly fees: number | null;
  readonly dust: number | null;
  readonly unrealised: number | null;
  /** The revaluation of all else that is held. */
  readonly holdings: number | null;
  /** The change of equity without what came and went. */
  readonly net: number | null;
  /** At the end. */
  readonly equity: number | null;
}

const nothing: Earned = {
  gross: null,
  fees: null,
  dust: null,
  unrealised: null,
  holdings: null,
  net: null,
  equity: null,
};
const week = 7;

/** Today, yesterday, and the last seven days with today, in UTC. `now`: epoch milliseconds by the bot's clock. */
export const earnedIn = ({ days }: Money, now: number): Readonly<Record<'today' | 'yesterday' | 'week', Earned>> => {
  const dayOf = (back: number) => days.filter(({ day }) => day === nameOf(daysBefore(now, back)));
  return {
    today: sumOf(dayOf(0)),
    yesterday: sumOf(dayOf(1)),
    week: sumOf(Array.from({ length: week }, (_, at) => dayOf(week - 1 - at)).flat()),
  };
};

const nameOf = (day: number): string => new Date(day).toISOString().slice(0, 10);
const cents = (usd: number): number => Math.round(usd * 100);
const usd = (sum: number | null): number | null => (sum === null ? null : sum / 100 + 0);

function sumOf(days: readonly MoneyParts[]): Earned {
  const last = days.at(-1);
  if (last === undefined) return nothing;
  const sum = (of: (day: MoneyParts) => number | null): number | null =>
    days.some((day) => of(day) === null) ? null : cents(days.reduce((total, day) => total + (of(day) ?? 0), 0));
  const change = sum(({ change }) => change);
  const net = change === null ? null : change - (sum(({ flows }) => flows ?? 0) ?? 0);
  const paid = sum(({ fees }) => fees);
  const [dust, unrealised, holdings] = [
    sum((day) => day.dust),
    sum((day) => day.unrealised),
    sum((day) => day.holdings),
  ];
  const isWhole = net !== null && paid !== null && dust !== null && unrealised !== null && holdings !== null;
  return {
    // Includes the rounding difference, so that the column adds up.
    gross: usd(isWhole ? net + paid - dust - unrealised - holdings : null),
    fees: usd(paid === null ? null : -paid),
    dust: usd(dust),
    unrealised: usd(unrealised),
    holdings: usd(holdings),
    net: usd(net),
    equity: last.equity_end,
  };
}
