import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { jobOf, nothing, reportIn } from './backtest/backtest.suite.ts';
import { runBacktest } from './backtest/run-backtest.ts';
import { examine } from './recording/examine.ts';
import { readManifest } from './recording/recording-folder.ts';
import { scan } from './recording/scan.ts';
import { makeSample, provideSample } from './sample.ts';

const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'triquad-sample-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
};
const filesOf = (path: string) => readdirSync(path).map((name) => [name, readFileSync(join(path, name), 'base64')]);

test('the sample is whole, is at most 1 MB, is named as such, and is the same each time', async () => {
  const [one, other] = [await makeSample(folder()), await makeSample(folder())];
  expect(filesOf(one)).toEqual(filesOf(other));
  const bytes = readdirSync(one).reduce((sum, name) => sum + statSync(join(one, name)).size, 0);
  expect(bytes).toBeLessThanOrEqual(1_000_000);
  const found = await examine(one);
  expect(found).toMatchObject({ exchange: 'kucoin', of: 'sample', rows: 21_000, bad: 0, gaps: 0, problems: [] });
  expect(found.markets).toBeGreaterThan(30);
  expect((found.to ?? 0) - (found.from ?? 0)).toBeGreaterThan(6 * 60_000);
  expect(readManifest(one)).toMatchObject({ ok: true });
});

test('one that is there is left as it is', async () => {
  const path = await makeSample(folder());
  const { mtimeMs } = statSync(join(path, 'manifest.json'));
  await provideSample(path);
  expect(statSync(join(path, 'manifest.json')).mtimeMs).toBe(mtimeMs);
});

test('a backtest of it that leaves out what cannot matter gives the report of one that leaves out nothing', async () => {
  const [from, to] = [Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 1, 0, 1)];
  const file = await makeSample(folder());
  const job = jobOf(
    {
      start_date: new Date(from).toISOString(),
      end_date: new Date(to).toISOString(),
      exchanges: ['kucoin'],
      min_profit_threshold: 0.01,
      fees: { kucoin: { taker_pct: 0 } },
    },
    [{ exchange: 'kucoin', kind: 'sample', file, from, to, rows: 21_000, bytes: 1_000_000 }],
  );
  const quick = await runBacktest(job, nothing);
  const whole = await runBacktest({ ...job, every_row: true }, nothing);
  expect(reportIn(quick).trades).toEqual(reportIn(whole).trades);
  expect(reportIn(quick).equity_curve).toEqual(reportIn(whole).equity_curve);
  const { events } = reportIn(quick).data;
  expect(events).toBeGreaterThan(2_000);
  expect(quick).toMatchObject({ rows: { given: expect.toSatisfy((given: number) => given < events) } });
});

test('without a fee a few of its cycles pay, at 0.1 % a leg none does', async () => {
  const file = await makeSample(folder());
  const count = async (feePct: number): Promise<number> => {
    let cycles = 0;
    const types = { tri: true, quad: true };
    const all = {
      session: null,
      minProfitPct: 0,
      maxAgeMs: null,
      types,
      sizing: 'none',
      instrumentsFile: null,
    } as const;
    const onCycle = (): void => void cycles++;
    const ended = await scan({ ...all, file, feePct, atEnd: false, anyStart: false }, { onCycle, onReject: () => {} });
    expect(ended.ok).toBe(true);
    return cycles;
  };
  expect(await count(0)).toBeGreaterThan(3);
  expect(await count(0.1)).toBe(0);
});
