import * as z from 'zod/mini';
import { LogEntry, LogQuery, LogRecord } from '../log.ts';
import { looseRows } from '../loose.ts';
import { route } from '../route.ts';

export const logRoutes = {
  'logs.list': route({
    method: 'GET',
    path: '/logs/',
    role: 'viewer',
    extension: 'logs.history',
    query: LogQuery,
    record: z.object({ data: z.array(LogRecord) }),
    answer: looseRows(LogEntry),
    summary: 'Log entries, newest first',
  }),
} as const;
