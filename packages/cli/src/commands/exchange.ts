import type { Finding } from '@triquad/bot';
import type { Command } from 'commander';
import { CommandFailure, type ExitCode, exitCode } from '../exit-code.ts';
import type { Host } from '../host.ts';
import { liveExchange } from '../market-option.ts';
import type { Column } from '../output.ts';
import { httpAddress, wholeBetween } from '../parse.ts';
import { defineCommand, type Invocation, option } from './define-command.ts';
import { listCommand, pairsCommand, removeCommand, setCommand, testCommand } from './exchange-credentials.ts';

interface Options {
  readonly seconds: number;
  readonly exchangeUrl?: string;
}

const columns: readonly Column<Finding>[] = [
  {
    title: '',
    value: ({ expected }) => (expected === null ? 'OK' : 'DIFFERS'),
    tone: ({ expected }) => (expected === null ? 'good' : 'bad'),
    least: 7,
  },
  { title: 'SUBJECT', value: ({ subject }) => subject, least: 16 },
  {
    title: 'FOUND',
    value: ({ found, expected }) => (expected === null ? found : `${found}; expected: ${expected}`),
    wraps: true,
  },
];

/** `triquad exchanges [list|set|test|pairs|remove|check]`: keys and markets of exchanges. `check` needs no running bot. */
export const exchangesCommand = (host: Host): Command =>
  listCommand(host, 'exchanges', 'the exchanges of the bot: keys, markets, and what they themselves do', [
    listCommand(host, 'list', 'those with keys'),
    setCommand(host),
    testCommand(host),
    pairsCommand(host),
    removeCommand(host),
    checkCommand(host),
  ]).alias('exchange');

const checkCommand = (host: Host): Command =>
  defineCommand<Options>(host, {
    name: 'check',
    description: 'compare what an exchange does with what the bot expects of it, by public calls alone',
    arguments: [liveExchange('name')],
    options: [
      option('--seconds <number>', 'how long to listen', wholeBetween(2, 3_600)).default(20),
      option('--exchange-url <url>', 'where it is reached, if not at its own address', httpAddress),
    ],
    examples: [
      ['triquad exchanges check binance', '20 s; the exit code is 1 when something differs'],
      ['triquad exchanges check kucoin --seconds 60 --json', 'a line for each finding, for a report'],
    ],
    run: check,
  });

async function check({ print, options, args: [name = ''] }: Invocation<Options>): Promise<void> {
  const { CannotStart, checkExchange } = await import('@triquad/bot');
  const { seconds, exchangeUrl: url } = options;
  let differences = 0;
  try {
    await checkExchange({
      name,
      url: url?.replace(/\/$/, ''),
      seconds,
      found: (finding) => {
        if (finding.expected !== null) differences++;
        print.item(finding, columns);
      },
    });
  } catch (error) {
    throw error instanceof CannotStart ? new CommandFailure(error.message, error.exitCode as ExitCode) : error;
  }
  if (differences > 0)
    throw new CommandFailure(
      `${name}: differences ${differences}; the bot only scans an exchange whose check fails. If the exchange answered, copy the lines above into a report`,
      exitCode.refused,
    );
}
