import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { isFullScale, scaled } from '../../packages/bot/src/engine/scale.suite.ts';
import { openStoreHere } from '../../packages/bot/src/journal/sqlite.ts';
import { executionFacts, factsAnExecution } from '../../packages/bot/src/kernel/long-history.suite.ts';
import type { Fact } from '../../packages/bot/src/model/event.ts';
import { seededRandom } from '../../packages/bot/src/venues/simulated/simulated-random.ts';
import { type Bot, startBot, temporaryFolder, triquad } from '../harness/bot.ts';
import { counted, createDiskShim, type DiskShim, errnos, hasDiskShim, killed } from './disk-shim.ts';
import { judge, rowsInTable } from './judge.ts';

const seed = Number(process.env.TRIQUAD_SEED ?? (isFullScale ? Date.now() % 1_000_000 : 7));
const cuts = scaled(1, 3, 300);
const kills = scaled(1, 1, 60);
const segment = 100_000;
const batch = 100;
const executions = Math.ceil((segment + 1_000) / factsAnExecution / batch) * batch;
const sealed = `journal-1-${segment}.jsonl.zst`;
const dayMs = 86_400_000;
const PATIENCE = { timeout: 120_000, interval: 100 };
const how = [killed.before, killed.after, killed.half] as const;

/** The data of a bot that has ended, whose first segment is older than 90 days. Made once. */
let grown: Promise<string> | null = null;
const grow = async (): Promise<string> => {
  const dataDir = join(realpathSync(temporaryFolder()), 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  const store = openStoreHere<Fact>(join(dataDir, 'journal.sqlite'));
  const began = Date.now() - 200 * dayMs;
  const paper = { exchange: 'kucoin', mode: 'paper', asset: 'USDT' } as const;
  store.append([{ type: 'FundsDeposited', id: 'first', ...paper, amount: '10000', at: began }]);
  for (let n = 0; n < executions; n += batch) {
    store.append(Array.from({ length: batch }, (_, index) => executionFacts(n + index, began)).flat());
  }
  await store.close();
  expect(await (await startBot({ dataDir })).stop()).toBe(0);
  return dataDir;
};
/** A copy of it, in a folder that the caller removes. */
const copied = async (): Promise<string> => {
  grown ??= grow();
  const dataDir = join(realpathSync(temporaryFolder()), 'data');
  cpSync(await grown, dataDir, { recursive: true });
  return dataDir;
};

/** What must be the same whatever has happened. */
const outcome = (dataDir: string) => {
  const { faults, facts, holdings, executions: ended } = judge(dataDir);
  return { faults, facts, holdings, ended: ended.size };
};

const compacted = (dataDir: string, env: Readonly<Record<string, string>> = {}) =>
  triquad(['compact', '--keep', '90d', '--yes', '--json', '--data-dir', dataDir], env);

/** What a power cut leaves: of each file what was synced, of a sealed file what was synced before it got its name. */
const cutPower = (dataDir: string, { images }: DiskShim): void => {
  const kept = new Set(readdirSync(images));
  for (const name of readdirSync(dataDir)) {
    const synced = name === sealed ? `${name}.new` : name;
    if (kept.has(synced)) copyFileSync(join(images, synced), join(dataDir, name));
    else if (/-(shm|wal)$/.test(name)) rmSync(join(dataDir, name));
    else if (name.startsWith(sealed)) writeFileSync(join(dataDir, name), '');
  }
};

test('triquad compact asks, moves a segment once, and the bot goes on with all of its history', async () => {
  const dataDir = await copied();
  const before = outcome(dataDir);
  expect(before).toMatchObject({ faults: [], ended: executions });
  const args = ['compact', '--keep', '90d', '--data-dir', dataDir];
  const plan = JSON.parse((await triquad([...args, '--dry-run', '--json'])).stdout);
  expect(plan).toMatchObject({ dry_run: true, facts: segment, files: [sealed] });
  expect(await triquad(args)).toMatchObject({ code: 2, stderr: expect.stringContaining('Confirm it with --yes') });
  expect(existsSync(join(dataDir, sealed))).toBe(false);
  const { code, stdout } = await compacted(dataDir);
  expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, dry_run: false, facts: segment, files: [sealed] });
  expect(outcome(dataDir)).toEqual(before);
  expect(JSON.parse((await compacted(dataDir)).stdout)).toMatchObject({ facts: 0, files: [] });
  // Without snapshot and archive all of it is read again, out of the files.
  for (const [name, sql] of [
    ['journal.sqlite', 'DELETE FROM snapshot'],
    ['server.sqlite', 'DROP TABLE archived'],
  ] as const) {
    using database = new DatabaseSync(join(dataDir, name));
    database.exec(sql);
  }
  await using bot = await startBot({ dataDir });
  expect(await triquad(args)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^triquad: a bot is using .*\n$/),
  });
  expect((await triquad(['doctor', '--data-dir', dataDir])).stdout).toContain(`${segment} of them in sealed files`);
  const history = async () => (await bot.call('GET', '/orders/history?limit=1')).body;
  await expect.poll(history, PATIENCE).toMatchObject({ total: executions });
});

