import { amount, figureOf, money, none, type Sourced } from '@triquad/core';
import type { Risk } from '@triquad/core/contract';
import { english } from '@triquad/core/texts';
import { Argument, type Command } from 'commander';
import type { Host } from '../host.ts';
import type { Column } from '../output.ts';
import { defineClientCommand } from './client-command.ts';
import { askPermission, knownOf } from './permission.ts';

type Residual = Risk['stranded'][number] & Sourced;

const columns: readonly Column<Residual>[] = [
  { title: 'EXCHANGE', value: ({ exchange }) => exchange },
  { title: 'ASSET', value: ({ asset }) => asset },
  { title: 'AMOUNT', value: (one) => one.amount, shown: (one) => amount(one.amount), align: 'right' },
  {
    title: 'USD',
    value: ({ value_usd }) => value_usd,
    shown: (one) => money(figureOf(one, one.value_usd)),
    align: 'right',
  },
  {
    title: 'LOSS',
    value: ({ way_out }) => way_out?.expected_loss_usd,
    shown: (one) => money(figureOf(one, one.way_out?.expected_loss_usd)),
    align: 'right',
  },
  { title: 'SINCE', optional: true, value: ({ since }) => since },
  { title: 'WAY OUT', value: wayOut, wraps: true },
];

/** Its first order, and why it is left. */
function wayOut({ way_out, reason }: Risk['stranded'][number]): string {
  const why = english.left(reason);
  return `${way_out === null ? none : orderOf(way_out)}${why === null ? '' : `; left because ${why}`}`;
}

function orderOf({
  side,
  quantity,
  market,
  expected_price,
  path,
}: NonNullable<Risk['stranded'][number]['way_out']>): string {
  return `${side} ${amount(quantity)} ${market} @ ${amount(expected_price)}${path.length > 2 ? `, ${path.join('→')}` : ''}`;
}

/** `triquad residuals [list]`, `triquad residuals sell|keep <exchange> <asset>`. */
export const residualsCommand = (host: Host): Command =>
  listCommand(host, 'residuals', 'what failed executions have left, and the way out', [
    listCommand(host, 'list', 'residual positions'),
    resolveCommand(host, 'sell', 'sell it by the best way back, within a bounded loss; asks'),
    resolveCommand(host, 'keep', 'keep it as a position; routes may use the asset again; asks'),
  ]).alias('stranded');

const listCommand = (host: Host, name: string, description: string, subcommands: Command[] = []): Command =>
  defineClientCommand(host, {
    name,
    description,
    subcommands,
    examples: [
      ['triquad residuals', 'for you'],
      ["triquad residuals --json | jq 'map(.value_usd) | add'", 'what it is worth in all'],
    ],
    run: async ({ bot, print }) => {
      const { stranded, provenance } = await bot.call('risk', {});
      const residuals = stranded.map((one) => ({ ...one, provenance }));
      print.rows(residuals, columns, residuals);
    },
  });

const resolveCommand = (host: Host, action: 'sell' | 'keep', description: string): Command =>
  defineClientCommand(host, {
    name: action,
    description,
    arguments: [new Argument('<exchange>', 'e.g. kucoin'), new Argument('<asset>', 'e.g. BTC')],
    exits: ['conflict', 'halted'],
    examples: [
      [`triquad residuals ${action} kucoin BTC --yes`, 'all of it'],
      [`triquad residuals ${action} kraken ETH --yes --json | jq -r .message`, 'for a script'],
    ],
    run: async (task) => {
      const { bot, print, args } = task;
      const [exchange = '', asset = ''] = args;
      const name = asset.toUpperCase();
      const command = { type: 'ResolveStranded', exchange, asset: name, action } as const;
      const what = `all ${name} on ${exchange} is to be ${action === 'sell' ? 'sold' : 'kept'}`;
      await askPermission(task, await knownOf(task), command, `${what}. "triquad residuals" shows what it comes to`);
      const answer = await bot.call('risk.stranded.resolve', {
        path: { exchange: exchange.toLowerCase(), asset: name },
        body: { action, confirm: true },
      });
      print.fields(answer, ({ message, risk }) => [
        { name: 'done', value: message },
        {
          name: 'residual',
          value: risk.stranded.map((one) => `${one.asset} on ${one.exchange}`).join(', ') || 'nothing',
        },
      ]);
    },
  });
