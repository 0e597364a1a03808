import type { Exit } from '../execution/way-back.ts';
import type { ExchangeMarkets } from '../kernel/exchange-markets.ts';
import type { Market } from '../kernel/market.ts';

type Exits = {
  /** Every listed market that takes the asset. */
  exits(asset: string): readonly Exit[];
  /** The market that turns one currency into another; null where none is listed. */
  exit(from: string, to: string): Exit | null;
};

/** The markets of an exchange as ways out of an asset, with the books as they are. */
export const exitsAt = (own: ExchangeMarkets | undefined): Exits => ({
  exits: (asset) =>
    own?.markets.flatMap((market) => {
      const { base, quote } = market.instrument;
      return base === asset || quote === asset ? exitBy(own, market, base === asset ? 'sell' : 'buy') : [];
    }) ?? [],
  exit: (from, to) => {
    const edge = own?.edge(from, to) ?? null;
    const market = edge === null ? undefined : own?.markets[edge >> 1];
    return own && market ? (exitBy(own, market, (edge ?? 0) % 2 === 0 ? 'sell' : 'buy')[0] ?? null) : null;
  },
});

const exitBy = (own: ExchangeMarkets, { instrument, delisted }: Market, side: Exit['side']): readonly Exit[] => {
  if (delisted) return [];
  const to = side === 'sell' ? instrument.quote : instrument.base;
  return [{ instrument, side, to, levels: own.levels(instrument.symbol, side) }];
};
