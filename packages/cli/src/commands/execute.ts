import { amount, dollars, figureOf, money, none, number, percent } from '@triquad/core';
import type { ExecutionResult } from '@triquad/core/contract';
import { Argument, type Command } from 'commander';
import { CommandFailure, exitCode } from '../exit-code.ts';
import type { Host } from '../host.ts';
import { atLeast } from '../parse.ts';
import type { Field } from '../printer.ts';
import { defineClientCommand, type Task } from './client-command.ts';
import { option } from './define-command.ts';
import { askPermission, knownOf } from './permission.ts';

interface Options {
  readonly amount?: number;
  readonly dryRun?: true;
}

const leastAmount = 0.01;

/** `triquad execute <id>`; only a bot that says that it is live is asked to trade real money. */
export const executeCommand = (host: Host): Command =>
  defineClientCommand<Options>(host, {
    name: 'execute',
    description: 'execute an opportunity; asks where it takes real money',
    arguments: [new Argument('<id>', 'id of the opportunity, as "triquad opportunities" prints it')],
    options: [
      option('--amount <usd>', 'capital to use (default: what the opportunity is sized to)', atLeast(leastAmount)),
      option('--dry-run', 'touch no real funds, whatever the mode'),
    ],
    exits: ['conflict', 'halted', 'timedOut'],
    examples: [
      ['triquad execute 019a9f2c-5d1e-7c40-8b62-3f1f6c7f0a11 --amount 250', 'with 250 USD'],
      ["triquad execute $(triquad opportunities --json --limit 1 | jq -r '.[0].id') --dry-run", 'the newest one'],
    ],
    run: execute,
  });

async function execute(task: Task<Options>): Promise<void> {
  const { bot, print, options, args } = task;
  const [id = ''] = args;
  const known = await knownOf(task);
  const dry_run = options.dryRun === true || known.facts.mode !== 'live';
  const amountText = options.amount === undefined ? 'all that it is sized to' : dollars(options.amount);
  const command = { type: 'ExecuteOpportunity', opportunity_id: id, dry_run } as const;
  await askPermission(task, known, command, `${id} is executed with ${amountText}`);
  const answer = await bot.call('orders.execute', {
    body: { opportunity_id: id, dry_run, ...(options.amount !== undefined && { amount: options.amount }) },
  });
  print.fields(answer, resultFields);
  if (answer.status === 'pending') {
    const advice = `see "triquad orders --history"; it is execution ${answer.execution_id ?? '?'}`;
    throw new CommandFailure(`it goes on: the exchange has not answered yet; ${advice}`, exitCode.timedOut);
  }
  if (answer.status === 'success') return;
  const reason = answer.result?.error_message ?? 'the bot gave no reason';
  throw new CommandFailure(`execute failed: ${reason}`, exitCode.refused);
}

function resultFields(answer: ExecutionResult): Field[] {
  const { status, execution_id, result } = answer;
  return [
    { name: 'status', value: status, tone: status === 'success' ? 'good' : 'bad' },
    { name: 'execution', value: execution_id ?? none },
    {
      name: 'profit',
      value: `${money(figureOf(answer, result?.actual_profit), { sign: true })} (${percent(result?.actual_profit_pct)})`,
    },
    { name: 'fees', value: money(figureOf(answer, result?.fees)) },
    { name: 'took', value: result?.duration_ms ? `${number(result.duration_ms)} ms` : none },
    ...(result?.legs ?? []).map(({ leg, side, quantity, market, price, status: state }) => ({
      name: `leg ${leg ?? '?'}`,
      value: `${side} ${amount(quantity)} ${market} @ ${amount(price)} ${state}`,
    })),
  ];
}
