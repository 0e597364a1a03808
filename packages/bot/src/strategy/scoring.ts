/** How much or how little of something. */
export type Level = 'low' | 'medium' | 'high';

/** A level and the sentences that explain it. */
export type Score = { level: Level; reasons: string[] };

/** What the liquidity of a sized route is judged by: one entry a leg. */
export type LiquidityFacts = { market: string; quantity: number; depthWithinTenthPercent: number }[];

/** What the risk of a sized route is judged by. */
export type RiskFacts = {
  legs: number;
  /** Profit after fees, percent. */
  profitPct: number;
  /** Fees of all legs, percent. */
  feesPct: number;
  /** Age of the oldest book, milliseconds. */
  oldestBookMs: number;
  /** Greatest standard deviation of a leg's mid price over the last minute, percent; null when too few prices were seen. */
  volatilityPct: number | null;
  /** Share of this route's past executions that filled whole, 0 to 1; null when it has none. */
  fillRate: number | null;
};
