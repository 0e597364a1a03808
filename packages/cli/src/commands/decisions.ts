import { percent } from '@triquad/core';
import type { Decision } from '@triquad/core/contract';
import type { Command } from 'commander';
import type { Host } from '../host.ts';
import type { Column } from '../output.ts';
import { ownSource } from '../source-column.ts';
import { defineClientCommand, type Task } from './client-command.ts';
import { option } from './define-command.ts';
import { isWithin, limitOption, mostRows, type Period, periodOptions, rowsToAsk } from './list-options.ts';

interface Options extends Period {
  readonly reason?: string;
  readonly exchange?: string;
  readonly limit?: number;
}

const defaultLimit = 50;

const columns: readonly Column<Decision>[] = [
  { title: 'TIME', optional: true, value: ({ at }) => at },
  { title: 'EXCHANGE', value: ({ exchange }) => exchange },
  { title: 'PATH', value: ({ symbols }) => symbols.join('→'), shrinks: true },
  {
    title: 'PROFIT',
    value: ({ profit_pct }) => profit_pct,
    shown: ({ profit_pct }) => percent(profit_pct, { sign: true }),
    align: 'right',
  },
  {
    title: 'REASON',
    value: ({ reason }) => reason,
    tone: ({ decision }) => (decision === 'executed' ? 'good' : 'quiet'),
  },
  { title: 'WHY', optional: true, value: ({ detail }) => detail, shrinks: true },
  ownSource,
];

/** `triquad decisions`: why each opportunity was executed, or was not. */
export const decisionsCommand = (host: Host): Command =>
  defineClientCommand<Options>(host, {
    name: 'decisions',
    description: 'why each opportunity was executed or left alone, newest first',
    options: [
      option('--reason <reason>', 'only these, e.g. executed or cooldown'),
      option('--exchange <name>', 'only those of one exchange'),
      ...periodOptions(),
      limitOption(defaultLimit),
    ],
    examples: [
      ['triquad decisions --limit 10', 'why it does what it does'],
      ["triquad decisions --limit 500 --json | jq -r '.[].reason' | sort | uniq -c", 'how often for which reason'],
    ],
    run: list,
  });

async function list({ bot, print, options }: Task<Options>): Promise<void> {
  const { reason, exchange, since, until, limit = defaultLimit } = options;
  const asked = rowsToAsk(limit, [since, until]);
  const query = { limit: asked, ...(reason && { reason }), ...(exchange && { exchange: exchange.toLowerCase() }) };
  const { rows } = await bot.call('decisions.list', { query });
  const kept = rows.filter(({ at }) => isWithin(options, at)).slice(0, limit);
  print.rows(kept, columns, kept);
  if (kept.length === 0 && reason !== undefined) await noteReasons({ bot, print }, reason);
}

/** Nothing has this reason: names those that the latest decisions have, for one that is misspelt. */
async function noteReasons({ bot, print }: Pick<Task<Options>, 'bot' | 'print'>, reason: string): Promise<void> {
  const { rows } = await bot.call('decisions.list', { query: { limit: mostRows } });
  const reasons = [...new Set(rows.map((row) => row.reason))].toSorted();
  if (reasons.length > 0) print.note(`no decision has the reason ${reason}; there are ${reasons.join(', ')}`);
}
