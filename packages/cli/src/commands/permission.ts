import { type Command, type Facts, factsOfAnswers, type Obstacle, permitted } from '@triquad/core';
import type { BotStatus } from '@triquad/core/contract';
import { english } from '@triquad/core/texts';
import { confirm, confirmWord } from '../confirm.ts';
import { CommandFailure, type ExitCode, exitCode } from '../exit-code.ts';
import type { Task } from './client-command.ts';

/** A bot as it answers now. */
export interface Known {
  readonly status: BotStatus;
  readonly facts: Facts;
}

/** Asks the bot for what decides about a command. A bot that states no health decides about its capabilities itself. */
export async function knownOf({ bot }: Pick<Task<unknown>, 'bot'>): Promise<Known> {
  const [status, health] = await Promise.all([
    bot.call('bot.status', {}),
    bot.call('health', {}).catch((error: unknown) => {
      if (error instanceof CommandFailure) return null;
      throw error;
    }),
  ]);
  return { status, facts: factsOfAnswers(status, health) };
}

type Asking = Pick<Task<unknown>, 'host' | 'options' | 'path'>;

/**
 * Asks before the command where the table of permissions does; the typed line itself is a confirmation. `what` is what then happens.
 * @throws CommandFailure for an obstacle, or when it is not confirmed.
 */
export async function askPermission(
  { host, options, path }: Asking,
  { facts, status }: Known,
  command: Command,
  what: string,
): Promise<void> {
  const { obstacle, ask, word } = permitted(facts, command);
  if (obstacle !== null) throw refusal(path, obstacle, status);
  if (ask === 'question') return confirm(host, options.yes, `${what.charAt(0).toUpperCase()}${what.slice(1)}.`);
  if (word === null) return;
  const question = facts.mode === 'paper' ? what : `${facts.mode === 'live' ? 'LIVE MONEY' : unknownMode}: ${what}`;
  await confirmWord(host, options.confirm, `${question}.`, word);
}

const unknownMode = 'The mode of the bot is unknown';

/** The exit codes of a bot that refuses the same. */
const exits: Partial<Record<Obstacle['code'], ExitCode>> = {
  halted: exitCode.halted,
  not_offered: exitCode.refused,
};

function refusal(path: string, obstacle: Obstacle, { halted }: BotStatus): CommandFailure {
  const { code } = obstacle;
  const exit = exits[code] ?? exitCode.conflict;
  if (code === 'not_offered') return new CommandFailure(`${path} failed: this bot does not offer it`, exit, code);
  const [text, advice] =
    code === 'halted'
      ? [
          `the bot is halted: ${halted?.reason || 'no reason given'}`,
          '"triquad risk" shows why, "triquad kill reset" lifts the halt',
        ]
      : [english.code(obstacle), 'see "triquad status"'];
  return new CommandFailure(`${path} failed: ${text}; ${advice}`, exit, code);
}
