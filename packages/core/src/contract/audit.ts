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
/** The client's form; `audit.v2` adds the source of a change, and the record before and after it. */
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
