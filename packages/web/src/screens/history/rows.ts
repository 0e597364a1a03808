import { marketOf, type Trade } from '@triquad/core/contract';
import { pathOf } from '../../components/cycle.ts';

type Ends = { readonly from?: string; readonly to?: string };
type Filter = { readonly [K in 'q' | 'type' | 'exchange' | 'market' | 'result' | 'by']?: string };

/** Trades that began in the half-open range and match the words, type, exchange, market, result and origin; an empty filter matches all. */
export const filterTrades = (
  trades: readonly Trade[],
  { from = '', to }: Ends,
  { q = '', type = '', exchange = '', market = '', result = '', by = '' }: Filter,
): readonly Trade[] => {
  const sought = q.trim().toLowerCase();
  return trades.filter((trade) => {
    const at = trade.entry_time ?? '';
    if (at < from || (to !== undefined && at >= to)) return false;
    if (type !== '' && trade.opportunity_type !== type) return false;
    if (exchange !== '' && trade.exchange !== exchange) return false;
    if (result !== '' && trade.status !== result) return false;
    if (by !== '' && trade.trigger !== by) return false;
    if (market !== '' && marketOf(trade) !== market) return false;
    return sought === '' || wordsOf(trade).some((word) => word.toLowerCase().includes(sought));
  });
};

/** Both lists, newest first; of a trade that is in both what the first says. */
export const joined = (newest: readonly Trade[], older: readonly Trade[]): readonly Trade[] => {
  const known = new Set(newest.map(({ id }) => id));
  return [...newest, ...older.filter(({ id }) => !known.has(id))];
};

const wordsOf = ({ id, opportunity_id, exchange, symbols, status, error_message }: Trade): readonly string[] => [
  ...[id, opportunity_id ?? '', exchange, status, error_message ?? ''],
  pathOf(symbols),
];

/** By how much a trade came to more or less than was shown, in USD. */
export const againstShown = ({ profit, expected_profit }: Trade): number | null =>
  profit === null || expected_profit === null ? null : profit - expected_profit;
