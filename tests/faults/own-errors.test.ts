import { mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import WebSocket from 'ws';
import { readFailedEnds } from '../../packages/bot/src/failed-ends.ts';
import { logPath } from '../../packages/bot/src/server/log-file.ts';
import { type Bot, startBot, temporaryFolder } from '../harness/bot.ts';
import { createDiskShim, hasDiskShim } from './disk-shim.ts';
import { judge } from './judge.ts';
import { quotedMarket } from './quoted-market.ts';

const exitCode = 70;
const hourMs = 3_600_000;
/** A bug of the bot that a signal brings about: in a timer, in a promise that nobody awaits, in the next message of a socket. */
const bugs = {
  timer: "process.on('SIGUSR2', () => setTimeout(() => { throw new TypeError('drill'); }));",
  promise: "process.on('SIGUSR2', () => void Promise.reject(new TypeError('drill')));",
  message: `
    import { EventEmitter } from 'node:events';
    process.on('SIGUSR2', () => {
      const { emit } = EventEmitter.prototype;
      EventEmitter.prototype.emit = function (name, ...args) {
        if (name === 'message' && this.constructor.name === 'WebSocket') throw new TypeError('drill');
        return emit.call(this, name, ...args);
      };
    });`,
} as const;
const withBug = (bug: keyof typeof bugs) => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(bugs[bug])}`,
});

/** The code with which it ends by its bug. */
const endedByBug = async (bot: Bot, bug: keyof typeof bugs): Promise<number | null> => {
  const ended = bot.stop('SIGUSR2');
  if (bug === 'message') {
    const socket = new WebSocket(`${bot.url.replace('http', 'ws')}/ws`);
    socket.on('error', () => {});
    const say = setInterval(() => socket.readyState === WebSocket.OPEN && socket.send('{}'), 50);
    await ended;
    clearInterval(say);
  }
  return ended;
};

const logOf = (dataDir: string) =>
  readFileSync(logPath(dataDir), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line): { readonly message: string } => JSON.parse(line));
const codesOf = async (bot: Bot): Promise<readonly string[]> => {
  const { body } = await bot.call('GET', '/notifications/?page_size=100');
  return (body as { data: { notifications: { code: string }[] } }).data.notifications.map(({ code }) => code);
};
const statusOf = async (bot: Bot) => (await bot.call('GET', '/bot/status')).body as { readonly is_running: boolean };
const isRunning = async (bot: Bot): Promise<boolean> => (await statusOf(bot)).is_running;

test('an error of our own ends the bot with exit code 70 and is on the disk; the next start notifies of it, and after the third is stopped', async () => {
  const dataDir = join(realpathSync(temporaryFolder()), 'data');
  const args = [...quotedMarket(), '--autostart'];
  const message = 'The process ends by an error of its own: TypeError: drill';
  const kinds = Object.keys(bugs) as (keyof typeof bugs)[];
  for (const [time, bug] of kinds.entries()) {
    await using bot = await startBot({ dataDir, args, env: withBug(bug) });
    await expect.poll(() => isRunning(bot)).toBe(true);
    expect((await codesOf(bot)).filter((code) => /^(own_error|started_stopped)$/.test(code))).toEqual(
      Array(time).fill('own_error'),
    );
    expect({ bug, code: await endedByBug(bot, bug) }).toEqual({ bug, code: exitCode });
    const entries = logOf(dataDir).filter((one) => one.message === message);
    expect(entries.length).toBe(time + 1);
    expect(entries.at(-1)).toMatchObject({
      ...{ level: 'ERROR', source: 'bot' },
      metadata: { stack: expect.stringContaining('TypeError: drill\n') },
    });
    expect(bot.output()).toContain(`triquad: ${message}\n`);
    expect(readFailedEnds(dataDir).ends.at(-1)).toMatchObject({ error: 'TypeError: drill', seen: false });
    expect(judge(dataDir).faults).toEqual([]);
  }
  await using held = await startBot({ dataDir, args });
  await expect.poll(() => codesOf(held)).toContain('started_stopped');
  await expect.poll(() => statusOf(held)).toMatchObject({ is_running: false, bot_status: 'stopped' });
  const reason =
    'the process ended by an error of its own three times within ten minutes, the last time by TypeError: drill';
  expect(logOf(dataDir).map((one) => one.message)).toContain(`Not running again: ${reason}`);
  expect((await held.call('POST', '/bot/start', {})).status).toBe(200);
  expect(await held.stop()).toBe(0);
  await using calm = await startBot({ dataDir, args });
  await expect.poll(() => isRunning(calm)).toBe(true);
});

test.skipIf(!hasDiskShim())('an error of our own ends the bot with exit code 70 though its disk hangs', async () => {
  const dataDir = join(realpathSync(temporaryFolder()), 'data');
  mkdirSync(dataDir);
  using shim = createDiskShim(dataDir);
  const env = { ...shim.env, ...withBug('timer') };
  await using bot = await startBot({ dataDir, args: [...quotedMarket(), '--autostart'], env });
  await expect.poll(() => isRunning(bot)).toBe(true);
  // Counted first: the sync that hangs may begin at once, and none comes after it.
  const before = shim.get('syncs');
  shim.set({ sync_ms: hourMs });
  await expect.poll(() => shim.get('syncs')).toBeGreaterThan(before);
  expect(await endedByBug(bot, 'timer')).toBe(exitCode);
  expect(judge(dataDir).faults).toEqual([]);
});
