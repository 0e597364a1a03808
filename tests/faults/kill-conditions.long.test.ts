import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { scaled } from '../../packages/bot/src/engine/scale.suite.ts';
import { temporaryFolder, triquad } from '../harness/bot.ts';
import { repository } from '../harness/recorded-data.ts';

const kills = scaled(6, 6, 1_000);
const restarts = scaled(1, 1, 50);
const PATIENCE = { timeout: 120_000, interval: 20 };
/** As long as a client waits for one try of a kill. */
const TRY_MS = 3_000;
const program = join(repository, 'packages', 'cli', 'dist', 'main.js');

/** A real bot in a process of its own, started by a shell under these limits. */
type Served = {
  readonly child: ChildProcess;
  readonly port: number;
  readonly token: string;
  readonly dataDir: string;
  /** A call that is not answered has status 0. */
  call(method: string, path: string, body?: object, key?: string): Promise<Answer>;
};

type Answer = { readonly status: number; readonly body: unknown };

type Condition = {
  readonly name: string;
  /** Shell commands before the bot is started. */
  readonly limits?: string;
  /** Makes the trouble; gives what ends it. */
  begin(bot: Served): Promise<() => void>;
};

const conditions: readonly Condition[] = [
  { name: 'nothing else to do', begin: async () => () => {} },
  { name: '400 calls/s with the same token', begin: async (bot) => flood(bot, 400) },
  { name: '500 strangers who connect and say nothing', begin: (bot) => besiege(bot, 500) },
  { name: 'no descriptors left', limits: 'ulimit -n 120;', begin: (bot) => besiege(bot, 200) },
  { name: 'a loop that is 50 % busy', begin: async (bot) => halve(bot) },
];

test.skipIf(process.platform === 'win32').each(conditions)(
  `${kills} kills and ${restarts} restarts with $name: each is accepted, and still in force after SIGKILL`,
  async ({ name, limits = '', begin }) => {
    const dataDir = temporaryFolder();
    let bot = await serve(dataDir, limits);
    const waits: number[] = [];
    const unanswered: Record<string, number> = {};
    const killOnce = async (reason: string) => {
      const accepted = await killOf(bot, reason);
      waits.push(accepted.took);
      for (const why of accepted.unanswered) unanswered[why] = (unanswered[why] ?? 0) + 1;
    };
    for (let life = 0; life <= restarts; life++) {
      const end = await begin(bot);
      for (let at = 0; at < kills / (restarts + 1); at++) {
        await killOnce(`${name} ${life}.${at}`);
        await reset(bot);
      }
      await killOnce('the last');
      end();
      await kill(bot.child);
      bot = await serve(dataDir, limits);
      expect(await statusOf(bot)).toMatchObject({ is_running: false, halted: { reason: 'the last' } });
      await reset(bot);
    }
    waits.sort((a, b) => a - b);
    const share = (part: number) => waits[Math.ceil(waits.length * part) - 1]?.toFixed(1);
    const within = `accepted within ${share(0.5)} ms (median), ${share(0.99)} ms (p99)`;
    console.log(`${name}: ${waits.length} kills, all accepted, ${within}; tries without an answer:`, unanswered);
  },
  180_000 + kills * 2_000 + restarts * 20_000,
);

test.skipIf(process.platform === 'win32')('triquad kill stops a bot that hangs, and says what it knows', async () => {
  const bot = await serve(temporaryFolder(), '', '--autostart');
  bot.child.kill('SIGSTOP');
  const told = await triquad(['kill', '--data-dir', bot.dataDir, '--timeout', '0.5']);
  expect(told).toMatchObject({ code: 3, stderr: expect.stringMatching(/kill is written\n.*not confirmed by the bot/) });
  bot.child.kill('SIGCONT');
  await expect
    .poll(() => statusOf(bot), PATIENCE)
    .toMatchObject({ is_running: false, halted: { reason: 'kill switch in the shell' } });
});

test.skipIf(process.platform === 'win32')(
  `${kills} kills on ${restarts} full disks are accepted, and are still in force after SIGKILL, with room again`,
  async () => {
    const full = "trap '' XFSZ; ulimit -f 512;";
    const each = Math.ceil(kills / restarts);
    for (let disk = 1; disk <= restarts; disk++) {
      const dataDir = temporaryFolder();
      const args = `--seed ${disk} --speed 30 --autostart`;
      let bot = await serve(dataDir, full, args);
      await expect
        .poll(async () => (await statusOf(bot)).halted?.reason ?? '', PATIENCE)
        .toMatch(/cannot be (read or )?written/);
      for (let at = 0; at < each; at++) {
        const { answer } = await killUntilAnswered(bot, `full ${at}`);
        const message = expect.stringMatching(/^Killed/);
        expect({ disk, at, ...answer }).toMatchObject({ status: 200, body: { message } });
      }
      await kill(bot.child);
      bot = await serve(dataDir, '', args);
      const status = await statusOf(bot);
      expect({ disk, ...status }).toMatchObject({ is_running: false, halted: { reason: `full ${each - 1}` } });
      expect((await bot.call('POST', '/bot/start')).status).toBe(409);
      await reset(bot);
      expect((await bot.call('POST', '/bot/start')).status).toBe(200);
      await kill(bot.child);
      rmSync(dataDir, { recursive: true });
    }
  },
  180_000 + kills * 1_000 + restarts * 60_000,
);

