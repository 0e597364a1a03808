import { percent } from '@triquad/core';
import type { DecisionRecord } from '@triquad/core/contract';
import { Command } from 'commander';
import type { Host } from '../host.ts';
import type { Column } from '../output.ts';
import { wholeBetween } from '../parse.ts';
import { clientCommand } from './client-command.ts';
import { withExamples } from './examples.ts';

interface Options {
  readonly reason?: string;
  readonly exchange?: string;
  readonly limit?: number;
}

const defaultLimit = 50;
const mostRows = 500;

const columns: readonly Column<DecisionRecord>[] = [
  { title: 'TIME', optional: true, value: ({ at }) => at },
  { title: 'EXCHANGE', value: ({ exchange }) => exchange },
  { title: 'PATH', value: ({ symbols }) => symbols.join('→'), shrinks: true },
  { title: 'PROFIT', value: ({ profit_pct }) => percent(profit_pct, { sign: true }), align: 'right' },
  {
    title: 'REASON',
    value: ({ reason }) => reason,
    tone: ({ decision }) => (decision === 'executed' ? 'good' : 'quiet'),
  },
  { title: 'WHY', optional: true, value: ({ detail }) => detail, shrinks: true },
];

/** `triquad decisions`: why each opportunity was executed, or was not. */
export function decisionsCommand(host: Host): Command {
  const command = new Command('decisions')
    .description('why each opportunity was executed or left alone, newest first')
    .option('--reason <reason>', 'only these, e.g. executed or cooldown')
    .option('--exchange <name>', 'only those of one exchange')
    .option('--limit <number>', `rows at most (default: ${defaultLimit})`, wholeBetween(1, mostRows));
  clientCommand<Options>(host, command, async ({ bot, print, options: { reason, exchange, limit = defaultLimit } }) => {
    const query = { limit, ...(reason && { reason }), ...(exchange && { exchange: exchange.toLowerCase() }) };
    const { rows } = await bot.call('decisions.list', { query });
    print.rows(rows, columns, rows);
  });
  return withExamples(command, [
    ['triquad decisions --limit 10', 'why it does what it does'],
    ["triquad decisions --limit 500 --json | jq -r '.[].reason' | sort | uniq -c", 'how often for which reason'],
  ]);
}
