import { alertEvents } from '@triquad/core/contract';
import * as z from 'zod/mini';

const text = z.string();

/** What is kept of an exchange, under `exchange <name>`. Empty text where nothing was entered. */
export const ExchangeSecrets = z.object({
  enabled: z.boolean(),
  api_key: text,
  api_secret: text,
  passphrase: text,
  testnet: z.boolean(),
});
export type ExchangeSecrets = z.infer<typeof ExchangeSecrets>;

/** `alert_events` is a comma list. */
export const TelegramSettings = z.object({
  enabled: z.boolean(),
  bot_token: text,
  chat_id: text,
  alert_events: alertEvents,
});
export type TelegramSettings = z.infer<typeof TelegramSettings>;

/** `to_email` may be several addresses with commas between them. */
export const EmailSettings = z.object({
  enabled: z.boolean(),
  smtp_host: text,
  smtp_port: z.int(),
  smtp_user: text,
  smtp_password: text,
  from_email: text,
  to_email: text,
  alert_events: alertEvents,
});
export type EmailSettings = z.infer<typeof EmailSettings>;

export const noExchange: ExchangeSecrets = {
  enabled: false,
  api_key: '',
  api_secret: '',
  passphrase: '',
  testnet: true,
};
export const noTelegram: TelegramSettings = {
  enabled: false,
  bot_token: '',
  chat_id: '',
  alert_events: 'failure,stop_loss',
};
export const noEmail: EmailSettings = {
  enabled: false,
  smtp_host: '',
  smtp_port: 587,
  smtp_user: '',
  smtp_password: '',
  from_email: '',
  to_email: '',
  alert_events: 'failure,stop_loss,circuit_breaker',
};
