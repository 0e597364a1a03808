import * as z from 'zod/mini';
import { ifAny, looseText } from './loose.ts';
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
/** What a client reads; `audit.v2` adds where a change came from, and the record before and after it. */
export const Audit = z.looseObject({
  ...AuditRecord.shape,
  source: ifAny(looseText),
  before: ifAny(z.unknown()),
  after: ifAny(z.unknown()),
});
export type Audit = z.infer<typeof Audit>;
export const AuditQuery = z.object({
  limit: page.limit,
  before: z.optional(queried(z.int())),
  actor: z.optional(text),
});
