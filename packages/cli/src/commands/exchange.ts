import type { Finding } from '@triquad/bot';
import type { Command } from 'commander';
import { dataDirectory } from '../data-directory.ts';
import { CommandFailure, exitCode } from '../exit-code.ts';
import type { Host } from '../host.ts';
import { maintain } from '../maintain.ts';
import { exchangeUrl, liveExchange, proxyOption } from '../market-option.ts';
import type { Column } from '../output.ts';
import { wholeBetween } from '../parse.ts';
import { defineCommand, type Invocation, option } from './define-command.ts';
import { listCommand, pairsCommand, removeCommand, setCommand, testCommand } from './exchange-credentials.ts';

interface Options {
  readonly seconds: number;
  readonly exchangeUrl?: string;
  readonly exchangeRegion?: string;
  readonly proxy?: string;
  readonly dataDir?: string;
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
      option('--exchange-url <url>', 'where it is reached, if not at its own address', exchangeUrl),
      option('--exchange-region <region>', 'whose addresses of it are used, e.g. eea').conflicts('exchangeUrl'),
      proxyOption(),
      option('--data-dir <path>', 'the bot that only scans it after a difference, until a check finds none'),
    ],
    examples: [
      ['triquad exchanges check binance', '20 s; the exit code is 1 when something differs'],
      ['triquad exchanges check kucoin --seconds 60 --json', 'a line for each finding, for a report'],
    ],
    run: check,
  });

async function check({ host, print, options, args: [name = ''] }: Invocation<Options>): Promise<void> {
  const { checkExchange, keepCheck, setProxies } = await import('@triquad/bot');
  setProxies(host.env, options.proxy);
  const { seconds } = options;
  const place = options.exchangeUrl ?? options.exchangeRegion;
  const findings: Finding[] = [];
  const found = (finding: Finding): void => {
    findings.push(finding);
    print.item(finding, columns);
  };
  const began = new Date().toISOString();
  await maintain(async () => {
    await checkExchange({ name, place, seconds, found });
    const ended = new Date().toISOString();
    keepCheck(dataDirectory(options.dataDir), place ?? null, { exchange: name, began, ended, findings });
  });
  const differences = findings.filter(({ expected }) => expected !== null).length;
  if (differences > 0)
    throw new CommandFailure(
      `${name}: differences ${differences}; the bot only scans it until a check finds none. If the exchange answered, copy the lines above into a report`,
      exitCode.refused,
    );
}
