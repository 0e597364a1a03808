import type { Host } from '../../packages/cli/src/host.ts';
import { run } from '../../packages/cli/src/program.ts';
import type { LiveBot } from './live-bot.ts';

export interface Printed {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs commands of the shell against a bot, in this process; gives what they print. A word may not have a blank. */
export const shellOf =
  ({ address, adminToken }: Pick<LiveBot, 'address' | 'adminToken'>) =>
  async (line: string): Promise<Printed> => {
    let [out, err] = ['', ''];
    const host: Host = {
      stdin: { isTTY: false } as Host['stdin'],
      stdout: { write: (text) => (out += text) },
      stderr: { write: (text) => (err += text) },
      env: { TRIQUAD_URL: address, TRIQUAD_TOKEN: adminToken },
      fetch: (url, { method, headers, body, signal }) => fetch(url, { method, headers, body, signal } as RequestInit),
      interrupted: () => new AbortController().signal,
      uncaught: () => {},
    };
    const code = await run(line.split(' '), host);
    return { code, out, err };
  };
