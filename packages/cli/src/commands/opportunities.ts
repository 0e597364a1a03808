import { filterOpportunities, type ScannerFilter } from '@triquad/core';
import type { Opportunity } from '@triquad/core/contract';
import { Command } from 'commander';
import { opportunityColumns } from '../columns.ts';
import type { Host } from '../host.ts';
import { atLeast, oneOf, wholeBetween } from '../parse.ts';
import { newIds } from '../seen.ts';
import { clientCommand, type Task } from './client-command.ts';
import { withExamples } from './examples.ts';

interface Options {
  readonly type?: (typeof types)[number];
  readonly exchange?: string;
  readonly minProfit?: number;
  readonly limit?: number;
  readonly follow?: true;
}

const types = ['TRI', 'QUAD'] as const;
const defaultLimit = 50;
const mostRows = 500;
// More than a reload after a lost connection brings back.
const remembered = 2_000;

/** `triquad opportunities`. A bot that knows no filters is filtered here. */
export function opportunitiesCommand(host: Host): Command {
  const command = new Command('opportunities')
    .description('the latest opportunities, newest first')
    .option('--type <type>', `only these: ${types.join(', ')}`, oneOf(types))
    .option('--exchange <name>', 'only exchanges with this in their name')
    .option('--min-profit <percent>', 'least profit', atLeast(0))
    .option('--limit <number>', `rows at most (default: ${defaultLimit})`, wholeBetween(1, mostRows))
    .option('-f, --follow', 'go on with what comes; one line for each change');
  clientCommand<Options>(host, command, async (task) => (task.options.follow ? stream(task) : list(task)));
  return withExamples(command, [
    ['triquad opportunities --type TRI --min-profit 0.5', 'the good ones'],
    ['triquad opportunities --follow --json | jq -c "[.exchange,.profit_pct]"', 'as they come'],
  ]);
}

async function list({ bot, print, options }: Task<Options>): Promise<void> {
  const { type, exchange, minProfit, limit = defaultLimit } = options;
  const { rows } = await bot.call('opportunities.list', {
    query: {
      limit,
      ...(type && { type }),
      ...(exchange && { exchange: exchange.toLowerCase() }),
      ...(minProfit !== undefined && { min_profit: minProfit }),
    },
  });
  const kept = filterOpportunities(rows, filter(options)).slice(0, limit);
  print.rows(kept, opportunityColumns, kept);
}

async function stream({ host, bot, connection, print, options }: Task<Options>): Promise<void> {
  await bot.call('bot.status', {});
  const { follow } = await import('../follow.ts');
  const isNew = newIds(remembered);
  const show = (opportunity: Opportunity) => {
    for (const wanted of filterOpportunities([opportunity], filter(options))) print.item(wanted, opportunityColumns);
  };
  await follow(host, connection, {
    resource: 'opportunities',
    limit: options.limit ?? defaultLimit,
    note: print.note,
    onMessage: (message) => {
      if (message.type === 'OpportunitiesLoaded') {
        for (const each of message.opportunities.toReversed()) if (isNew(each.id)) show(each);
      } else if (message.type === 'OpportunityDetected') {
        isNew(message.opportunity.id);
        show(message.opportunity);
      }
    },
  });
}

function filter({ type, exchange, minProfit }: Options): ScannerFilter {
  return { type: type ?? 'ALL', exchange: exchange ?? '', min_profit: minProfit ?? null };
}
