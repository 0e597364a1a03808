import { botConditionOf } from '@triquad/core';
import type { BotStatus, StartParameters } from '@triquad/core/contract';
import type { Command, Option } from 'commander';
import { CommandFailure, exitCode } from '../exit-code.ts';
import type { Host } from '../host.ts';
import { atLeast, list } from '../parse.ts';
import { statusFields } from '../status-fields.ts';
import { defineClientCommand, type Task } from './client-command.ts';
import { option } from './define-command.ts';
import { askPermission, knownOf } from './permission.ts';

interface WaitOptions {
  /** True without a number of seconds. */
  readonly wait?: number | true;
}

export interface StartOptions extends WaitOptions {
  readonly mode?: 'paper' | 'live';
  readonly exchanges?: string[];
  readonly pairs?: string[];
  readonly minProfit?: number;
  readonly maxCapital?: number;
}

const defaultWaitSeconds = 60;
const pollMs = 200;

/** `triquad start`. */
export const startCommand = (host: Host): Command =>
  defineClientCommand<StartOptions>(host, {
    name: 'start',
    description: 'start the bot; asks where it trades real money',
    options: [...startOptions(), waitOption()],
    exits: ['conflict', 'halted', 'timedOut'],
    examples: [
      ['triquad start --mode paper --exchanges binance,kraken --min-profit 0.3', 'paper money, two exchanges'],
      ['triquad start --wait 30 && triquad opportunities --follow', 'then watch'],
    ],
    run: (task) => started(task, 'bot.start'),
  });

/** `triquad stop`. */
export const stopCommand = (host: Host): Command =>
  defineClientCommand<WaitOptions>(host, {
    name: 'stop',
    description: 'stop the bot: pending orders are cancelled',
    options: [waitOption()],
    exits: ['conflict', 'timedOut'],
    examples: [
      ['triquad stop', 'ask it to stop'],
      ['triquad stop --wait 60 && echo stopped', 'and wait until it has'],
    ],
    run: async (task) => {
      const { message } = await task.bot.call('bot.stop', {});
      await settle(task, message, 'stopped');
    },
  });

/** `triquad restart`. */
export const restartCommand = (host: Host): Command =>
  defineClientCommand<StartOptions>(host, {
    name: 'restart',
    description: 'stop the bot, then start it; asks where it trades real money',
    options: [...startOptions(), waitOption()],
    exits: ['conflict', 'halted', 'timedOut'],
    examples: [
      ['triquad restart --wait', 'as it was'],
      ['triquad restart --min-profit 0.8 --max-capital 500', 'with other limits'],
    ],
    run: (task) => started(task, 'bot.restart'),
  });

export const startOptions = (): Option[] => [
  option('--mode <mode>', 'simulated or real funds').choices(['paper', 'live']),
  option('--exchanges <list>', 'exchanges, e.g. binance,kraken', list),
  option('--pairs <list>', 'trading pairs, e.g. BTC/USDT,ETH/BTC', list),
  option('--min-profit <percent>', 'least profit of an opportunity', atLeast(0)),
  option('--max-capital <usd>', 'most capital for one route', atLeast(1)),
];

export const waitOption = (): Option =>
  option('--wait [seconds]', `wait until it is done (default: ${defaultWaitSeconds})`, atLeast(0));

/** Starts or restarts it, after asking where it trades real money. */
export async function started(task: Task<StartOptions>, name: 'bot.start' | 'bot.restart'): Promise<void> {
  const { bot, options } = task;
  const { status, facts } = await knownOf(task);
  const known = { status, facts: { ...facts, mode: options.mode ?? facts.mode } };
  const type = name === 'bot.start' ? 'StartBot' : 'RestartBot';
  await askPermission(task, known, { type }, 'the bot trades by itself once it is started');
  const { message } = await bot.call(name, { body: startParameters(options) });
  await settle(task, message, 'running');
}

function startParameters({ mode, exchanges, pairs, minProfit, maxCapital }: StartOptions): StartParameters {
  return {
    ...(mode && { mode }),
    ...(exchanges && { enabled_exchanges: exchanges.map((name) => name.toLowerCase()) }),
    ...(pairs && { trading_pairs: pairs.map((pair) => pair.toUpperCase()) }),
    ...(minProfit !== undefined && { min_profit_threshold: minProfit }),
    ...(maxCapital !== undefined && { max_capital_per_route: maxCapital }),
  };
}

/** Prints the status, with --wait once it is as wanted. */
export async function settle(
  task: Task<WaitOptions>,
  message: string | null,
  wanted: 'running' | 'stopped',
): Promise<void> {
  const { bot, options, print } = task;
  if (message) print.note(message);
  const seconds = options.wait === true ? defaultWaitSeconds : options.wait;
  const ask = () => bot.call('bot.status', {});
  if (seconds === undefined) return print.fields(await ask(), statusFields);
  const { poll } = await import('../poll.ts');
  const status = await poll({ everyMs: pollMs, limitMs: seconds * 1000 }, ask, (one) => isReached(one, wanted));
  if (status !== null) return print.fields(status, statusFields);
  throw new CommandFailure(`not ${wanted} after ${seconds} s; see "triquad status"`, exitCode.timedOut);
}

/** @throws CommandFailure when it cannot come to that any more. */
export function isReached(status: BotStatus, wanted: 'running' | 'stopped'): boolean {
  const condition = botConditionOf(status);
  if (condition === 'error') {
    const reason = status.message ?? 'no reason given';
    throw new CommandFailure(`the bot failed: ${reason}; see "triquad logs"`, exitCode.refused);
  }
  if (condition !== 'halted') return condition === wanted;
  if (wanted === 'stopped') return status.is_running !== true;
  const advice = '"triquad risk" shows why, "triquad kill reset" lifts the halt';
  throw new CommandFailure(
    `the bot is halted: ${status.halted?.reason || 'no reason given'}; ${advice}`,
    exitCode.halted,
  );
}
