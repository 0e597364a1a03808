import { backtestDefaults } from '@triquad/core';
import type { Backtest, BodyOf } from '@triquad/core/contract';
import { Command } from 'commander';
import { CommandFailure, exitCode } from '../exit-code.ts';
import type { Host } from '../host.ts';
import { atLeast, list, moment, wholeBetween } from '../parse.ts';
import { backtestFields } from './backtest-fields.ts';
import { createProgressBar } from './backtest-progress.ts';
import { clientCommand, type Task } from './client-command.ts';
import { withExamples } from './examples.ts';

interface Options {
  readonly name: string;
  readonly description?: string;
  readonly from: string;
  readonly to: string;
  readonly capital?: number;
  readonly exchange?: string[];
  readonly threshold?: number;
  readonly position?: number;
  readonly slippage?: number;
  readonly tri?: true;
  readonly quad?: true;
  readonly seed?: number;
  /** True without a number of seconds: as long as it takes. */
  readonly wait?: number | true;
}

const pollMs = 300;
const usual = backtestDefaults;

/** `triquad backtest run`. */
export function runCommand(host: Host): Command {
  const command = new Command('run')
    .description('run a backtest: on what is recorded of the time, else on the simulated market')
    .requiredOption('--name <text>', 'what to call it')
    .option('--description <text>', 'what it is for')
    .requiredOption('--from <moment>', 'e.g. 2026-01-31 or 2026-01-31T12:00Z', moment)
    .requiredOption('--to <moment>', 'not within', moment)
    .option('--capital <usd>', `to begin with (default: ${usual.initial_capital})`, atLeast(0))
    .option('--exchange <list>', `e.g. binance,kraken (default: ${usual.exchanges.join()})`, more)
    .option('--threshold <percent>', `least profit (default: ${usual.min_profit_threshold})`, atLeast(0))
    .option('--position <usd>', `most in one position (default: ${usual.max_position_size})`, atLeast(0))
    .option('--slippage <percent>', `most slippage (default: ${usual.max_slippage})`, atLeast(0))
    .option('--tri', 'triangular opportunities (the default when neither is said)')
    .option('--quad', 'quadrangular opportunities')
    .option('--seed <number>', 'of the simulated market', wholeBetween(0, Number.MAX_SAFE_INTEGER))
    .option('--wait [seconds]', 'wait until it is over, and show its figures', atLeast(0));
  clientCommand<Options>(host, command, async (task) => {
    const started = await task.bot.call('backtest.run', { body: bodyOf(task.options) });
    const backtest = await task.bot.call('backtest.get', { path: { id: started.id } });
    const { wait } = task.options;
    if (wait === undefined) return task.print.fields(backtest, backtestFields);
    const over = await awaited(task, backtest, wait === true ? Number.POSITIVE_INFINITY : wait);
    task.print.fields(over, backtestFields);
    if (over.status === 'completed') return;
    const why = over.error === null ? `was ${over.status}` : `${over.status}: ${over.error}`;
    throw new CommandFailure(`the backtest ${why}`, exitCode.refused);
  });
  return withExamples(command, [
    ['triquad backtest run --name January --from 2026-01-01 --to 2026-01-02 --exchange binance,kraken --wait', 'a day'],
    [
      'triquad backtest run --name Quads --from 2026-01-01 --to 2026-01-08 --quad --threshold 0.3 --seed 7 --json | jq -r .id',
      'a week, for a script',
    ],
  ]);
}

function bodyOf(options: Options): BodyOf<'backtest.run'> {
  const { name, description, from, to, capital, exchange, threshold, position, slippage, tri, quad, seed } = options;
  return {
    name,
    ...(description !== undefined && { description }),
    start_date: from,
    end_date: to,
    initial_capital: capital ?? usual.initial_capital,
    exchanges: (exchange ?? [...usual.exchanges]).map((one) => one.toLowerCase()),
    min_profit_threshold: threshold ?? usual.min_profit_threshold,
    max_position_size: position ?? usual.max_position_size,
    max_slippage: slippage ?? usual.max_slippage,
    enable_triangular: tri === true || quad !== true,
    enable_quadrangular: quad === true,
    ...(seed !== undefined && { seed }),
  };
}

async function awaited({ host, bot, print }: Task<Options>, first: Backtest, seconds: number): Promise<Backtest> {
  const { id } = first;
  const deadline = performance.now() + seconds * 1000;
  const bar = createProgressBar(host.stderr, print.note);
  const goesOn = `the backtest goes on; end it with: triquad backtest cancel ${id}`;
  const interruption = host.interrupted();
  const told = () => {
    bar.end();
    print.note(goesOn);
  };
  interruption.addEventListener('abort', told, { once: true });
  let backtest = first;
  while (backtest.status === 'queued' || backtest.status === 'running') {
    bar.show(backtest);
    if (performance.now() >= deadline) {
      bar.end();
      throw new CommandFailure(`not over after ${seconds} s; ${goesOn}`, exitCode.timedOut);
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    backtest = await bot.call('backtest.get', { path: { id } });
  }
  interruption.removeEventListener('abort', told);
  bar.end();
  return backtest;
}

function more(text: string, before: string[] = []): string[] {
  return [...before, ...list(text)];
}
