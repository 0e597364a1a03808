import type { Opportunity } from '@triquad/core/contract';

/** The scanner's cards: `valid` counts those that can be executed now, `avg_profit` is the mean percent, null without any. */
export const scannerSummary = (
  items: readonly Opportunity[],
): { total: number; valid: number; avg_profit: number | null; dislocations: number; valid_dislocations: number } => {
  const profits = items.flatMap(({ profit_pct }) => (profit_pct === null ? [] : [profit_pct]));
  const valid = items.filter(({ is_valid }) => is_valid === true);
  return {
    total: items.length,
    valid: valid.length,
    dislocations: dislocationsOf(items),
    valid_dislocations: dislocationsOf(valid),
    avg_profit: profits.length === 0 ? null : profits.reduce((sum, profit) => sum + profit, 0) / profits.length,
  };
};

/** Moves of a market; a cycle of a bot that names none is one of its own. */
export const dislocationsOf = (items: readonly Opportunity[]): number =>
  new Set(items.map(({ dislocation_id, id }) => dislocation_id ?? id)).size;
