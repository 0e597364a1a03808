import type { Opportunity } from '@triquad/core/contract';

/** The scanner's cards: `valid` counts those that can be executed now, `avg_profit` is the mean percent, null without any. */
export const scannerSummary = (
  items: readonly Opportunity[],
): { total: number; valid: number; avg_profit: number | null } => {
  const profits = items.flatMap(({ profit_pct }) => (profit_pct === null ? [] : [profit_pct]));
  return {
    total: items.length,
    valid: items.filter(({ is_valid }) => is_valid === true).length,
    avg_profit: profits.length === 0 ? null : profits.reduce((sum, profit) => sum + profit, 0) / profits.length,
  };
};
