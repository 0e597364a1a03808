import * as z from 'zod/mini';
import { enveloped } from './answer.ts';
import { TestResult } from './exchange.ts';
import { mark } from './mark.ts';
import { coded, text } from './primitives.ts';
import { route } from './route.ts';
import { tolerant } from './tolerant.ts';

export const alertEvent = z.enum(['opportunity', 'execution', 'failure', 'stop_loss', 'circuit_breaker']);
/** Comma list of alert events. */
export const alertEvents = z.string().check(
  z.maxLength(200),
  z.refine(
    (value) =>
      value === '' || value.split(',').every((name) => alertEvent.options.some((known) => known === name.trim())),
    `must be a comma list of ${alertEvent.options.join(', ')}`,
  ),
);
/** 465 uses TLS from the start; 587 and others require STARTTLS. */
const port = z.int().check(z.gte(1), z.lte(65_535));
const short = text.check(z.maxLength(1_024));
const addressForm = /^[^\s\p{Cc}@<>()[\],;:\\"]+@[^\s\p{Cc}@<>()[\],;:\\"]+$/u;
const longestAddress = 254;
/** A bare e-mail address without a display name and without characters that could inject a header. */
export const isEmailAddress = (value: string): boolean => value.length <= longestAddress && addressForm.test(value);
const address = short.check(z.refine((value) => value === '' || isEmailAddress(value), 'must be an e-mail address'));
const addresses = short.check(
  z.refine(
    (value) => value === '' || value.split(',').every((one) => isEmailAddress(one.trim())),
    'must be e-mail addresses, with commas between them',
  ),
);
/** A host name or address. */
const hostName = short.check(z.regex(/^[A-Za-z0-9.:_-]*$/, 'must be the name of a mail server'));
const oneLine = short.check(z.regex(/^[^\p{Cc}]*$/u, 'must be one line'));

export const TelegramConfig = z.strictObject({
  enabled: z._default(z.boolean(), false),
  bot_token: z._default(short, ''),
  chat_id: z._default(oneLine, ''),
  alert_events: z._default(alertEvents, 'failure,stop_loss'),
});
export const TelegramTest = z.strictObject({ bot_token: short, chat_id: short, message: z.optional(short) });
export const TelegramConfigRecord = mark(
  z.object({
    enabled: z.boolean(),
    bot_token: text,
    chat_id: text,
    alert_events: alertEvents,
  }),
  { defaults: { enabled: false, bot_token: '', chat_id: '', alert_events: 'failure,stop_loss' } },
);
export const LooseTelegramConfig = tolerant(TelegramConfigRecord);

export const EmailConfig = z.strictObject({
  enabled: z._default(z.boolean(), false),
  smtp_host: z._default(hostName, ''),
  smtp_port: z._default(port, 587),
  smtp_user: z._default(oneLine, ''),
  smtp_password: z.optional(oneLine),
  from_email: z._default(address, ''),
  to_email: z._default(addresses, ''),
  /** Extension. If omitted, the list is not changed. */
  alert_events: z.optional(alertEvents),
});
export const EmailTest = z.strictObject({
  smtp_host: hostName.check(z.minLength(1)),
  smtp_port: z._default(port, 587),
  smtp_user: z.optional(oneLine),
  smtp_password: z.optional(oneLine),
  from_email: address.check(z.minLength(1)),
  to_email: addresses.check(z.minLength(1)),
  subject: z.optional(oneLine),
  message: z.optional(short),
});
export const EmailConfigRecord = mark(
  z.object({
    enabled: z.boolean(),
    smtp_host: text,
    smtp_port: port,
    smtp_user: text,
    has_password: z.boolean(),
    from_email: text,
    to_email: text,
    alert_events: alertEvents,
  }),
  { defaults: { enabled: false, smtp_host: '', smtp_port: 587, smtp_user: '', from_email: '', to_email: '' } },
);
export const LooseEmailConfig = tolerant(EmailConfigRecord);
export const AlertTestRecord = z.object({
  success: z.boolean(),
  message: z.nullable(text),
  ...coded,
});

export const alertRoutes = {
  'telegram.get': route({
    method: 'GET',
    path: '/system/telegram',
    role: 'admin',
    record: TelegramConfigRecord,
    answer: enveloped(LooseTelegramConfig),
    summary: 'Telegram alerts, token masked',
  }),
  'telegram.save': route({
    method: 'POST',
    path: '/system/telegram',
    role: 'admin',
    idempotent: true,
    body: TelegramConfig,
    record: TelegramConfigRecord,
    answer: enveloped(LooseTelegramConfig),
    summary: 'Save Telegram alerts',
  }),
  'telegram.test': route({
    method: 'POST',
    path: '/system/telegram/test',
    role: 'admin',
    idempotent: true,
    body: TelegramTest,
    record: AlertTestRecord,
    answer: enveloped(TestResult),
    summary: 'Send a test message',
  }),
  'email.get': route({
    method: 'GET',
    path: '/system/email',
    role: 'admin',
    record: EmailConfigRecord,
    answer: enveloped(LooseEmailConfig),
    summary: 'E-mail alerts, password never',
  }),
  'email.save': route({
    method: 'POST',
    path: '/system/email',
    role: 'admin',
    idempotent: true,
    body: EmailConfig,
    readOnly: ['has_password'],
    record: EmailConfigRecord,
    answer: enveloped(LooseEmailConfig),
    summary: 'Save e-mail alerts',
  }),
  'email.test': route({
    method: 'POST',
    path: '/system/email/test',
    role: 'admin',
    idempotent: true,
    body: EmailTest,
    record: AlertTestRecord,
    answer: enveloped(TestResult),
    summary: 'Send a test e-mail',
  }),
} as const;
