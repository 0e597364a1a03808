import { none } from '@triquad/core';
import type { AnswerOf, Exchanges } from '@triquad/core/contract';
import { passphraseExchanges } from '@triquad/core/rules';
import { Argument, type Command } from 'commander';
import type { Bot } from '../bot.ts';
import { CommandFailure, exitCode } from '../exit-code.ts';
import type { Host } from '../host.ts';
import { liveExchanges } from '../market-option.ts';
import type { Column } from '../output.ts';
import { list } from '../parse.ts';
import { readAll, readSecret } from '../password.ts';
import { defineClientCommand } from './client-command.ts';
import { option } from './define-command.ts';
import { askPermission, knownOf } from './permission.ts';

type Row = Exchanges['exchanges'][string] & { readonly name: string };
type Switch = 'on' | 'off';

interface SetOptions {
  readonly stdin?: true;
  readonly keepKeys?: true;
  readonly use?: Switch;
  readonly testnet?: Switch;
}

const switchWords = ['on', 'off'] as const;

const columns: readonly Column<Row>[] = [
  { title: 'NAME', value: ({ name }) => name },
  {
    title: 'USE',
    value: ({ enabled }) => written(enabled),
    tone: ({ enabled }) => (enabled === true ? 'good' : 'quiet'),
  },
  { title: 'TESTNET', value: ({ testnet }) => written(testnet) },
  { title: 'API KEY', value: ({ api_key }) => api_key || none },
];

const written = (value: boolean | null): string => (value === null ? none : value ? 'on' : 'off');

/** `list`, and the command above it. */
export const listCommand = (host: Host, name: string, description: string, subcommands: Command[] = []): Command =>
  defineClientCommand(host, {
    name,
    description,
    subcommands,
    examples: [
      ['triquad exchanges list', 'for you; keys are masked, secrets never shown'],
      ["triquad exchanges list --json | jq -r '.[] | select(.enabled).name'", 'those in use, for a script'],
    ],
    run: async ({ bot, print }) => {
      const rows = await configured(bot);
      print.rows(rows, columns, rows);
    },
  });

async function configured(bot: Bot): Promise<Row[]> {
  const { exchanges } = await bot.call('exchanges.list', {});
  return Object.entries(exchanges).map(([name, exchange]) => ({ name, ...exchange }));
}

export const setCommand = (host: Host): Command =>
  defineClientCommand<SetOptions>(host, {
    name: 'set',
    description: 'save the API key and secret of an exchange: asks for them, or reads them from the standard input',
    arguments: [nameArgument()],
    options: [
      option('--stdin', 'read key, secret and passphrase from the standard input, one a line'),
      option('--keep-keys', 'change only --use and --testnet').conflicts('stdin'),
      option('--use <switch>', 'whether the bot uses it (default: as it is, else on)').choices(switchWords),
      option('--testnet <switch>', 'its test exchange (default: as it is, else on)').choices(switchWords),
    ],
    examples: [
      ['triquad exchanges set kraken', 'asks for the key and the secret; they are not shown'],
      ['pass show kraken | triquad exchanges set kraken --stdin', 'from a password store: a line each'],
      ['triquad exchanges set kraken --keep-keys --use off', 'without typing them again'],
    ],
    run: async ({ bot, print, options, args: [given = ''] }) => {
      const name = given.toLowerCase();
      const before = (await configured(bot)).find((one) => one.name === name);
      if (options.keepKeys && before === undefined) {
        throw new CommandFailure(`${name} has no keys yet: leave out --keep-keys`, exitCode.usage);
      }
      const keys = options.keepKeys ? {} : await keysOf(host, name, options.stdin === true);
      const body = {
        enabled: chosen(options.use, before?.enabled),
        testnet: chosen(options.testnet, before?.testnet),
        ...keys,
      };
      await bot.call('exchanges.save', { path: { name }, body });
      const saved = (await configured(bot)).find((one) => one.name === name);
      const row = saved ?? {
        name,
        enabled: body.enabled,
        testnet: body.testnet,
        api_key: null,
        has_secret: null,
        has_passphrase: null,
      };
      print.rows(row, columns, [row]);
    },
  });

const chosen = (given: Switch | undefined, before: boolean | null | undefined): boolean =>
  given === undefined ? (before ?? true) : given === 'on';

