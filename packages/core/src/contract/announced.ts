import * as z from 'zod/mini';
import { Session } from './access.ts';
import { Feed, FeedChange } from './feed.ts';
import { enveloped, looseRows } from './loose.ts';
import { page } from './primitives.ts';
import { route } from './route.ts';

const one = <T extends z.core.$ZodType>(body: T) => ({ record: body, answer: enveloped(body) });
const many = <T extends z.core.$ZodType>(row: T) => ({
  record: z.looseObject({ data: z.array(row) }),
  answer: looseRows(row),
});
const none = { record: z.undefined(), answer: z.unknown(), success: 204 } as const;

/**
 * Calls that only a bot which announces their capability serves, and the embedded bot does not yet. A call moves to the
 * table of its area, with a strict `record`, when the embedded bot serves it.
 */
export const announcedRoutes = {
  'sessions.list': route({
    method: 'GET',
    path: '/sessions/',
    role: 'admin',
    extension: 'sessions',
    query: z.object(page),
    ...many(Session),
    summary: 'Tokens that are valid now',
  }),
  'sessions.end': route({
    method: 'DELETE',
    path: '/sessions/{id}',
    role: 'admin',
    extension: 'sessions',
    idempotent: true,
    ...none,
    summary: 'Revoke a token',
  }),
  'feeds.change': route({
    method: 'POST',
    path: '/feeds/{exchange}',
    role: 'operator',
    extension: 'feeds.change',
    idempotent: true,
    body: FeedChange,
    ...one(Feed),
    refuses: [409],
    summary: 'Reconnect or resync a feed, exclude or include a market',
  }),
} as const;
