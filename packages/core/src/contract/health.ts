import * as z from 'zod/mini';
import { marketSource } from './bot.ts';
import { looseNumber, looseText, orElse, orNull } from './loose.ts';
import { text } from './primitives.ts';

/** Everything a bot may announce beyond the spec. */
export const capability = z.enum([
  'audit',
  'auth',
  'auth.code',
  'backup',
  'backtest',
  'backtest.cancel',
  'balances.stream',
  'bot.kill',
  'bot.mode',
  'config.write',
  'decisions',
  'exchange.delete',
  'exchanges',
  'logs.history',
  'metrics',
  'orders.stream',
  'risk',
  'scan',
  'socket.auth',
  'alerts',
]);
export type Capability = z.infer<typeof capability>;

export const HealthRecord = z.object({
  status: z.enum(['ok', 'degraded']),
  version: text,
  uptime_seconds: z.number(),
  capabilities: z.array(capability),
  market_source: marketSource,
  market_detail: z.nullable(text),
  checks: z.record(z.string(), z.object({ status: z.enum(['ok', 'degraded']), detail: text })),
});
export type HealthRecord = z.infer<typeof HealthRecord>;

/** What a client reads; a bot without `capabilities` speaks only the spec. */
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
