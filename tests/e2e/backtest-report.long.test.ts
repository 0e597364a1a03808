import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { startBot, temporaryFolder, triquad } from '../harness/bot.ts';
import { openBrowser, test } from '../harness/browser.ts';

const NAME = 'Two "minutes" of <b>January</b>';

test('a backtest is run in the shell, and its report opens as a page of its own', async () => {
  await using bot = await startBot();
  const shell = async (...words: string[]) => {
    const ended = await triquad(['backtest', ...words, '--data-dir', bot.dataDir]);
    expect(ended).toMatchObject({ code: 0 });
    return ended;
  };
  const range = ['--simulated', '--from', '2026-01-01', '--to', '2026-01-01T00:02'];
  const run = await shell('run', '--name', NAME, ...range, '--threshold', '0.05', '--seed', '7', '--wait', '--json');
  const { id, status, metrics } = JSON.parse(run.stdout) as {
    id: string;
    status: string;
    metrics: object;
  };
  expect({ status, stderr: run.stderr }).toEqual({ status: 'completed', stderr: expect.stringContaining('runs: ') });
  const report = JSON.parse((await shell('report', id)).stdout) as { trades: unknown[] };
  expect(report).toMatchObject({ backtest: { id }, metrics });
  const file = join(temporaryFolder(), 'report.html');
  await shell('report', id, '--html', '-o', file);

  const browser = await openBrowser();
  onTestFinished(() => browser.close());
  for (const [width, theme] of [
    [1200, 'light'],
    [390, 'dark'],
  ] as const) {
    const { page, errors, close } = await browser.open({ width, theme });
    await page.goto(`file://${file}`);
    expect(await page.locator('body').innerText()).toMatch(/^Played on: simulated market \(version \d+\), seed 7/);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(NAME);
    expect(await page.getByRole('img').count()).toBe(4 + Math.min(2, report.trades.length));
    expect(await page.locator('section', { hasText: 'Begun (UTC)' }).locator('tbody tr').count()).toBe(
      report.trades.length,
    );
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    expect(errors).toEqual([]);
    await close();
  }
  await shell('remove', id, '--yes');
  expect(JSON.parse((await shell('list', '--json')).stdout)).toEqual([]);
});
