import type { Opportunity } from '../contract/opportunity.ts';

/** The scanner's filters; `min_profit` in percent, `exchange` any part of its name in any case. */
export type ScannerFilter = {
  readonly type: 'ALL' | 'TRI' | 'QUAD';
  readonly min_profit: number | null;
  readonly exchange: string;
};

/** Opportunities that pass every filter, in their order. */
export const filterOpportunities = (items: readonly Opportunity[], filter: ScannerFilter): Opportunity[] => {
  const exchange = filter.exchange.trim().toLowerCase();
  return items.filter(
    (item) =>
      (filter.type === 'ALL' || item.type === filter.type) &&
      (filter.min_profit === null || (item.profit_pct !== null && item.profit_pct >= filter.min_profit)) &&
      (item.exchange ?? '').toLowerCase().includes(exchange),
  );
};
