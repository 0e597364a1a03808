import type { BotStatus, StartParameters } from '@triquad/core/contract';
import { Command, Option } from 'commander';
import { CommandFailure, exitCode } from '../exit-code.ts';
import type { Host } from '../host.ts';
import { atLeast, list } from '../parse.ts';
import { clientCommand, type Task } from './client-command.ts';
import { withExamples } from './examples.ts';
import { statusFields } from './status.ts';

interface WaitOptions {
  /** True without a number of seconds. */
  readonly wait?: number | true;
}

interface StartOptions extends WaitOptions {
  readonly mode?: 'paper' | 'live';
  readonly exchanges?: string[];
  readonly pairs?: string[];
  readonly minProfit?: number;
  readonly maxCapital?: number;
}

const defaultWaitSeconds = 60;
const pollMs = 200;

/** `triquad start`. */
export function startCommand(host: Host): Command {
  const command = withStartOptions(new Command('start').description('start the bot'));
  clientCommand<StartOptions>(host, command, async (task) => {
    const { message } = await task.bot.call('bot.start', { body: startParameters(task.options) });
    await settle(task, message, 'running');
  });
  return withExamples(command, [
    ['triquad start --mode paper --exchanges binance,kraken --min-profit 0.3', 'paper money, two exchanges'],
    ['triquad start --wait 30 && triquad opportunities --follow', 'then watch'],
  ]);
}

/** `triquad stop`. */
export function stopCommand(host: Host): Command {
  const command = withWait(new Command('stop').description('stop the bot: pending orders are cancelled'));
  clientCommand<WaitOptions>(host, command, async (task) => {
    const { message } = await task.bot.call('bot.stop', {});
    await settle(task, message, 'stopped');
  });
  return withExamples(command, [
    ['triquad stop', 'ask it to stop'],
    ['triquad stop --wait 60 && echo stopped', 'and wait until it has'],
  ]);
}

/** `triquad restart`. */
export function restartCommand(host: Host): Command {
  const command = withStartOptions(new Command('restart').description('stop the bot, then start it'));
  clientCommand<StartOptions>(host, command, async (task) => {
    const { message } = await task.bot.call('bot.restart', { body: startParameters(task.options) });
    await settle(task, message, 'running');
  });
  return withExamples(command, [
    ['triquad restart --wait', 'as it was'],
    ['triquad restart --min-profit 0.8 --max-capital 500', 'with other limits'],
  ]);
}

function withStartOptions(command: Command): Command {
  return withWait(
    command
      .addOption(new Option('--mode <mode>', 'simulated or real funds').choices(['paper', 'live']))
      .option('--exchanges <list>', 'exchanges, e.g. binance,kraken', list)
      .option('--pairs <list>', 'trading pairs, e.g. BTC/USDT,ETH/BTC', list)
      .option('--min-profit <percent>', 'least profit of an opportunity', atLeast(0))
      .option('--max-capital <usd>', 'most capital for one route', atLeast(1)),
  );
}

function withWait(command: Command): Command {
  return command.option('--wait [seconds]', `wait until it is so (default: ${defaultWaitSeconds})`, atLeast(0));
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

async function settle(task: Task<WaitOptions>, message: string | null, wanted: 'running' | 'stopped'): Promise<void> {
  const { bot, options, print } = task;
  const seconds = options.wait === true ? defaultWaitSeconds : options.wait;
  const deadline = performance.now() + (seconds ?? 0) * 1000;
  if (message) print.note(message);
  let status = await bot.call('bot.status', {});
  while (seconds !== undefined && !hasCome(status, wanted)) {
    if (performance.now() >= deadline) {
      throw new CommandFailure(`not ${wanted} after ${seconds} s; see "triquad status"`, exitCode.timedOut);
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    status = await bot.call('bot.status', {});
  }
  print.fields(status, statusFields);
}

function hasCome(status: BotStatus, wanted: 'running' | 'stopped'): boolean {
  const state = status.bot_status ?? (status.is_running ? 'running' : 'stopped');
  if (state === 'error') {
    throw new CommandFailure(
      `the bot failed: ${status.message ?? 'no reason given'}; see "triquad logs"`,
      exitCode.refused,
    );
  }
  return state === wanted;
}
