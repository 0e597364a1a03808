import type { Core } from '../kernel/core.ts';
import type { PriceSource } from '../model/market-event.ts';

/** Records whose prices come from now on, unless the journal names them as the last. Before any of them has come. */
export const noteMarket = ({ clock, recorder }: Pick<Core, 'clock' | 'recorder'>, prices: PriceSource | null): void => {
  if (prices === null || prices.name === recorder.state.market?.market) return;
  recorder.record([{ type: 'MarketOpened', market: prices.name, source: prices.source, at: clock.now() }]);
};
