import { Command } from 'commander';
import type { Host } from '../host.ts';
import { wholeBetween } from '../parse.ts';
import { backtestColumns, backtestFields } from './backtest-fields.ts';
import { reportCommand } from './backtest-report.ts';
import { runCommand } from './backtest-run.ts';
import { clientCommand } from './client-command.ts';
import { withExamples } from './examples.ts';

interface ListOptions {
  readonly limit?: number;
}

const defaultLimit = 20;
const mostRows = 500;
const someId = '019a9f2c-5d1e-7c40-8b62-3f1f6c7f0a11';

/** `triquad backtest [list]`, `triquad backtest run`, and `show|cancel|remove|report <id>`. */
export function backtestCommand(host: Host): Command {
  const command = listing(host, new Command('backtest').description('what the bot would have made of another market'));
  const children = [
    runCommand(host),
    listing(host, new Command('list').description('backtests, newest first')),
    showCommand(host),
    cancelCommand(host),
    removeCommand(host),
    reportCommand(host),
  ];
  for (const child of children) command.addCommand(child.copyInheritedSettings(command));
  return command;
}

function listing(host: Host, command: Command): Command {
  command.option('--limit <number>', `rows at most (default: ${defaultLimit})`, wholeBetween(1, mostRows));
  clientCommand<ListOptions>(host, command, async ({ bot, print, options: { limit = defaultLimit } }) => {
    const { rows } = await bot.call('backtest.list', { query: { limit } });
    print.rows(rows, backtestColumns, rows);
  });
  return withExamples(command, [
    ['triquad backtest', 'the last twenty'],
    ["triquad backtest list --json | jq '.[] | {id, net: .metrics.net_profit}'", 'for a script'],
  ]);
}

function showCommand(host: Host): Command {
  const command = new Command('show').description('one backtest, with its figures').argument('<id>', 'of the backtest');
  clientCommand(host, command, async ({ bot, print, args: [id = ''] }) => {
    print.fields(await bot.call('backtest.get', { path: { id } }), backtestFields);
  });
  return withExamples(command, [
    [`triquad backtest show ${someId}`, 'for you'],
    [`triquad backtest show ${someId} --json | jq .progress`, 'how far it is'],
  ]);
}

function cancelCommand(host: Host): Command {
  const command = new Command('cancel')
    .description('end a backtest that waits or runs')
    .argument('<id>', 'of the backtest');
  clientCommand(host, command, async ({ bot, print, args: [id = ''] }) => {
    print.fields(await bot.call('backtest.cancel', { path: { id } }), backtestFields);
  });
  return withExamples(command, [
    [`triquad backtest cancel ${someId}`, 'one'],
    [
      `triquad backtest --json | jq -r '.[] | select(.status == "queued").id' | xargs -n1 triquad backtest cancel`,
      'all that wait',
    ],
  ]);
}

function removeCommand(host: Host): Command {
  const command = new Command('remove')
    .description('delete a backtest that does not run, with its report')
    .argument('<id>', 'of the backtest');
  clientCommand(host, command, async ({ bot, print, args: [id = ''] }) => {
    await bot.call('backtest.delete', { path: { id } });
    print.fields({ id, removed: true }, () => [{ name: 'removed', value: id }]);
  });
  return withExamples(command, [
    [`triquad backtest remove ${someId}`, 'one'],
    [
      `triquad backtest --json | jq -r '.[] | select(.status == "failed").id' | xargs -n1 triquad backtest remove`,
      'all that failed',
    ],
  ]);
}
