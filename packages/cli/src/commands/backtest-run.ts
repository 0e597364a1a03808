import { backtestDefaults, isUnderWay } from '@triquad/core';
import type { Backtest, BodyOf, PaperDelay } from '@triquad/core/contract';
import type { Command, Option } from 'commander';
import { CommandFailure, exitCode } from '../exit-code.ts';
import type { Host } from '../host.ts';
import { atLeast, list, moment, wholeBetween } from '../parse.ts';
import { backtestFields } from './backtest-fields.ts';
import { createProgressBar } from './backtest-progress.ts';
import { type Fee, fees, feesOf, latency } from './backtest-terms.ts';
import { defineClientCommand, type Task } from './client-command.ts';
import { option } from './define-command.ts';

export interface Settings {
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
  readonly simulated?: true | 'practice' | 'realistic' | 'simulated' | 'simulated:practice';
  readonly recording?: string[];
  readonly fee?: readonly Fee[];
  readonly latency?: PaperDelay;
  readonly conditions?: 'practice' | 'realistic';
  readonly start?: string[];
  readonly atOnce?: number;
  readonly maxDrawdown?: number;
  readonly stopLoss?: number;
  readonly cooldown?: number;
  readonly maxUnwindLoss?: number;
  readonly maxProfit?: number;
}
interface Options extends Settings {
  /** True without a number of seconds: as long as it takes. */
  readonly wait?: number | true;
}

const pollMs = 300;
const usual = backtestDefaults;

/** Options of a backtest. */
export const settingOptions = (): Option[] => [
  option('--name <text>', 'what to call it').makeOptionMandatory(),
  option('--description <text>', 'what it is for'),
  option('--from <moment>', 'e.g. 2026-01-31 or "2026-01-31 12:00"; UTC without a zone', moment).makeOptionMandatory(),
  option('--to <moment>', 'not within', moment).makeOptionMandatory(),
  option('--capital <usd>', `to begin with (default: ${usual.initial_capital})`, atLeast(0)),
  option('--exchange <list>', `e.g. binance,kraken (default: ${usual.exchanges.join()})`, more),
  option('--threshold <percent>', `least profit (default: ${usual.min_profit_threshold})`, atLeast(0)),
  option('--position <usd>', `most in one position (default: ${usual.max_position_size})`, atLeast(0)),
  option('--slippage <percent>', `most slippage (default: ${usual.max_slippage})`, atLeast(0)),
  option('--tri', 'triangular opportunities (the default without --tri and --quad)'),
  option('--quad', 'quadrangular opportunities'),
  option('--simulated [market]', 'play an invented market: practice (the default) or realistic').choices([
    'practice',
    'realistic',
    'simulated',
    'simulated:practice',
  ]),
  option('--recording <list>', 'only these recordings; bars are played where they are named', more),
  option('--seed <number>', 'of an invented market', wholeBetween(0, Number.MAX_SAFE_INTEGER)),
  option('--fee <list>', 'percent or fee tier of all or one exchange, e.g. 0.05 or "binance=VIP 3,kraken=0.2"', fees),
  option('--latency <ms>', 'an order’s way to its exchange: median, or median,p99', latency),
  option('--conditions <name>', 'what orders meet').choices(['realistic', 'practice']),
  option('--start <list>', 'currencies that a cycle may begin with, e.g. USDT,USDC', more),
  option('--at-once <number>', 'executions at once at most', wholeBetween(1, 100)),
  option('--max-drawdown <percent>', 'daily drawdown that halts', atLeast(0)),
  option('--stop-loss <percent>', 'loss that halts', atLeast(0)),
  option('--cooldown <seconds>', 'rest after a failure', atLeast(0)),
  option('--max-unwind-loss <percent>', 'most that a way back may lose', atLeast(0)),
  option('--max-profit <percent>', 'a greater profit is doubted', atLeast(0)),
];

/** `triquad backtest run`. */
export const runCommand = (host: Host): Command =>
  defineClientCommand<Options>(host, {
    name: 'run',
    description: 'run a backtest on what is recorded of the time, or with --simulated on an invented market',
    options: [
      ...settingOptions(),
      option('--wait [seconds]', 'wait until it is over, and show its figures', atLeast(0)),
    ],
    exits: ['conflict', 'timedOut'],
    examples: [
      [
        'triquad backtest run --name January --from 2026-01-01 --to 2026-01-02 --exchange binance,kraken --wait',
        'a day',
      ],
      [
        'triquad backtest run --name Quads --from 2026-01-01 --to 2026-01-08 --quad --threshold 0.3 --simulated --seed 7 --json | jq -r .id',
        'a week of the practice market, for a script',
      ],
      [
        'triquad backtest run --name VIP --from 2026-01-01 --to 2026-01-02 --fee "binance=VIP 9" --latency 5,20 --wait',
        'with another fee tier, near to the exchange',
      ],
    ],
    run: start,
  });

