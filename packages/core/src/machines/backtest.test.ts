import { expect, test } from 'vitest';
import type { BacktestConfig } from '../contract/index.ts';
import type { Command } from '../journal/command.ts';
import {
  selectBacktestStarting,
  selectBacktests,
  selectOpenBacktest,
  selectRunProblem,
  selectShownBacktest,
} from '../selectors/backtests.ts';
import { createTestClient, healthOf, ok, type TestClient } from '../testing/client.ts';
import { toastLine } from '../testing/given.ts';
import { timeOf } from '../testing/records.ts';

const config: BacktestConfig = {
  name: 'January',
  start_date: '2026-01-01T00:00:00.000Z',
  end_date: '2026-01-02T00:00:00.000Z',
  initial_capital: 10_000,
  exchanges: ['binance'],
  min_profit_threshold: 0.5,
  max_position_size: 1_000,
  max_slippage: 0.5,
  enable_triangular: true,
  enable_quadrangular: false,
};
const metrics = { total_trades: 3, win_rate: 66.7, net_profit: 12.5, max_drawdown_pct: 0.4 };
const record = (status: string, fields: object = {}) => ({
  id: 'b1',
  config,
  status,
  progress: 0,
  events_processed: 0,
  error: null,
  created_at: timeOf(),
  finished_at: null,
  ...fields,
});
const done = record('completed', { progress: 1, finished_at: timeOf(9_000), metrics });
const report = { backtest: done, metrics, equity_curve: [], drawdown: [], daily_pnl: [], trades: [] };
const frame = (data: object) => ({ type: 'backtest', data });
const run: Extract<Command, { type: 'RunBacktest' }> = { type: 'RunBacktest', config };
const open: Command = { type: 'OpenBacktest', backtest_id: 'b1' };
const refused = (status: number, detail: string) => ({ status, body: { detail } });

type Answers = NonNullable<Parameters<typeof createTestClient>[0]>['answers'];
const started = async (answers: Answers, health = healthOf('backtest', 'backtest.cancel')) => {
  const t = createTestClient({ answers: { health, ...answers } });
  t.client.start();
  await t.clock.advance(0);
  return t;
};
const withPhases = (t: TestClient): string[] => {
  const phases: string[] = [];
  t.client.subscribe((state) => {
    const phase = selectBacktestStarting(state) ? 'starting' : (selectOpenBacktest(state)?.phase ?? 'none');
    if (phases.at(-1) !== phase) phases.push(phase);
  });
  return phases;
};
const backtests = ({ client }: TestClient) => {
  const state = client.getSnapshot();
  return {
    ...state.backtests,
    items: selectBacktests(state),
    starting: selectBacktestStarting(state),
    shown: selectOpenBacktest(state),
    problem: selectRunProblem(state),
  };
};
const toasts = (t: TestClient) => t.client.getSnapshot().toasts.map(toastLine);
const progress = (t: TestClient) => backtests(t).items.map(({ status, progress: share }) => [status, share]);

test('run, followed on the channel, its report loaded', async () => {
  const t = await started({
    'backtest.run': { status: 202, body: { id: 'b1', status: 'queued' } },
    'backtest.get': ok(record('queued')),
    'backtest.report': ok(report),
  });
  const phases = withPhases(t);
  t.client.send(run);
  await t.clock.advance(0);
  expect(backtests(t).items[0]?.config?.name).toBe('January');
  t.socket.latest.say(frame(record('running', { progress: 0.25 })));
  await t.clock.advance(10_000);
  expect(progress(t)).toEqual([['running', 0.25]]);
  t.socket.latest.say(frame(done));
  await t.clock.advance(0);
  expect(phases).toEqual(['starting', 'following', 'reporting', 'settled']);
  expect(backtests(t).shown?.report?.metrics).toEqual(metrics);
  expect([t.api.count('backtest.get'), t.api.count('backtest.report')]).toEqual([1, 1]);
  expect(t.api.calls.find(({ name }) => name === 'backtest.run')?.request.body).toEqual(config);
});

test('without the channel it is asked for each second, less often while nothing comes back', async () => {
  const t = await started({
    health: ok({}),
    'backtest.run': ok({ id: 'b1', status: 'running' }),
    'backtest.get': (_, times) => {
      if (times === 1) return ok(record('running', { progress: 0.5 }));
      return times < 4 ? 'network' : ok(done);
    },
    'backtest.report': ok({ data: report }),
  });
  t.client.send(run);
  await t.clock.advance(999);
  expect([t.api.count('backtest.get'), ...progress(t)]).toEqual([1, ['running', 0.5]]);
  await t.clock.advance(1_001 + 1_000);
  expect(t.api.count('backtest.get')).toBe(3);
  await t.clock.advance(1_999);
  expect(t.api.count('backtest.get')).toBe(4);
  expect(backtests(t).shown).toMatchObject({ phase: 'settled', report: { metrics } });
});

