import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { Host } from './host.ts';
import { run } from './program.ts';

const home = mkdtempSync(join(tmpdir(), 'triquad-program-'));
/** Makes the default data directory of the commands under test, in which a bot has left its address. */
const serve = (): void => {
  const [directory, door] = [join(home, 'triquad'), join(home, 'door')];
  mkdirSync(directory, { recursive: true });
  writeFileSync(door, '');
  writeFileSync(join(directory, 'server.json'), JSON.stringify({ url: 'http://127.0.0.1:8787', door, pid: 1 }));
  process.env.XDG_DATA_HOME = home;
};
// Apart, as it is for operators: a folder of contexts is no data directory.
process.env.XDG_CONFIG_HOME = join(home, 'config');
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** A call that the bot received. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly headers: Headers;
}

export type Answer = { readonly status: number; readonly body: unknown } | Error;
export type Bot = (call: Call) => Answer;

/** One command against a bot that answers by `bot`: what it printed, its exit code, the calls it made. */
export async function triquad(line: string, bot: Bot, more: Partial<Host> = {}) {
  serve();
  const calls: Call[] = [];
  const printed = { out: '', err: '' };
  const host: Host = {
    stdin: { isTTY: false } as Host['stdin'],
    stdout: { write: (text) => (printed.out += text) },
    stderr: { write: (text) => (printed.err += text) },
    env: {},
    fetch: async (url, { method, headers, body }) => {
      const { pathname, search } = new URL(url);
      const call = {
        method,
        path: pathname + search,
        body: body === undefined ? undefined : JSON.parse(body),
        headers: new Headers(headers),
      };
      calls.push(call);
      const answer = answerTo(bot, call);
      if (answer instanceof Error) throw answer;
      return new Response(JSON.stringify(answer.body), { status: answer.status });
    },
    interrupted: () => new AbortController().signal,
    uncaught: () => {},
    ...more,
  };
  const words = line.split(' ').filter((word) => word !== '');
  const code = await run(words, host);
  return { code, ...printed, calls };
}

export const stopped = { is_running: false, bot_status: 'stopped', mode: 'paper', uptime: 0 };
export const running = {
  ...stopped,
  is_running: true,
  bot_status: 'running',
  uptime: 8049,
  enabled_exchanges: ['binance'],
};
export const always =
  (status: number, body: unknown): Bot =>
  () => ({ status, body });
const hasCapabilities = (body: unknown): boolean => typeof body === 'object' && body !== null && 'capabilities' in body;
/** A bot whose answer to `/health` is none leaves the commands to decide by its status alone. */
const answerTo = (bot: Bot, call: Call): Answer => {
  const answer = bot(call);
  if (answer instanceof Error || answer.status !== 200 || !call.path.endsWith('/health')) return answer;
  return hasCapabilities(answer.body) ? answer : { status: 503, body: {} };
};
/** The reading calls before a changing one. */
export const known = ['status', 'health'].map((name) => ({
  method: 'GET',
  path: name === 'health' ? '/api/v1/health' : '/api/v1/bot/status',
  body: undefined,
}));
export const asked = (calls: readonly Call[]) => calls.map(({ method, path, body }) => ({ method, path, body }));
