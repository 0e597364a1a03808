import * as z from 'zod/mini';
import { count, page, queried, text, time } from './primitives.ts';

export const AuditRecord = z.object({
  seq: count,
  at: time,
  actor: text,
  action: text,
  target: z.nullable(text),
  outcome: text,
  request_id: z.nullable(text),
});
export const AuditQuery = z.object({
  limit: page.limit,
  before: z.optional(queried(z.int())),
  actor: z.optional(text),
});
