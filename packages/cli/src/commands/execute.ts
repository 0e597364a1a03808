import { amount, money, none, number, percent } from '@triquad/core';
import type { ExecutionResult } from '@triquad/core/contract';
import { Command } from 'commander';
import { CommandFailure, exitCode } from '../exit-code.ts';
import type { Host } from '../host.ts';
import { atLeast } from '../parse.ts';
import type { Field } from '../printer.ts';
import { clientCommand } from './client-command.ts';
import { withExamples } from './examples.ts';

interface Options {
  readonly amount?: number;
  readonly dryRun?: true;
}

const leastAmount = 0.01;

/** `triquad execute <id>`; unless the mode is live it is sent as a dry run, as the dashboard does. */
export function executeCommand(host: Host): Command {
  const command = new Command('execute')
    .description('execute an opportunity')
    .argument('<id>', 'id of the opportunity, as "triquad opportunities" prints it')
    .option('--amount <usd>', 'capital to use (default: what the opportunity is sized to)', atLeast(leastAmount))
    .option('--dry-run', 'touch no real funds, whatever the mode');
  clientCommand<Options>(host, command, async ({ bot, print, options, args: [id = ''] }) => {
    const { mode } = await bot.call('bot.status', {});
    const answer = await bot.call('orders.execute', {
      body: {
        opportunity_id: id,
        dry_run: options.dryRun === true || mode !== 'live',
        ...(options.amount !== undefined && { amount: options.amount }),
      },
    });
    print.fields(answer, resultFields);
    if (answer.status === 'pending') {
      const advice = `see "triquad orders --history"; it is execution ${answer.execution_id ?? '?'}`;
      throw new CommandFailure(`it goes on: the exchange has not answered yet; ${advice}`, exitCode.timedOut);
    }
    if (answer.status !== 'success') {
      throw new CommandFailure(
        `execute failed: ${answer.result?.error_message ?? 'the bot gave no reason'}`,
        exitCode.refused,
      );
    }
  });
  return withExamples(command, [
    ['triquad execute 019a9f2c-5d1e-7c40-8b62-3f1f6c7f0a11 --amount 250', 'with 250 USD'],
    ["triquad execute $(triquad opportunities --json --limit 1 | jq -r '.[0].id') --dry-run", 'the newest one'],
  ]);
}

function resultFields({ status, execution_id, result }: ExecutionResult): Field[] {
  return [
    { name: 'status', value: status, tone: status === 'success' ? 'good' : 'bad' },
    { name: 'execution', value: execution_id ?? none },
    {
      name: 'profit',
      value: `${money(result?.actual_profit, { sign: true })} (${percent(result?.actual_profit_pct)})`,
    },
    { name: 'fees', value: money(result?.fees) },
    { name: 'took', value: result?.duration_ms ? `${number(result.duration_ms)} ms` : none },
    ...(result?.legs ?? []).map(({ leg, side, quantity, market, price, status: state }) => ({
      name: `leg ${leg ?? '?'}`,
      value: `${side} ${amount(quantity)} ${market} @ ${amount(price)} ${state}`,
    })),
  ];
}
