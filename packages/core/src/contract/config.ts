import * as z from 'zod/mini';
import { looseNumber, looseText, looseTime, orElse, orNull } from './loose.ts';
import { amount, count, exchangeNames, id, marketSymbols, name, time } from './primitives.ts';
import { tradingMode } from './trade.ts';

const share = z.number().check(z.gte(0), z.lte(100));

/** Limits per asset in USD. */
export const AssetLimits = z.strictObject({ max_position: amount, max_daily_volume: amount });

export const RiskLimits = z.strictObject({
  assets: z
    .record(z.string().check(z.regex(/^[A-Z0-9]{1,20}$/)), AssetLimits)
    .check(z.refine((assets) => Object.keys(assets).length <= 500, 'must be at most 500')),
  cooldown_after_failure_seconds: z.number().check(z.gte(0), z.lte(86_400)),
  stop_loss_pct: share,
});

/** What may be written: percentages in percent, money in USD; empty `trading_pairs` means all. */
export const BotConfigFields = z.strictObject({
  name: name.check(z.maxLength(100)),
  mode: tradingMode,
  enabled_exchanges: exchangeNames,
  trading_pairs: marketSymbols,
  min_profit_threshold: share,
  max_capital_per_route: amount,
  total_capital: amount,
  max_concurrent_orders: z.int().check(z.gte(1), z.lte(100)),
  max_daily_drawdown_pct: share,
  enable_triangular: z.boolean(),
  enable_quadrangular: z.boolean(),
  auto_execute: z.boolean(),
  risk: RiskLimits,
});
export type BotConfigFields = z.infer<typeof BotConfigFields>;

/** PUT carries the `version` it was read with; a stale one is refused with 409. */
export const BotConfigUpdate = z.extend(z.partial(BotConfigFields), { version: z.int().check(z.gte(1)) });
export type BotConfigUpdate = z.infer<typeof BotConfigUpdate>;

export const BotConfigRecord = z.extend(z.object(BotConfigFields.shape), {
  id,
  is_active: z.boolean(),
  created_at: time,
  updated_at: time,
  version: count,
});
export type BotConfigRecord = z.infer<typeof BotConfigRecord>;

/** The fields of the settings forms. */
export const Parameters = z.strictObject({
  total_capital: BotConfigFields.shape.total_capital,
  max_capital_per_route: BotConfigFields.shape.max_capital_per_route,
  min_profit_threshold: BotConfigFields.shape.min_profit_threshold,
  max_concurrent_orders: BotConfigFields.shape.max_concurrent_orders,
  max_daily_drawdown_pct: BotConfigFields.shape.max_daily_drawdown_pct,
  risk: RiskLimits,
});
export type Parameters = z.infer<typeof Parameters>;
export const SomeParameters = z.partial(Parameters);
export type SomeParameters = z.infer<typeof SomeParameters>;

/** Parameters from a client's own storage; null if they are unreadable. */
export const readParameters = (text: string): SomeParameters | null => {
  try {
    const read = z.safeParse(SomeParameters, JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
};

const numberIfAny = z.catch(orNull(looseNumber), null);
const LooseLimits = z.looseObject({ max_position: numberIfAny, max_daily_volume: numberIfAny });

/** The configuration of any bot: unknown fields are kept, and fields that do not fit this schema are null. */
export const BotConfig = z.looseObject({
  id: z.optional(z.union([z.string(), z.number()])),
  name: z.catch(orNull(looseText), null),
  version: numberIfAny,
  updated_at: z.catch(orNull(looseTime), null),
  total_capital: numberIfAny,
  max_capital_per_route: numberIfAny,
  min_profit_threshold: numberIfAny,
  max_concurrent_orders: numberIfAny,
  max_daily_drawdown_pct: numberIfAny,
  risk: z.catch(
    orNull(
      z.looseObject({
        assets: z.catch(orElse(z.record(z.string(), LooseLimits), {}), {}),
        cooldown_after_failure_seconds: numberIfAny,
        stop_loss_pct: numberIfAny,
      }),
    ),
    null,
  ),
});
export type BotConfig = z.infer<typeof BotConfig>;
