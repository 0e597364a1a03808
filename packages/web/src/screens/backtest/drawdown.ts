import type { DrawdownPoint, Report } from '@triquad/core/contract';

type Point = Pick<DrawdownPoint, 'timestamp' | 'drawdown' | 'drawdown_pct'>;

/** Drawdown of the equity from its peak so far: from the report, else computed from its equity curve. */
export const drawdownOf = ({ drawdown, equity_curve }: Report): readonly Point[] => {
  if (drawdown.length > 0) return drawdown;
  let peak = Number.NEGATIVE_INFINITY;
  return equity_curve.map(({ timestamp, equity, initial_capital }) => {
    if (equity === null) return { timestamp, drawdown: null, drawdown_pct: null };
    peak = Math.max(peak, equity, initial_capital ?? equity);
    return { timestamp, drawdown: peak - equity, drawdown_pct: peak > 0 ? ((peak - equity) / peak) * 100 : null };
  });
};
