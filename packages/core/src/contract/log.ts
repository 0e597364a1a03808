import * as z from 'zod/mini';
import { coded, looseRecord, looseRows, looseText, looseTime, orElse, orNull } from './loose.ts';
import { id, page, text, time } from './primitives.ts';
import { route } from './route.ts';

export const logLevel = z.enum(['DEBUG', 'INFO', 'WARNING', 'ERROR']);
export type LogLevel = z.infer<typeof logLevel>;

export const LogRecord = z.object({
  id,
  timestamp: time,
  level: logLevel,
  message: text,
  source: text,
  metadata: z.record(z.string(), z.unknown()),
});
export type LogRecord = z.infer<typeof LogRecord>;

export const LogEntry = looseRecord({
  id: looseText,
  timestamp: orNull(looseTime),
  level: z.pipe(
    orElse(looseText, 'INFO'),
    z.transform((level) => level.toUpperCase()),
  ),
  message: orElse(looseText, ''),
  source: orElse(looseText, ''),
  metadata: z.catch(orElse(z.record(z.string(), z.unknown()), {}), {}),
  ...coded,
});
export type LogEntry = z.infer<typeof LogEntry>;

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
