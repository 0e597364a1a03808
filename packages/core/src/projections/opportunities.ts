import * as z from 'zod/mini';
import { Opportunity } from '../contract/opportunity.ts';
import type { Entry } from '../journal/journal.ts';
import { caps, recentWindowMs } from '../rules/limits.ts';
import { stable } from './memo.ts';
import { iso, reload, upsert } from './merge.ts';
import type { Projection } from './projection.ts';

/** Newest first, each id once. `ahead_ms`: our clock less the bot's clock, which timestamps them. */
export const OpportunitiesState = z.object({ items: z.array(Opportunity), ahead_ms: z.number() });
export type OpportunitiesState = z.infer<typeof OpportunitiesState>;

const byDetection = {
  key: (item: Opportunity) => item.id,
  moment: (item: Opportunity) => item.detected_at,
  cap: caps.opportunities,
};
/** Grace period in ms: the bot reports expiry itself. We expire an opportunity only this long after its own time. */
const graceMs = 2_000;

/** Current and past opportunities. A loaded list never revives one that a live update has ended. */
export const opportunities: Projection<OpportunitiesState> = {
  initial: { items: [], ahead_ms: 0 },
  evolve: (state, { at, message }) => {
    switch (message.type) {
      case 'OpportunitiesDetected':
        return { ...state, items: upsert(byDetection, state.items, dated(message.opportunities, at)) };
      case 'ResourceLoaded':
        return message.resource === 'opportunities'
          ? { ...state, items: reload(byDetection, state.items, recent(message.value, at - state.ahead_ms), sober) }
          : state;
      case 'ClockCompared':
        return { ...state, ahead_ms: message.ahead_ms };
      case 'ResourceDropped':
        return message.resource === 'opportunities' ? { ...state, items: [] } : state;
      case 'Ticked':
        return expire(state, at - state.ahead_ms);
      default:
        return state;
    }
  },
};

/** Opportunities that arrived together, limited to the capacity of the list: screens never show the others. */
export const shownOf = (entry: Entry): Entry => {
  const { at, message } = entry;
  if (message.type !== 'OpportunitiesDetected' || message.opportunities.length <= caps.opportunities) return entry;
  const opportunities = upsert(byDetection, [], dated(message.opportunities, at));
  return { ...entry, message: { ...message, opportunities } };
};

const dated = (items: readonly Opportunity[], at: number): Opportunity[] =>
  items.map((item) => (item.detected_at === null ? { ...item, detected_at: iso(at) } : item));
const recent = (items: readonly Opportunity[], at: number): Opportunity[] => {
  const from = iso(at - recentWindowMs);
  return dated(items, at).filter((item) => (item.detected_at ?? '') >= from);
};
const sober = (known: Opportunity, loaded: Opportunity): Opportunity =>
  known.is_valid === false && loaded.is_valid !== false ? { ...loaded, is_valid: false } : loaded;

const expire = (state: OpportunitiesState, at: number): OpportunitiesState => {
  const ended = iso(at - graceMs);
  const over = (item: Opportunity) => item.is_valid === true && item.expires_at !== null && item.expires_at <= ended;
  if (!state.items.some(over)) return state;
  return { ...state, items: state.items.map((item) => (over(item) ? { ...item, is_valid: false } : item)) };
};

type Seen = { opportunities: OpportunitiesState; now: number };
/** Opportunities detected in the last 5 minutes: the trading screen's count and the sidebar's badge. */
export const selectRecentOpportunities = stable((state: Seen) => {
  const from = iso(Math.max(0, state.now - state.opportunities.ahead_ms - recentWindowMs));
  return state.opportunities.items.filter((item) => (item.detected_at ?? '') >= from);
});
/** The opportunity with this id; null if it is unknown or was dropped. */
export const selectOpportunity =
  (id: string) =>
  (state: Seen): Opportunity | null =>
    state.opportunities.items.find((item) => item.id === id) ?? null;
