import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HANG_MS } from './hang.ts';
import { repository } from './recorded-data.ts';

/** The built `triquad`. */
export const program = join(repository, 'packages', 'cli', 'dist', 'main.js');
const alive = new Set<ChildProcess>();
const folders = new Set<string>();
process.on('exit', () => {
  for (const child of alive) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Further arguments of `triquad serve` (without a market among them, the simulated one), a data directory to reuse, and variables beside those of this process. */
export type BotOptions = {
  args?: string[];
  /** It is left to ask what to watch. */
  asks?: boolean;
  dataDir?: string;
  port?: number;
  env?: Readonly<Record<string, string>>;
};

/** A real `triquad serve` in a process of its own. `await using bot = await startBot()` cleans up by itself. */
export type Bot = AsyncDisposable & {
  /** `http://127.0.0.1:<port>` */
  url: string;
  /** The administrator's token. */
  token: string;
  /** The link `serve` printed, which signs a browser in. */
  loginLink: string;
  dataDir: string;
  process: ChildProcess;
  /** Everything printed so far, both streams. */
  output(): string;
  /** One call as the administrator; `path` is below `/api/v1`. */
  call(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }>;
  /** Asks it to end (SIGTERM by default) and resolves to its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  /** SIGKILL: no clean shutdown. */
  kill(): Promise<void>;
  /** Starts it again, once it has ended, on the same port and the same data. */
  restart(): Promise<Bot>;
};

/** Output and exit code of a command of the built program. */
export type Finished = { code: number | null; stdout: string; stderr: string };

/** Runs the built `triquad` to its end with these arguments. */
export async function triquad(args: string[], env: Readonly<Record<string, string>> = {}): Promise<Finished> {
  const child = launch(args, env);
  const streams = collect(child);
  const [code] = await ended(child, HANG_MS);
  return { code, stdout: streams.stdout(), stderr: streams.stderr() };
}

/** Starts a bot on a free port with a temporary data directory and resolves once it answers. */
export async function startBot(options: BotOptions = {}): Promise<Bot> {
  const { args = [], asks = false, dataDir = temporaryFolder(), port = 0, env = {} } = options;
  const market = asks || args.includes('--market') ? [] : ['--market', 'simulated'];
  const own = ['--host', '127.0.0.1', '--port', String(port), '--data-dir', dataDir, ...market];
  const child = launch(['serve', ...own, ...args], env, true);
  const streams = collect(child);
  const output = () => streams.stdout() + streams.stderr();
  const loginLink = await link(child, output);
  const { origin: url } = new URL(loginLink);
  const health = await fetch(`${url}/api/v1/health`);
  if (!health.ok) throw new Error(`the bot's health is ${health.status}\n${output()}`);
  const token = readFileSync(join(dataDir, 'admin.token'), 'utf8').trim();
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    const [code] = await ended(child, HANG_MS);
    return code;
  };
  return {
    url,
    token,
    loginLink,
    dataDir,
    process: child,
    output,
    call: (method, path, body) => call(`${url}/api/v1${path}`, token, method, body),
    stop,
    kill: async () => void (await stop('SIGKILL')),
    restart: () => startBot({ args, asks, dataDir, port: Number(new URL(url).port), env }),
    [Symbol.asyncDispose]: async () => {
      await stop('SIGKILL');
      if (folders.delete(dataDir)) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A folder that is removed when the tests end. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'triquad-test-'));
  folders.add(folder);
  return folder;
}

// A process linked by a channel ends with this one, even if this one crashes.
function launch(args: string[], env: Readonly<Record<string, string>>, linked = false): ChildProcess {
  if (!existsSync(program)) throw new Error('the program is not built: run `npm run build`');
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...inherited(), NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe', ...(linked ? (['ipc'] as const) : [])],
  });
  alive.add(child);
  child.once('exit', () => alive.delete(child));
  return child;
}

// Variables of the test runner are not passed on.
function inherited(): NodeJS.ProcessEnv {
  const { NODE_ENV, NODE_OPTIONS, FORCE_COLOR, VITEST, ...rest } = process.env;
  return rest;
}

function collect(child: ChildProcess): { stdout(): string; stderr(): string } {
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk;
  });
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
  });
  return { stdout: () => stdout, stderr: () => stderr };
}

function link(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => reject(new Error(`${reason}\n${output()}`));
    const timer = setTimeout(() => fail('the bot printed no login link in time'), HANG_MS);
    const look = () => {
      const found = /https?:\/\/\S+\/login\S+/.exec(output());
      if (found === null) return;
      clearTimeout(timer);
      resolve(found[0]);
    };
    child.stdout?.on('data', look);
    child.stderr?.on('data', look);
    child.once('close', (code) => {
      clearTimeout(timer);
      fail(`the bot ended with ${code}`);
    });
  });
}

async function ended(child: ChildProcess, limitMs: number): Promise<[number | null, NodeJS.Signals | null]> {
  if (child.exitCode !== null || child.signalCode !== null) return [child.exitCode, child.signalCode];
  const timer = setTimeout(() => child.kill('SIGKILL'), limitMs);
  const [code, signal] = await once(child, 'close');
  clearTimeout(timer);
  return [code, signal];
}

/** One call of a bot with a token. */
export async function call(
  url: string,
  token: string,
  method: string,
  body: unknown,
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const json = response.headers.get('content-type')?.includes('json') === true && text !== '';
  return { status: response.status, body: json ? JSON.parse(text) : text };
}
