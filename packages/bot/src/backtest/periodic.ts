import type { ReportRecord } from '@triquad/core/contract';
import { type EquityMark, unitValues } from '../portfolio/curves.ts';
import { sharpe, sortino } from '../portfolio/statistics.ts';

const dayMs = 86_400_000;
/** The markets never close. */
const daysOfYear = 365;
/** Fewer days say nothing of a year. */
const fewestDays = 7;

/**
 * Sharpe and Sortino ratios of daily returns against a benchmark of zero, annualised by the square root of 365 (W. F. Sharpe, "The Sharpe
 * Ratio", 1994). A day without a mark is left out: its return is in that of the next day with one.
 * @param marks oldest first.
 */
export const periodicRatios = (marks: readonly EquityMark[]): NonNullable<ReportRecord['metrics']['periodic']> => {
  const values = unitValues(marks);
  const ends = new Map(values.map(({ at, price }) => [Math.floor(at / dayMs), price]));
  let before = values[0]?.price ?? 0;
  const returns = [...ends.values()].map((price) => {
    const change = price / before - 1;
    before = price;
    return change;
  });
  const isEnough = returns.length >= fewestDays;
  const yearly = (ratio: number | null): number | null =>
    !isEnough || ratio === null ? null : ratio * Math.sqrt(daysOfYear);
  return { days: returns.length, sharpe: yearly(sharpe(returns)), sortino: yearly(sortino(returns)) };
};
