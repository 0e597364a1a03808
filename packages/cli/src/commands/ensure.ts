import { botConditionOf } from '@triquad/core';
import type { BotStatus } from '@triquad/core/contract';
import { Argument, type Command } from 'commander';
import { CommandFailure, exitCode } from '../exit-code.ts';
import type { Host } from '../host.ts';
import { statusFields } from '../status-fields.ts';
import { defineClientCommand, type Task } from './client-command.ts';
import { type StartOptions, settle, started, startOptions, waitOption } from './lifecycle.ts';

/** `triquad ensure running|stopped`: starts or stops the bot only where that is needed, and waits for it. */
export const ensureCommand = (host: Host): Command =>
  defineClientCommand<StartOptions>(host, {
    name: 'ensure',
    description: 'start or stop the bot unless it already is so, and wait; for scripts that run twice',
    arguments: [new Argument('<state>').choices(['running', 'stopped'])],
    options: [...startOptions(), waitOption()],
    exits: ['conflict', 'halted', 'timedOut'],
    examples: [
      ['triquad ensure running --mode paper --min-profit 0.3', 'started once, however often this runs'],
      ['triquad ensure stopped --wait 120', 'every night'],
    ],
    run: (task) => (task.args[0] === 'running' ? ensureRunning(task) : ensureStopped(task)),
  });

async function ensureRunning(task: Task<StartOptions>): Promise<void> {
  const { bot, print, options } = task;
  const status = await bot.call('bot.status', {});
  const waiting = { ...task, options: { ...options, wait: options.wait ?? (true as const) } };
  const condition = botConditionOf(status);
  if (condition !== 'running' && condition !== 'starting') return started(waiting, 'bot.start');
  const other = difference(status, options);
  if (other !== null) {
    throw new CommandFailure(
      `the bot runs with ${other}; "triquad restart" applies what is asked for`,
      exitCode.conflict,
    );
  }
  return condition === 'running' ? print.fields(status, statusFields) : settle(waiting, null, 'running');
}

/** Difference between the running and the requested options; null if the bot states none. */
function difference(status: BotStatus, { mode, minProfit, maxCapital }: StartOptions): string | null {
  const pairs = [
    ['mode', mode, status.mode],
    ['min profit', minProfit, status.min_profit_threshold],
    ['max capital', maxCapital, status.max_capital_per_route],
  ] as const;
  const other = pairs.find(([, asked, runs]) => asked !== undefined && runs !== null && asked !== runs);
  return other === undefined ? null : `${other[0]} ${other[2]}, not ${other[1]}`;
}

async function ensureStopped(task: Task<StartOptions>): Promise<void> {
  const { bot, print, options } = task;
  const status = await bot.call('bot.status', {});
  if (status.is_running === false && botConditionOf(status) !== 'stopping') return print.fields(status, statusFields);
  const { message } = await bot.call('bot.stop', {});
  await settle({ ...task, options: { ...options, wait: options.wait ?? true } }, message, 'stopped');
}
