import { marketNameOf } from '../contract/bot-status.ts';
import type { EquityPoint, PerformanceMetrics } from '../contract/performance.ts';
import { ofMarket, type Trade } from '../contract/trade.ts';
import { type Figure, figureOf } from '../format/figure.ts';
import { selectRecentOpportunities } from '../projections/opportunities.ts';
import type { FoldedState } from '../projections/state.ts';
import { lastMidnight } from '../rules/day.ts';
import { selectBotNow } from './connection.ts';
import { derived } from './derived.ts';
import { selectExtended } from './session.ts';

/** Opportunities detected in the last 5 minutes. */
export const selectRecentCount = (state: FoldedState): number => selectRecentOpportunities(state).length;

/** Opportunities that are valid now; null before any were received. */
export const selectActiveCount = (state: FoldedState): number | null =>
  state.resources.opportunities.loaded_at === null && state.opportunities.items.length === 0
    ? null
    : state.opportunities.items.filter((item) => item.is_valid === true).length;

/** Figures since 00:00 UTC by the bot's clock; null until they are loaded for this day. */
export const selectToday = (state: Pick<FoldedState, 'loaded' | 'connection' | 'now'>): PerformanceMetrics | null => {
  const { today } = state.loaded;
  return today?.from === lastMidnight(selectBotNow(state)) ? today.figures : null;
};

/**
 * Profit in USD of the trades since 00:00 UTC, as in Total PnL. For a bot that speaks only the spec: the change of its equity since the
 * last point before midnight, or since the initial capital.
 */
export const selectTodaysProfit: (state: FoldedState) => Figure = derived(
  [selectExtended, selectToday, ({ loaded }) => loaded.equity, (state) => lastMidnight(selectBotNow(state))],
  (extended, today, equity, midnight) =>
    extended ? figureOf(today, today?.total_pnl) : gainSince(equity ?? [], new Date(midnight).toISOString()),
);

const gainSince = (points: readonly EquityPoint[], midnight: string): Figure => {
  const before = points.findLast(({ timestamp }) => timestamp < midnight);
  const base = before?.equity ?? points[0]?.initial_capital ?? null;
  const present = points.at(-1)?.equity ?? null;
  return figureOf(points.at(-1), base === null || present === null ? null : present - base);
};

/** Known value of residual positions; their cost is in today's profit. */
export const selectResidualUsd: (state: FoldedState) => Figure & { readonly usd: number } = derived(
  [({ loaded }) => loaded.risk],
  (risk) => ({
    usd: (risk?.stranded ?? []).reduce((sum, { value_usd }) => sum + (value_usd ?? 0), 0),
    source: risk?.provenance ?? null,
  }),
);

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
const known = (values: readonly (number | null)[]): number[] => values.filter((value) => value !== null);
const share = (filled: number | null, ordered: number | null): number | null =>
  filled === null || ordered === null || ordered <= 0 ? null : Math.min(1, filled / ordered);

const sentLegs = (trades: readonly Trade[]) =>
  trades
    .flatMap(({ legs }) => legs)
    .filter(({ status, unwind }) => !unwind && status !== 'intent' && status !== 'sent' && status !== 'unknown');

/**
 * Filled share of the ordered quantity in percent: over the legs of the recent trades, or over the given orders where the
 * bot does not report legs. Null without either.
 */
export const fillRate = (
  trades: readonly Trade[],
  orders: readonly { quantity: number | null; filled_quantity: number | null }[],
): number | null => {
  const legs = sentLegs(trades);
  const shares =
    legs.length > 0
      ? legs.map((leg) => share(leg.quantity, leg.expected_quantity))
      : orders.map((order) => share(order.filled_quantity, order.quantity));
  const average = mean(known(shares));
  return average === null ? null : average * 100;
};

/** The recent trades under the prices that are watched. */
const recentTrades = ({ bot, trades }: Pick<FoldedState, 'bot' | 'trades'>): readonly Trade[] =>
  ofMarket(trades.items, marketNameOf(bot.status));

/** Fill rate in percent: the bot's own figure, else over the recent trades and orders. */
export const selectFillRate = (state: FoldedState): number | null =>
  state.loaded.summary?.fill_rate ?? fillRate(recentTrades(state), state.orders.items);

/** Percent by which trades came out worse than planned: the bot's own figure, else over the recent trades. */
export const selectAvgSlippage = (state: FoldedState): number | null =>
  state.loaded.summary?.avg_slippage_pct ?? mean(known(recentTrades(state).map((trade) => trade.slippage_pct)));

export const selectAvgExecutionMs = (state: FoldedState): number | null => {
  const seconds = mean(known(recentTrades(state).map((trade) => trade.duration_seconds)));
  return state.loaded.summary?.avg_execution_time_ms ?? (seconds === null ? null : seconds * 1000);
};

const minuteMs = 60_000;
/** Epoch milliseconds at which the present minute began, for texts that need not change more often. */
export const selectMinute = (state: FoldedState): number => Math.floor(state.now / minuteMs) * minuteMs;
/** Minute by the bot's clock, which its days and limits follow. */
export const selectBotMinute = (state: FoldedState): number => Math.floor(selectBotNow(state) / minuteMs) * minuteMs;
