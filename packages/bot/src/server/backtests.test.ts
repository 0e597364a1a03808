import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import type { BacktestConfig, BacktestRecord } from '@triquad/core/contract';
import { describe, expect, test } from 'vitest';
import type { BacktestProgress, PackedReport, ThreadOutcome } from '../backtest/job.ts';
import { createBacktestRecords } from './backtest-records.ts';
import { createBacktestShelf } from './backtest-shelf.ts';
import { createBacktests } from './backtests.ts';
import { serverSchema } from './database.ts';

const config: BacktestConfig = {
  name: 'A day',
  start_date: '2026-01-01T00:00:00Z',
  end_date: '2026-01-02T00:00:00Z',
  initial_capital: 10_000,
  exchanges: ['binance'],
  min_profit_threshold: 0.5,
  max_position_size: 1_000,
  max_slippage: 0.5,
  enable_triangular: true,
  enable_quadrangular: false,
};
const metrics = { total_trades: 0, win_rate: null, net_profit: 0, max_drawdown_pct: null };
const report = (page = 'page'): PackedReport => ({
  metrics,
  events: 7,
  rest: gzipSync('"metrics":{}}'),
  page: gzipSync(page),
});

function database(): DatabaseSync {
  const opened = new DatabaseSync(':memory:');
  for (const step of serverSchema.migrations) opened.exec(step);
  return opened;
}

/** A queue over a database, with runs that end when the test says so. */
function queue(file = database()) {
  const began: { id: string; progress(to: BacktestProgress): void; end(outcome: ThreadOutcome): void }[] = [];
  const told: [string, BacktestRecord['status'], number][] = [];
  const faults: unknown[] = [];
  const logged: string[] = [];
  const clock = { now: Date.UTC(2026, 0, 31) };
  const now = () => clock.now;
  const records = createBacktestRecords({
    shelf: createBacktestShelf(file),
    now,
    onFault: (error) => faults.push(error),
  });
  let made = records.all().length;
  const backtests = createBacktests({
    records,
    now,
    newId: () => {
      made += 1;
      return `b${String(made).padStart(4, '0')}`;
    },
    check: async () => null,
    log: (level, message) => logged.push(`${level} ${message}`),
    begin: (id, _, progress) => {
      const { promise: result, resolve: end } = Promise.withResolvers<ThreadOutcome>();
      began.push({ id, progress, end });
      return { result, cancel: () => end({ status: 'cancelled' }) };
    },
  });
  backtests.onChange(({ id, status, progress }) => told.push([id, status, progress]));
  backtests.open();
  const run = () => backtests.run(config)?.id ?? 'too many';
  const statuses = () => Object.fromEntries(backtests.all().map(({ id, status }) => [id, status]));
  const over = (id: string) => expect.poll(() => backtests.get(id)?.finished_at).not.toBeNull();
  return { backtests, records, began, told, faults, logged, clock, file, run, statuses, over };
}

describe('the queue', () => {
  test('runs one after the other, in the order in which they came', async () => {
    const { began, run, statuses, over, told } = queue();
    const ids = [run(), run(), run()];
    expect(statuses()).toEqual({ b0003: 'queued', b0002: 'queued', b0001: 'running' });
    began[0]?.end({ status: 'failed', error: 'no quotes' });
    await over('b0001');
    began[1]?.end({ status: 'completed', report: report() });
    await over('b0002');
    expect({ began: began.map(({ id }) => id), statuses: statuses() }).toEqual({
      began: ids,
      statuses: { b0003: 'running', b0002: 'completed', b0001: 'failed' },
    });
    expect(told.filter(([id]) => id === 'b0002').map(([, status]) => status)).toEqual([
      'queued',
      'running',
      'completed',
    ]);
  });

  test('takes twenty beside the one that runs', () => {
    const { run } = queue();
    expect(Array.from({ length: 22 }, run).slice(-2)).toEqual(['b0021', 'too many']);
  });

  test('keeps a report as the files it is asked for', async () => {
    const { backtests, began, run, over } = queue();
    const id = run();
    expect(await backtests.report(id, 'json')).toBeNull();
    began[0]?.end({ status: 'completed', report: report('x'.repeat(3_000_000)) });
    await over(id);
    const record = backtests.get(id);
    expect(record).toMatchObject({ status: 'completed', progress: 1, events_processed: 7, metrics });
    expect(JSON.parse(String(await backtests.report(id, 'json')))).toEqual({ backtest: record, metrics: {} });
    expect(await backtests.report(id, 'html')).toHaveLength(3_000_000);
  });

  test('tells of progress twice a second, and of each change of state', () => {
    const { began, run, told, clock } = queue();
    run();
    for (let step = 1; step <= 10; step += 1) {
      clock.now += 100;
      began[0]?.progress({ progress: step / 10, events_processed: step });
    }
    expect(told).toEqual([
      ['b0001', 'queued', 0],
      ['b0001', 'running', 0],
      ['b0001', 'running', 0.5],
      ['b0001', 'running', 1],
    ]);
  });

  test('goes on after a run that broke', async () => {
    const { backtests, began, run, over, logged } = queue();
    const [first, second] = [run(), run()];
    began[0]?.end(Promise.reject(new Error('a bug')) as never);
    await over(first);
    expect(backtests.get(first)).toMatchObject({ status: 'failed', error: 'It broke; the log says more.' });
    expect(logged).toContain('ERROR A backtest broke.');
    await expect.poll(() => began.at(-1)?.id).toBe(second);
  });
});