async function start(task: Task<Options>): Promise<void> {
  const { id } = await begun(task);
  const { wait } = task.options;
  if (wait === undefined)
    return task.print.fields(await task.bot.call('backtest.get', { path: { id } }), backtestFields);
  const over = await awaited(task, id, wait === true ? Number.POSITIVE_INFINITY : wait);
  task.print.fields(over, backtestFields);
  if (over.status === 'completed') return;
  const why = over.error === null ? `was ${over.status}` : `${over.status}: ${over.error}`;
  throw new CommandFailure(`the backtest ${why}`, exitCode.refused);
}

/** @throws CommandFailure that names the way to an invented market, where nothing is recorded of the range. */
async function begun({ bot, options }: Task<Options>): Promise<Pick<Backtest, 'id'>> {
  const body = bodyOf(options);
  const { market: _, ...spec } = body;
  const { capabilities } = await bot.call('health', {});
  try {
    return await bot.call('backtest.run', { body: capabilities.includes('backtest.market') ? body : spec });
  } catch (error) {
    throw withSimulated(error);
  }
}

/** Refusals with the option of this command that leads on. */
export function withSimulated(error: unknown): unknown {
  return error instanceof CommandFailure && error.code === 'no_recording'
    ? new CommandFailure(`${error.message}; --simulated plays an invented market`, error.exitCode, error.code)
    : error;
}

/** The body of the call. */
export function bodyOf(options: Settings): BodyOf<'backtest.run'> {
  const { name, description, from, to, capital, exchange, threshold, position, slippage, tri, quad, seed } = options;
  const { atOnce, maxDrawdown, stopLoss, cooldown, maxUnwindLoss, maxProfit, start: currencies } = options;
  const exchanges = (exchange ?? [...usual.exchanges]).map((one) => one.toLowerCase());
  const limits = {
    ...(atOnce !== undefined && { max_concurrent_orders: atOnce }),
    ...(maxDrawdown !== undefined && { max_daily_drawdown_pct: maxDrawdown }),
    ...(stopLoss !== undefined && { stop_loss_pct: stopLoss }),
    ...(cooldown !== undefined && { cooldown_after_failure_seconds: cooldown }),
    ...(maxUnwindLoss !== undefined && { max_unwind_loss_pct: maxUnwindLoss }),
    ...(maxProfit !== undefined && { max_profit_pct: maxProfit }),
  };
  return {
    name,
    ...(description !== undefined && { description }),
    start_date: from,
    end_date: to,
    initial_capital: capital ?? usual.initial_capital,
    exchanges,
    min_profit_threshold: threshold ?? usual.min_profit_threshold,
    max_position_size: position ?? usual.max_position_size,
    max_slippage: slippage ?? usual.max_slippage,
    enable_triangular: tri === true || quad !== true,
    enable_quadrangular: quad === true,
    market: marketOf(options.simulated),
    ...(options.recording !== undefined && { recordings: options.recording }),
    ...(seed !== undefined && { seed }),
    ...(options.fee !== undefined && { fees: feesOf(options.fee, exchanges) }),
    ...paperOf(options, exchanges),
    ...(Object.keys(limits).length > 0 && { limits }),
    ...(currencies !== undefined && { start_currencies: currencies.map((one) => one.toUpperCase()) }),
  };
}

/** Earlier names belong to the practice market. */
function marketOf(simulated: Settings['simulated']): BodyOf<'backtest.run'>['market'] {
  if (simulated === undefined) return 'recorded';
  return simulated === 'realistic' ? simulated : 'practice';
}

/** Conditions of paper orders that differ from those in force. */
function paperOf({ latency: order_delay, conditions }: Settings, exchanges: readonly string[]) {
  if (order_delay === undefined && conditions === undefined) return {};
  const delays = Object.fromEntries(exchanges.map((one) => [one, { order_delay }]));
  return {
    paper: { ...(conditions !== undefined && { conditions }), ...(order_delay !== undefined && { exchanges: delays }) },
  };
}

async function awaited({ host, bot, print }: Task<Options>, id: string, seconds: number): Promise<Backtest> {
  const bar = createProgressBar(host.stderr, print.note);
  const goesOn = `the backtest goes on; end it with: triquad backtest cancel ${id}`;
  const interruption = host.interrupted();
  const noteAndEnd = () => {
    bar.end();
    print.note(goesOn);
  };
  interruption.addEventListener('abort', noteAndEnd, { once: true });
  const ask = async (): Promise<Backtest> => {
    const backtest = await bot.call('backtest.get', { path: { id } });
    if (isUnderWay(backtest.status)) bar.show(backtest);
    return backtest;
  };
  const { poll } = await import('../poll.ts');
  const pace = { everyMs: pollMs, limitMs: seconds * 1000 };
  const over = await poll(pace, ask, ({ status }) => !isUnderWay(status)).finally(() => {
    interruption.removeEventListener('abort', noteAndEnd);
    bar.end();
  });
  if (over === null) throw new CommandFailure(`not over after ${seconds} s; ${goesOn}`, exitCode.timedOut);
  return over;
}

function more(text: string, before: string[] = []): string[] {
  return [...before, ...list(text)];
}
