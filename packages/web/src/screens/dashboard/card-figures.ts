import type { PerformanceSpan } from '@triquad/core/contract';

/** The figures of the four cards. */
export type FigureName = 'opportunities_per_minute' | 'total_pnl' | 'avg_latency_ms' | 'win_rate';

/** Points of a sparkline: the cumulative profit at the end of each part, else the figure of each part; null if unknown. */
export const courseOf = (name: FigureName, parts: readonly PerformanceSpan[]): readonly (number | null)[] => {
  if (name !== 'total_pnl') return parts.map((part) => part[name]);
  const sums = [0];
  for (const { total_pnl } of parts) sums.push((sums.at(-1) ?? 0) + (total_pnl ?? 0));
  return sums;
};

/** `share`: of the earlier value in percent, of a win rate in percentage points; null where a percentage has no meaning. */
export type Change = { readonly difference: number; readonly share: number | null };

/** A percentage of a loss has no meaning. */
export const changeOf = (name: FigureName, now: number | null, before: number): Change | null => {
  if (now === null) return null;
  const difference = now - before;
  if (name === 'win_rate') return { difference, share: difference };
  return { difference, share: before > 0 && now >= 0 ? (difference / before) * 100 : null };
};
