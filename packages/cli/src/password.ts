import { CommandFailure, exitCode } from './exit-code.ts';
import type { Host } from './host.ts';

const LONGEST_BYTES = 8_192;

/** A new password: typed twice without being shown, or all of the standard input less the end of its line. */
export async function readPassword(host: Host, fromStdin: boolean): Promise<string> {
  if (fromStdin) return readAll(host, 'a password');
  if (!host.stdin.isTTY) {
    const advice = 'run it in a terminal, or pipe the password in with --password-stdin';
    throw new CommandFailure(`a password cannot be asked for without a terminal; ${advice}`, exitCode.usage);
  }
  const password = await typed(host, 'Password: ');
  if ((await typed(host, 'Once more: ')) !== password) {
    throw new CommandFailure('the passwords differ', exitCode.usage);
  }
  return password;
}

/** A secret: typed once without being shown, or all of the standard input less the end of its line. */
export async function readSecret(host: Host, name: string, fromStdin: boolean): Promise<string> {
  if (fromStdin) return readAll(host, `a ${name}`);
  if (!host.stdin.isTTY) {
    throw new CommandFailure(
      `the ${name} cannot be asked for without a terminal; run it in one, or pipe it in`,
      exitCode.usage,
    );
  }
  return typed(host, `${name}: `);
}

/** All of the standard input, less the end of its line. @throws CommandFailure when it is too long for what it should be. */
export async function readAll({ stdin }: Host, what: string, most = LONGEST_BYTES): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stdin) {
    chunks.push(Buffer.from(chunk));
    bytes += Buffer.byteLength(chunk);
    if (bytes > most) throw new CommandFailure(`the standard input is too long for ${what}`, exitCode.usage);
  }
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '');
}

/** One line typed in the terminal's raw mode, which does not show it. */
function typed({ stdin, stderr }: Host, prompt: string): Promise<string> {
  const characters: string[] = [];
  stderr.write(prompt);
  stdin.setRawMode(true);
  stdin.setEncoding('utf8');
  return new Promise((resolve, reject) => {
    const end = (finish: () => void) => {
      stdin.off('data', take);
      stdin.setRawMode(false);
      stdin.pause();
      stderr.write('\n');
      finish();
    };
    const interrupted = () => end(() => reject(new CommandFailure('interrupted', exitCode.interrupted)));
    const take = (data: Buffer | string) => {
      for (const character of String(data)) {
        if (character === '\r' || character === '\n') return end(() => resolve(characters.join('')));
        if (character === '\u0003' || character === '\u0004') return interrupted();
        if (character === '\u007f' || character === '\b') characters.pop();
        else if (character === '\u0015') characters.length = 0;
        else if (character >= ' ') characters.push(character);
      }
    };
    stdin.on('data', take);
    stdin.resume();
  });
}
