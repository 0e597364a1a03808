import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { isFullScale, scaled } from '../../packages/bot/src/engine/scale.suite.ts';
import { type Bot, startBot, temporaryFolder } from '../harness/bot.ts';

const READERS = scaled(36, 36, 180);
const STALLED = scaled(4, 4, 20);
/** A market five times as busy as the simulated one is; how many frames each of the others is to get meanwhile. */
const SPEED = '5';
const FRAMES = scaled(50, 50, 1_000);
const P99_MS = 100;
const PATIENCE_MS = 240_000;
/** What the bot may hold for one client, and what a busy market takes beside. */
const HELD_BYTES = 8 * 1024 ** 2;
const SLACK_BYTES = 128 * 1024 ** 2;
/** So few that a crowd with one token stays within what a token may send at once. */
const CHANNELS = ['opportunities', 'orders', 'metrics'];

const settings = {
  min_profit_threshold: 0.1,
  risk: { assets: {}, cooldown_after_failure_seconds: 1, stop_loss_pct: 50 },
};

test(
  `of ${READERS + STALLED} clients ${STALLED} do not read: the others receive every frame, and memory stays`,
  async () => {
    const config = join(temporaryFolder(), 'config.json');
    writeFileSync(config, JSON.stringify(settings));
    await using bot = await startBot({ args: ['--seed', '7', '--speed', SPEED, '--config', config, '--autostart'] });
    const stalled = await Promise.all(Array.from({ length: STALLED }, () => connected(bot)));
    for (const { raw } of stalled) raw.pause();
    const readers = await Promise.all(Array.from({ length: READERS }, () => connected(bot)));
    const before = await residentOf(bot);
    const from = readers.map(({ delays }) => delays.length);
    const faults = () => readers.flatMap((reader) => reader.faults);
    const told = () => Math.min(...readers.map(({ delays }, place) => delays.length - (from[place] ?? 0)));
    const isOver = () => faults().length > 0 || told() >= FRAMES;
    await expect.poll(isOver, { timeout: PATIENCE_MS, interval: 100 }).toBe(true);
    const delays = readers.flatMap((reader, place) => reader.delays.slice(from[place])).sort((a, b) => a - b);
    const grown = (await residentOf(bot)) - before;
    const p99 = delays[Math.ceil(delays.length * 0.99) - 1] ?? Number.POSITIVE_INFINITY;
    console.log(
      `${delays.length} frames to ${READERS} clients, p99 ${p99} ms; grown by ${Math.round(grown / 1024 ** 2)} MiB`,
    );
    expect(faults()).toEqual([]);
    if (isFullScale) expect(p99).toBeLessThanOrEqual(P99_MS);
    expect(grown).toBeLessThan(STALLED * HELD_BYTES + SLACK_BYTES);
    for (const { raw } of [...readers, ...stalled]) raw.terminate();
    expect(await bot.stop()).toBe(0);
    expect(bot.output()).not.toMatch(/rejection/i);
  },
  PATIENCE_MS + 60_000,
);

interface Client {
  readonly raw: WebSocket;
  /** From the bot's clock to ours, of each frame, in ms. */
  readonly delays: number[];
  readonly faults: string[];
}

/** A client of every channel, which looks at the end of each frame alone: `"seq":…,"at":"…"}`. */
async function connected(bot: Bot): Promise<Client> {
  const raw = new WebSocket(`${bot.url.replace('http', 'ws')}/ws`);
  const client: Client = { raw, delays: [], faults: [] };
  const last = new Map<string, number>();
  raw.on('error', (error) => client.faults.push(String(error)));
  raw.on('close', (code) => {
    if (code !== 1006) client.faults.push(`closed with ${code}`);
  });
  raw.on('message', (data) => {
    const text = String(data);
    const end = /"seq":(\d+),"at":"([^"]+)"\}$/.exec(text);
    const type = /^\{"type":"([a-z_]+)"/.exec(text)?.[1];
    if (end === null || type === undefined) return;
    client.delays.push(Date.now() - Date.parse(end[2] ?? ''));
    const seq = Number(end[1]);
    const known = last.get(type);
    if (known !== undefined && seq !== known + 1) client.faults.push(`${type}: ${seq} after ${known}`);
    last.set(type, seq);
  });
  await once(raw, 'open');
  raw.send(JSON.stringify({ type: 'auth', token: bot.token }));
  for (const channel of CHANNELS) raw.send(JSON.stringify({ type: 'subscribe', channel }));
  await once(raw, 'message');
  return client;
}

async function residentOf({ url, token }: Bot): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  return Number(/^process_resident_memory_bytes (\d+)$/m.exec(await answer.text())?.[1]);
}
