import { type ByHand, type Fees, type PaperSettings, usualBounds } from '@triquad/core/contract';
import { type BreakerSettings, defaultBreakers } from './breaker-settings.ts';
import type { Amount } from './exchange.ts';

/** The bot's parameters while it runs. Percent, USD; no trading pairs means all. */
export type Parameters = {
  readonly enabled_exchanges: readonly string[];
  readonly trading_pairs: readonly string[];
  readonly min_profit_threshold: number;
  readonly max_capital_per_route: number;
};

/** What an asset may carry, in USD: held at once, and bought in a UTC day. */
export type AssetLimit = { readonly max_position: number; readonly max_daily_volume: number };

/** The settings of the engine; percent and USD as in the contract's BotConfig. */
export type EngineConfig = {
  /** What the bot starts with when a start names nothing else. */
  readonly parameters: Parameters;
  /** Whether opportunities are executed by themselves while the bot runs in paper mode. */
  readonly auto_execute: boolean;
  /** Types of cycle that are left to the operator all the same, by exchange; left out, none. */
  readonly by_hand?: ByHand;
  readonly enable_triangular: boolean;
  readonly enable_quadrangular: boolean;
  /** Capital that may be at work at once over all exchanges: in running executions and residual positions. */
  readonly total_capital: number;
  readonly max_concurrent_orders: number;
  readonly max_daily_drawdown_pct: number;
  readonly stop_loss_pct: number;
  readonly cooldown_after_failure_seconds: number;
  /** Assets that are not named have no limit of their own. */
  readonly assets: Readonly<Record<string, AssetLimit>>;
  readonly breakers: BreakerSettings;
  /** Starting funds of each paper account, by asset. */
  readonly paper_funds: Readonly<Record<string, Amount>>;
  /** Currencies that a cycle may start at, most wanted first; a cycle with none of them is not offered. */
  readonly start_currencies: readonly string[];
  /** A book older than this is not trusted, in ms. */
  readonly max_book_age_ms: number;
  /** How far off its expected price a leg after the first may be filled; left out, as far as the cycle breaks even. */
  readonly max_slippage_pct?: number;
  /** How long an exchange has to answer before an order's outcome is unknown, in ms. */
  readonly order_timeout_ms: number;
  /** How much of what was spent a way back may lose, before fees; left out, 1. */
  readonly max_unwind_loss_pct?: number;
  /** A cycle that promises more, in per cent of its capital, is executed once its books have been read again; left out, 3. */
  readonly max_profit_pct?: number;
  /** How many orders an unwinding may send. */
  readonly unwind_max_orders: number;
  /** How long a stop waits for executions to end before it says so, in ms. */
  readonly stop_timeout_ms: number;
  /** Fees that are not those of the exchanges' lists or entry tiers, by exchange; left out, there are none. */
  readonly fees?: Fees;
  /** What paper orders meet; left out, the usual conditions of the market. */
  readonly paper?: PaperSettings;
};

/** What a journal without a configuration leaves: nothing is traded, no account is given funds. */
export const unconfigured = (): EngineConfig => ({ ...defaultConfig, auto_execute: false, paper_funds: {} });

export const unwindLossPct = ({ max_unwind_loss_pct = usualBounds.max_unwind_loss_pct }: EngineConfig): number =>
  max_unwind_loss_pct;
export const profitBoundPct = ({ max_profit_pct = usualBounds.max_profit_pct }: EngineConfig): number => max_profit_pct;

export const defaultConfig: EngineConfig = {
  parameters: {
    enabled_exchanges: ['kucoin', 'binance', 'kraken'],
    trading_pairs: [],
    min_profit_threshold: 0.5,
    max_capital_per_route: 1000,
  },
  auto_execute: true,
  enable_triangular: true,
  enable_quadrangular: true,
  total_capital: 10_000,
  max_concurrent_orders: 3,
  max_daily_drawdown_pct: 5,
  stop_loss_pct: 10,
  cooldown_after_failure_seconds: 60,
  assets: {
    BTC: { max_position: 1000, max_daily_volume: 5000 },
    ETH: { max_position: 1000, max_daily_volume: 5000 },
    BNB: { max_position: 1000, max_daily_volume: 5000 },
  },
  breakers: defaultBreakers,
  paper_funds: { USDT: '10000' },
  start_currencies: ['USDT', 'USDC', 'USD', 'EUR', 'BTC', 'ETH'],
  max_book_age_ms: 1500,
  order_timeout_ms: 5000,
  unwind_max_orders: 8,
  stop_timeout_ms: 20_000,
};
