import type { LogEntry, LogLevel } from '@triquad/core/contract';
import { english } from '@triquad/core/texts';
import { type Command, InvalidArgumentError } from 'commander';
import { logColumns } from '../columns.ts';
import type { Host } from '../host.ts';
import { isAtLeast, logLevels } from '../log-level.ts';
import { oneOf } from '../parse.ts';
import { defineClientCommand, type Task } from './client-command.ts';
import { option } from './define-command.ts';
import { followOption, isWithin, limitOption, mostRows, rowsToAsk, sinceOption, untilOption } from './list-options.ts';

interface Options {
  readonly follow?: true;
  readonly level?: LogLevel;
  readonly grep?: RegExp;
  readonly since?: string;
  readonly until?: string;
  readonly limit?: number;
}

const defaultLimit = 50;

/** `triquad logs`: the latest entries, oldest first. */
export const logsCommand = (host: Host): Command =>
  defineClientCommand<Options>(host, {
    name: 'logs',
    description: 'what the bot logs, oldest first',
    options: [
      followOption(),
      option('--level <level>', `this level and more severe ones: ${logLevels.join(', ')}`, oneOf(logLevels)),
      option('--grep <pattern>', 'whose source or message matches (regular expression, case ignored)', pattern),
      sinceOption(),
      untilOption().conflicts('follow'),
      limitOption(defaultLimit, 'entries'),
    ],
    examples: [
      ['triquad logs --level WARNING --limit 20', 'recent warnings and errors'],
      ['triquad logs --follow --grep "execution|leg"', 'watch the executions'],
    ],
    run: (task) => (task.options.follow ? stream(task) : list(task)),
  });

async function list({ bot, print, options }: Task<Options>): Promise<void> {
  const { level, grep, since, until, limit = defaultLimit } = options;
  const { rows } = await bot.call('logs.list', {
    query: { limit: rowsToAsk(limit, [level, grep, since, until]), ...(level && { level }) },
  });
  const entries = rows.filter(wanted(options)).slice(0, limit).toReversed();
  print.rows(entries, logColumns, entries);
}

async function stream({ host, bot, connection, print, options }: Task<Options>): Promise<void> {
  await bot.call('bot.status', {});
  const [{ follow }, { openClient }] = await Promise.all([import('../follow.ts'), import('../client.ts')]);
  await follow<LogEntry>(openClient(host, connection), {
    resource: 'logs',
    limit: options.limit ?? (options.since === undefined ? 0 : mostRows),
    isWanted: wanted(options),
    note: print.note,
    read: (message) => {
      if (message.type === 'LogReported') return { added: message.entry };
      return message.type === 'ResourceLoaded' && message.resource === 'logs'
        ? { loaded: message.value.toSorted(byTime) }
        : null;
    },
    show: (entry) => print.item(entry, logColumns),
  });
}

function wanted({ level = 'DEBUG', grep, ...period }: Options): (entry: LogEntry) => boolean {
  return (entry) =>
    isAtLeast(level, entry.level) &&
    (grep === undefined || grep.test(`${entry.source} ${english.log(entry)}`)) &&
    isWithin(period, entry.timestamp);
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