test('a bot that says no more than the id, and gives a report', async () => {
  const t = await started({
    health: ok({}),
    'backtest.run': ok({ id: 7 }),
    'backtest.report': ok({ backtest: { id: 7 }, metrics, equity_curve: [] }),
  });
  t.client.send(run);
  await t.clock.advance(0);
  expect(backtests(t).shown).toMatchObject({ id: '7', phase: 'settled', problem: null });
  expect(backtests(t).items).toMatchObject([{ id: '7', status: 'completed', config: { name: 'January' }, metrics }]);
  expect(t.api.count('backtest.get')).toBe(0);
});

test('when its report is not there yet, that bot is asked how far it is', async () => {
  const t = await started({
    health: ok({}),
    'backtest.run': ok({ id: 'b1' }),
    'backtest.report': (_, times) => (times === 1 ? refused(404, 'not yet') : ok(report)),
    'backtest.get': (_, times) => ok(times === 1 ? { id: 'b1', status: 'RUNNING' } : { id: 'b1', status: 'done' }),
  });
  t.client.send(run);
  await t.clock.advance(500);
  expect(progress(t)).toEqual([['RUNNING', null]]);
  await t.clock.advance(1_000);
  expect(backtests(t).shown).toMatchObject({ phase: 'settled', report: { metrics } });
});

test('one that fails or is cancelled has no report to ask for', async () => {
  for (const status of ['failed', 'cancelled']) {
    const t = await started({ 'backtest.run': ok(record('running')), 'backtest.get': ok(record('running')) });
    t.client.send(run);
    await t.clock.advance(0);
    t.socket.latest.say(frame(record(status, { error: 'out of memory' })));
    await t.clock.advance(60_000);
    expect([backtests(t).shown?.phase, t.api.count('backtest.report')]).toEqual(['settled', 0]);
  }
});

test('a refusal has the text of the bot, and its fields are kept for the form', async () => {
  const body = { detail: 'end_date: too late', errors: [{ path: 'end_date', message: 'too late' }] };
  const t = await started({ 'backtest.run': { status: 422, body } });
  t.client.send(run);
  await t.clock.advance(0);
  expect(toasts(t)).toEqual(['backtest_failed: end_date: too late']);
  expect(backtests(t)).toMatchObject({ starting: false, shown: null, problem: { errors: body.errors } });
  t.api.answer('backtest.run', 'network');
  t.client.send(run);
  await t.clock.advance(1_000);
  expect(toasts(t).at(-1)).toBe('backtest_failed');
  const keys = t.api.calls.flatMap(({ name, key }) => (name === 'backtest.run' ? [key] : []));
  expect([keys.length, keys[1] === keys[2], keys[0] === keys[1]]).toEqual([3, true, false]);
});

test('a second run is refused while the first is being started, the same one sent twice is one call; a bot that may not know the key is asked once', async () => {
  const t = await started({ health: ok({}), 'backtest.run': 'never' });
  t.client.send(run);
  t.client.send(run);
  t.client.send({ ...run, config: { ...config, name: 'February' } });
  await t.clock.advance(0);
  expect([t.api.count('backtest.run'), toasts(t)]).toEqual([1, ['backtest_starting']]);

  const other = await started({ health: ok({}), 'backtest.run': { status: 502 } });
  other.client.send(run);
  await other.clock.advance(60_000);
  expect(other.api.count('backtest.run')).toBe(1);
});

test('it is followed after a reload, and refetched after a lost connection', async () => {
  const t = await started({ 'backtest.get': ok(record('running', { progress: 0.5 })), 'backtest.report': ok(report) });
  const phases = withPhases(t);
  t.client.send(open);
  await t.clock.advance(0);
  t.socket.latest.close();
  await t.clock.advance(900);
  t.api.answer('backtest.get', ok(done));
  await t.clock.advance(200);
  expect(phases).toEqual(['opening', 'following', 'reporting', 'settled']);
});

test('one that is gone, and a report that cannot be read, end in an error', async () => {
  const gone = await started({
    'backtest.get': refused(404, 'no backtest b1'),
    'backtest.report': refused(404, 'no backtest b1'),
  });
  gone.client.send(open);
  await gone.clock.advance(60_000);
  expect(backtests(gone).shown).toMatchObject({ phase: 'failed', problem: { detail: 'no backtest b1' } });

  const odd = await started({ 'backtest.get': ok(done), 'backtest.report': ok({ metrics: 'plenty' }) });
  odd.client.send(open);
  await odd.clock.advance(60_000);
  expect(backtests(odd).shown).toMatchObject({ phase: 'failed', problem: { kind: 'contract' } });
  expect(odd.story().filter((type) => type === 'ResponseRejected').length).toBe(4);

  odd.api.answer('backtest.report', ok(report));
  odd.client.send(open);
  await odd.clock.advance(0);
  expect(backtests(odd).shown).toMatchObject({ phase: 'settled', problem: null });
});

