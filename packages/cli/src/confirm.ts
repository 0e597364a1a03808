import { CommandFailure, exitCode } from './exit-code.ts';
import type { Host } from './host.ts';

/** The word that confirms real money. */
export const liveWord = 'LIVE';

/**
 * Asks on the terminal before something that cannot be undone: `yes`, or the word given. `--yes` answers beforehand.
 * @throws CommandFailure when it is not confirmed, or without a terminal to ask on.
 */
export async function confirm(host: Host, yes: true | undefined, question: string, word = 'yes'): Promise<void> {
  if (yes === true) return;
  if (!host.stdin.isTTY) throw new CommandFailure(`${question} Confirm it with --yes`, exitCode.usage);
  if ((await answerTo(host, `${question} Type ${word} to go on: `)) === word) return;
  throw new CommandFailure('not confirmed: nothing was sent', exitCode.refused);
}

/** Answer to a prompt, trimmed; null when the input ends. */
export function answerTo({ stdin, stderr }: Host, prompt: string): Promise<string | null> {
  stderr.write(prompt);
  return new Promise((resolve) => {
    const end = (text: string | null) => {
      stdin.off('data', answered).off('end', ended).pause();
      resolve(text === null ? null : text.trim());
    };
    const answered = (data: Buffer | string) => end(String(data));
    const ended = () => end(null);
    stdin.setEncoding('utf8').on('data', answered).on('end', ended).resume();
  });
}
