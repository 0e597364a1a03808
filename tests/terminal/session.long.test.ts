import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { triquad } from '../harness/bot.ts';
import { startTimedBot } from '../harness/timed-bot.ts';

test('an execution is looked up by its life, and the session that made it is processed again with equal facts', async () => {
  let dataDir = '';
  const run = (...words: string[]) => triquad([...words, '--data-dir', dataDir]);
  {
    await using bot = await startTimedBot({ autostart: true, recordInputs: true });
    dataDir = bot.dataDir;
    bot.market.dislocate();
    const trades = () => bot.call('GET', '/orders/history?limit=1');
    await bot.until(trades, ({ body }) => (body as { data: { status: string }[] }).data[0]?.status === 'completed');
    const [{ execution_id }] = JSON.parse((await run('trades', '--json')).stdout);
    const life = await run('life', execution_id);
    expect(life).toMatchObject({ code: 0, stderr: '' });
    expect(life.stdout).toMatch(
      /^found +20[\s\S]*^leg 1 +(buy|sell) [\s\S]*^result +[\s\S]*^fact \d+ +\S+ ExecutionStarted$/m,
    );
    expect((await run('life', 'no-such-id')).code).toBe(1);
  }
  const [session = ''] = readdirSync(join(dataDir, 'recordings')).filter((name) => name.startsWith('session-'));
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