describe('after a restart', () => {
  test('what ran has failed, what waited runs, what is over is as it was', async () => {
    const before = queue();
    const [done, ran, waits] = [before.run(), before.run(), before.run()];
    before.began[0]?.end({ status: 'completed', report: report() });
    await before.over(done);
    await before.backtests.stop();
    const { backtests, began } = queue(before.file);
    expect(backtests.get(done)).toEqual(before.backtests.get(done));
    expect(String(await backtests.report(done, 'html'))).toBe('page');
    expect(backtests.get(ran)).toMatchObject({ status: 'failed', error: 'The bot was restarted while it ran.' });
    expect(began.map(({ id }) => id)).toEqual([waits]);
  });

  test('a report that was half written is gone', () => {
    const { file, run } = queue();
    const id = run();
    file.exec(`INSERT INTO backtest_report (id, file, part) VALUES ('${id}', 'json', x'00')`);
    queue(file);
    expect(file.prepare('SELECT count(*) AS parts FROM backtest_report').get()).toEqual({ parts: 0 });
  });
});

describe('when the disk is full', () => {
  const full = (file: DatabaseSync) =>
    file.exec("CREATE TRIGGER full BEFORE INSERT ON backtest BEGIN SELECT RAISE(ABORT, 'full'); END");
  const room = (file: DatabaseSync) => file.exec('DROP TRIGGER full');

  test('a new one is refused and there is none', () => {
    const { file, backtests } = queue();
    full(file);
    expect(() => backtests.run(config)).toThrow('full');
    expect(backtests.all()).toEqual([]);
  });

  test('one that ends has failed without its report, and is written once there is room', async () => {
    const { file, run, began, over, backtests, faults } = queue();
    const id = run();
    full(file);
    began[0]?.end({ status: 'completed', report: report() });
    await over(id);
    expect(backtests.get(id)).toMatchObject({ status: 'failed', error: 'Its report could not be written down.' });
    expect(faults.length).toBeGreaterThan(0);
    room(file);
    run();
    expect(queue(file).backtests.get(id)).toEqual(backtests.get(id));
  });
});

describe('old ones', () => {
  test('go when there are more than two hundred; those that wait or run stay', async () => {
    const file = database();
    const { backtests } = queue(file);
    const put = file.prepare('INSERT INTO backtest VALUES (?, ?)');
    const record = { config, status: 'cancelled', progress: 0, events_processed: 0, error: null } as const;
    for (let n = 1; n <= 205; n += 1) {
      const id = `b${String(n).padStart(4, '0')}`;
      put.run(id, JSON.stringify({ ...record, id, created_at: config.start_date, finished_at: config.start_date }));
    }
    await backtests.stop();
    const { backtests: again, run } = queue(file);
    const id = run();
    expect([again.all().length, again.all().at(-1)?.id]).toEqual([201, 'b0006']);
    expect(again.get(id)).toMatchObject({ status: 'running' });
    expect(queue(file).backtests.all()).toHaveLength(200);
  });

  test('go in the order in which they ended: one that ran for long is not the first', async () => {
    const { backtests, began, run, over, clock } = queue();
    const long = run();
    for (let n = 0; n < 210; n += 1) {
      clock.now += 1;
      await backtests.cancel(run());
    }
    clock.now += 1;
    began[0]?.end({ status: 'completed', report: report() });
    await over(long);
    expect([backtests.all().length, backtests.get(long)?.status]).toEqual([200, 'completed']);
    expect(String(await backtests.report(long, 'html'))).toBe('page');
  });

  test('go when their reports take more than 64 MiB, but never the newest', async () => {
    const { backtests, records, began, run, over } = queue();
    const ids: string[] = [];
    for (const mib of [30, 30, 30, 70]) {
      const id = run();
      ids.push(id);
      began.at(-1)?.end({ status: 'completed', report: { ...report(), page: new Uint8Array(mib * 1024 * 1024) } });
      await over(id);
      if (mib === 30) expect(records.all().length).toBe(Math.min(2, ids.length));
    }
    expect(backtests.all().map(({ id }) => id)).toEqual(ids.slice(-1));
  });
});
