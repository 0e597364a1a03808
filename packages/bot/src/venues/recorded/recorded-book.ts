import type { BookUpdated, Stamp } from '../../model/event.ts';
import type { RecordedQuote } from './recorded-instruments.ts';

/** A recorded quote played at that moment: all that is known of its market, one level a side. */
export const bookOf = (
  exchange: string,
  { symbol, bid, bidSize, ask, askSize }: RecordedQuote,
  { at, received }: Stamp,
): BookUpdated => ({
  type: 'BookUpdated',
  exchange,
  symbol,
  kind: 'snapshot',
  bids: [[bid, bidSize]],
  asks: [[ask, askSize]],
  sequence: null,
  exchange_time: null,
  depth: 1,
  at,
  received,
});
