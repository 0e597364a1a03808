import { Life, LifeRecord, Lives, LivesQuery, LivesRecord } from '../life.ts';
import { enveloped } from '../loose.ts';
import { route } from '../route.ts';

export const lifeRoutes = {
  'history.list': route({
    method: 'GET',
    path: '/history/',
    role: 'viewer',
    extension: 'history',
    query: LivesQuery,
    record: LivesRecord,
    answer: Lives,
    summary: 'What was decided of each opportunity, newest first, with counts by reason',
  }),
  'history.get': route({
    method: 'GET',
    path: '/history/{id}',
    role: 'viewer',
    extension: 'history',
    record: LifeRecord,
    answer: enveloped(Life),
    summary: 'One life of an opportunity, by its id or that of its execution, one of its orders or a decision',
  }),
} as const;
