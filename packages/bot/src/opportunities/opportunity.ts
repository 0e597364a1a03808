import type { OpportunityRecord } from '@triquad/core/contract';
import type { ExchangeMarkets } from '../kernel/exchange-markets.ts';
import type { Cycle } from '../strategy/cycle.ts';
import type { Sizing } from '../strategy/sizing.ts';

/** How long an opportunity may live, in ms. */
export const longestLifeMs = 10_000;

/** A cycle that exceeds the threshold at the top of its books. It is sized, then shown and decided, then planned. */
export type Candidate = { readonly markets: ExchangeMarkets; readonly cycle: Cycle };

/** With its best size within the capital of a route, whatever is free. One of the start currency is worth `usdRate` USD. */
export type Sized = Candidate & {
  readonly sizing: Extract<Sizing, { ok: true }>;
  readonly usdRate: number;
};

/** With the record that screens show, and what was decided of it. While it lives it may be planned and executed. */
export type Opportunity = Sized & {
  readonly record: OpportunityRecord;
  /** The next best cycle of its dislocation when it was decided; null where there is none, absent where they were not compared. */
  readonly next?: Sized | null;
};
