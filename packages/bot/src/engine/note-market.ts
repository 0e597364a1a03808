import type { Provenance } from '@triquad/core/contract';
import type { Core } from '../kernel/core.ts';

import { type KeptChoice, type PriceSource, provenanceOfMarket } from '../model/market-event.ts';

type Needs = Pick<Core, 'clock' | 'exchanges' | 'recorder'>;

/**
 * Records whose prices come from now on, unless the journal names them as the last. Before any of them has come. An account that an
 * exchange keeps holds what it holds under all prices.
 */
export const noteMarket = ({ clock, exchanges, recorder }: Needs, prices: PriceSource | null): void => {
  const { market: last } = recorder.state;
  if (
    prices === null ||
    (prices.name === last?.market && isSameKind(prices.provenance, provenanceOfMarket(last.market, last.provenance)))
  )
    return;
  const { name: market, source, provenance } = prices;
  const isPaper = [...exchanges.values()].every(({ account }) => account.paper);
  const own = { ...(provenance && { provenance }), ...(isPaper && { wallet: 'own' as const }) };
  recorder.record([{ type: 'MarketOpened', market, source, ...own, at: clock.now() }]);
};

/** Prices of the same name may be others now. One more exchange makes no other prices. */
const isSameKind = (now: Provenance | undefined, last: Provenance | null): boolean =>
  now === undefined || now.kind === last?.kind;

/** Records the choice of later starts unless it is the last one of the journal. */
export const noteChoice = ({ clock, recorder }: Pick<Needs, 'clock' | 'recorder'>, choice: KeptChoice | null): void => {
  if (choice === null || isSame(choice, recorder.state.chosen_market)) return;
  recorder.record([{ type: 'MarketChosen', choice, at: clock.now() }]);
};

/** Both were made by the same function, with their fields in the same order. */
const isSame = (one: KeptChoice, other: KeptChoice | null): boolean => JSON.stringify(one) === JSON.stringify(other);
