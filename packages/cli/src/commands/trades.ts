import type { Trade } from '@triquad/core/contract';
import type { Command } from 'commander';
import { tradeColumns } from '../columns.ts';
import type { Host } from '../host.ts';
import { oneOf } from '../parse.ts';
import { defineClientCommand } from './client-command.ts';
import { option } from './define-command.ts';
import { isWithin, limitOption, type Period, periodOptions, rowsToAsk } from './list-options.ts';

interface Options extends Period {
  readonly exchange?: string;
  readonly type?: 'TRI' | 'QUAD';
  readonly market?: string;
  readonly limit?: number;
}

const defaultLimit = 50;

/** `triquad trades`: finished executions. What the bot does not filter itself is filtered here, before the limit. */
export const tradesCommand = (host: Host): Command =>
  defineClientCommand<Options>(host, {
    name: 'trades',
    description: 'finished executions, newest first',
    options: [
      ...periodOptions(),
      option('--exchange <name>', 'only those of one exchange'),
      option('--type <type>', 'only these: TRI, QUAD', oneOf(['TRI', 'QUAD'] as const)),
      option('--market <name>', 'only those that met these prices, e.g. live, practice'),
      limitOption(defaultLimit),
    ],
    examples: [
      ['triquad trades --since 2026-01-31 --csv > trades.csv', 'for a spreadsheet'],
      ['triquad trades --limit 500 --json | jq "map(.profit) | add"', 'what they made'],
    ],
    run: async ({ bot, print, options }) => {
      const { since, until, type, market, limit = defaultLimit } = options;
      const exchange = options.exchange?.toLowerCase();
      const query = {
        limit: rowsToAsk(limit, [since, until, type, exchange, market]),
        ...(since && { from: since }),
        ...(until && { to: until }),
        ...(exchange && { exchange }),
        ...(type && { type }),
        ...(market && { market }),
      };
      const { rows } = await bot.call('orders.history', { query });
      const isWanted = (one: Trade) =>
        isWithin(options, one.entry_time) &&
        (exchange === undefined || one.exchange.toLowerCase() === exchange) &&
        (type === undefined || one.opportunity_type === type) &&
        (market === undefined || (one.market ?? 'unknown') === market);
      const kept = rows.filter(isWanted).slice(0, limit);
      print.rows(kept, tradeColumns, kept);
    },
  });
