import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { channel } from '@triquad/core/contract';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { scaled } from '../../packages/bot/src/engine/scale.suite.ts';
import { attend } from '../harness/attend.ts';
import { type Bot, startBot, temporaryFolder } from '../harness/bot.ts';

/** At this pace twenty minutes of the market take two. */
const SPEED = 10;
/** Minutes of the market until rings and caches are full, and those that are measured. */
const WARM_UP_MINUTES = 20;
const MINUTES = scaled(5, 20, 120);
const LOOK_MS = 1_000;
const CLIENTS = 3;
/** Of the later half against the earlier one: with a slab of 8 kB pinned by each kept frame, buffers alone grew by 30 MB. */
const MOST_GROWTH = { rss: 24, external: 6, buffers: 6 };
/** Rings of 2 MiB a channel, and what is on its way. */
const MOST_BUFFERS_MB = 48;

const settings = {
  min_profit_threshold: 0.1,
  enabled_exchanges: ['binance', 'kraken', 'kucoin', 'coinbase', 'okx'],
  risk: { assets: {}, cooldown_after_failure_seconds: 1, stop_loss_pct: 90 },
};

test(`${MINUTES} minutes of the practice market with ${CLIENTS} clients: memory and buffers are level`, async () => {
  const config = join(temporaryFolder(), 'config.json');
  writeFileSync(config, JSON.stringify(settings));
  await using bot = await startBot({ args: ['--seed', '7', '--speed', `${SPEED}`, '--config', config, '--autostart'] });
  const clients = Array.from({ length: CLIENTS }, () => screen(bot));
  await looked(bot, WARM_UP_MINUTES);
  const samples = await looked(bot, MINUTES);
  const frames = clients.map((client) => client.close());
  const halves = [samples.slice(0, samples.length / 2), samples.slice(samples.length / 2)];
  const [early, late] = halves.map((half) => ({
    rss: median(half.map(({ rss }) => rss)),
    external: median(half.map(({ external }) => external)),
    buffers: median(half.map(({ buffers }) => buffers)),
  }));
  if (early === undefined || late === undefined) throw new Error('nothing was measured');
  const growth = {
    rss: late.rss - early.rss,
    external: late.external - early.external,
    buffers: late.buffers - early.buffers,
  };
  console.log(JSON.stringify({ frames, early, late, growth }));
  expect(Math.min(...frames)).toBeGreaterThan(100 * MINUTES);
  expect(growth.buffers).toBeLessThan(MOST_GROWTH.buffers);
  expect(growth.external).toBeLessThan(MOST_GROWTH.external);
  expect(growth.rss).toBeLessThan(MOST_GROWTH.rss);
  expect(Math.max(...samples.map(({ buffers }) => buffers))).toBeLessThan(MOST_BUFFERS_MB);
}, 3_600_000);

/** A client that subscribes to everything, as a dashboard does; `close` ends it and returns how many messages it received. */
function screen({ url, token }: Bot) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`);
  let received = 0;
  socket.on('message', () => {
    received += 1;
  });
  socket.on('open', () => {
    socket.send(JSON.stringify({ type: 'auth', token }));
    for (const one of channel.options) socket.send(JSON.stringify({ type: 'subscribe', channel: one }));
  });
  return {
    close: () => {
      socket.close();
      return received;
    },
  };
}

interface Sample {
  readonly rss: number;
  readonly external: number;
  readonly buffers: number;
}

/** Lets minutes of the market pass, looks after the bot, and reads its memory in MB. */
async function looked(bot: Bot, minutes: number): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  for (const began = Date.now(); Date.now() - began < (minutes * 60_000) / SPEED; ) {
    await setTimeout(LOOK_MS);
    await attend(bot);
    samples.push(await memoryOf(bot));
  }
  return samples;
}

async function memoryOf({ url, token }: Bot): Promise<Sample> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  const text = await answer.text();
  const megabytes = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]) / 2 ** 20;
  return {
    rss: megabytes('process_resident_memory_bytes'),
    external: megabytes('triquad_external_bytes'),
    buffers: megabytes('triquad_array_buffers_bytes'),
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
