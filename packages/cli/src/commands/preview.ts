import { amount, dollars, figureOf, money, none, percent } from '@triquad/core';
import type { Preview } from '@triquad/core/contract';
import { Argument, type Command } from 'commander';
import { CommandFailure, exitCode } from '../exit-code.ts';
import type { Host } from '../host.ts';
import { atLeast } from '../parse.ts';
import type { Field } from '../printer.ts';
import { defineClientCommand } from './client-command.ts';
import { option } from './define-command.ts';

interface Options {
  readonly amount?: number;
}

const leastAmount = 0.01;

/** `triquad preview <id>`. Nothing is executed. */
export const previewCommand = (host: Host): Command =>
  defineClientCommand<Options>(host, {
    name: 'preview',
    description: 'what an execution would do now, at the prices of this moment',
    arguments: [new Argument('<id>', 'id of the opportunity, as "triquad opportunities" prints it')],
    options: [
      option('--amount <usd>', 'capital to use (default: what the opportunity is sized to)', atLeast(leastAmount)),
    ],
    exits: ['conflict'],
    examples: [
      ['triquad preview 019a9f2c-5d1e-7c40-8b62-3f1f6c7f0a11 --amount 250', 'with 250 USD'],
      [
        'triquad preview "$(triquad best --json | jq -r .id)" --json | jq .expected_profit',
        'of the best one, for a script',
      ],
    ],
    run: async ({ bot, print, options, args: [id = ''] }) => {
      const capital = options.amount ?? (await bot.call('opportunities.get', { path: { id } })).capital_required;
      if (capital === null) {
        throw new CommandFailure('this bot does not say what it is sized to: give --amount', exitCode.usage);
      }
      print.fields(await bot.call('orders.preview', { body: { opportunity_id: id, amount: capital } }), previewFields);
    },
  });

const previewFields = (preview: Preview): Field[] => [
  { name: 'amount', value: `${dollars(preview.amount)} of at most ${money(figureOf(preview, preview.max_amount))}` },
  {
    name: 'profit',
    value: `${money(figureOf(preview, preview.expected_profit), { sign: true })} (${percent(preview.expected_profit_pct, { digits: 3, sign: true })}), expected`,
    tone: (preview.expected_profit ?? 0) < 0 ? 'bad' : 'good',
  },
  { name: 'fees', value: money(figureOf(preview, preview.fees)) },
  { name: 'slippage', value: percent(preview.slippage_pct, { digits: 3 }) },
  ...preview.legs.map(({ side, quantity, market, price, fee_pct }, at) => ({
    name: `leg ${at + 1}`,
    value: `${side} ${amount(quantity)} ${market} @ ${amount(price)}, fee ${percent(fee_pct, { digits: 4 })}`,
  })),
  ...preview.warnings.map((value) => ({ name: 'warning', value, tone: 'warn' as const })),
  { name: 'expires', value: preview.expires_at ?? none },
];
