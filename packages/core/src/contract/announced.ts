import { enveloped } from './answer.ts';
import { Feed, FeedChange, FeedRecord } from './feed.ts';
import { route } from './route.ts';

/**
 * Calls that only a bot which announces their capability serves, and the embedded bot does not yet. A call moves to the
 * table of its area, with a strict `record`, when the embedded bot serves it.
 */
export const announcedRoutes = {
  'feeds.change': route({
    method: 'POST',
    path: '/feeds/{exchange}',
    role: 'operator',
    extension: 'feeds.change',
    idempotent: true,
    body: FeedChange,
    record: FeedRecord,
    answer: enveloped(Feed),
    refuses: [409],
    summary: 'Reconnect or resync a feed, exclude or include a market',
  }),
} as const;
