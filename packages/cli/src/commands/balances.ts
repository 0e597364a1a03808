import { figureOf, money, provenanceText } from '@triquad/core';
import type { Balances } from '@triquad/core/contract';
import type { Command } from 'commander';
import { type Asset, assetColumns, costColumns, holderText, reservedColumns } from '../columns.ts';
import type { Host } from '../host.ts';
import { walletResetText } from '../wallet-reset-text.ts';
import { defineClientCommand } from './client-command.ts';
import { askPermission, knownOf } from './permission.ts';

/** `triquad balances [show]`, `triquad balances reset`. */
export const balancesCommand = (host: Host): Command =>
  showCommand(host, 'balances', 'what the wallets hold, exchange by exchange', [
    showCommand(host, 'show', 'what the wallets hold'),
    resetCommand(host),
  ]);

/** Assets of which there are none are left out of the table, as on the dashboard. */
const showCommand = (host: Host, name: string, description: string, subcommands: Command[] = []): Command =>
  defineClientCommand(host, {
    name,
    description,
    subcommands,
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
      print.note(`total ${money(figureOf(balances, balances.total_usd))}, ${balances.last_updated ?? 'time unknown'}`);
    },
  });

const resetCommand = (host: Host): Command =>
  defineClientCommand(host, {
    name: 'reset',
    description: 'give the paper wallet of the present market its starting funds again; asks',
    exits: ['conflict'],
    examples: [
      ['triquad balances reset', 'says what is lost and what stays, then asks'],
      ['triquad balances reset --yes --json | jq -r .message', 'for a script'],
    ],
    run: async (task) => {
      const { bot, print } = task;
      const known = await knownOf(task);
      const { market } = known.status;
      const balances = await bot.call('wallets.balances', {});
      const worth = `${money(figureOf(balances, balances.total_usd))} (${provenanceText(balances.provenance)})`;
      const wallet = `the paper wallet${market == null ? '' : ` of the market ${market}`}, worth ${worth}`;
      const what = `to be reset: ${wallet}. ${walletResetText.loses} ${walletResetText.keeps}`;
      const command = { type: 'ResetWallet', ...(market != null && { market }) } as const;
      await askPermission(task, known, command, what.replace(/\.$/, ''));
      const body = { ...(market != null && { market }), confirm: true as const };
      const answer = await bot.call('wallets.reset', { body });
      print.fields(answer, ({ message }) => [{ name: 'done', value: message }]);
    },
  });

function assetsOf({ exchanges }: Balances): Asset[] {
  return exchanges.flatMap(({ exchange, provenance, balances }) =>
    Object.entries(balances)
      .filter(([, { total }]) => total !== 0)
      .map(([asset, { total, value_usd, cost_usd, reserved, reserved_by = [] }]) => ({
        exchange,
        provenance,
        asset,
        total,
        value_usd,
        cost_usd,
        reserved,
        reserved_by: reserved_by.map(holderText).join(', '),
      })),
  );
}
