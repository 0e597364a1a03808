import * as z from 'zod/mini';
import { anything, enveloped, looseRows } from './answer.ts';
import { mark } from './mark.ts';
import { cycleType } from './opportunity.ts';
import {
  amount,
  count,
  exchangeName,
  exchangeNames,
  id,
  listOf,
  marketSymbol,
  marketSymbols,
  name,
  page,
  time,
  tradingMode,
} from './primitives.ts';
import { route } from './route.ts';
import { tolerant } from './tolerant.ts';
import type { Tolerant } from './tolerant-type.ts';

const share = z.number().check(z.gte(0), z.lte(100));

/** Limits per asset in USD. */
export const AssetLimits = z.strictObject({ max_position: amount, max_daily_volume: amount });

/** Bounds of a configuration that leaves them out, as earlier versions do; in percent. */
export const usualBounds = { max_unwind_loss_pct: 1, max_profit_pct: 3 } as const;

/** Left out, `max_unwind_loss_pct` is 1 and `max_profit_pct` 3. */
export const RiskLimits = z.strictObject({
  assets: z
    .record(z.string().check(z.regex(/^[A-Z0-9]{1,20}$/)), AssetLimits)
    .check(z.refine((assets) => Object.keys(assets).length <= 500, 'must be at most 500')),
  cooldown_after_failure_seconds: z.number().check(z.gte(0), z.lte(86_400)),
  stop_loss_pct: share,
  /** Largest loss of a liquidation path back to the start currency, before fees, in percent of the amount spent; 100 accepts any price. */
  max_unwind_loss_pct: z.optional(share),
  /** The books of a cycle that promises more, in percent of its capital, are read again before it is executed. */
  max_profit_pct: z.optional(share),
});

/** Percent of a fill; a maker may be paid. */
const makerFee = z.number().check(z.gte(-1), z.lte(10));
const takerFee = z.number().check(z.gte(0), z.lte(10));
const marketFees = { maker_pct: z.optional(makerFee), taker_pct: z.optional(takerFee) };

/**
 * Fees of an exchange in percent that differ from the published or entry tier's; `markets` have fees of their own. `token` pays the fees at
 * a discount while the account holds enough of it.
 */
export const ExchangeFees = z.strictObject({
  /** By the name that the exchange gives it; figures beside it come first. */
  tier: z.optional(z.string().check(z.minLength(1), z.maxLength(40))),
  ...marketFees,
  token: z.optional(
    z.strictObject({
      asset: z.string().check(z.regex(/^[A-Z0-9]{1,20}$/)),
      discount_pct: z.number().check(z.gte(0), z.lt(100)),
    }),
  ),
  markets: z.optional(
    z
      .record(marketSymbol, z.strictObject(marketFees))
      .check(z.refine((markets) => Object.keys(markets).length <= 5_000, 'must be at most 5,000')),
  ),
});
export type ExchangeFees = z.infer<typeof ExchangeFees>;
/** By exchange. */
export const Fees = z
  .record(exchangeName, ExchangeFees)
  .check(z.refine((exchanges) => Object.keys(exchanges).length <= 32, 'must be at most 32'));
export type Fees = z.infer<typeof Fees>;

/** A log-normal delay in ms: its median and its 99th percentile. Equal values make it constant. */
export const PaperDelay = z
  .strictObject({
    median_ms: z.number().check(z.gte(0), z.lte(2_000)),
    p99_ms: z.number().check(z.gte(0), z.lte(4_000)),
  })
  .check(
    z.refine(({ median_ms, p99_ms }) => p99_ms >= median_ms, {
      error: 'must not be below median_ms',
      path: ['p99_ms'],
    }),
  );
export type PaperDelay = z.infer<typeof PaperDelay>;

/**
 * Conditions of paper orders. `conditions`: `practice` is the best case, `realistic` has slow and late orders and competitors. The rest
 * changes single values of it, in percent; delays by exchange.
 */
export const PaperSettings = z.strictObject({
  conditions: z.optional(z.enum(['practice', 'realistic'])),
  taken_pct: z.optional(share),
  rejected_pct: z.optional(share),
  timed_out_pct: z.optional(share),
  rate_limited_pct: z.optional(share),
  exchanges: z.optional(
    z.record(exchangeName, z.strictObject({ feed_delay: z.optional(PaperDelay), order_delay: z.optional(PaperDelay) })),
  ),
});
export type PaperSettings = z.infer<typeof PaperSettings>;

