import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isFullScale, scaled } from '../../packages/bot/src/engine/scale.suite.ts';
import { openStoreHere } from '../../packages/bot/src/journal/sqlite.ts';
import { executionFacts, factsAnExecution } from '../../packages/bot/src/kernel/long-history.suite.ts';
import type { Fact } from '../../packages/bot/src/model/event.ts';
import { type Bot, startBot, triquad } from '../harness/bot.ts';

const EXECUTIONS = scaled(7_200, 7_200, 72_000);
const LIMIT_MS = 5_000;
const READ_WITHIN_MS = 120_000;

test(`a bot with ${EXECUTIONS * factsAnExecution} facts folds them once: a restart, stopped or killed, starts from its snapshot`, async () => {
  const { dataDir } = await startBot({ args: ['--seed', '7'] }).then(stopped);
  grow(dataDir);
  // None of them was folded or archived: the start folds them all, and reads them into the archive once it answers.
  const first = await timed(() => startBot({ dataDir }));
  const folding = await cpuSecondsOf(first.value);
  const reading = await timed(() => read(first.value));
  await first.value.stop();
  const afterStop = await timed(() => startBot({ dataDir }));
  const stoppedCpu = await cpuSecondsOf(afterStop.value);
  await afterStop.value.kill();
  const afterKill = await timed(() => startBot({ dataDir }));
  const killedCpu = await cpuSecondsOf(afterKill.value);
  const history = await timed(() => read(afterKill.value));
  expect(history.value).toBe(EXECUTIONS);
  const summary = await timed(() => afterKill.value.call('GET', '/performance/summary'));
  expect(await afterKill.value.stop()).toBe(0);
  const first_ms = `ready the first time ${first.ms} ms, its history read ${reading.ms} ms later`;
  const again_ms = `after a stop ${afterStop.ms} ms, after a kill ${afterKill.ms} ms; summary ${summary.ms} ms`;
  const cpu = `CPU seconds of the starts: ${folding}, ${stoppedCpu}, ${killedCpu}`;
  console.log(`${first_ms}; ${again_ms}; ${cpu}`);
  expect(Math.max(stoppedCpu, killedCpu)).toBeLessThan(folding);
  if (isFullScale) expect([afterStop.ms, afterKill.ms].filter((ms) => ms > LIMIT_MS)).toEqual([]);
  expect((await triquad(['doctor', '--data-dir', dataDir])).code).toBe(0);
}, 500_000);

async function timed<T>(work: () => Promise<T>): Promise<{ readonly value: T; readonly ms: number }> {
  const began = performance.now();
  const value = await work();
  return { value, ms: Math.round(performance.now() - began) };
}

/** CPU time that the process has spent. */
async function cpuSecondsOf({ url, token }: Bot): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  return Number(/^process_cpu_seconds_total ([\d.]+)$/m.exec(await answer.text())?.[1]);
}

async function stopped(bot: Bot): Promise<Bot> {
  expect(await bot.stop()).toBe(0);
  return bot;
}

/** Asks until the history is read; how many trades there are. */
async function read(bot: Bot): Promise<number> {
  let total = -1;
  const ask = async () => {
    const { status, body } = await bot.call('GET', '/orders/history?limit=1');
    total = (body as { total?: number }).total ?? -1;
    return status;
  };
  await expect.poll(ask, { timeout: READ_WITHIN_MS, interval: 100 }).toBe(200);
  return total;
}

/** Appends completed executions of three legs to a journal that no process uses. */
function grow(dataDir: string): void {
  const store = openStoreHere<Fact>(join(dataDir, 'journal.sqlite'), { witnessedIn: dataDir });
  const began = Date.now() - 3_600_000;
  for (let n = 0; n < EXECUTIONS; n += 100) {
    const batch = Array.from({ length: 100 }, (_, index) => executionFacts(n + index, began));
    store.append(batch.flat());
  }
  store.close();
}
