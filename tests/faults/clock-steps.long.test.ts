import { realpathSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Bot, startBot, temporaryFolder } from '../harness/bot.ts';
import { createDiskShim, hasDiskShim } from './disk-shim.ts';
import { judge } from './judge.ts';

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
const steps = [
  ['an hour back', -hour],
  ['right again', 0],
  ['a minute back', -minute],
  ['two days ahead', 2 * day],
  ['right again', 0],
] as const;
const PATIENCE = { timeout: 120_000, interval: 200 };

/** Updates of books that the bot has counted since it started. */
const updates = async (bot: Bot): Promise<number> => {
  const response = await fetch(`${bot.url}/metrics`, { headers: { authorization: `Bearer ${bot.token}` } });
  const counts = [...(await response.text()).matchAll(/^triquad_\w*updates_total(?:\{[^}]*\})? (\d+)/gm)];
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
};

const jumpsLogged = async (bot: Bot): Promise<number> => {
  const { body } = await bot.call('GET', '/logs/?limit=500');
  const { data } = body as { data: { message: string }[] };
  return data.filter(({ message }) => /clock/i.test(message)).length;
};

describe.skipIf(!hasDiskShim())('the wall clock of a running bot', () => {
  test(
    'is set back and ahead: the market goes on, the log says so, and the books stay right',
    async () => {
      const dataDir = realpathSync(temporaryFolder());
      using shim = createDiskShim(dataDir);
      await using bot = await startBot({
        dataDir,
        args: ['--speed', '15', '--seed', '11', '--autostart'],
        env: shim.env,
      });
      await expect.poll(() => updates(bot), PATIENCE).toBeGreaterThan(0);
      let jumps = 0;
      for (const [name, wall_ms] of steps) {
        shim.set({ wall_ms });
        const before = await updates(bot);
        await expect.poll(() => updates(bot), { ...PATIENCE, message: name }).toBeGreaterThan(before + 500);
        jumps += 1;
        await expect.poll(() => jumpsLogged(bot), { ...PATIENCE, message: name }).toBe(jumps);
        const { body } = await bot.call('GET', '/bot/status');
        expect(body, name).toMatchObject({ is_running: true, halted: null });
      }
      expect(judge(dataDir).faults).toEqual([]);
    },
    60_000 + steps.length * PATIENCE.timeout,
  );

  test(
    'is set an hour back while sign-in waits after wrong passwords: it waits no longer for that',
    async () => {
      using shim = createDiskShim(realpathSync(temporaryFolder()));
      await using bot = await startBot({ env: shim.env });
      const signIn = async () =>
        (await bot.call('POST', '/auth/login', { username: 'nobody', password: 'a wrong password' })).status;
      const answers = [];
      for (let n = 0; n < 6; n += 1) answers.push(await signIn());
      expect(answers).toEqual([401, 401, 401, 401, 401, 429]);
      shim.set({ wall_ms: -hour });
      await expect.poll(signIn, PATIENCE).toBe(401);
    },
    60_000 + PATIENCE.timeout,
  );
});
