import type { TradeRecord } from '@triquad/core/contract';

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
> & { readonly legs: readonly Pick<TradeRecord['legs'][number], 'status' | 'ms'>[] };

/** What happened from `from` (inclusive) to `to` (exclusive), both UTC milliseconds. */
export type Period = { readonly from: number; readonly to: number };

/** A trade that ended and bought something: one that runs, or that failed before its first fill, wins and loses nothing. */
export type ClosedTrade = TradeFigures & { readonly profit: number };
export const isClosed = (trade: TradeFigures): trade is ClosedTrade =>
  trade.profit !== null && trade.status !== 'pending' && trade.status !== 'failed';

/** Those that began in the period. */
export const within = <T extends TradeFigures>(trades: readonly T[], { from, to }: Period): readonly T[] =>
  trades.filter(({ entry_time }) => Date.parse(entry_time) >= from && Date.parse(entry_time) < to);
