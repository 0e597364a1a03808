import { confirm, liveWord } from '../confirm.ts';
import type { Task } from './client-command.ts';

/** Asks for the word LIVE unless the mode is surely paper. `what` happens with real money. */
export async function confirmMoney(
  { host, options }: Pick<Task<unknown>, 'host' | 'options'>,
  mode: string | null,
  what: string,
): Promise<void> {
  if (mode === 'paper') return;
  const question = mode === 'live' ? `LIVE MONEY: ${what}.` : `The mode of the bot is unknown: ${what}.`;
  await confirm(host, options.yes, question, liveWord);
}
