/** How a profit is coloured, by its percent: at least 1 strong, at least 0.5 medium. */
export type ProfitBand = 'strong' | 'medium' | 'none';

/** `none` for an unknown profit. */
export const profitBand = (profitPct: number | null | undefined): ProfitBand =>
  profitPct === null || profitPct === undefined || !(profitPct >= 0.5) ? 'none' : profitPct >= 1 ? 'strong' : 'medium';
