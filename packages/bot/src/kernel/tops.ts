import { bestPrice } from '../market/book-side.ts';
import type { Tops } from '../portfolio/usd-prices.ts';
import type { Market } from './market.ts';

/** The best prices of the trusted books, by the places of their markets; NaN where there are not both. */
export const topsOf = (markets: readonly Market[], isTrusted: (market: Market) => boolean): Tops => {
  const bids = new Array<number>(markets.length).fill(Number.NaN);
  const asks = new Array<number>(markets.length).fill(Number.NaN);
  for (const [id, market] of markets.entries()) {
    const [bid, ask] = [bestPrice(market.book.bids), bestPrice(market.book.asks)];
    if (!(bid > 0 && ask > 0) || !isTrusted(market)) continue;
    bids[id] = bid;
    asks[id] = ask;
  }
  return { bids, asks };
};
