import type { Opportunity } from '../contract/opportunity.ts';

/** The scanner's filters; `min_profit` in percent, `exchange` any part of its name in any case. */
export type ScannerFilter = {
  readonly type: 'ALL' | 'TRI' | 'QUAD';
  readonly min_profit: number | null;
  readonly exchange: string;
};

/** Those that pass every filter, in their order. */
export const filterOpportunities = (items: readonly Opportunity[], filter: ScannerFilter): Opportunity[] => {
  const exchange = filter.exchange.trim().toLowerCase();
  return items.filter(
    (item) =>
      (filter.type === 'ALL' || item.type === filter.type) &&
      (filter.min_profit === null || (item.profit_pct !== null && item.profit_pct >= filter.min_profit)) &&
      item.exchange.toLowerCase().includes(exchange),
  );
};

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
