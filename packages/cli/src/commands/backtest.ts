import { Argument, type Command } from 'commander';
import { confirm } from '../confirm.ts';
import type { Host } from '../host.ts';
import { backtestColumns, backtestFields } from './backtest-fields.ts';
import { reportCommand } from './backtest-report.ts';
import { runCommand } from './backtest-run.ts';
import { sweepCommand } from './backtest-sweep.ts';
import { defineClientCommand } from './client-command.ts';
import { limitOption } from './list-options.ts';

interface ListOptions {
  readonly limit?: number;
}

const defaultLimit = 20;
const someId = '019a9f2c-5d1e-7c40-8b62-3f1f6c7f0a11';

/** `triquad backtest [list]`, `triquad backtest run|sweep`, and `show|cancel|remove|report <id>`. */
export const backtestCommand = (host: Host): Command =>
  listCommand(host, 'backtest', 'simulate the bot on another market', [
    runCommand(host),
    sweepCommand(host),
    listCommand(host, 'list', 'backtests, newest first'),
    showCommand(host),
    cancelCommand(host),
    removeCommand(host),
    reportCommand(host),
  ]);

const listCommand = (host: Host, name: string, description: string, subcommands: Command[] = []): Command =>
  defineClientCommand<ListOptions>(host, {
    name,
    description,
    subcommands,
    options: [limitOption(defaultLimit)],
    examples: [
      ['triquad backtest', 'the last twenty'],
      ["triquad backtest list --json | jq '.[] | {id, net: .metrics.net_profit}'", 'for a script'],
    ],
    run: async ({ bot, print, options: { limit = defaultLimit } }) => {
      const rows = (await bot.call('backtest.list', { query: { limit } })).rows.slice(0, limit);
      print.rows(rows, backtestColumns, rows);
    },
  });

const showCommand = (host: Host): Command =>
  defineClientCommand(host, {
    name: 'show',
    description: 'one backtest, with its figures',
    arguments: [idArgument()],
    examples: [
      [`triquad backtest show ${someId}`, 'for you'],
      [`triquad backtest show ${someId} --json | jq .progress`, 'how far it is'],
    ],
    run: async ({ bot, print, args: [id = ''] }) =>
      print.fields(await bot.call('backtest.get', { path: { id } }), backtestFields),
  });

const cancelCommand = (host: Host): Command =>
  defineClientCommand(host, {
    name: 'cancel',
    description: 'end a backtest that waits or runs',
    arguments: [idArgument()],
    exits: ['conflict'],
    examples: [
      [`triquad backtest cancel ${someId}`, 'one'],
      [
        `triquad backtest --json | jq -r '.[] | select(.status == "queued").id' | xargs -n1 triquad backtest cancel`,
        'all that wait',
      ],
    ],
    run: async ({ bot, print, args: [id = ''] }) =>
      print.fields(await bot.call('backtest.cancel', { path: { id } }), backtestFields),
  });

const removeCommand = (host: Host): Command =>
  defineClientCommand(host, {
    name: 'remove',
    description: 'delete a backtest that does not run, with its report; asks',
    arguments: [idArgument()],
    exits: ['conflict'],
    examples: [
      [`triquad backtest remove ${someId}`, 'one'],
      [
        `triquad backtest --json | jq -r '.[] | select(.status == "failed").id' | xargs -n1 triquad backtest remove --yes`,
        'all that failed',
      ],
    ],
    run: async ({ bot, print, options, args: [id = ''] }) => {
      await confirm(host, options.yes, `The backtest ${id} is to be deleted.`);
      await bot.call('backtest.delete', { path: { id } });
      print.fields({ id, removed: true }, () => [{ name: 'removed', value: id }]);
    },
  });

const idArgument = (): Argument => new Argument('<id>', 'of the backtest');
