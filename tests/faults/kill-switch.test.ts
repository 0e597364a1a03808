import { expect, test } from 'vitest';
import { isFullScale, scaled } from '../../packages/bot/src/engine/scale.suite.ts';
import { type LiveBot, startLiveBot } from '../contract/live-bot.ts';

const races = scaled(25, 25, 500);
const order = { exchange: 'kucoin', symbol: 'BTC/USDT', side: 'buy', type: 'limit', quantity: 0.01, price: 10_000 };

test(`a kill over HTTP: nothing is ordered after its answer, which comes at once (${races} races)`, async () => {
  await using live = await startLiveBot();
  const waits: number[] = [];
  for (let at = 0; at < races; at++) {
    await expectStatus(live.call('bot.start', { body: { min_profit_threshold: 0.05 } }), 200);
    // Calls in two connections each: which of them the bot reads first is the race.
    const placing = [place(live), place(live)];
    const began = performance.now();
    const killed = await live.call('bot.kill', { body: { reason: 'drill' } });
    waits.push(performance.now() - began);
    expect({ at, status: killed.status }).toEqual({ at, status: 200 });
    const answeredAt = Date.now();
    expect(await Promise.all([...placing, place(live), place(live)])).toEqual(expect.arrayContaining([409, 409]));
    await expectStatus(live.call('bot.start', { body: {} }), 409);
    await stopped(live);
    expect({ at, later: await sentSince(live, answeredAt) }).toEqual({ at, later: [] });
    await expectStatus(live.call('bot.kill.reset'), 200);
  }
  waits.sort((a, b) => a - b);
  const share = (part: number) => waits[Math.ceil(waits.length * part) - 1] ?? 0;
  console.log(`acknowledged within ${share(0.5).toFixed(1)} ms (median), ${share(0.99).toFixed(1)} ms (p99)`);
  // A machine that runs all the tests is too busy to be measured to the last call.
  if (isFullScale) expect(share(0.99)).toBeLessThan(50);
  else expect(share(0.5)).toBeLessThan(250);
});

const place = async (live: LiveBot): Promise<number> => (await live.call('orders.place', { body: order })).status;

async function expectStatus(answer: ReturnType<LiveBot['call']>, wanted: number): Promise<void> {
  const { status, text } = await answer;
  expect({ status, text }).toEqual({ status: wanted, text });
}

// An order that was meant before the kill is listed once its commit has ended, as one that was never sent.
async function sentSince(live: LiveBot, since: number): Promise<readonly unknown[]> {
  const { body } = await live.call('orders.list', { query: { limit: '100' } });
  const { data } = body as { data: { created_at: string; status: string }[] };
  return data.filter(({ created_at, status }) => status !== 'failed' && Date.parse(created_at) > since);
}

// A stop that the kill began goes on while the exchange still cancels.
async function stopped(live: LiveBot): Promise<void> {
  const status = async () => (await live.call('bot.status')).body;
  await expect.poll(status).toMatchObject({ bot_status: 'stopped' });
}
