import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { triquad } from '../run-against.ts';
import { keyOf, openSweepFile } from '../sweep-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'triquad-sweep-'));
afterAll(() => rmSync(folder, { recursive: true }));

const noon = Date.UTC(2026, 0, 31, 12);
mkdirSync(join(folder, 'recordings'));
/** A cycle that pays 0.6 % after fees of 0.1 %, for twenty seconds. */
const rows = Array.from({ length: 20 }, (_, second) =>
  [
    ['BTC-USDT', 49_999, 50_001],
    ['ETH-BTC', 0.04999, 0.05001],
    ['ETH-USDT', 2_525, 2_526],
  ].map(([symbol, bid, ask]) => [noon + 1_000 * second, symbol, bid, 100.0001, ask, 100.0001].join()),
).flat();
writeFileSync(
  join(folder, 'recordings', 'kucoin-a.csv'),
  ['timeMs,symbol,bid,bidSize,ask,askSize', ...rows, ''].join('\n'),
);

const sweep = (line: string) =>
  triquad(
    `backtest sweep --name x --from 2026-01-31T12:00 --to 2026-01-31T12:05 --exchange kucoin --data-dir ${folder} ${line}`,
    () => new Error('no bot'),
  );

test('a sweep runs without a bot, shows the best first and a heat map, and goes on where it was broken off', async () => {
  const file = join(folder, 'sweep.jsonl');
  const line = `--conditions practice --over fee=0.1,2 --over latency=5,50 -o ${file} --workers 2`;
  const first = await sweep(`${line} --json`);
  expect({ code: first.code, calls: first.calls }).toEqual({ code: 0, calls: [] });
  expect(first.err).toContain('played on an imported file, kucoin-a.csv of kucoin; paper money\n');
  const { results } = JSON.parse(first.out);
  const nets = results.map(({ cell, metrics }: { cell: object; metrics: { net_profit: number } }) => [
    cell,
    metrics.net_profit > 0,
  ]);
  expect(nets).toEqual([
    [{ fee: 0.1, latency: 5 }, true],
    [{ fee: 0.1, latency: 50 }, true],
    [{ fee: 2, latency: 5 }, false],
    [{ fee: 2, latency: 50 }, false],
  ]);
  expect(first.err).toMatch(
    /fee \\ latency +5 +50\n +0\.1 +█ \+\$\d+\.\d\d +█ \+\$\d+\.\d\d\n +2 +· \$0\.00 +· \$0\.00\n$/,
  );
  // Killed while it wrote its last result.
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.slice(0, -20));
  const again = await sweep(line);
  expect(again.code).toBe(0);
  expect(again.err).toContain('3 of 4 combinations are done\n');
  expect(again.out.split('\n')[1]).toMatch(/^ ?0\.1 +5 +\+\$\d/);
  expect(readFileSync(file, 'utf8').split('\n').length).toBe(text.split('\n').length);
  expect(existsSync(`${file}.lock`)).toBe(false);
  expect(await sweep(`--over fee=0.1,2 -o ${file}`)).toMatchObject({
    code: 1,
    err: expect.stringContaining(`${file} has the results of another sweep: name another file`),
  });
});

const thousand = Array.from({ length: 1_000 }, (_, at) => at).join();
describe('is refused in a line, before anything runs', () => {
  test.each([
    [`--over latency=${thousand} --over capital=${thousand.replace(/\d+/g, '1$&00')}`, 2, '1,000,000 combinations'],
    ['--over fee=0,100', 2, 'Each value of fee must be from 0 to 10'],
    ['--over fee=-0.1', 2, 'Each value of fee must be from 0 to 10'],
    ['--over size=1', 2, 'It must be threshold, capital, position, latency, fee or types'],
    ['--over types=tri,penta', 2, 'Types are tri, quad, both'],
    ['--over fee=0 --over fee=1', 2, 'fee is there twice'],
    ['', 2, '--over'],
    ['--over fee=0 --to 2026-01-30', 2, '--to must be after --from'],
  ])('%.30s', async (line, code, message) => {
    const { code: found, err } = await sweep(line);
    expect(err).toContain(message);
    expect(found).toBe(code);
  });
});

const metrics = { total_trades: 0, win_rate: null, net_profit: 0, max_drawdown_pct: null };
test('one sweep writes a file at a time; a lock of a process that is gone is taken over; failures run again', () => {
  const path = join(folder, 'locked.jsonl');
  const one = openSweepFile(path, 'terms');
  one.add({ cell: { fee: 0 }, status: 'completed', metrics });
  one.add({ cell: { fee: 1 }, status: 'failed', error: 'it broke' });
  expect(() => openSweepFile(path, 'terms')).toThrow(`${path} is being written by another sweep`);
  one.close();
  appendFileSync(path, '{"cell":{"fee":2},"sta');
  writeFileSync(`${path}.lock`, String(2 ** 22 + 1));
  const other = openSweepFile(path, 'terms');
  expect([...other.done.keys()]).toEqual([keyOf({ fee: 0 })]);
  other.close();
  expect(readFileSync(path, 'utf8').endsWith('"it broke"}\n')).toBe(true);
});

test('a disk that takes no more ends it with a line', () => {
  if (!existsSync('/dev/full')) return;
  expect(() => openSweepFile(join(folder, 'no', 'folder.jsonl'), 'terms')).toThrow(/cannot be written: ENOENT/);
});
