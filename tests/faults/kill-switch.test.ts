import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { isFullScale, scaled } from '../../packages/bot/src/engine/scale.suite.ts';
import { type Bot, startBot } from '../harness/bot.ts';
import { judge } from './judge.ts';
import { quotedMarket } from './quoted-market.ts';

const races = scaled(3, 100, 500);
const order = { exchange: 'kucoin', symbol: 'BTC/USDT', side: 'buy', type: 'limit', quantity: 0.01, price: 10_000 };

test(`a kill over HTTP: nothing is ordered after its answer, until it is reset (${races} races)`, async () => {
  await using bot = await startBot({ args: [...quotedMarket(), '--autostart'] });
  const waits: number[] = [];
  for (let at = 0; at < races; at++) {
    await expect.poll(() => isRunning(bot)).toBe(true);
    // Calls in two connections each: which of them the bot reads first is the race.
    const placing = [post(bot, '/orders/', order), post(bot, '/orders/', order)];
    const began = performance.now();
    expect({ at, killed: await post(bot, '/bot/kill', { reason: 'drill' }) }).toEqual({ at, killed: 200 });
    waits.push(performance.now() - began);
    const later = [post(bot, '/orders/', order), post(bot, '/orders/', order), post(bot, '/bot/start', {})];
    expect({ at, later: await Promise.all(later) }).toEqual({ at, later: [409, 409, 409] });
    await Promise.all(placing);
    // The stop that a kill begins goes on while the exchange still cancels.
    await expect.poll(() => isRunning(bot)).toBe(false);
    expect({ at, reset: await post(bot, '/bot/kill/reset') }).toEqual({ at, reset: 200 });
    expect({ at, started: await post(bot, '/bot/start', {}) }).toEqual({ at, started: 200 });
  }
  expect(await bot.stop()).toBe(0);
  // An order that is sent while the bot is halted is one of the faults.
  expect(judge(bot.dataDir)).toMatchObject({ faults: [], isHalted: false });
  waits.sort((a, b) => a - b);
  const share = (part: number) => waits[Math.ceil(waits.length * part) - 1] ?? 0;
  console.log(`acknowledged within ${share(0.5).toFixed(1)} ms (median), ${share(0.99).toFixed(1)} ms (p99)`);
  if (isFullScale) expect(share(0.99)).toBeLessThan(50);
});

/** The status of the answer to a call with a key of its own. */
async function post({ url, token }: Bot, path: string, body: object = {}): Promise<number> {
  const headers = {
    ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
  };
  const response = await fetch(`${url}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  await response.text();
  return response.status;
}

async function isRunning({ call }: Bot): Promise<boolean> {
  const { body } = await call('GET', '/bot/status');
  const { is_running, bot_status } = body as { is_running: boolean; bot_status: string };
  return is_running || bot_status !== 'stopped';
}
