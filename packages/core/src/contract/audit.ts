import * as z from 'zod/mini';
import { looseRows } from './answer.ts';
import { mark } from './mark.ts';
import { count, page, queried, text, time } from './primitives.ts';
import { route } from './route.ts';
import { tolerant } from './tolerant.ts';
import type { Tolerant } from './tolerant-type.ts';

export const AuditRecord = mark(
  z.object({
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
  }),
  { required: 'all', apart: ['before', 'after'] },
);
/** The client's form. */
export const Audit = tolerant(AuditRecord);
export type Audit = Tolerant<typeof AuditRecord>;
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
