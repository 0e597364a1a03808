import { setTimeout } from 'node:timers/promises';
import { none } from '@triquad/core';
import { type Facts, factTypes } from '@triquad/core/contract';
import { type Command, InvalidArgumentError } from 'commander';
import { CommandFailure, exitCode } from '../exit-code.ts';
import type { Host } from '../host.ts';
import { suggestion } from '../nearest.ts';
import type { Column } from '../output.ts';
import { list, wholeBetween } from '../parse.ts';
import { defineClientCommand, type Task } from './client-command.ts';
import { option } from './define-command.ts';
import { followOption, limitOption, mostRows, sinceOption, untilOption } from './list-options.ts';

interface Options {
  readonly follow?: true;
  readonly types?: string;
  readonly since?: string;
  readonly until?: string;
  readonly after?: number;
  readonly limit?: number;
}

type JournalFact = Facts['data'][number];

const defaultLimit = 50;
const pollMs = 500;

const columns: readonly Column<JournalFact>[] = [
  { title: 'SEQ', value: ({ seq }) => String(seq), align: 'right', least: 8 },
  { title: 'TIME', value: ({ at }) => at ?? none, least: 24, tone: () => 'quiet' },
  { title: 'TYPE', value: ({ type }) => type, least: 18 },
  { title: 'SAYS', value: ({ says }) => JSON.stringify(says), wraps: true },
];

/** `triquad events`: the facts of the journal, oldest first. */
export const eventsCommand = (host: Host): Command =>
  defineClientCommand<Options>(host, {
    name: 'events',
    description: 'every fact of the journal: orders, fills, fees, halts, configurations; oldest first',
    options: [
      followOption(),
      option('--types <list>', 'only these, e.g. OrderFilled,BotHalted', types),
      sinceOption(),
      untilOption().conflicts('follow'),
      option(
        '--after <seq>',
        'those after this one: where a script left off',
        wholeBetween(0, Number.MAX_SAFE_INTEGER),
      ),
      limitOption(defaultLimit, 'facts'),
    ],
    examples: [
      ['triquad events --types OrderFilled,FeeCharged --since 2026-01-31 --json', 'a line for each fill and each fee'],
      ['triquad events --follow --types BotHalted --json | while read -r fact; do echo "$fact"; done', 'an alarm'],
      ['triquad events --after 1200 --limit 500 --csv', 'the facts that a script has not seen yet'],
    ],
    run: (task) => (task.options.follow ? stream(task) : show(task)),
  });

/** Pages until enough of them are there, or no more. */
async function show(task: Task<Options>): Promise<void> {
  const { print, options } = task;
  const { since, after, limit = defaultLimit } = options;
  const found: JournalFact[] = [];
  const isLatest = since === undefined && after === undefined;
  for (let from = after, isOver = false; !isOver && found.length < limit; ) {
    const page = await ask(task, from, limit - found.length);
    sayGap(task, page);
    found.push(...page.data);
    isOver = isLatest || page.through >= page.last;
    from = page.through;
  }
  print.rows(found, columns, found);
}

/** Goes on where it was after a lost connection, as facts are numbered. */
async function stream(task: Task<Options>): Promise<void> {
  const { print, options } = task;
  const { since, limit } = options;
  let after = options.after;
  if (after === undefined && since === undefined) {
    const page = await ask(task, undefined, limit ?? 1);
    if (limit !== undefined) for (const fact of page.data) print.item(fact, columns);
    after = page.through;
  }
  for (let isAway = false; ; ) {
    try {
      const page = await ask(task, after, mostRows);
      if (isAway) print.note('the bot answers again');
      isAway = false;
      // The journal of a backup ends earlier.
      const isEarlier = after !== undefined && page.last < after;
      if (isEarlier) sayGap(task, { missing: { from: page.last + 1, to: after ?? 0 } }, 'restored');
      else sayGap(task, page);
      for (const fact of page.data) print.item(fact, columns);
      after = isEarlier ? page.last : page.through;
      if (after >= page.last) await setTimeout(pollMs);
    } catch (error) {
      if (!(error instanceof CommandFailure) || error.exitCode !== exitCode.unreachable) throw error;
      if (!isAway) print.note(`${error.message.split(';')[0]}; trying again`);
      isAway = true;
      await setTimeout(pollMs);
    }
  }
}

function ask({ bot, options }: Task<Options>, after: number | undefined, limit: number): Promise<Facts> {
  const { types: only, since, until } = options;
  const query = {
    limit: Math.min(limit, mostRows),
    ...(after !== undefined && { after }),
    ...(after === undefined && since !== undefined && { from: since }),
    ...(until !== undefined && { to: until }),
    ...(only !== undefined && { types: only }),
  };
  return bot.call('facts.list', { query });
}

/** Reports missing facts: a line among JSON lines, otherwise a note. */
function sayGap({ host, print, options }: Task<Options>, { missing }: Pick<Facts, 'missing'>, why = 'compacted'): void {
  if (missing === null) return;
  const { from, to } = missing;
  if (options.json && options.follow) host.stdout.write(`${JSON.stringify({ gap: { from, to, why } })}\n`);
  print.note(`facts ${from} to ${to} are missing: the journal was ${why}`);
}

function types(text: string): string {
  const chosen = list(text).map((name) => {
    const found = factTypes.find((type) => type.toLowerCase() === name.toLowerCase());
    if (found === undefined) throw new InvalidArgumentError(`No fact is called ${name}${suggestion(name, factTypes)}.`);
    return found;
  });
  return chosen.join(',');
}
