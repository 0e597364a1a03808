import { type Command, InvalidArgumentError } from 'commander';
import { CommandFailure, exitCode } from '../exit-code.ts';
import type { Host } from '../host.ts';
import { atLeast } from '../parse.ts';
import { defineClientCommand, type Task } from './client-command.ts';
import { option } from './define-command.ts';
import { isReached } from './lifecycle.ts';

type Condition =
  | { readonly state: 'running' | 'stopped' | 'idle'; readonly text: string }
  | { readonly figure: keyof typeof figures; readonly isAbove: boolean; readonly bound: number; readonly text: string };

interface Options {
  readonly for: Condition;
  readonly within?: number;
}

/** Figures of the performance summary: percent, USD, a count. */
const figures = { drawdown: 'max_drawdown', pnl: 'total_pnl', trades: 'total_trades' } as const;
const pollMs = 1_000;

/** `triquad wait --for running|stopped|idle|'drawdown>2'`. */
export const waitCommand = (host: Host): Command =>
  defineClientCommand<Options>(host, {
    name: 'wait',
    description: 'wait until the bot is so, then print what was waited for',
    options: [
      option(
        '--for <condition>',
        `running, stopped, idle, or a figure: ${Object.keys(figures).join(', ')} with < or >`,
        condition,
      ).makeOptionMandatory(),
      option('--within <seconds>', 'give up after so long (default: never)', atLeast(0)),
    ],
    exits: ['halted', 'timedOut'],
    examples: [
      ["triquad wait --for 'drawdown>2' && triquad stop", 'an alarm of your own'],
      ['triquad stop && triquad wait --for idle --within 300', 'until nothing is at an exchange'],
    ],
    run,
  });

function condition(text: string): Condition {
  if (text === 'running' || text === 'stopped' || text === 'idle') return { state: text, text };
  const found = /^(drawdown|pnl|trades)\s*([<>])\s*(-?\d+(?:\.\d+)?)$/.exec(text);
  if (found === null) throw new InvalidArgumentError("It must be running, stopped, idle, or like 'drawdown>2'.");
  const [, figure, sign, bound] = found;
  return { figure: figure as keyof typeof figures, isAbove: sign === '>', bound: Number(bound), text };
}

async function run(task: Task<Options>): Promise<void> {
  const { options, print } = task;
  const limitMs = options.within === undefined ? Number.POSITIVE_INFINITY : options.within * 1_000;
  const { poll } = await import('../poll.ts');
  const last = await poll(
    { everyMs: pollMs, limitMs },
    () => look(task),
    ({ isMet }) => isMet,
  );
  if (last === null) {
    throw new CommandFailure(
      `not ${options.for.text} after ${options.within} s; see "triquad status"`,
      exitCode.timedOut,
    );
  }
  print.fields({ waited_for: options.for.text, value: last.value }, ({ waited_for, value }) => [
    { name: 'waited for', value: waited_for },
    { name: 'now', value: String(value) },
  ]);
}

async function look({ bot, options }: Task<Options>): Promise<{ isMet: boolean; value: string | number | null }> {
  const wanted = options.for;
  if ('figure' in wanted) {
    const value = (await bot.call('performance.summary', {}))[figures[wanted.figure]];
    const isMet = value !== null && (wanted.isAbove ? value > wanted.bound : value < wanted.bound);
    return { isMet, value };
  }
  if (wanted.state !== 'idle') {
    const status = await bot.call('bot.status', {});
    return { isMet: isReached(status, wanted.state), value: status.bot_status };
  }
  const [orders, trades] = await Promise.all([
    bot.call('orders.list', { query: { limit: 1, status: 'pending' } }),
    bot.call('orders.history', { query: { limit: 50 } }),
  ]);
  const open = orders.rows.length + trades.rows.filter(({ status }) => status === 'pending').length;
  return { isMet: open === 0, value: open === 0 ? 'idle' : `${open} open` };
}
