import type { Trade } from '../contract/trade.ts';

type Ends = 'optimistic_profit' | 'pessimistic_profit';
/** A trade as far as its range needs it; a bot without ranges leaves out both ends. */
type Ended = Pick<Trade, 'entry_time' | 'duration_seconds' | 'profit' | Ends>;

const endOf = ({ entry_time, duration_seconds }: Ended): number =>
  Date.parse(entry_time ?? '') + 1_000 * (duration_seconds ?? 0);

/**
 * By how many USD the equity at each moment would be higher, and lower (negative), had every trade that ended by then come to its better and to its worse
 * end. `moments`: epoch milliseconds, ascending. Null without a range of any trade.
 */
export const rangeOfTrades = (
  moments: readonly number[],
  trades: readonly Ended[],
): { readonly high: readonly number[]; readonly low: readonly number[] } | null => {
  if (!trades.some(({ pessimistic_profit }) => typeof pessimistic_profit === 'number')) return null;
  const ended = trades.filter((trade) => Number.isFinite(endOf(trade))).sort((one, other) => endOf(one) - endOf(other));
  const moved = (end: Ends): readonly number[] => {
    let [next, sum] = [0, 0];
    return moments.map((at) => {
      for (let trade = ended[next]; trade !== undefined && endOf(trade) <= at; trade = ended[++next])
        sum += (trade[end] ?? trade.profit ?? 0) - (trade.profit ?? 0);
      return sum;
    });
  };
  return { high: moved('optimistic_profit'), low: moved('pessimistic_profit') };
};
