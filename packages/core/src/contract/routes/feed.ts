import * as z from 'zod/mini';
import { Feed, FeedRecord } from '../feed.ts';
import { looseRows } from '../loose.ts';
import { route } from '../route.ts';

export const feedRoutes = {
  'feeds.list': route({
    method: 'GET',
    path: '/feeds/',
    role: 'viewer',
    extension: 'feeds',
    record: z.object({ data: z.array(FeedRecord) }),
    answer: looseRows(Feed),
    summary: 'The state of each market-data connection',
  }),
} as const;
