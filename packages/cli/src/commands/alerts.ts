import { Argument, type Command, type Option } from 'commander';
import type { Bot } from '../bot.ts';
import { CommandFailure, exitCode } from '../exit-code.ts';
import type { Host } from '../host.ts';
import { list, wholeBetween } from '../parse.ts';
import { readSecret } from '../password.ts';
import type { Field, Printer } from '../printer.ts';
import { defineClientCommand, type Task } from './client-command.ts';
import { option } from './define-command.ts';

interface Shared {
  readonly enable?: true;
  readonly disable?: true;
  readonly events?: readonly string[];
}

interface TelegramOptions extends Shared {
  readonly chat?: string;
  readonly askToken?: true;
  readonly tokenStdin?: true;
}

interface EmailOptions extends Shared {
  readonly host?: string;
  readonly port?: number;
  readonly user?: string;
  readonly from?: string;
  readonly to?: string;
  readonly askPassword?: true;
  readonly passwordStdin?: true;
}

const highestPort = 65_535;
const defaultPort = 587;

/** `triquad alerts [show|telegram|email|test]`: the alert channels of the bot. */
export const alertsCommand = (host: Host): Command =>
  showCommand(host, 'alerts', 'alerts of the bot by Telegram and e-mail', [
    showCommand(host, 'show', 'how both are set, without secrets'),
    telegramCommand(host),
    emailCommand(host),
    testCommand(host),
  ]);

const showCommand = (host: Host, name: string, description: string, subcommands: Command[] = []): Command =>
  defineClientCommand(host, {
    name,
    description,
    subcommands,
    examples: [
      ['triquad alerts', 'for you'],
      ['triquad alerts --json | jq .telegram.alert_events', 'the events that Telegram gets'],
    ],
    run: async ({ bot, print }) => {
      const [telegram, email] = [await bot.call('telegram.get', {}), await bot.call('email.get', {})];
      print.fields({ telegram, email }, () => [...fieldsOf('telegram', telegram), ...fieldsOf('email', email)]);
    },
  });

const telegramCommand = (host: Host): Command =>
  defineClientCommand<TelegramOptions>(host, {
    name: 'telegram',
    description: 'set up Telegram; what is not given stays',
    options: [
      ...channelOptions(),
      option('--chat <id>', 'where the messages go'),
      option('--ask-token', 'ask for the token of the Telegram bot, without showing it').conflicts('tokenStdin'),
      option('--token-stdin', 'read that token from the standard input'),
    ],
    exits: ['conflict'],
    examples: [
      ['triquad alerts telegram --chat 123456 --ask-token --enable', 'the first time'],
      ['triquad alerts telegram --token-stdin < token.txt', 'from a file'],
      ['triquad alerts telegram --events failure,stop_loss,circuit_breaker', 'the events it sends'],
      ['triquad alerts telegram --disable', 'silence, for a while'],
    ],
    run: async ({ bot, print, options }) => {
      const { enabled, bot_token, chat_id, alert_events } = await bot.call('telegram.get', {});
      const asks = options.askToken === true || options.tokenStdin === true;
      const body = {
        enabled: switched(options, enabled),
        bot_token: asks ? await readSecret(host, 'bot token', options.tokenStdin === true) : bot_token,
        chat_id: options.chat ?? chat_id,
        alert_events: options.events?.join(',') ?? alert_events,
      };
      await bot.call('telegram.save', { body });
      await shown(bot, print, 'telegram');
    },
  });

const emailCommand = (host: Host): Command =>
  defineClientCommand<EmailOptions>(host, {
    name: 'email',
    description: 'set up e-mail; what is not given stays',
    options: [
      ...channelOptions(),
      option('--host <name>', 'mail server'),
      option('--port <number>', '587 with STARTTLS, 465 with TLS from the start', wholeBetween(1, highestPort)),
      option('--user <name>', 'who signs in there'),
      option('--from <address>', 'sender'),
      option('--to <addresses>', 'recipients, with commas'),
      option('--ask-password', 'ask for the password of the mail server, without showing it').conflicts(
        'passwordStdin',
      ),
      option('--password-stdin', 'read that password from the standard input'),
    ],
    exits: ['conflict'],
    examples: [
      [
        'triquad alerts email --host smtp.example.com --user bot --from bot@example.com --to me@example.com',
        'the server',
      ],
      ['triquad alerts email --ask-password --enable', 'its password'],
      ['triquad alerts email --port 465', 'TLS from the start'],
    ],
    run: setEmail,
  });

async function setEmail({ host, bot, print, options }: Task<EmailOptions>): Promise<void> {
  const now = await bot.call('email.get', {});
  const asks = options.askPassword === true || options.passwordStdin === true;
  const events = options.events?.join(',') ?? now.alert_events;
  const body = {
    enabled: switched(options, now.enabled),
    smtp_host: options.host ?? now.smtp_host,
    smtp_port: options.port ?? now.smtp_port,
    smtp_user: options.user ?? now.smtp_user,
    from_email: options.from ?? now.from_email,
    to_email: options.to ?? now.to_email,
    ...(asks && { smtp_password: await readSecret(host, 'mail password', options.passwordStdin === true) }),
    ...(events !== null && { alert_events: events }),
  };
  await bot.call('email.save', { body });
  await shown(bot, print, 'email');
}

const testCommand = (host: Host): Command =>
  defineClientCommand(host, {
    name: 'test',
    description: 'send a test message as it is set up',
    arguments: [new Argument('<channel>').choices(['telegram', 'email'])],
    examples: [
      ['triquad alerts test telegram', 'to the chat that is set'],
      ['triquad alerts test email && echo fine', 'for a script'],
    ],
    run: async ({ bot, print, args: [channel = ''] }) => {
      const { success, message } = channel === 'telegram' ? await testTelegram(bot) : await testEmail(bot);
      if (success !== true)
        throw new CommandFailure(`the test failed: ${message ?? 'no reason given'}`, exitCode.refused);
      const result = { channel, sent: true, message: message ?? 'the test message was sent' };
      print.fields(result, () => [{ name: channel, value: result.message, tone: 'good' }]);
    },
  });

async function testTelegram(bot: Bot) {
  const { bot_token, chat_id } = await bot.call('telegram.get', {});
  return bot.call('telegram.test', { body: { bot_token, chat_id } });
}

async function testEmail(bot: Bot) {
  const { smtp_host, smtp_port, smtp_user, from_email, to_email } = await bot.call('email.get', {});
  return bot.call('email.test', {
    body: { smtp_host, smtp_port: smtp_port ?? defaultPort, smtp_user, from_email, to_email },
  });
}

const channelOptions = (): Option[] => [
  option('--enable', 'send alerts from now on').conflicts('disable'),
  option('--disable', 'send nothing'),
  option('--events <list>', 'of opportunity,execution,failure,stop_loss,circuit_breaker', list),
];

const switched = ({ enable, disable }: Shared, now: boolean): boolean => (enable ?? false) || (now && disable !== true);

async function shown(bot: Bot, print: Printer, name: 'telegram' | 'email'): Promise<void> {
  const settings = name === 'telegram' ? await bot.call('telegram.get', {}) : await bot.call('email.get', {});
  print.fields(settings, (fields) => fieldsOf(name, fields));
}

function fieldsOf(channel: string, settings: Readonly<Record<string, unknown>>): Field[] {
  return Object.entries(settings).map(([name, value]) => ({
    name: `${channel}.${name}`,
    value: value === null || value === '' ? '—' : String(value),
    tone: name === 'enabled' && value === true ? ('good' as const) : undefined,
  }));
}
