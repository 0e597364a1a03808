import * as z from 'zod/mini';
import { enveloped } from './answer.ts';
import { marketSource } from './bot-status.ts';
import { mark } from './mark.ts';
import { text } from './primitives.ts';
import { knownCapability, route } from './route.ts';
import { tolerant } from './tolerant.ts';
import type { Tolerant } from './tolerant-type.ts';

const Check = mark(z.object({ status: z.enum(['ok', 'degraded']), detail: text }), {
  defaults: { status: '', detail: '' },
});

export const HealthRecord = mark(
  z.object({
    status: z.enum(['ok', 'degraded']),
    version: text,
    /** Random, of the journal in the bot's data directory: a restart keeps it, another data directory and a restored backup have another. */
    journal_id: text,
    uptime_seconds: z.number(),
    capabilities: z.array(knownCapability),
    market_source: marketSource,
    market_detail: z.nullable(text),
    checks: z.record(z.string(), Check),
  }),
  { defaults: { status: 'ok' }, apart: ['capabilities', 'checks'] },
);
export type HealthRecord = z.infer<typeof HealthRecord>;

/** The client's form; a bot without `capabilities` has the basic API only. */
export const Health = tolerant(HealthRecord);
export type Health = Tolerant<typeof HealthRecord>;

export const healthRoutes = {
  health: route({
    method: 'GET',
    path: '/health',
    role: 'open',
    record: HealthRecord,
    answer: enveloped(Health),
    summary: 'Is the bot up, and what can it do',
  }),
} as const;
