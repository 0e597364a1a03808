import { type Command, factsOfAnswers, permitted } from '@triquad/core';
import { confirmWord } from '../confirm.ts';
import type { Task } from './client-command.ts';

type Confirmed = Pick<Task<unknown>, 'host' | 'options'>;

/** Asks for the typed word where the command needs it. `what` happens with real money. False: it needs none. */
export async function confirmMoney(
  { host, options }: Confirmed,
  mode: string | null,
  command: Command,
  what: string,
): Promise<boolean> {
  const known = mode === 'paper' || mode === 'live' ? mode : null;
  const { word } = permitted({ ...factsOfAnswers(null, null), mode: known }, command);
  if (word === null) return false;
  const question = mode === 'live' ? `LIVE MONEY: ${what}.` : `The mode of the bot is unknown: ${what}.`;
  await confirmWord(host, options.confirm, question, word);
  return true;
}
