import { amount, figureOf, money, none, provenanceText, type Sourced } from '@triquad/core';
import type { Flattened } from '@triquad/core/contract';
import { english } from '@triquad/core/texts';
import type { Command } from 'commander';
import type { Host } from '../host.ts';
import type { Column } from '../output.ts';
import { defineClientCommand } from './client-command.ts';
import { option } from './define-command.ts';
import { askPermission, knownOf } from './permission.ts';

interface Options {
  readonly preview?: true;
}

type Position = Flattened['positions'][number] & Sourced;
const positionsOf = ({ positions, provenance }: Flattened): readonly Position[] =>
  positions.map((one) => ({ ...one, provenance }));

const columns: readonly Column<Position>[] = [
  { title: 'EXCHANGE', value: ({ exchange }) => exchange },
  { title: 'ASSET', value: ({ asset }) => asset },
  { title: 'AMOUNT', value: (one) => one.amount, shown: (one) => amount(one.amount), align: 'right' },
  {
    title: 'USD',
    value: ({ value_usd }) => value_usd,
    shown: (one) => money(figureOf(one, one.value_usd)),
    align: 'right',
  },
  { title: 'MARKET', value: (one) => one.market ?? english.said({ ...one, detail: null }) ?? none },
  {
    title: 'PRICE',
    value: ({ expected_price }) => expected_price,
    shown: ({ expected_price }) => amount(expected_price),
    align: 'right',
  },
  {
    title: 'LOSS',
    value: ({ expected_loss_usd }) => expected_loss_usd,
    shown: (one) => money(figureOf(one, one.expected_loss_usd)),
    align: 'right',
  },
];

/** `triquad flatten`: shows what would be sold, asks, and sells it. */
export const flattenCommand = (host: Host): Command =>
  defineClientCommand<Options>(host, {
    name: 'flatten',
    description: 'sell every residual position within bounds, also while the bot is halted; asks',
    options: [option('--preview', 'only show what would be sold')],
    exits: ['conflict'],
    examples: [
      ['triquad flatten --preview', 'what it would sell, and at which cost'],
      ['triquad flatten --yes --json | jq .expected_loss_usd', 'for a script'],
    ],
    run: async (task) => {
      const { bot, print, options } = task;
      const preview = await bot.call('bot.flatten', { body: { preview: true } });
      const loss = `expected loss ${money(figureOf(preview, preview.expected_loss_usd))} (${provenanceText(preview.provenance)})`;
      if (options.preview === true || preview.positions.length === 0) {
        print.rows(preview, columns, positionsOf(preview));
        if (preview.positions.length > 0) print.note(loss);
        return;
      }
      const what = preview.positions.map((one) => `${amount(one.amount)} ${one.asset} on ${one.exchange}`).join(', ');
      const command = { type: 'Flatten', preview: false } as const;
      await askPermission(task, await knownOf(task), command, `to be sold: ${what}; ${loss}`);
      const sold = await bot.call('bot.flatten', { body: { preview: false } });
      if (sold.message) print.note(sold.message);
      print.rows(sold, columns, positionsOf(sold));
    },
  });
