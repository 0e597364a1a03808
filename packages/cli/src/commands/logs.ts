import type { LogEntry, LogLevel } from '@triquad/core/contract';
import { Command, InvalidArgumentError } from 'commander';
import { logColumns } from '../columns.ts';
import type { Host } from '../host.ts';
import { isAtLeast, logLevels } from '../log-level.ts';
import { oneOf, wholeBetween } from '../parse.ts';
import { newIds } from '../seen.ts';
import { clientCommand, type Task } from './client-command.ts';
import { withExamples } from './examples.ts';

interface Options {
  readonly follow?: true;
  readonly level?: LogLevel;
  readonly grep?: RegExp;
  readonly limit?: number;
}

const defaultLimit = 50;
const mostRows = 500;
// More than a reload after a lost connection brings back.
const remembered = 2_000;

/** `triquad logs`: the latest entries, oldest first. */
export function logsCommand(host: Host): Command {
  const command = new Command('logs')
    .description('what the bot logs, oldest first')
    .option('-f, --follow', 'go on with what comes')
    .option('--level <level>', `this level and graver ones: ${logLevels.join(', ')}`, oneOf(logLevels))
    .option('--grep <pattern>', 'entries whose source or message matches (regular expression, case ignored)', pattern)
    .option('--limit <number>', `entries at most (default: ${defaultLimit})`, wholeBetween(1, mostRows));
  clientCommand<Options>(host, command, async (task) => (task.options.follow ? stream(task) : list(task)));
  return withExamples(command, [
    ['triquad logs --level WARNING --limit 20', 'what went wrong lately'],
    ['triquad logs --follow --grep "execution|leg"', 'watch the executions'],
  ]);
}

async function list({ bot, print, options }: Task<Options>): Promise<void> {
  const { level, grep, limit = defaultLimit } = options;
  const { rows } = await bot.call('logs.list', {
    query: { limit: grep ? mostRows : limit, ...(level && { level }) },
  });
  const entries = rows.filter(wanted(options)).slice(0, limit).toReversed();
  print.rows(entries, logColumns, entries);
}

async function stream({ host, bot, connection, print, options }: Task<Options>): Promise<void> {
  await bot.call('bot.status', {});
  const { follow } = await import('../follow.ts');
  const isWanted = wanted(options);
  const isNew = newIds(remembered);
  const show = (entry: LogEntry) => {
    if (isNew(entry.id) && isWanted(entry)) print.item(entry, logColumns);
  };
  await follow(host, connection, {
    resource: 'logs',
    limit: options.limit ?? defaultLimit,
    note: print.note,
    onMessage: (message) => {
      if (message.type === 'LogReported') show(message.entry);
      if (message.type === 'LogsLoaded') for (const entry of message.entries.toSorted(byTime)) show(entry);
    },
  });
}

function wanted({ level = 'DEBUG', grep }: Options): (entry: LogEntry) => boolean {
  return ({ level: own, source, message }) =>
    isAtLeast(level, own) && (grep === undefined || grep.test(`${source} ${message}`));
}

function byTime(one: LogEntry, other: LogEntry): number {
  return (one.timestamp ?? '').localeCompare(other.timestamp ?? '');
}

function pattern(text: string): RegExp {
  try {
    return new RegExp(text, 'iu');
  } catch (error) {
    throw new InvalidArgumentError(
      `It must be a regular expression (${error instanceof Error ? error.message : error}).`,
    );
  }
}
