import * as z from 'zod/mini';
import { looseRows } from './answer.ts';
import { mark } from './mark.ts';
import { coded, id, page, text, time } from './primitives.ts';
import { route } from './route.ts';
import { tolerant } from './tolerant.ts';
import type { Tolerant } from './tolerant-type.ts';

export const logLevel = z.enum(['DEBUG', 'INFO', 'WARNING', 'ERROR']);
export type LogLevel = z.infer<typeof logLevel>;

const upperCase = ({ level }: { level: string }) => ({ level: level.toUpperCase() });

export const LogRecord = mark(
  z.object({
    id,
    timestamp: time,
    level: logLevel,
    message: text,
    source: text,
    metadata: z.record(z.string(), z.unknown()),
    ...coded,
  }),
  { required: ['id'], defaults: { level: 'INFO', message: '', source: '' }, apart: ['metadata'], computed: upperCase },
);
export type LogRecord = z.infer<typeof LogRecord>;

/** The client's form. */
export const LogEntry = tolerant(LogRecord);
export type LogEntry = Tolerant<typeof LogRecord>;

/** `level` includes more severe levels; `before` is the id of a log entry, and older ones follow. Newest first. */
export const LogQuery = z.object({
  limit: page.limit,
  level: z.optional(logLevel),
  q: z.optional(text),
  before: z.optional(text),
});

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
