import { setTimeout } from 'node:timers/promises';
import type { ThrownFile } from '@triquad/bot';
import type { AnswerOf } from '@triquad/core/contract';
import type { Command } from 'commander';
import type { Bot } from '../bot.ts';
import { type ConnectionOptions, chooseBot, resolveConnection } from '../connection.ts';
import { CommandFailure, exitCode } from '../exit-code.ts';
import type { Host } from '../host.ts';
import { statusFields } from '../status-fields.ts';
import { defineClientCommand, interruption, type Task } from './client-command.ts';
import { connectionOptions } from './connection-options.ts';
import { defineCommand, type Invocation, option } from './define-command.ts';
import { askPermission, knownOf } from './permission.ts';

interface Options extends ConnectionOptions {
  readonly reason?: string;
}

const usualReason = 'kill switch in the shell';
/** With the kill file written, an answer of the bot only confirms it. */
const confirmWithinMs = 5_000;
const seenWithinMs = 1_000;
const lookMs = 20;

/**
 * `triquad kill`, `triquad kill reset`. It asks nothing: in an emergency a question costs time. The kill file comes first, which needs
 * no bot that answers; then the bot is asked, which confirms.
 */
export const killCommand = (host: Host): Command =>
  defineCommand<Options>(host, {
    name: 'kill',
    description: 'the kill switch, without a question: cancel everything, stop, and stay stopped until it is reset',
    options: [option('--reason <text>', 'reason for the log and the audit trail'), ...connectionOptions()],
    exits: ['unreachable', 'unauthorized', 'interrupted'],
    subcommands: [resetCommand(host)],
    examples: [
      ['triquad kill', 'now, also when the bot does not answer'],
      ['triquad kill --reason "kraken answers nonsense" --json | jq .halted', 'with a reason, for a script'],
    ],
    run: async (invocation) => {
      const reason = invocation.options.reason?.trim() || usualReason;
      const file = await throwFile(invocation, reason);
      if (file !== null) invocation.print.note(`the kill switch is thrown: ${file.path} is written`);
      try {
        await Promise.race([killByCall(invocation, reason, file !== null), interruption(host)]);
      } catch (error) {
        if (!(error instanceof CommandFailure) || file === null) throw error;
        await tellUnconfirmed(invocation, file, error);
      }
    },
  });

/** Null where the bot is another machine's, or there is no such directory here. A file that cannot be written leaves the call. */
async function throwFile({ host, options, print }: Invocation<Options>, reason: string): Promise<ThrownFile | null> {
  const { directory, elsewhere } = chooseBot(options, host.env);
  if (elsewhere !== null) return null;
  const { throwKillFile } = await import('@triquad/bot');
  try {
    return throwKillFile(directory, reason);
  } catch (error) {
    print.note(
      `the kill file of ${directory} cannot be written (${error instanceof Error ? error.message : error}); the bot is asked`,
    );
    return null;
  }
}

async function killByCall({ host, options, print, path }: Invocation<Options>, reason: string, isThrown: boolean) {
  const connection = resolveConnection(options, host.env);
  const timeoutMs = isThrown && options.timeout === undefined ? confirmWithinMs : connection.timeoutMs;
  const { openBot } = await import('../bot.ts');
  const bot = openBot(host, { ...connection, timeoutMs }, path);
  const killed = await bot.callIfOffered('bot.kill', { body: { reason } });
  await show({ bot, print }, killed ?? (await stopped(bot)));
}

/** State of the bot after the file was written and no answer came. */
async function tellUnconfirmed({ host, options, print }: Invocation<Options>, file: ThrownFile, call: CommandFailure) {
  const runs = chooseBot(options, host.env).served.url !== undefined;
  for (let waited = 0; runs && !file.isSeen() && waited < seenWithinMs; waited += lookMs) await setTimeout(lookMs);
  const seen = file.isSeen();
  const told = { kill_file: file.path, seen, confirmed: false };
  if (!runs || seen) {
    const says = seen
      ? 'the bot has seen it: it sends nothing more; its answer did not come'
      : 'no bot runs on this data directory; its next start is halted';
    print.fields(told, () => [{ name: 'killed', value: says, tone: 'good' }]);
    return;
  }
  const advice = 'no order leaves once the bot reads the file, which it does before each';
  throw new CommandFailure(`not confirmed by the bot: ${advice} (${call.message})`, exitCode.unreachable, call.code);
}

const resetCommand = (host: Host): Command =>
  defineClientCommand(host, {
    name: 'reset',
    description: 'lift the halt, so that the bot can be started again; asks',
    exits: ['conflict'],
    examples: [
      ['triquad kill reset', 'once the cause is known'],
      ['triquad kill reset --yes && triquad start --wait', 'and go on, for a script'],
    ],
    run: async (task) => {
      await askPermission(task, await knownOf(task), { type: 'ResetKill' }, 'the halt is to be lifted');
      await show(task, await task.bot.call('bot.kill.reset', {}));
    },
  });

/** A bot that has no kill switch is stopped, which cancels its pending orders too. */
async function stopped(bot: Bot): Promise<Answer> {
  const { message } = await bot.call('bot.stop', {});
  return { message: `this bot has no kill switch, it was stopped: ${message ?? 'no answer in words'}`, status: null };
}

type Answer = Pick<AnswerOf<'bot.kill'>, 'message' | 'status'>;

async function show({ bot, print }: Pick<Task<unknown>, 'bot' | 'print'>, { message, status }: Answer): Promise<void> {
  if (message) print.note(message);
  print.fields(status ?? (await bot.call('bot.status', {})), statusFields);
}
