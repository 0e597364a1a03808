import { globalDefaults, riskAssets, riskDefaults } from '@triquad/core';
import type { Parameters } from '@triquad/core/contract';

/** When the bot applies a changed field: at once, or with its next start. */
export const parameterTakesEffect = {
  total_capital: 'at-once',
  max_capital_per_route: 'next-start',
  min_profit_threshold: 'next-start',
  max_concurrent_orders: 'at-once',
  max_daily_drawdown_pct: 'at-once',
  cooldown_after_failure_seconds: 'at-once',
  stop_loss_pct: 'at-once',
  max_unwind_loss_pct: 'at-once',
  max_profit_pct: 'at-once',
  max_position: 'at-once',
  max_daily_volume: 'at-once',
} as const;
export type ParameterField = keyof typeof parameterTakesEffect;

/** The defaults of the specification. */
export const parameterDefaults: Parameters = {
  ...globalDefaults,
  risk: {
    assets: Object.fromEntries(
      riskAssets.map((asset) => [
        asset,
        { max_position: riskDefaults.max_position, max_daily_volume: riskDefaults.max_daily_volume },
      ]),
    ),
    cooldown_after_failure_seconds: riskDefaults.cooldown_after_failure_seconds,
    stop_loss_pct: riskDefaults.stop_loss_pct,
  },
};

/** Normalises the name of an asset; null if the text is not one. */
export const assetNamed = (typed: string): string | null => {
  const name = typed.trim().toUpperCase();
  return /^[A-Z0-9]{1,20}$/.test(name) ? name : null;
};
