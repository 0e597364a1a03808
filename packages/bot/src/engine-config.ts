import { type BotConfigFields, usualBounds } from '@triquad/core/contract';
import { defaultConfig, type EngineConfig } from './model/config.ts';

/** The configuration that these settings of the engine came from: the inverse of `engineConfig`. */
export function configFields(name: string, config: EngineConfig): BotConfigFields {
  return {
    name,
    mode: 'paper',
    enabled_exchanges: [...config.parameters.enabled_exchanges],
    trading_pairs: [...config.parameters.trading_pairs],
    min_profit_threshold: config.parameters.min_profit_threshold,
    max_capital_per_route: config.parameters.max_capital_per_route,
    total_capital: config.total_capital,
    max_concurrent_orders: config.max_concurrent_orders,
    max_daily_drawdown_pct: config.max_daily_drawdown_pct,
    enable_triangular: config.enable_triangular,
    enable_quadrangular: config.enable_quadrangular,
    auto_execute: config.auto_execute,
    risk: {
      assets: structuredClone(config.assets) as BotConfigFields['risk']['assets'],
      cooldown_after_failure_seconds: config.cooldown_after_failure_seconds,
      stop_loss_pct: config.stop_loss_pct,
      ...boundsOf(config),
    },
    ...(config.by_hand === undefined ? {} : { by_hand: structuredClone(config.by_hand) }),
    ...(config.fees === undefined ? {} : { fees: structuredClone(config.fees) }),
    ...(config.paper === undefined ? {} : { paper: structuredClone(config.paper) }),
  };
}

/** What a new data directory starts with: the engine's own defaults as a configuration. */
export const defaultFields: BotConfigFields = configFields('Default', defaultConfig);

/** The engine's settings under a configuration. The capital in all is what each paper account is first given, in USDT. */
export function engineConfig(fields: BotConfigFields): EngineConfig {
  return {
    ...defaultConfig,
    parameters: {
      enabled_exchanges: fields.enabled_exchanges,
      trading_pairs: fields.trading_pairs,
      min_profit_threshold: fields.min_profit_threshold,
      max_capital_per_route: fields.max_capital_per_route,
    },
    auto_execute: fields.auto_execute,
    enable_triangular: fields.enable_triangular,
    enable_quadrangular: fields.enable_quadrangular,
    total_capital: fields.total_capital,
    max_concurrent_orders: fields.max_concurrent_orders,
    max_daily_drawdown_pct: fields.max_daily_drawdown_pct,
    stop_loss_pct: fields.risk.stop_loss_pct,
    cooldown_after_failure_seconds: fields.risk.cooldown_after_failure_seconds,
    ...boundsOf(fields.risk),
    assets: fields.risk.assets,
    paper_funds: { USDT: String(fields.total_capital) },
    ...(fields.by_hand === undefined ? {} : { by_hand: fields.by_hand }),
    ...(fields.fees === undefined ? {} : { fees: fields.fees }),
    ...(fields.paper === undefined ? {} : { paper: fields.paper }),
  };
}

type Bounds = { readonly [B in keyof typeof usualBounds]?: number | undefined };
/** The bounds of a configuration, the usual ones for those that it leaves out. */
function boundsOf({
  max_unwind_loss_pct = usualBounds.max_unwind_loss_pct,
  max_profit_pct = usualBounds.max_profit_pct,
}: Bounds) {
  return { max_unwind_loss_pct, max_profit_pct };
}
