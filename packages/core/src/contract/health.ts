import * as z from 'zod/mini';
import { marketSource } from './bot.ts';
import { enveloped, looseNumber, looseText, orElse, orNull } from './loose.ts';
import { text } from './primitives.ts';
import { knownCapability, route } from './route.ts';

export const HealthRecord = z.object({
  status: z.enum(['ok', 'degraded']),
  version: text,
  uptime_seconds: z.number(),
  capabilities: z.array(knownCapability),
  market_source: marketSource,
  market_detail: z.nullable(text),
  checks: z.record(z.string(), z.object({ status: z.enum(['ok', 'degraded']), detail: text })),
});
export type HealthRecord = z.infer<typeof HealthRecord>;

/** The client's form; a bot without `capabilities` has the basic API only. */
export const Health = z.looseObject({
  status: orElse(looseText, 'ok'),
  version: orNull(looseText),
  uptime_seconds: orNull(looseNumber),
  capabilities: z.catch(orElse(z.array(looseText), []), []),
  market_source: orNull(looseText),
  market_detail: orNull(looseText),
  checks: z.catch(
    orElse(z.record(z.string(), z.looseObject({ status: orElse(looseText, ''), detail: orElse(looseText, '') })), {}),
    {},
  ),
});
export type Health = z.infer<typeof Health>;

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
