import type { VenueCheck } from './conformance/bench.ts';
import { feedChecks } from './conformance/feed-checks.ts';
import { orderChecks } from './conformance/order-checks.ts';

export type { FeedTrouble, OrderBehaviour, VenueBench, VenueCheck, VenueServer } from './conformance/bench.ts';

/** What every venue must do. Independent of a test framework: run each with a bench of its own. */
export const venueChecks: readonly VenueCheck[] = [...feedChecks, ...orderChecks];
