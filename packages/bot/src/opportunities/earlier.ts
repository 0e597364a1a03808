import type { OpportunityRecord } from '@triquad/core/contract';
import type { EventStore } from '../journal/event-store.ts';
import type { DecisionMade, Fact } from '../model/event.ts';
import { kept as keptOpportunities } from './board.ts';
import { kept as keptDecisions } from './decisions.ts';

/** What the rings hold of earlier runs of the process, oldest first. No opportunity outlives the process that found it. */
export const earlierOf = (
  store: EventStore<Fact>,
): { readonly opportunities: readonly OpportunityRecord[]; readonly decisions: readonly DecisionMade[] } => ({
  opportunities: store
    .recall('opportunities', { limit: keptOpportunities })
    .map(({ data }) => ({ ...(data as OpportunityRecord), is_valid: false }))
    .reverse(),
  decisions: store
    .recall('decisions', { limit: keptDecisions })
    .map(({ data }) => data as DecisionMade)
    .reverse(),
});
