import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startBot, temporaryFolder, triquad } from '../harness/bot.ts';

/** On a busy machine minutes pass without a trade: books that are late are not traded. */
const patience = { timeout: 240_000 };

test('an execution is looked up by its life, and the session that made it is processed again with equal facts', async () => {
  const config = join(temporaryFolder(), 'config.json');
  const risk = { assets: {}, cooldown_after_failure_seconds: 1, stop_loss_pct: 50 };
  writeFileSync(config, JSON.stringify({ min_profit_threshold: 0.05, risk }));
  const args = ['--seed', '7', '--speed', '5', '--autostart', '--record-inputs', '--config', config];
  const bot = await startBot({ args });
  onTestFinished(() => bot[Symbol.asyncDispose]());
  const run = (...words: string[]) => triquad([...words, '--data-dir', bot.dataDir]);
  const completed = async (): Promise<string | undefined> => {
    const trades: { status: string; execution_id: string }[] = JSON.parse((await run('trades', '--json')).stdout);
    return trades.find(({ status }) => status === 'completed')?.execution_id;
  };
  await expect.poll(completed, patience).toEqual(expect.any(String));

  const execution_id = (await completed()) ?? '';
  const life = await run('life', execution_id);
  expect(life).toMatchObject({ code: 0, stderr: '' });
  expect(life.stdout).toMatch(
    /^found +20[\s\S]*^leg 1 +(buy|sell) [\s\S]*^result +[\s\S]*^fact \d+ +\S+ ExecutionStarted$/m,
  );
  expect((await run('life', 'no-such-id')).code).toBe(1);

  expect(await bot.stop()).toBe(0);
  const recordings = join(bot.dataDir, 'recordings');
  const [session = ''] = readdirSync(recordings).filter((name) => name.startsWith('session-'));
  const replayed = await run('replay', session, '--json');
  expect({ code: replayed.code, ...JSON.parse(replayed.stdout) }).toMatchObject({
    ...{ code: 0, equal: true, difference: null, stopped: null, cut: null },
    executions: expect.any(Number),
  });
  expect(JSON.parse(replayed.stdout).facts).toBeGreaterThan(10);
  expect((await run('replay', session)).stdout).toMatch(/^equal +\d+ facts, \d+ executions\nfrom +20/);

  expect(await run('replay', 'session-of-nowhere')).toMatchObject({
    ...{ code: 2, stdout: '' },
    stderr: expect.stringMatching(/^triquad: there is no recording session-of-nowhere in .*\n$/),
  });
});