interface Keys {
  readonly api_key: string;
  readonly api_secret: string;
  readonly passphrase?: string;
}

/** Never from the arguments, which every user of the machine can see. */
async function keysOf(host: Host, name: string, fromStdin: boolean): Promise<Keys> {
  const needsPassphrase = (passphraseExchanges as readonly string[]).includes(name);
  const [key = '', secret = '', passphrase = ''] = fromStdin
    ? (await readAll(host, 'keys')).split(/\r?\n/)
    : [
        await readSecret(host, 'API key', false),
        await readSecret(host, 'API secret', false),
        ...(needsPassphrase ? [await readSecret(host, 'Passphrase', false)] : []),
      ];
  const missing = [
    ...(key.trim() === '' ? ['API key'] : []),
    ...(secret.trim() === '' ? ['API secret'] : []),
    ...(needsPassphrase && passphrase.trim() === '' ? ['passphrase'] : []),
  ];
  if (missing.length > 0)
    throw new CommandFailure(`the ${missing.join(' and the ')} must not be empty`, exitCode.usage);
  return {
    api_key: key.trim(),
    api_secret: secret.trim(),
    ...(passphrase.trim() !== '' && { passphrase: passphrase.trim() }),
  };
}

export const testCommand = (host: Host): Command =>
  defineClientCommand(host, {
    name: 'test',
    description: 'let the bot try the saved keys; exit code 1 when they do not work',
    arguments: [nameArgument()],
    examples: [
      ['triquad exchanges test kraken', 'for you'],
      ['triquad exchanges test kraken --json || echo "the keys of kraken do not work"', 'for a script'],
    ],
    run: async ({ bot, print, args: [name = ''] }) => {
      const answer = await bot.call('exchanges.test', { path: { name: name.toLowerCase() }, body: {} });
      print.fields(answer, resultFields);
      if (answer.success !== true) throw new CommandFailure('', exitCode.refused);
    },
  });

const resultFields = ({ success, message, latency_ms }: AnswerOf<'exchanges.test'>) => [
  {
    name: 'works',
    value: success === true ? 'yes' : 'no',
    tone: success === true ? ('good' as const) : ('bad' as const),
  },
  { name: 'says', value: message ?? none },
  ...(latency_ms === null ? [] : [{ name: 'took', value: `${latency_ms} ms` }]),
];

export const pairsCommand = (host: Host): Command =>
  defineClientCommand<{ readonly quotes?: readonly string[] }>(host, {
    name: 'pairs',
    description: 'the markets of an exchange that the bot sees',
    arguments: [nameArgument()],
    options: [option('--quotes <list>', 'only markets in these (default: USDT,BTC,ETH)', list)],
    examples: [
      ['triquad exchanges pairs binance --quotes USDT', 'one a line'],
      ["triquad exchanges pairs binance --json | jq 'length'", 'how many'],
    ],
    run: async ({ bot, print, options, args: [name = ''] }) => {
      const query = {
        exchange: name.toLowerCase(),
        ...(options.quotes && { quote_currencies: options.quotes.join(',').toUpperCase() }),
      };
      const { pairs } = await bot.call('exchanges.pairs', { query });
      print.rows(pairs, [{ title: 'PAIR', value: (pair: string) => pair }], pairs);
    },
  });

export const removeCommand = (host: Host): Command =>
  defineClientCommand(host, {
    name: 'remove',
    description: 'forget the keys of an exchange; asks',
    arguments: [nameArgument()],
    examples: [
      ['triquad exchanges remove kraken', 'asks first'],
      ['triquad exchanges remove kraken --yes --json', 'for a script'],
    ],
    run: async (task) => {
      const { bot, print, args } = task;
      const name = args[0]?.toLowerCase() ?? '';
      const what = `the keys of ${name} are to be forgotten`;
      await askPermission(task, await knownOf(task), { type: 'DeleteExchange', name }, what);
      await bot.call('exchanges.delete', { path: { name } });
      print.fields({ name, removed: true }, () => [{ name: 'removed', value: name }]);
    },
  });

/** Completed by those that are known; the bot itself refuses others. */
const nameArgument = (): Argument =>
  new Argument('<name>', 'e.g. kraken').choices(liveExchanges).argParser((text: string) => text);
