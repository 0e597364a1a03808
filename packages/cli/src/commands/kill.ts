import type { BotAnswer } from '@triquad/core/contract';
import { Command } from 'commander';
import type { Bot } from '../bot.ts';
import { CommandFailure, exitCode } from '../exit-code.ts';
import type { Host } from '../host.ts';
import { clientCommand } from './client-command.ts';
import { withExamples } from './examples.ts';
import { statusFields } from './status.ts';

interface Options {
  readonly reason?: string;
}

const usualReason = 'kill switch in the shell';

/** `triquad kill`, `triquad kill reset`. It asks nothing: whoever types it has no time. */
export function killCommand(host: Host): Command {
  const command = new Command('kill')
    .description('the kill switch: cancel everything, stop, and stay stopped until it is reset')
    .option('--reason <text>', 'what the log and the audit trail say');
  clientCommand<Options>(host, command, async ({ bot, print, options }) => {
    const { message } = await killed(bot, options.reason ?? usualReason);
    if (message) print.note(message);
    print.fields(await bot.call('bot.status', {}), statusFields);
  });
  command.addCommand(resetCommand(host));
  for (const each of command.commands) each.copyInheritedSettings(command);
  return withExamples(command, [
    ['triquad kill', 'now'],
    ['triquad kill --reason "kraken answers nonsense" --json | jq .halted', 'with a reason, for a script'],
  ]);
}

function resetCommand(host: Host): Command {
  const command = new Command('reset').description('lift the halt; the bot can then be started again');
  clientCommand(host, command, async ({ bot, print }) => {
    const { message } = await bot.call('bot.kill.reset', {});
    if (message) print.note(message);
    print.fields(await bot.call('bot.status', {}), statusFields);
  });
  return withExamples(command, [
    ['triquad kill reset', 'once the cause is known'],
    ['triquad kill reset && triquad start --wait', 'and go on'],
  ]);
}

/** A bot that has no kill switch is stopped, which cancels its pending orders too. */
async function killed(bot: Bot, reason: string): Promise<BotAnswer> {
  try {
    return await bot.call('bot.kill', { body: { reason } });
  } catch (error) {
    if (!(error instanceof CommandFailure) || error.exitCode !== exitCode.refused) throw error;
    const { capabilities } = await bot.call('health', {});
    if (capabilities.includes('bot.kill')) throw error;
    const { message } = await bot.call('bot.stop', {});
    return { message: `this bot has no kill switch, it was stopped: ${message ?? 'no answer in words'}` } as BotAnswer;
  }
}
