import * as z from 'zod/mini';

/** The forms that write parameters of the bot. */
export const parameterForm = z.enum(['global', 'risk', 'paper', 'execution']);
/** The forms and lists of the settings. */
export const settingName = z.enum([
  ...parameterForm.options,
  'exchange',
  'telegram',
  'email',
  'user',
  'session',
  'configuration',
]);
export type SettingName = z.infer<typeof settingName>;
export const settingAction = z.enum(['create', 'save', 'activate', 'test', 'delete']);
export type SettingAction = z.infer<typeof settingAction>;

const text = z.string();

// The journalled fields of credentials are listed one by one, so that nothing else of an answer is stored.

/** `api_key` masked; `has_secret` and `has_passphrase` null where the bot does not say. */
export const ExchangeKept = z.object({
  enabled: z.boolean(),
  api_key: text,
  testnet: z.boolean(),
  has_secret: z.nullable(z.boolean()),
  has_passphrase: z.nullable(z.boolean()),
});
export type ExchangeKept = z.infer<typeof ExchangeKept>;

/** `bot_token` masked; `alert_events` a comma list. */
export const TelegramKept = z.object({ enabled: z.boolean(), bot_token: text, chat_id: text, alert_events: text });
export type TelegramKept = z.infer<typeof TelegramKept>;

/** `alert_events` is null for bots without e-mail events, `has_password` if unknown. */
export const EmailKept = z.object({
  enabled: z.boolean(),
  smtp_host: text,
  smtp_port: z.number(),
  smtp_user: text,
  has_password: z.nullable(z.boolean()),
  from_email: text,
  to_email: text,
  alert_events: z.nullable(text),
});
export type EmailKept = z.infer<typeof EmailKept>;

/** A user; `sessions`: how many are open. */
export const UserKept = z.object({
  name: text,
  role: text,
  created_at: z.nullable(text),
  sessions: z.nullable(z.number()),
});
export type UserKept = z.infer<typeof UserKept>;

/** A token that is valid now, by its name in the audit log. */
export const SessionKept = z.object({
  id: text,
  user: text,
  role: text,
  created_at: z.nullable(text),
  last_seen_at: z.nullable(text),
  expires_at: z.nullable(text),
  address: z.nullable(text),
  current: z.boolean(),
});
export type SessionKept = z.infer<typeof SessionKept>;
