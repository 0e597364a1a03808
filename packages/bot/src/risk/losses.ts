/** Money in USD, limits in percent; null where nothing was marked yet. */
export type LossFacts = {
  readonly equity: number;
  readonly day_peak: number | null;
  readonly base: number | null;
  readonly max_daily_drawdown_pct: number;
  readonly stop_loss_pct: number;
};

export type Loss = { readonly cause: 'daily_drawdown' | 'stop_loss'; readonly reason: string };

/** Whether what was lost since the day's peak, or since the base, reaches its limit. */
export const lossOf = (facts: LossFacts): Loss | null => {
  const total = fallPct(facts.base, facts.equity);
  if (total >= facts.stop_loss_pct) {
    return {
      cause: 'stop_loss',
      reason: `equity is ${total.toFixed(2)} % below its base, the stop loss is ${facts.stop_loss_pct} %`,
    };
  }
  const daily = fallPct(facts.day_peak, facts.equity);
  if (daily >= facts.max_daily_drawdown_pct) {
    const limit = facts.max_daily_drawdown_pct;
    return {
      cause: 'daily_drawdown',
      reason: `equity is ${daily.toFixed(2)} % below today's peak, the limit is ${limit} %`,
    };
  }
  return null;
};

/** By how many percent `to` is below `from`. */
export const fallPct = (from: number | null, to: number): number =>
  from === null || from <= 0 ? 0 : ((from - to) / from) * 100;
