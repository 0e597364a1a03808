import * as z from 'zod/mini';
import { ifAny, looseRows, looseText } from './loose.ts';
import { count, page, queried, text, time } from './primitives.ts';
import { route } from './route.ts';

export const AuditRecord = z.object({
  seq: count,
  at: time,
  actor: text,
  action: text,
  target: z.nullable(text),
  outcome: text,
  request_id: z.nullable(text),
  /** The address it came from; null from a shell of the bot's machine. */
  source: z.nullable(text),
  /** Names the session; null for a stranger and a shell. */
  session: z.nullable(text),
  /** The changed fields by their dotted names, e.g. `risk.stop_loss_pct`, as they were and as they are; secrets are masked. */
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
});
/** The client's form; `audit.v2` adds the source and session of a change, and the fields before and after it. */
export const Audit = z.looseObject({
  ...AuditRecord.shape,
  source: ifAny(looseText),
  session: ifAny(looseText),
  before: ifAny(z.unknown()),
  after: ifAny(z.unknown()),
});
export type Audit = z.infer<typeof Audit>;
export const AuditQuery = z.object({
  limit: page.limit,
  before: z.optional(queried(z.int())),
  actor: z.optional(text),
});

export const auditRoutes = {
  'audit.list': route({
    method: 'GET',
    path: '/audit/',
    role: 'admin',
    extension: 'audit',
    query: AuditQuery,
    record: z.object({ data: z.array(AuditRecord) }),
    answer: looseRows(Audit),
    summary: 'Who did what, newest first',
  }),
} as const;
