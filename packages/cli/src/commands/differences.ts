import { figureOf, money, none } from '@triquad/core';
import type { Difference } from '@triquad/core/contract';
import { Argument, type Command } from 'commander';
import type { Host } from '../host.ts';
import type { Column } from '../output.ts';
import { defineClientCommand } from './client-command.ts';
import { askPermission, knownOf } from './permission.ts';

const columns: readonly Column<Difference>[] = [
  { title: 'ID', value: ({ id }) => id },
  { title: 'EXCHANGE', value: ({ exchange }) => exchange },
  { title: 'ASSET', value: ({ asset }) => asset },
  { title: 'BOOKED', value: ({ booked }) => booked, align: 'right' },
  { title: 'FOUND', value: ({ found }) => found, align: 'right' },
  {
    title: 'USD',
    value: ({ value_usd }) => value_usd,
    shown: (one) => money(figureOf(one, one.value_usd)),
    align: 'right',
  },
  { title: 'EXPLAINED BY', value: ({ kind }) => (kind === 'unexplained' ? 'nothing: halted' : kind.replace('_', ' ')) },
  { title: 'SINCE', optional: true, value: ({ found_at }) => found_at ?? none },
];

/** `triquad differences [list]`, `triquad differences accept <id> <reason>`. */
export const differencesCommand = (host: Host): Command =>
  listCommand(host, 'differences', 'where an account holds something else than the ledger', [
    listCommand(host, 'list', 'what differs, and what explains it'),
    acceptCommand(host),
  ]);

const listCommand = (host: Host, name: string, description: string, subcommands: Command[] = []): Command =>
  defineClientCommand(host, {
    name,
    description,
    subcommands,
    examples: [
      ['triquad differences', 'for you'],
      ['triquad differences --json | jq length', 'how many, for a script'],
    ],
    run: async ({ bot, print }) => {
      const { rows } = await bot.call('accounts.differences', {});
      print.rows(rows, columns, rows);
    },
  });

const acceptCommand = (host: Host): Command =>
  defineClientCommand(host, {
    name: 'accept',
    description: 'book a difference, so that the ledger says what the account holds; asks',
    arguments: [new Argument('<id>', 'as "triquad differences" shows it'), new Argument('<reason>', 'for the journal')],
    examples: [
      ['triquad differences accept 019a2b "my own deposit"', 'one of them'],
      ['triquad differences accept 019a2b "fee of an earlier trade" --yes --json', 'for a script'],
    ],
    run: async (task) => {
      const { bot, print, args } = task;
      const [id = '', reason = ''] = args;
      const what = 'the ledger will follow the account; this cannot be undone. "triquad differences" shows the amount';
      await askPermission(task, await knownOf(task), { type: 'AcceptDifference', id, reason }, what);
      const answer = await bot.call('accounts.differences.accept', { path: { id }, body: { reason, confirm: true } });
      print.fields(answer, ({ message, differences }) => [
        { name: 'done', value: message },
        { name: 'differences', value: differences.length === 0 ? 'none' : `${differences.length} left` },
      ]);
    },
  });
