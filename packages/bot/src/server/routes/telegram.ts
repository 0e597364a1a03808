import type { ReadBodyOf, RecordOf } from '@triquad/core/contract';
import { maskOf } from '@triquad/core/rules';
import { isBotToken } from '../../alert/telegram.ts';
import { noTelegram, TelegramSettings } from '../../vault/records.ts';
import type { Backend } from '../backend.ts';
import type { Handlers } from '../handler.ts';
import { chosenSecret, createTestLimit, readKept, readToReplace, testRecord } from '../kept-settings.ts';
import { notValid, Refusal } from '../problem.ts';

const NAME = 'telegram';
const TEST_MESSAGE = 'This is a test of the alerts of your bot.';

export function telegramRoutes({
  vault,
  alerts,
  monotonic,
}: Backend): Pick<Handlers, 'telegram.get' | 'telegram.save' | 'telegram.test'> {
  const tooMany = createTestLimit(monotonic);
  return {
    'telegram.get': () => {
      const settings = readKept(vault, NAME, TelegramSettings, noTelegram);
      return settings instanceof Refusal ? settings : masked(settings);
    },
    'telegram.save': ({ body }) => {
      const before = readToReplace(vault, NAME, TelegramSettings, noTelegram);
      const settings = before instanceof Refusal ? before : chosenSettings(body, before);
      if (settings instanceof Refusal) return settings;
      vault.write(NAME, settings);
      alerts.renew();
      return masked(settings);
    },
    'telegram.test': async ({ body: { bot_token, chat_id, message = TEST_MESSAGE } }) => {
      const before = readKept(vault, NAME, TelegramSettings, noTelegram);
      const token = before instanceof Refusal ? before : chosenToken(bot_token, before.bot_token);
      if (token instanceof Refusal) return token;
      return tooMany() ?? testRecord(await alerts.testTelegram({ bot_token: token, chat_id }, message));
    },
  };
}

const masked = (settings: TelegramSettings): RecordOf<'telegram.get'> => ({
  ...settings,
  bot_token: maskOf(settings.bot_token),
});

function chosenSettings(body: ReadBodyOf<'telegram.save'>, before: TelegramSettings): TelegramSettings | Refusal {
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
