import type { AnswerOf, BodyOf } from '../contract/index.ts';
import type { EmailKept, ExchangeKept, SessionKept, TelegramKept, UserKept } from '../journal/setting.ts';
import { maskedOf, maskOf } from '../rules/mask.ts';

// Removes credentials from the bot's answers: listed fields only, API keys masked, secrets never kept.

type ExchangeAnswer = AnswerOf<'exchanges.list'>['exchanges'][string];
const flag = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null);

const exchangeKept = (answer: ExchangeAnswer): ExchangeKept => ({
  enabled: answer.enabled ?? true,
  api_key: maskedOf(answer.api_key ?? ''),
  testnet: answer.testnet ?? false,
  has_secret: flag(answer.has_secret),
  has_passphrase: flag(answer.has_passphrase),
});

export const exchangesKept = (exchanges: AnswerOf<'exchanges.list'>['exchanges']): Record<string, ExchangeKept> =>
  Object.fromEntries(Object.entries(exchanges).map(([name, answer]) => [name, exchangeKept(answer)]));

/** The exchange after a save: the sent fields over the previous ones. */
export const exchangeSaved = (
  sent: BodyOf<'exchanges.save'> & { enabled: boolean; testnet: boolean },
  before: ExchangeKept | undefined,
): ExchangeKept => ({
  enabled: sent.enabled,
  testnet: sent.testnet,
  api_key: sent.api_key === undefined ? (before?.api_key ?? '') : maskOf(sent.api_key),
  has_secret: sent.api_secret === undefined ? (before?.has_secret ?? null) : true,
  has_passphrase: sent.passphrase === undefined ? (before?.has_passphrase ?? null) : true,
});

export const telegramKept = ({ enabled, bot_token, chat_id, alert_events }: TelegramKept): TelegramKept => ({
  enabled,
  bot_token: maskedOf(bot_token),
  chat_id,
  alert_events,
});

export const emailKept = (answer: Omit<EmailKept, 'has_password'> & { has_password?: unknown }): EmailKept => ({
  enabled: answer.enabled,
  smtp_host: answer.smtp_host,
  smtp_port: answer.smtp_port,
  smtp_user: answer.smtp_user,
  has_password: flag(answer.has_password),
  from_email: answer.from_email,
  to_email: answer.to_email,
  alert_events: answer.alert_events,
});

/** E-mail alerts after a save: the sent fields, and the bot's answer about the password. */
export const emailSaved = (
  sent: Omit<EmailKept, 'has_password' | 'alert_events'> & { alert_events?: string | undefined },
  has_password: unknown,
): EmailKept => emailKept({ ...sent, alert_events: sent.alert_events ?? null, has_password });

export const userKept = ({ name, role, created_at, sessions }: AnswerOf<'users.list'>['rows'][number]): UserKept => ({
  name,
  role,
  created_at,
  sessions: sessions ?? null,
});

export const sessionKept = (answer: AnswerOf<'sessions.list'>['rows'][number]): SessionKept => ({
  id: answer.id,
  user: answer.user,
  role: answer.role,
  created_at: answer.created_at,
  last_seen_at: answer.last_seen_at,
  expires_at: answer.expires_at,
  address: answer.address,
  current: answer.current ?? false,
});
