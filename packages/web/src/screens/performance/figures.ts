import type { PerformanceWindow, Sourced } from '@triquad/core';
import type { Breakdown, Provenance } from '@triquad/core/contract';
import { cents } from '../../components/money-steps.ts';
import { type Days, listed } from '../../components/window/windows.ts';

/** A UTC day of the window; null where nothing is known of it. */
export type DayRow = Sourced & {
  readonly day: string;
  readonly net: number | null;
  /** Value of the corresponding day in the window before. */
  readonly before: number | null;
  readonly trades: number | null;
  readonly wins: number | null;
};

type Loaded = Pick<PerformanceWindow, 'money' | 'breakdown'>;
const sourceOf = ({ money, breakdown }: Loaded): Provenance | null => (money ?? breakdown)?.provenance ?? null;

/** Realised profit by day: as booked, or by the trades that began on it if the bot states no bookings. Oldest first. */
const netByDay = ({ money, breakdown }: Loaded): ReadonlyMap<string, number | null> =>
  new Map(
    money === null
      ? (breakdown?.by_day ?? []).map(({ day, profit }) => [day, profit])
      : money.days.map(({ day, realised }) => [day, realised]),
  );

export const dayRows = (days: Days, window: Loaded, earlier: { days: Days; window: Loaded } | null): DayRow[] => {
  const [now, then] = [netByDay(window), earlier && netByDay(earlier.window)];
  const previous = earlier === null ? [] : listed(earlier.days);
  const groups = new Map((window.breakdown?.by_day ?? []).map((group) => [group.day, group]));
  const provenance = sourceOf(window);
  return listed(days).map((day, at) => ({
    provenance,
    day,
    net: now.get(day) ?? null,
    before: then?.get(previous[at] ?? '') ?? null,
    trades: groups.get(day)?.trades ?? null,
    wins: groups.get(day)?.wins ?? null,
  }));
};

/** Amount booked in the window for trades that began outside of it, in USD; null under half a cent, or if unknown. */
export const bookedForOthers = ({ money, breakdown }: Loaded): number | null => {
  if (money?.total?.realised == null || breakdown?.all?.profit == null) return null;
  const usd = cents(money.total.realised - breakdown.all.profit);
  return usd === 0 ? null : usd;
};

/** How much a ratio needs, and how much there is. */
export type Ratio = { readonly value: number | null; readonly has: number; readonly needs: number };
const yearDays = 365;

/** Daily returns in shares of the equity that the day began with, without what came and went. */
const returnsOf = ({ money }: Loaded): readonly number[] =>
  (money?.days ?? []).flatMap(({ equity_start, change, flows }) =>
    equity_start === null || equity_start <= 0 || change === null ? [] : [(change - (flows ?? 0)) / equity_start],
  );
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * From daily returns, annualised by 365 days: Sharpe (mean over sample deviation) from 60 days, Sortino (mean over deviation below zero)
 * from 20 losing days, Calmar (return of a year over the greatest drawdown, in percent) from 90 days.
 */
export const ratiosOf = (
  window: Loaded,
  max_drawdown: number | null,
): Readonly<Record<'sharpe' | 'sortino' | 'calmar', Ratio>> => {
  const returns = returnsOf(window);
  const losing = returns.filter((value) => value < 0).length;
  const average = mean(returns);
  const deviation = Math.sqrt(returns.reduce((sum, value) => sum + (value - average) ** 2, 0) / (returns.length - 1));
  const downside = Math.sqrt(mean(returns.map((value) => Math.min(0, value) ** 2)));
  const growth = returns.reduce((product, value) => product * (1 + value), 1);
  const year = (growth ** (yearDays / returns.length) - 1) * 100;
  const ratio = (has: number, needs: number, value: number): Ratio => ({
    value: has >= needs && Number.isFinite(value) ? value : null,
    has,
    needs,
  });
  return {
    sharpe: ratio(returns.length, 60, (average / deviation) * Math.sqrt(yearDays)),
    sortino: ratio(losing, 20, (average / downside) * Math.sqrt(yearDays)),
    calmar: ratio(returns.length, 90, max_drawdown === null ? Number.NaN : year / max_drawdown),
  };
};

/** The range in which the share of winning trades lies in 95 of 100 cases, in percent (E. B. Wilson, 1927); null without a trade. */
export const winRange = (wins: number, trades: number): readonly [number, number] | null => {
  if (trades === 0) return null;
  const [z, share] = [1.96, wins / trades];
  const centre = share + z ** 2 / (2 * trades);
  const reach = z * Math.sqrt((share * (1 - share)) / trades + z ** 2 / (4 * trades ** 2));
  const scale = 100 / (1 + z ** 2 / trades);
  return [(centre - reach) * scale, (centre + reach) * scale];
};

type Group = NonNullable<Breakdown['all']>;
/** Net profit per 10,000 of the first legs' cost; null without a cost. */
export const basisPoints = ({ profit, capital }: Pick<Group, 'profit' | 'capital'>): number | null =>
  profit === null || !capital ? null : (profit / capital) * 10_000;
export const winRate = ({ wins, trades }: Pick<Group, 'wins' | 'trades'>): number | null =>
  wins === null || !trades ? null : (wins / trades) * 100;

const slots = 12;
/** Least number of trades for a meaningful slot. */
const leastTrades = 3;
export type Slot = { readonly trades: number; readonly profit: number; readonly enough: boolean };
/** Monday to Sunday, in slots of two hours, UTC. */
export const weekOf = ({ by_weekday_hour }: Breakdown): readonly (readonly Slot[])[] => {
  const week = Array.from({ length: 7 }, () => Array.from({ length: slots }, () => ({ trades: 0, profit: 0 })));
  for (const { weekday, hour, trades, profit } of by_weekday_hour) {
    const slot = week[weekday ?? -1]?.[Math.floor((hour ?? -1) / 2)];
    if (!slot) continue;
    slot.trades += trades ?? 0;
    slot.profit += profit ?? 0;
  }
  return week.map((day) => day.map((slot) => ({ ...slot, enough: slot.trades >= leastTrades })));
};
