import { money } from '@triquad/core';
import type { Balances } from '@triquad/core/contract';
import type { Command } from 'commander';
import { type Asset, assetColumns, costColumns, holderText, reservedColumns } from '../columns.ts';
import type { Host } from '../host.ts';
import { defineClientCommand } from './client-command.ts';

/** `triquad balances`: assets of which there are none are left out of the table, as on the dashboard. */
export const balancesCommand = (host: Host): Command =>
  defineClientCommand(host, {
    name: 'balances',
    description: 'what the wallets hold, exchange by exchange',
    examples: [
      ['triquad balances', 'for you'],
      ["triquad balances --json | jq '.exchanges[] | {exchange, total_usd}'", 'for a script'],
    ],
    run: async ({ bot, print }) => {
      const balances = await bot.call('wallets.balances', {});
      const assets = assetsOf(balances);
      const isReserved = assets.some(({ reserved }) => (reserved ?? 0) > 0);
      const hasCost = assets.some(({ cost_usd }) => cost_usd !== null);
      const more = [...(hasCost ? costColumns : []), ...(isReserved ? reservedColumns : [])];
      print.rows(balances, [...assetColumns, ...more], assets);
      for (const { exchange, error } of balances.exchanges) if (error) print.note(`${exchange}: Error: ${error}`);
      print.note(`total ${money(balances.total_usd)}, ${balances.last_updated ?? 'time unknown'}`);
    },
  });

function assetsOf({ exchanges }: Balances): Asset[] {
  return exchanges.flatMap(({ exchange, balances }) =>
    Object.entries(balances)
      .filter(([, { total }]) => total !== 0)
      .map(([asset, { total, value_usd, cost_usd, reserved, reserved_by = [] }]) => ({
        exchange,
        asset,
        total,
        value_usd,
        cost_usd,
        reserved,
        reserved_by: reserved_by.map(holderText).join(', '),
      })),
  );
}
