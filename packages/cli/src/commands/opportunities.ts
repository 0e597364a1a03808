import { filterOpportunities, type ScannerFilter } from '@triquad/core';
import type { Opportunity } from '@triquad/core/contract';
import type { Command } from 'commander';
import { opportunityColumns } from '../columns.ts';
import type { Host } from '../host.ts';
import { atLeast, oneOf } from '../parse.ts';
import { defineClientCommand, type Task } from './client-command.ts';
import { option } from './define-command.ts';
import { followOption, isWithin, limitOption, mostRows, rowsToAsk, sinceOption, untilOption } from './list-options.ts';

interface Options {
  readonly type?: (typeof types)[number];
  readonly exchange?: string;
  readonly minProfit?: number;
  readonly limit?: number;
  readonly since?: string;
  readonly until?: string;
  readonly follow?: true;
}

const types = ['TRI', 'QUAD'] as const;
const defaultLimit = 50;

/** `triquad opportunities`. A bot that knows no filters is filtered here, before the limit. */
export const opportunitiesCommand = (host: Host): Command =>
  defineClientCommand<Options>(host, {
    name: 'opportunities',
    description: 'the latest opportunities, newest first',
    options: [
      option('--type <type>', `only these: ${types.join(', ')}`, oneOf(types)),
      option('--exchange <name>', 'only exchanges with this in their name'),
      option('--min-profit <percent>', 'least profit', atLeast(0)),
      sinceOption(),
      untilOption().conflicts('follow'),
      limitOption(defaultLimit),
      followOption(),
    ],
    examples: [
      ['triquad opportunities --type TRI --min-profit 0.5', 'the good ones'],
      ['triquad opportunities --follow --json | jq -c "[.exchange,.profit_pct]"', 'as they come, from now on'],
    ],
    run: (task) => (task.options.follow ? stream(task) : list(task)),
  });

async function list({ bot, print, options }: Task<Options>): Promise<void> {
  const { type, exchange, minProfit, since, until, limit = defaultLimit } = options;
  const { rows } = await bot.call('opportunities.list', {
    query: {
      limit: rowsToAsk(limit, [type, exchange, minProfit, since, until]),
      ...(type && { type }),
      ...(exchange && { exchange: exchange.toLowerCase() }),
      ...(minProfit !== undefined && { min_profit: minProfit }),
    },
  });
  const kept = rows.filter(wanted(options)).slice(0, limit);
  print.rows(kept, opportunityColumns, kept);
}

async function stream({ host, bot, connection, print, options }: Task<Options>): Promise<void> {
  await bot.call('bot.status', {});
  const [{ follow }, { openClient }] = await Promise.all([import('../follow.ts'), import('../client.ts')]);
  await follow<Opportunity>(openClient(host, connection), {
    resource: 'opportunities',
    limit: options.limit ?? (options.since === undefined ? 0 : mostRows),
    isWanted: wanted(options),
    note: print.note,
    read: (message) => {
      if (message.type === 'OpportunitiesDetected') return { changed: message.opportunities };
      return message.type === 'ResourceLoaded' && message.resource === 'opportunities'
        ? { loaded: message.value.toReversed() }
        : null;
    },
    show: (opportunity) => print.item(opportunity, opportunityColumns),
  });
}

function wanted({ type, exchange, minProfit, ...period }: Options): (opportunity: Opportunity) => boolean {
  const filter: ScannerFilter = { type: type ?? 'ALL', exchange: exchange ?? '', min_profit: minProfit ?? null };
  return (one) => filterOpportunities([one], filter).length > 0 && isWithin(period, one.detected_at);
}
