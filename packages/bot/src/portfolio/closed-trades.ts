import type { TradeRecord } from '@triquad/core/contract';

/** What happened from `from` (inclusive) to `to` (exclusive), both UTC milliseconds. */
export type Period = { readonly from: number; readonly to: number };

/** A trade that ended and bought something: one that runs, or that failed before its first fill, wins and loses nothing. */
export type ClosedTrade = TradeRecord & { readonly profit: number };
export const isClosed = (trade: TradeRecord): trade is ClosedTrade =>
  trade.profit !== null && trade.status !== 'pending' && trade.status !== 'failed';

/** Those that began in the period. */
export const within = <T extends TradeRecord>(trades: readonly T[], { from, to }: Period): readonly T[] =>
  trades.filter(({ entry_time }) => Date.parse(entry_time) >= from && Date.parse(entry_time) < to);
