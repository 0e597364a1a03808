import { atExchange, type Provenance, underMode } from '@triquad/core/contract';
import { provenanceOfMarket } from './market-event.ts';
import type { JournalledState } from './state.ts';

/** Source and money of a figure under these prices. `exchange`: null for several. */
export const provenanceUnder = (
  { market, provenance }: { readonly market?: string; readonly provenance?: Provenance },
  mode: JournalledState['mode'],
  exchange: string | null = null,
): Provenance | null => {
  const own = provenanceOfMarket(market, provenance);
  return own && atExchange(underMode(own, mode), exchange);
};

/** Source and money of a figure of this moment. */
export const provenanceNow = (
  { market, mode }: Pick<JournalledState, 'market' | 'mode'>,
  exchange: string | null = null,
): Provenance | null => provenanceUnder(market ?? {}, mode, exchange);
