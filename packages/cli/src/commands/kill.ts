import type { Command } from 'commander';
import type { Host } from '../host.ts';
import { defineClientCommand, type Task } from './client-command.ts';
import { option } from './define-command.ts';
import { statusFields } from './status.ts';

interface Options {
  readonly reason?: string;
}

const usualReason = 'kill switch in the shell';

/** `triquad kill`, `triquad kill reset`. It asks nothing: in an emergency a question costs time. */
export const killCommand = (host: Host): Command =>
  defineClientCommand<Options>(host, {
    name: 'kill',
    description: 'the kill switch, without a question: cancel everything, stop, and stay stopped until it is reset',
    options: [option('--reason <text>', 'reason for the log and the audit trail')],
    subcommands: [resetCommand(host)],
    examples: [
      ['triquad kill', 'now'],
      ['triquad kill --reason "kraken answers nonsense" --json | jq .halted', 'with a reason, for a script'],
    ],
    run: async (task) => {
      const reason = task.options.reason?.trim() || usualReason;
      const killed = await task.bot.callIfOffered('bot.kill', { body: { reason } });
      await show(task, killed === null ? await stopped(task) : killed.message);
    },
  });

const resetCommand = (host: Host): Command =>
  defineClientCommand(host, {
    name: 'reset',
    description: 'lift the halt; the bot can then be started again',
    exits: ['conflict'],
    examples: [
      ['triquad kill reset', 'once the cause is known'],
      ['triquad kill reset && triquad start --wait', 'and go on'],
    ],
    run: async (task) => show(task, (await task.bot.call('bot.kill.reset', {})).message),
  });

/** A bot that has no kill switch is stopped, which cancels its pending orders too. */
async function stopped({ bot }: Task<unknown>): Promise<string> {
  const { message } = await bot.call('bot.stop', {});
  return `this bot has no kill switch, it was stopped: ${message ?? 'no answer in words'}`;
}

async function show({ bot, print }: Task<unknown>, message: string | null): Promise<void> {
  if (message) print.note(message);
  print.fields(await bot.call('bot.status', {}), statusFields);
}