test('the one on screen stays in the list, also when it is older than those that were loaded', async () => {
  const newer = record('completed', { id: 'b2', created_at: timeOf(9) });
  const t = await started({ 'backtest.list': ok([newer]), 'backtest.get': ok(done), 'backtest.report': ok(report) });
  t.client.send({ type: 'Watch', resource: 'backtests' });
  t.client.send(open);
  await t.clock.advance(0);
  expect(backtests(t).items.map(({ id }) => id)).toEqual(['b2', 'b1']);
  expect(backtests(t).items).toBe(backtests(t).items);
});

test('another backtest ending does not end the one on screen', async () => {
  const t = await started({ 'backtest.get': ok(record('running')), 'backtest.report': ok(report) });
  t.client.send(open);
  await t.clock.advance(0);
  t.socket.latest.say(frame({ ...done, id: 'b2' }));
  t.socket.latest.say(frame(record('failed', { id: 'b3' })));
  t.socket.latest.say(frame(record('running', { id: 'b4', progress: 0.9 })));
  await t.clock.advance(0);
  expect(backtests(t).shown).toMatchObject({ id: 'b1', phase: 'following', report: null });
  expect(t.api.count('backtest.report')).toBe(0);
  expect(selectShownBacktest(t.client.getSnapshot())?.id).toBe('b1');
});

test('one answer ends the longer pauses after failed questions', async () => {
  const t = await started({
    health: ok({}),
    'backtest.get': (_, times) => (times === 3 ? ok(record('running')) : 'network'),
  });
  t.client.send(open);
  await t.clock.advance(0);
  const counts: number[] = [];
  for (const ms of [1_000, 2_000, 1_000, 1_000, 1_999, 1]) {
    await t.clock.advance(ms);
    counts.push(t.api.count('backtest.get'));
  }
  expect(counts).toEqual([2, 3, 4, 5, 5, 6]);
});

test('closed, it is not asked for any more', async () => {
  const t = await started({ 'backtest.get': ok(record('running')) });
  t.client.send(open);
  await t.clock.advance(0);
  t.client.send({ type: 'CloseBacktest' });
  await t.clock.advance(120_000);
  expect([backtests(t).shown, t.api.count('backtest.get'), ...progress(t)]).toEqual([null, 1, ['running', 0]]);
});

test('it is cancelled once, by the extension, and a refusal is reported', async () => {
  const t = await started({
    'backtest.get': ok(record('running')),
    'backtest.cancel': ok(record('cancelled', { finished_at: timeOf(5) })),
  });
  t.client.send(open);
  await t.clock.advance(0);
  t.client.send({ type: 'CancelBacktest', backtest_id: 'b1' });
  t.client.send({ type: 'CancelBacktest', backtest_id: 'b1' });
  expect(backtests(t).cancelling).toEqual(['b1']);
  await t.clock.advance(0);
  expect([t.api.count('backtest.cancel'), backtests(t).cancelling, ...progress(t)]).toEqual([1, [], ['cancelled', 0]]);
  t.api.answer('backtest.cancel', refused(409, 'The backtest is over: cancelled.'));
  t.client.send({ type: 'CancelBacktest', backtest_id: 'b1' });
  await t.clock.advance(0);
  expect([backtests(t).cancelling, toasts(t)]).toEqual([[], ['problem: The backtest is over: cancelled.']]);
});

test('deleted, it is neither listed nor shown; one that was gone already is not an error', async () => {
  const t = await started({ 'backtest.list': ok([done]), 'backtest.get': ok(done), 'backtest.report': ok(report) });
  t.client.send({ type: 'Watch', resource: 'backtests' });
  t.client.send(open);
  await t.clock.advance(0);
  expect(backtests(t).items.length).toBe(1);
  t.client.send({ type: 'DeleteBacktest', backtest_id: 'b1' });
  await t.clock.advance(0);
  expect([backtests(t).items, backtests(t).shown, toasts(t)]).toEqual([[], null, ['backtest_deleted']]);
});

test('the report is handed over as the bot wrote it', async () => {
  const t = await started({ 'backtest.report': ok('<!doctype html>') });
  const save: Command = { type: 'SaveReport', backtest_id: 'b1', file: 'january.html' };
  t.client.send(save);
  expect(backtests(t).saving).toEqual(['b1']);
  await t.clock.advance(0);
  expect(t.saved).toEqual([{ name: 'january.html', content: '<!doctype html>', type: 'text/html' }]);
  expect(t.api.calls.at(-1)?.request.query).toEqual({ format: 'html' });
  t.api.answer('backtest.report', refused(409, 'There is no report: the backtest is failed.'));
  t.client.send(save);
  await t.clock.advance(0);
  expect(toasts(t)).toEqual(['report_failed: There is no report: the backtest is failed.']);
  expect([backtests(t).saving, t.saved.length]).toEqual([[], 1]);
});