/** What was answered, why the tries before had no answer, and how long it took in ms. */
type Killed = { readonly answer: Answer; readonly unanswered: readonly string[]; readonly took: number };

/** Starts trading and kills. */
async function killOf(bot: Served, reason: string): Promise<Killed> {
  await expect
    .poll(async () => JSON.stringify(await bot.call('POST', '/bot/start', {})), PATIENCE)
    .toMatch(/"status":200|the bot is running|not halted/);
  const killed = await killUntilAnswered(bot, reason);
  expect({ reason, ...killed, ...killed.answer }).toMatchObject({
    status: 200,
    body: { status: { halted: { reason } } },
  });
  return killed;
}

/**
 * Kills as a client does: again with the same key until it is answered, because among strangers of the same address a connection can lose its
 * place before its call has arrived.
 */
async function killUntilAnswered(bot: Served, reason: string): Promise<Killed> {
  const began = performance.now();
  const key = randomUUID();
  const unanswered: string[] = [];
  let answer = await bot.call('POST', '/bot/kill', { reason }, key);
  while (answer.status === 0 && performance.now() - began < PATIENCE.timeout) {
    unanswered.push(String(answer.body));
    answer = await bot.call('POST', '/bot/kill', { reason }, key);
  }
  return { answer, unanswered, took: performance.now() - began };
}

async function reset(bot: Served): Promise<void> {
  await expect
    .poll(async () => JSON.stringify(await bot.call('POST', '/bot/kill/reset')), PATIENCE)
    .toMatch(/"status":200|the bot is running|not halted/);
}

const statusOf = async (bot: Served) => {
  const { body } = await bot.call('GET', '/bot/status');
  return body as { is_running: boolean; halted: { reason: string } | null };
};

async function serve(dataDir: string, limits: string, args = ''): Promise<Served> {
  const run = `exec '${process.execPath}' '${program}' serve --port 0 --market simulated --data-dir '${dataDir}' ${args}`;
  const child = spawn('bash', ['-c', `${limits} ${run}`], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk;
    });
  }
  const address = () => /http:\/\/127\.0\.0\.1:(\d+)/.exec(printed) ?? [];
  await expect.poll(() => address()[0] ?? printed, PATIENCE).toMatch(/^http:/);
  const [url = '', port = ''] = address();
  const token = readFileSync(join(dataDir, 'admin.token'), 'utf8').trim();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', connection: 'close' };
  const call: Served['call'] = async (method, path, body, key) => {
    try {
      const answer = await fetch(`${url}/api/v1${path}`, {
        method,
        headers: { ...headers, ...(key !== undefined && { 'idempotency-key': key }) },
        signal: AbortSignal.timeout(TRY_MS),
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: answer.status, body: await answer.json() };
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
      return { status: 0, body: `${error}${cause}` };
    }
  };
  return { child, port: Number(port), token, dataDir, call };
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

function flood({ port, token }: Served, perSecond: number): () => void {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => {});
  socket.resume();
  const call = `GET /api/v1/bot/status HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n\r\n`;
  // What is at once used up first is a burst of a thousand.
  socket.write(call.repeat(1_000));
  const timer = setInterval(() => socket.write(call.repeat(perSecond / 20)), 50);
  const end = () => {
    clearInterval(timer);
    socket.destroy();
  };
  onTestFinished(end);
  return end;
}

/** Strangers of the same address who keep so many connections open and say nothing. */
async function besiege({ port }: Served, count: number): Promise<() => void> {
  const siege = new Worker(new URL('./siege.ts', import.meta.url), { workerData: { port, count } });
  const end = () => void siege.terminate();
  onTestFinished(end);
  await once(siege, 'message');
  return end;
}

/** Stops the process for half of the time. */
function halve({ child }: Served): () => void {
  let stopped = false;
  const timer = setInterval(() => {
    stopped = !stopped;
    child.kill(stopped ? 'SIGSTOP' : 'SIGCONT');
  }, 25);
  const end = () => {
    clearInterval(timer);
    child.kill('SIGCONT');
  };
  onTestFinished(end);
  return end;
}
