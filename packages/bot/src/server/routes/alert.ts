import type { ReadBodyOf, RecordOf } from '@triquad/core/contract';
import type * as z from 'zod/mini';
import type { Delivery } from '../../alert/channel.ts';
import { isBotToken } from '../../alert/telegram.ts';
import { maskOf } from '../../vault/mask.ts';
import { EmailSettings, noEmail, noTelegram, TelegramSettings } from '../../vault/records.ts';
import type { Backend } from '../backend.ts';
import type { Handlers } from '../handler.ts';
import { chosenSecret, hiddenSecret, lockedAway, tooManyTests } from '../posted-secret.ts';
import { notValid, Refusal } from '../problem.ts';
import { createRateLimit } from '../rate-limit.ts';

type AlertRoutes = 'telegram.get' | 'telegram.save' | 'telegram.test' | 'email.get' | 'email.save' | 'email.test';

const TESTS_AT_ONCE = 5;
const TESTS_PER_SECOND = 5 / 60;
const TEST_SUBJECT = 'Triquad test';
const TEST_MESSAGE = 'This is a test of the alerts of your bot.';

export function alertRoutes(backend: Backend): Pick<Handlers, AlertRoutes> {
  const { vault, alerts, now } = backend;
  const tests = createRateLimit(TESTS_AT_ONCE, TESTS_PER_SECOND, now);
  const read = <S extends z.core.$ZodType>(name: string, schema: S, none: z.output<S>): z.output<S> | Refusal => {
    const reading = vault.read(name, schema);
    return reading.ok ? (reading.record ?? none) : lockedAway(reading.reason);
  };
  /** What cannot be read may be replaced as a whole: the vault sets it aside. */
  const readToReplace: typeof read = (name, schema, none) => {
    const before = read(name, schema, none);
    return before instanceof Refusal && vault.locked === null ? none : before;
  };
  const keep = (name: 'telegram' | 'email', record: TelegramSettings | EmailSettings): void => {
    vault.write(name, record);
    alerts.renew();
  };
  const attempt = async (
    kind: string,
    deliver: () => Promise<Delivery>,
  ): Promise<RecordOf<'telegram.test'> | Refusal> => {
    const seconds = tests.take(kind);
    return seconds === null ? tested(await deliver()) : tooManyTests(seconds);
  };
  return {
    'telegram.get': () => {
      const settings = read('telegram', TelegramSettings, noTelegram);
      return settings instanceof Refusal ? settings : telegramRecord(settings);
    },
    'telegram.save': ({ body }) => {
      const before = readToReplace('telegram', TelegramSettings, noTelegram);
      if (before instanceof Refusal) return before;
      const settings = telegramSettings(body, before);
      if (settings instanceof Refusal) return settings;
      keep('telegram', settings);
      return telegramRecord(settings);
    },
    'telegram.test': ({ body: { bot_token, chat_id, message } }) => {
      const before = read('telegram', TelegramSettings, noTelegram);
      if (before instanceof Refusal) return before;
      const token = chosenToken(bot_token, before.bot_token);
      if (token instanceof Refusal) return token;
      return attempt('telegram', () => alerts.testTelegram({ bot_token: token, chat_id }, message ?? TEST_MESSAGE));
    },
    'email.get': () => {
      const settings = read('email', EmailSettings, noEmail);
      return settings instanceof Refusal ? settings : emailRecord(settings);
    },
    'email.save': ({ body }) => {
      const before = readToReplace('email', EmailSettings, noEmail);
      if (before instanceof Refusal) return before;
      const settings = emailSettings(body, before);
      if (settings instanceof Refusal) return settings;
      keep('email', settings);
      return emailRecord(settings);
    },
    'email.test': ({ body: { subject, message, smtp_user = '', ...target } }) => {
      const before = read('email', EmailSettings, noEmail);
      if (before instanceof Refusal) return before;
      const smtp_password = chosenPassword({ ...target, smtp_user }, before);
      if (smtp_password instanceof Refusal) return smtp_password;
      const refusal = lacksPassword(smtp_user, smtp_password);
      if (refusal !== null) return refusal;
      return attempt('email', () =>
        alerts.testEmail({ ...target, smtp_user, smtp_password }, subject ?? TEST_SUBJECT, message ?? TEST_MESSAGE),
      );
    },
  };
}

const telegramRecord = ({ bot_token, ...settings }: TelegramSettings): RecordOf<'telegram.get'> => ({
  ...settings,
  bot_token: maskOf(bot_token),
});

function emailRecord({ smtp_password, ...settings }: EmailSettings): RecordOf<'email.get'> {
  return { ...settings, has_password: smtp_password !== '' };
}

function telegramSettings(body: ReadBodyOf<'telegram.save'>, before: TelegramSettings): TelegramSettings | Refusal {
  const bot_token = chosenToken(body.bot_token, before.bot_token);
  if (bot_token instanceof Refusal) return bot_token;
  if (body.enabled && bot_token === '') return notValid('bot_token', 'alerts need the token of a bot');
  if (body.enabled && body.chat_id === '') return notValid('chat_id', 'alerts need a chat to go to');
  return { ...body, bot_token };
}

function chosenToken(posted: string, stored: string): string | Refusal {
  const token = chosenSecret('bot_token', posted, stored);
  if (token instanceof Refusal || token === '' || isBotToken(token)) return token;
  return notValid('bot_token', 'must have the form 123456789:AbC…');
}

function emailSettings(body: ReadBodyOf<'email.save'>, before: EmailSettings): EmailSettings | Refusal {
  const smtp_password = chosenPassword(body, before);
  if (smtp_password instanceof Refusal) return smtp_password;
  if (body.enabled) {
    const missing = (['smtp_host', 'from_email', 'to_email'] as const).find((field) => body[field] === '');
    if (missing !== undefined) return notValid(missing, 'alerts by e-mail need it');
    const refusal = lacksPassword(body.smtp_user, smtp_password);
    if (refusal !== null) return refusal;
  }
  return { ...body, smtp_password, alert_events: body.alert_events ?? before.alert_events };
}

/** A password belongs to a user of a server: the stored one is never sent to another. */
function chosenPassword(
  { smtp_host, smtp_user, smtp_password }: { smtp_host: string; smtp_user: string; smtp_password?: string | undefined },
  before: EmailSettings,
): string | Refusal {
  if (smtp_user === '') return '';
  const isOther = smtp_host !== before.smtp_host || smtp_user !== before.smtp_user;
  return hiddenSecret('smtp_password', smtp_password, isOther ? '' : before.smtp_password);
}

/** A server that asks for a user asks for the password too. */
function lacksPassword(smtp_user: string, smtp_password: string): Refusal | null {
  if (smtp_user === '' || smtp_password !== '') return null;
  return notValid('smtp_password', 'enter it for this server and user');
}

const tested = (delivery: Delivery): RecordOf<'telegram.test'> =>
  delivery.ok
    ? { success: true, message: 'The test message was handed over.' }
    : { success: false, message: `Not sent: ${delivery.reason}.` };
