import type { ClientState } from '@triquad/core';
import type { Trade } from '@triquad/core/contract';

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
const known = (values: readonly (number | null)[]): number[] => values.filter((value) => value !== null);

const sentLegs = (trades: readonly Trade[]) =>
  trades
    .flatMap(({ legs }) => legs)
    .filter(({ status, unwind }) => !unwind && status !== 'intent' && status !== 'sent' && status !== 'unknown');

/**
 * Percent of what was ordered that was filled: over the legs of the recent trades, or over the orders in view where the
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
const share = (filled: number | null, ordered: number | null): number | null =>
  filled === null || ordered === null || ordered <= 0 ? null : Math.min(1, filled / ordered);

export const selectFillRate = ({ performance, trades, orders }: ClientState): number | null =>
  performance.summary?.fill_rate ?? fillRate(trades.items, orders.items);

/** Percent by which the trades came out worse than planned; from the bot's summary, else over the recent trades. */
export const selectAvgSlippage = ({ performance, trades }: ClientState): number | null =>
  performance.summary?.avg_slippage_pct ?? mean(known(trades.items.map((trade) => trade.slippage_pct)));

export const selectAvgExecutionMs = ({ performance, trades }: ClientState): number | null => {
  const seconds = mean(known(trades.items.map((trade) => trade.duration_seconds)));
  return performance.summary?.avg_execution_time_ms ?? (seconds === null ? null : seconds * 1000);
};
