import { CommandFailure, exitCode } from './exit-code.ts';
import type { Host } from './host.ts';

/**
 * Asks on the terminal before something that cannot be undone: `yes`, or the word given. `--yes` answers beforehand.
 * @throws CommandFailure when it is not confirmed, or without a terminal to ask on.
 */
export async function confirm(host: Host, yes: true | undefined, question: string, word = 'yes'): Promise<void> {
  if (yes !== true) await typed(host, question, word, '--yes');
}

/** Asks for the word of real money. `--confirm` with that word answers beforehand, `--yes` does not. @throws CommandFailure */
export async function confirmWord(
  host: Host,
  given: string | undefined,
  question: string,
  word: string,
): Promise<void> {
  if (given !== word) await typed(host, question, word, `--confirm ${word}`);
}

async function typed(host: Host, question: string, word: string, option: string): Promise<void> {
  if (!host.stdin.isTTY) throw new CommandFailure(`${question} Confirm it with ${option}`, exitCode.usage);
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