describe.skipIf(!hasDiskShim())('a compaction that ends at any write or sync', () => {
  test(
    `by SIGKILL, a power cut, EIO or ENOSPC has lost and doubled nothing, in ${cuts} places (seed ${seed})`,
    async () => {
      const { uniform } = seededRandom(seed);
      const whole = await copied();
      const before = outcome(whole);
      using counting = createDiskShim(whole);
      counting.set({ counts: counted.both });
      expect((await compacted(whole, counting.env)).code).toBe(0);
      const calls = counting.get('calls');
      expect(calls).toBeGreaterThan(300);
      rmSync(whole, { recursive: true });
      for (let cut = 0; cut < cuts; cut += 1) {
        const dataDir = await copied();
        using shim = createDiskShim(dataDir);
        for (const name of readdirSync(dataDir))
          if (/sqlite(-wal)?$/.test(name)) copyFileSync(join(dataDir, name), join(shim.images, name));
        // The file is written in the first calls; most of the others give the space back.
        const at = 1 + Math.floor(uniform() ** 2 * calls);
        const errno = [0, 0, errnos.EIO, errnos.ENOSPC][Math.floor(uniform() * 4)] ?? 0;
        const kill_how = how[Math.floor(uniform() * how.length)] ?? killed.half;
        const isPowerCut = errno === 0 && uniform() < 0.5;
        shim.set({
          counts: counted.both,
          ...(errno === 0 ? { kill_at: at, kill_how } : { fail_errno: errno, fail_from: at, fail_count: -1 }),
        });
        const told = `seed ${seed}, cut ${cut}: call ${at} of ${calls}, errno ${errno}, ${kill_how}, power cut ${isPowerCut}`;
        const { code, stderr } = await compacted(dataDir, shim.env);
        if (errno !== 0 && code !== 0) {
          expect(code, told).toBe(1);
          expect(JSON.parse(stderr).error.message, told).toMatch(/^[^\n]*(disk|written|full)[^\n]*$/);
        }
        if (isPowerCut) cutPower(dataDir, shim);
        expect(outcome(dataDir), told).toEqual(before);
        expect((await compacted(dataDir)).code, told).toBe(0);
        expect(
          readdirSync(dataDir).filter((name) => name.endsWith('.new')),
          told,
        ).toEqual([]);
        expect(existsSync(join(dataDir, sealed)), told).toBe(true);
        expect(outcome(dataDir), told).toEqual(before);
        rmSync(dataDir, { recursive: true });
      }
    },
    600_000 + cuts * 120_000,
  );
});

test(
  `a bot that compacts by itself and is killed meanwhile (${kills}×) goes on until it is done (seed ${seed})`,
  async () => {
    const { uniform } = seededRandom(seed + 1);
    const dataDir = await copied();
    const { facts, holdings, ended } = outcome(dataDir);
    const args = ['--compact-after', '90d'];
    const written = (bot: Bot) => () => readdirSync(bot.dataDir).some((name) => name.startsWith(sealed));
    for (let kill = 0; kill < kills; kill += 1) {
      const bot = await startBot({ dataDir, args });
      await expect.poll(written(bot), PATIENCE).toBe(true);
      await setTimeout(uniform() * 3_000);
      await bot.kill();
      expect(outcome(dataDir), `seed ${seed}, kill ${kill}`).toMatchObject({ faults: [], holdings, ended });
    }
    const bot = await startBot({ dataDir, args });
    await expect.poll(() => rowsInTable(dataDir), PATIENCE).toBeLessThan(facts - segment + 1_000);
    expect(await bot.stop()).toBe(0);
    expect(outcome(dataDir)).toMatchObject({ faults: [], holdings, ended });
    expect((await triquad(['doctor', '--data-dir', dataDir])).code).toBe(0);
  },
  600_000 + kills * 180_000,
);
