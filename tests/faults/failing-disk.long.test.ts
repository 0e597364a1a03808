import { cpSync, mkdirSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isFullScale, scaled } from '../../packages/bot/src/engine/scale.suite.ts';
import { seededRandom } from '../../packages/bot/src/venues/simulated/simulated-random.ts';
import { type Bot, startBot, temporaryFolder } from '../harness/bot.ts';
import { counted, createDiskShim, errnos, hasDiskShim } from './disk-shim.ts';
import { judge } from './judge.ts';
import { quotedMarket } from './quoted-market.ts';

const seed = Number(process.env.TRIQUAD_SEED ?? (isFullScale ? Date.now() % 1_000_000 : 7));
const starts = scaled(4, 12, 400);
const runs = scaled(2, 4, 200);
/** About how many writes and syncs a start makes, and ten executions. */
const [startCalls, tradingCalls] = [160, 400];
const trading = [...quotedMarket(), '--autostart'];
const PATIENCE = { timeout: 120_000, interval: 100 };

/** A folder that outlives the bots in it. */
const lasting = (): string => {
  const folder = join(realpathSync(temporaryFolder()), 'data');
  mkdirSync(folder);
  return folder;
};

const emptied = (folder: string): void => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
};

/** What a start printed that did not come about; null when the bot answers. */
const failureOf = async (started: Promise<Bot>): Promise<string | null> => {
  try {
    await using bot = await started;
    expect((await bot.call('GET', '/bot/status')).status).toBe(200);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

describe.skipIf(!hasDiskShim())(`a disk that fails (seed ${seed})`, () => {
  test(
    `at call after call of ${starts} starts is one clear line, and nothing is lost`,
    async () => {
      const { uniform } = seededRandom(seed);
      const before = lasting();
      await using grown = await startBot({ dataDir: before, args: trading });
      await expect.poll(() => judge(before).filled.size, PATIENCE).toBeGreaterThan(3);
      await grown.kill();
      const { facts } = judge(before);
      const dataDir = lasting();
      for (let start = 1; start <= starts; start += 1) {
        const isFresh = start % 3 === 0;
        emptied(dataDir);
        if (!isFresh) cpSync(before, dataDir, { recursive: true });
        const errno = uniform() < 0.5 ? errnos.EIO : errnos.ENOSPC;
        const from = 1 + Math.floor(uniform() * startCalls);
        using shim = createDiskShim(dataDir);
        shim.set({ counts: counted.both, fail_errno: errno, fail_from: from, fail_count: -1 });
        const told = `seed ${seed}, start ${start}${isFresh ? ' in an empty folder' : ''}: errno ${errno} from call ${from}`;
        const failure = await failureOf(startBot({ dataDir, env: shim.env }));
        if (failure !== null) {
          expect(failure, told).toMatch(/^the bot ended with 1\n/);
          expect(failure, told).toMatch(/(^|\n)triquad: [^\n]*(disk|written|full|write)[^\n]*\n?$/);
          expect(failure, told).not.toMatch(/\n\s+at |\w*Error: /);
        }
        // On a disk that is well again the bot is what it was.
        await using healed = await startBot({ dataDir });
        expect((await healed.call('GET', '/bot/status')).status, told).toBe(200);
        const verdict = judge(dataDir);
        expect(verdict.faults, told).toEqual([]);
        if (!isFresh) expect(verdict.facts, told).toBeGreaterThanOrEqual(facts);
      }
    },
    120_000 + starts * 60_000,
  );

  test(
    `while it trades halts it, a kill meanwhile holds over ${runs} restarts`,
    async () => {
      const { uniform } = seededRandom(seed + 1);
      for (let run = 1; run <= runs; run += 1) {
        const dataDir = lasting();
        using shim = createDiskShim(dataDir);
        const errno = uniform() < 0.5 ? errnos.EIO : errnos.ENOSPC;
        const from = 1 + Math.floor(uniform() * tradingCalls);
        const told = `seed ${seed}, run ${run}: errno ${errno} from call ${from}`;
        let isKept = false;
        {
          await using bot = await startBot({ dataDir, args: trading, env: shim.env });
          shim.set({ counts: counted.both, fail_errno: errno, fail_from: from, fail_count: -1 });
          await expect
            .poll(async () => ((await bot.call('GET', '/bot/status')).body as { halted: unknown }).halted, {
              ...PATIENCE,
              message: told,
            })
            .not.toBeNull();
          const { status } = await bot.call('POST', '/bot/kill', { reason: 'the disk fails' });
          isKept = status === 200;
          // A full disk still takes the bytes of the kill file; one that takes nothing is said to have kept nothing.
          expect(errno === errnos.ENOSPC ? [200] : [200, 503], told).toContain(status);
        }
        shim.set({ counts: counted.none });
        await using again = await startBot({ dataDir, args: trading, env: shim.env });
        const { body } = await again.call('GET', '/bot/status');
        if (isKept) expect(body, told).toMatchObject({ is_running: false, halted: { reason: expect.any(String) } });
        expect(judge(dataDir).faults, told).toEqual([]);
      }
    },
    60_000 + runs * 120_000,
  );

  test('that turns read-only: a kill then holds over the next start, and the end is one line and exit code 78', async () => {
    const dataDir = lasting();
    const env = { RUNTIME_DIRECTORY: realpathSync(temporaryFolder()) };
    using shim = createDiskShim(dataDir);
    const bot = await startBot({ dataDir, args: trading, env: { ...env, ...shim.env } });
    await expect.poll(() => judge(dataDir).filled.size, PATIENCE).toBeGreaterThan(0);
    shim.set({ counts: counted.both, fail_errno: errnos.EROFS, fail_from: 1, fail_count: -1 });
    const halted = async () => ((await bot.call('GET', '/bot/status')).body as { halted: unknown }).halted;
    await expect.poll(halted, PATIENCE).not.toBeNull();
    expect((await bot.call('POST', '/bot/kill', { reason: 'the disk is read-only' })).status).toBe(503);
    const before = bot.output().length;
    expect(await bot.stop()).toBe(78);
    const said = bot.output().slice(before);
    expect(said).toMatch(/(^|\n)triquad: a kill could not be written to the data directory: [^\n]*\n$/);
    expect(said).not.toMatch(/\n\s+at |SuppressedError/);

    shim.set({ counts: counted.none });
    await using again = await startBot({ dataDir, args: trading, env });
    const { body } = await again.call('GET', '/bot/status');
    expect(body).toMatchObject({ is_running: false, halted: { reason: 'the disk is read-only' } });
    expect(judge(dataDir).faults).toEqual([]);
  }, 120_000);
});