/** Types of cycle by exchange; an exchange that has none is left out. */
export const ByHand = z
  .record(
    exchangeName,
    z.array(cycleType).check(
      z.minLength(1),
      z.overwrite((types) => [...new Set(types)]),
    ),
  )
  .check(z.refine((exchanges) => Object.keys(exchanges).length <= 32, 'must be at most 32'));
export type ByHand = z.infer<typeof ByHand>;

/** Writable fields: percentages in percent, money in USD; empty `trading_pairs` means all. */
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
  /** Executions left to the operator although `auto_execute` is on. In force at once; by default none. Announced as `config.by_hand`. */
  by_hand: z.optional(ByHand),
  risk: RiskLimits,
  /** In force from the next start on; left out, or of an exchange that is not named, as the exchange publishes them. */
  fees: z.optional(Fees),
  /** In force from the next start on; left out, the market's usual conditions hold. */
  paper: z.optional(PaperSettings),
});
export type BotConfigFields = z.infer<typeof BotConfigFields>;

/** PUT carries the `version` it was read with; a stale one is refused with 409. */
export const BotConfigUpdate = z.extend(z.partial(BotConfigFields), { version: z.int().check(z.gte(1)) });

export const BotConfigRecord = mark(
  z.extend(z.object(BotConfigFields.shape), {
    id,
    is_active: z.boolean(),
    created_at: time,
    updated_at: time,
    version: count,
  }),
  { apart: true },
);
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
/** The fields of the form of fees and paper orders. */
export const PaperFields = z.pick(BotConfigFields, { fees: true, paper: true });
export type PaperFields = z.infer<typeof PaperFields>;
export const SomeParameters = z.extend(z.partial(Parameters), {
  ...PaperFields.shape,
  auto_execute: z.optional(BotConfigFields.shape.auto_execute),
  by_hand: BotConfigFields.shape.by_hand,
});
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

/** The configuration of any bot: fields that do not fit this schema are null. */
export const BotConfig = tolerant(BotConfigRecord);
export type BotConfig = Tolerant<typeof BotConfigRecord>;

const readOnly = ['id', 'is_active', 'created_at', 'updated_at'];

export const configRoutes = {
  'config.current': route({
    method: 'GET',
    path: '/config/',
    role: 'viewer',
    record: BotConfigRecord,
    answer: enveloped(BotConfig),
    summary: 'The active configuration',
  }),
  'config.all': route({
    method: 'GET',
    path: '/config/all',
    role: 'viewer',
    query: z.object(page),
    record: listOf(BotConfigRecord),
    answer: looseRows(BotConfig),
    summary: 'All configurations',
  }),
  'config.get': route({
    method: 'GET',
    path: '/config/{id}',
    role: 'viewer',
    record: BotConfigRecord,
    answer: enveloped(BotConfig),
    summary: 'One configuration',
  }),
  'config.create': route({
    method: 'POST',
    path: '/config/',
    role: 'admin',
    idempotent: true,
    body: BotConfigFields,
    readOnly: [...readOnly, 'version'],
    record: BotConfigRecord,
    answer: enveloped(BotConfig),
    success: 201,
    refuses: [409],
    summary: 'Create a configuration; 409 when there are five hundred',
  }),
  'config.update': route({
    method: 'PUT',
    path: '/config/{id}',
    role: 'admin',
    idempotent: true,
    body: BotConfigUpdate,
    readOnly,
    record: BotConfigRecord,
    answer: enveloped(BotConfig),
    refuses: [409],
    summary: 'Change a configuration; 409 when the version is stale',
  }),
  'config.delete': route({
    method: 'DELETE',
    path: '/config/{id}',
    role: 'admin',
    idempotent: true,
    record: z.undefined(),
    answer: anything,
    success: 204,
    refuses: [409],
    summary: 'Delete a configuration; 409 when it is active',
  }),
  'config.activate': route({
    method: 'POST',
    path: '/config/{id}/activate',
    role: 'admin',
    idempotent: true,
    record: BotConfigRecord,
    answer: enveloped(BotConfig),
    refuses: [409],
    summary: 'Make a configuration the active one',
  }),
} as const;
