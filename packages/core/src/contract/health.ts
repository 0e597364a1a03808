import * as z from 'zod/mini';
import { marketSource } from './bot.ts';
import { looseNumber, looseText, orElse, orNull } from './loose.ts';
import { text } from './primitives.ts';

/** Capabilities of the embedded bot beyond the basic API; `auth` once it has users. */
export const capability = z.enum([
  'audit',
  'audit.v2',
  'auth',
  'auth.code',
  'backup',
  'backtest',
  'backtest.cancel',
  'balances.stream',
  'bot.flatten',
  'bot.kill',
  'bot.mode',
  'config.fees',
  'config.write',
  'decisions',
  'differences',
  'dislocations',
  'doctor',
  'exchange.delete',
  'exchanges',
  'execute.guarded',
  'feeds',
  'history',
  'kill.v2',
  'logs.history',
  'metrics',
  'money.v2',
  'orders.stream',
  'performance.breakdown',
  'results.range',
  'risk',
  'scan',
  'socket.auth',
  'alerts',
  'users',
]);

/** Every extension that clients support, including those the embedded bot does not serve yet. */
export const knownCapability = z.enum([
  ...capability.options,
  'bootstrap',
  'codes',
  'feeds.change',
  'sessions',
  'status.v2',
]);
export type Capability = z.infer<typeof knownCapability>;

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
