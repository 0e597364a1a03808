import * as z from 'zod/mini';
import { looseNumber, looseText, orElse, orNull } from './loose.ts';
import { text } from './primitives.ts';

export const alertEvent = z.enum(['opportunity', 'execution', 'failure', 'stop_loss', 'circuit_breaker']);
/** Comma list of alert events. */
export const alertEvents = z
  .string()
  .check(
    z.refine(
      (value) =>
        value === '' || value.split(',').every((name) => alertEvent.options.some((known) => known === name.trim())),
      `must be a comma list of ${alertEvent.options.join(', ')}`,
    ),
  );
const port = z.int().check(z.gte(1), z.lte(65_535));
const short = text.check(z.maxLength(1_024));

export const TelegramConfig = z.strictObject({
  enabled: z._default(z.boolean(), false),
  bot_token: z._default(short, ''),
  chat_id: z._default(short, ''),
  alert_events: z._default(alertEvents, 'failure,stop_loss'),
});
export type TelegramConfig = z.infer<typeof TelegramConfig>;
export const TelegramTest = z.strictObject({ bot_token: short, chat_id: short, message: z.optional(short) });
export const TelegramConfigRecord = z.object({
  enabled: z.boolean(),
  bot_token: text,
  chat_id: text,
  alert_events: alertEvents,
});
export const LooseTelegramConfig = z.looseObject({
  enabled: orElse(z.boolean(), false),
  bot_token: orElse(looseText, ''),
  chat_id: orElse(looseText, ''),
  alert_events: orElse(looseText, 'failure,stop_loss'),
});

export const EmailConfig = z.strictObject({
  enabled: z._default(z.boolean(), false),
  smtp_host: z._default(short, ''),
  smtp_port: z._default(port, 587),
  smtp_user: z._default(short, ''),
  smtp_password: z.optional(short),
  from_email: z._default(short, ''),
  to_email: z._default(short, ''),
});
export type EmailConfig = z.infer<typeof EmailConfig>;
export const EmailTest = z.strictObject({
  smtp_host: short,
  smtp_port: z._default(port, 587),
  smtp_user: z.optional(short),
  smtp_password: z.optional(short),
  from_email: short,
  to_email: short,
  subject: z.optional(short),
  message: z.optional(short),
});
export const EmailConfigRecord = z.object({
  enabled: z.boolean(),
  smtp_host: text,
  smtp_port: port,
  smtp_user: text,
  has_password: z.boolean(),
  from_email: text,
  to_email: text,
});
export const LooseEmailConfig = z.looseObject({
  enabled: orElse(z.boolean(), false),
  smtp_host: orElse(looseText, ''),
  smtp_port: orElse(looseNumber, 587),
  smtp_user: orElse(looseText, ''),
  from_email: orElse(looseText, ''),
  to_email: orElse(looseText, ''),
});
export const AlertTestRecord = z.object({ success: z.boolean(), message: z.nullable(text) });
export const Acknowledged = z.looseObject({ message: orNull(looseText) });
