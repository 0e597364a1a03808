import type { Provenance } from '@triquad/core/contract';
import type { Core } from '../kernel/core.ts';
import { type PriceSource, provenanceOfMarket } from '../model/market-event.ts';

/** Records whose prices come from now on, unless the journal names them as the last. Before any of them has come. */
export const noteMarket = ({ clock, recorder }: Pick<Core, 'clock' | 'recorder'>, prices: PriceSource | null): void => {
  const { market: last } = recorder.state;
  if (
    prices === null ||
    (prices.name === last?.market && isSameKind(prices.provenance, provenanceOfMarket(last.market, last.provenance)))
  )
    return;
  const { name, source, provenance } = prices;
  recorder.record([{ type: 'MarketOpened', market: name, source, ...(provenance && { provenance }), at: clock.now() }]);
};

/** A recording of the same name may be another one now. One more exchange makes no other prices. */
const isSameKind = (now: Provenance | undefined, last: Provenance | null): boolean =>
  now === undefined || now.kind === last?.kind;
