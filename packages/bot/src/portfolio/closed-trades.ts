import { isCounted, type TradeRecord } from '@triquad/core/contract';
import type { Range } from '@triquad/core/time';

/** What performance is worked out from; every trade record has it. */
export type TradeFigures = Pick<
  TradeRecord,
  | 'entry_time'
  | 'exchange'
  | 'type'
  | 'status'
  | 'profit'
  | 'profit_pct'
  | 'slippage_pct'
  | 'duration_seconds'
  | 'pairs'
  | 'optimistic_profit'
  | 'pessimistic_profit'
> &
  Partial<Pick<TradeRecord, 'symbols' | 'fees' | 'capital' | 'expected_profit' | 'market'>> & {
    readonly legs: readonly Pick<TradeRecord['legs'][number], 'status' | 'ms'>[];
  };

/** A trade that counts; the dashboard counts by the same rule. */
export type ClosedTrade = TradeFigures & { readonly profit: number };
export const isClosed: (trade: TradeFigures) => trade is ClosedTrade = isCounted;

/** Those that began in the period. Moments, all of the contract's form, are in order as their text is. */
export const within = <T extends TradeFigures>(trades: readonly T[], { from, to }: Range): readonly T[] => {
  const [first, end] = [textOf(from), textOf(to)];
  return trades.filter(({ entry_time }) => entry_time >= first && entry_time < end);
};

/** In the order in which they began. */
export const inOrder = <T extends TradeFigures>(trades: readonly T[]): readonly T[] =>
  trades.toSorted((a, b) => (a.entry_time < b.entry_time ? -1 : a.entry_time > b.entry_time ? 1 : 0));

/** The last moment whose year has four digits. */
const LATEST = Date.UTC(10_000, 0) - 1;
/** A moment in UTC milliseconds as records have it. */
export const textOf = (at: number): string => new Date(Math.min(Math.max(0, Math.ceil(at)), LATEST)).toISOString();
