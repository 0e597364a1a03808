import { once } from 'node:events';
import { readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { isFullScale, scaled } from '../../packages/bot/src/engine/scale.suite.ts';
import { seededRandom } from '../../packages/bot/src/venues/simulated/simulated-random.ts';
import { type Bot, startBot, temporaryFolder } from '../harness/bot.ts';
import { oldSums, rowsOf, unpackOldData } from '../harness/old-data.ts';
import { counted, createDiskShim, hasDiskShim, killed } from './disk-shim.ts';
import { judge } from './judge.ts';

const share = scaled(1, 20, 0);
const seed = Number(process.env.TRIQUAD_SEED ?? (isFullScale ? Date.now() % 1_000_000 : 7));
const endsWithinMs = 30_000;
const sums = oldSums();

const oldData = (): string => unpackOldData(join(realpathSync(temporaryFolder()), 'data'));

/** What an upgrade adds, and what it must leave as it was. */
const outcome = (dataDir: string) => {
  const [head] = rowsOf(dataDir, 'journal.sqlite', `SELECT hash FROM journal WHERE seq = ${sums.facts}`);
  const added = rowsOf(
    dataDir,
    'journal.sqlite',
    `SELECT type, payload FROM journal WHERE type IN ('ConfigActivated', 'FundsMoved') ORDER BY seq`,
  ).map(({ payload }) => {
    const { at: _, ...fact } = JSON.parse(String(payload));
    return fact;
  });
  const { faults } = judge(dataDir);
  return {
    faults,
    head: head?.hash,
    added,
    configs: rowsOf(dataDir, 'server.sqlite', 'SELECT id, fields, is_active FROM config ORDER BY id'),
    users: rowsOf(dataDir, 'access.sqlite', 'SELECT name, role FROM user ORDER BY name'),
    audit: rowsOf(dataDir, 'access.sqlite', 'SELECT seq, actor, action, outcome FROM audit ORDER BY seq').slice(
      0,
      sums.audit.length,
    ),
    backups: readdirSync(join(dataDir, 'before-upgrade')).map(
      (name) => judge(join(dataDir, 'before-upgrade', name)).facts,
    ),
  };
};

const ended = async (bot: Bot): Promise<void> => {
  if (bot.process.signalCode === null)
    await Promise.race([once(bot.process, 'exit'), setTimeout(endsWithinMs, null, { ref: false })]);
  await bot.kill();
};

describe.skipIf(!hasDiskShim())('an upgrade that is killed', () => {
  test(
    `at any write or sync of its first start ends as one that is not (seed ${seed})`,
    async () => {
      const whole = oldData();
      using counting = createDiskShim(whole);
      counting.set({ counts: counted.both });
      const first = await startBot({ dataDir: whole, env: counting.env });
      const calls = counting.get('calls');
      await first.stop();
      const expected = outcome(whole);
      expect(expected).toMatchObject({
        faults: [],
        head: sums.head,
        users: sums.users,
        audit: sums.audit,
        backups: [sums.facts],
      });
      expect(expected.added.length).toBeGreaterThan(0);
      expect(calls).toBeGreaterThan(20);

      const { uniform } = seededRandom(seed);
      const all = Array.from({ length: calls }, (_, at) => at + 1);
      const places = isFullScale ? all : Array.from({ length: share }, () => 1 + Math.floor(uniform() * calls));
      for (const at of places) {
        const dataDir = oldData();
        using shim = createDiskShim(dataDir);
        const how = [killed.before, killed.after, killed.half][Math.floor(uniform() * 3)] ?? killed.half;
        shim.set({ counts: counted.both, kill_at: at, kill_how: how });
        // It may end before it answers.
        const cut = await startBot({ dataDir, env: shim.env }).catch(() => null);
        if (cut !== null) await ended(cut);
        const again = await startBot({ dataDir });
        await again.stop();
        expect(outcome(dataDir), `seed ${seed}: killed at call ${at} of ${calls}, ${how}`).toEqual(expected);
      }
    },
    600_000 + (isFullScale ? 1_800_000 : 0),
  );
});
