import { amount, money, none } from '@triquad/core';
import type { StrandedRecord } from '@triquad/core/contract';
import { Command } from 'commander';
import { CommandFailure, exitCode } from '../exit-code.ts';
import type { Host } from '../host.ts';
import type { Column } from '../output.ts';
import { clientCommand } from './client-command.ts';
import { withExamples } from './examples.ts';

interface ResolveOptions {
  readonly yes?: true;
}

const columns: readonly Column<StrandedRecord>[] = [
  { title: 'EXCHANGE', value: ({ exchange }) => exchange },
  { title: 'ASSET', value: ({ asset }) => asset },
  { title: 'AMOUNT', value: (one) => amount(one.amount), align: 'right' },
  { title: 'USD', value: ({ value_usd }) => money(value_usd), align: 'right' },
  { title: 'LOSS', value: ({ way_out }) => money(way_out?.expected_loss_usd), align: 'right' },
  { title: 'SINCE', optional: true, value: ({ since }) => since },
  { title: 'WAY OUT', value: wayOut, wraps: true },
];

function wayOut({ way_out }: StrandedRecord): string {
  if (way_out === null) return none;
  const { side, quantity, market, expected_price, path } = way_out;
  return `${side} ${amount(quantity)} ${market} @ ${amount(expected_price)}${path.length > 2 ? `, ${path.join('→')}` : ''}`;
}

/** `triquad stranded [list]`, `triquad stranded sell|keep <exchange> <asset>`. */
export function strandedCommand(host: Host): Command {
  const command = listing(
    host,
    new Command('stranded').description('what failed executions have left, and the way out'),
  );
  command.addCommand(listing(host, new Command('list').description('what is stranded')));
  command.addCommand(resolving(host, 'sell', 'sell it by the best way back, within a bounded slippage'));
  command.addCommand(resolving(host, 'keep', 'keep it as a position; routes may use the asset again'));
  for (const each of command.commands) each.copyInheritedSettings(command);
  return command;
}

function listing(host: Host, command: Command): Command {
  clientCommand(host, command, async ({ bot, print }) => {
    const { stranded } = await bot.call('risk', {});
    print.rows(stranded, columns, stranded);
  });
  return withExamples(command, [
    ['triquad stranded', 'for you'],
    ["triquad stranded --json | jq 'map(.value_usd) | add'", 'what it is worth in all'],
  ]);
}

function resolving(host: Host, action: 'sell' | 'keep', description: string): Command {
  const command = new Command(action)
    .description(description)
    .argument('<exchange>', 'e.g. kucoin')
    .argument('<asset>', 'e.g. BTC')
    .option('--yes', 'that you mean it');
  clientCommand<ResolveOptions>(host, command, async ({ bot, print, options, args: [exchange = '', asset = ''] }) => {
    if (options.yes !== true) {
      throw new CommandFailure(`say --yes to ${action} it; "triquad stranded" shows what it comes to`, exitCode.usage);
    }
    const answer = await bot.call('risk.stranded.resolve', {
      path: { exchange: exchange.toLowerCase(), asset: asset.toUpperCase() },
      body: { action, confirm: true },
    });
    print.fields(answer, ({ message, risk }) => [
      { name: 'done', value: message },
      {
        name: 'stranded',
        value: risk.stranded.map((one) => `${one.asset} on ${one.exchange}`).join(', ') || 'nothing',
      },
    ]);
  });
  return withExamples(command, [
    [`triquad stranded ${action} kucoin BTC --yes`, 'all of it'],
    [`triquad stranded ${action} kraken ETH --yes --json | jq -r .message`, 'for a script'],
  ]);
}
