import * as z from 'zod/mini';

/** The forms that write parameters of the bot. */
export const parameterForm = z.enum(['global', 'risk', 'paper', 'execution']);
/** The forms of the settings. */
export const settingName = z.enum([...parameterForm.options, 'exchange', 'telegram', 'email']);
export type SettingName = z.infer<typeof settingName>;
export const settingAction = z.enum(['save', 'test', 'delete']);
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

/** `alert_events` null with a bot that has none for e-mail, `has_password` where it does not say. */
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
