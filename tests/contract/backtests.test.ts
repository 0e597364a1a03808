import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Backtest, type BacktestRecord, type FrameRecord, Report, ReportRecord } from '@triquad/core/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LiveBot, startLiveBot } from './live-bot.ts';
import { type LiveSocket, openSocket } from './live-socket.ts';
import { createWalk, unwalked, type Walk } from './walk.ts';

/** Two minutes of two simulated exchanges. */
const SHORT = {
  name: 'Two <b>minutes</b>',
  start_date: '2026-01-01T00:00:00.000Z',
  end_date: '2026-01-01T00:02:00.000Z',
  initial_capital: 10_000,
  exchanges: ['binance', 'kraken'],
  min_profit_threshold: 0.05,
  max_position_size: 1_000,
  max_slippage: 0.5,
  enable_triangular: true,
  enable_quadrangular: false,
  seed: 7,
};
const TINY = { ...SHORT, name: 'Ten seconds', end_date: '2026-01-01T00:00:10.000Z' };
/** Longer than any test waits. */
const LONG = { ...SHORT, name: 'A month', end_date: '2026-02-01T00:00:00.000Z' };

type Told = Extract<FrameRecord, { type: 'backtest' }>;

let live: LiveBot;
let socket: LiveSocket;
let walk: Walk;

beforeAll(async () => {
  live = await startLiveBot();
  walk = createWalk(live);
  socket = await openSocket(live.address, live.adminToken);
  socket.send({ type: 'subscribe', channel: 'backtests' });
  await socket.ofType('subscribed');
});
afterAll(async () => {
  socket[Symbol.dispose]();
  await live[Symbol.asyncDispose]();
});

const run = async (body: object, bot: LiveBot = live): Promise<string> => {
  const { status, body: started, text } = await bot.call('backtest.run', { body });
  expect({ status, text }).toMatchObject({ status: 202 });
  return (started as { id: string }).id;
};
const get = async (id: string, bot: LiveBot = live) =>
  (await bot.call('backtest.get', { parameters: { id } })).body as BacktestRecord;
const until = (id: string, status: BacktestRecord['status']) =>
  socket.next(
    (frame): frame is Told => frame.type === 'backtest' && frame.data.id === id && frame.data.status === status,
  );
const cancel = (id: string, bot: LiveBot = live) => bot.call('backtest.cancel', { parameters: { id } });
const total = async () => ((await live.call('backtest.list')).body as { total: number }).total;

describe('a backtest', () => {
  let id = '';

  test('runs to its end and publishes its progress', async () => {
    const started = await walk.good('backtest.run', { body: SHORT });
    expect(started.body).toEqual({ id: expect.any(String), status: 'running' });
    ({ id } = started.body as { id: string });
    const { data } = await until(id, 'completed');
    expect(data).toMatchObject({ config: SHORT, progress: 1, error: null });
    expect(data.events_processed).toBeGreaterThan(1_000);
    expect((await walk.good('backtest.get', { parameters: { id } })).body).toEqual(data);
    expect((await walk.good('backtest.list', { query: { limit: '1' } })).body).toMatchObject({
      data: [data],
      total: 1,
    });
  });

  test('has a report with consistent figures that any client can read', async () => {
    const answer = await walk.good('backtest.report', { parameters: { id } });
    const report = ReportRecord.parse(answer.body);
    expect(report.backtest).toEqual(await get(id));
    expect(report.metrics).toEqual(report.backtest.metrics);
    const closed = report.trades.filter(({ status }) => status !== 'failed' && status !== 'pending');
    expect(closed).toHaveLength(report.metrics.total_trades);
    expect(report.data.seed).toBe(7);
    const paper = expect.objectContaining({ conditions: expect.any(String), order_delay: expect.any(Object) });
    expect(report.metrics.played).toMatchObject({
      ...{ from: report.data.from, to: report.data.to },
      conditions: SHORT.exchanges.map((exchange) => ({ exchange, taker_pct: expect.any(Number), paper })),
    });
    expect(Report.parse(answer.body)).toMatchObject({ metrics: { net_profit: report.metrics.net_profit } });
    expect(Backtest.parse(report.backtest)).toMatchObject({ id, status: 'completed', config: { name: SHORT.name } });
  });

  test('has an HTML report without scripts', async () => {
    const { status, headers, text } = await live.call('backtest.report', {
      parameters: { id },
      query: { format: 'html' },
    });
    expect({ status, headers }).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-disposition': expect.stringMatching(
          /^attachment; filename="backtest-two-b-minutes-b-[0-9a-f]{6}\.html"$/,
        ),
        'content-security-policy': expect.stringMatching(/^default-src 'none'; .*sandbox$/),
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      },
    });
    expect(text).toContain('<h1>Two &lt;b&gt;minutes&lt;/b&gt;</h1>');
    expect(text).toMatch(
      /<meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;; style-src &#39;sha256-/,
    );
    expect(text).not.toMatch(/<script|<b>|javascript:|https?:\/\/(?!www\.w3\.org)/i);
    await walk.refused('backtest.report', 422, { parameters: { id }, query: { format: 'pdf' } });
  });

  test('is deleted with its report', async () => {
    await walk.good('backtest.delete', { parameters: { id } });
    for (const name of ['backtest.get', 'backtest.report', 'backtest.delete', 'backtest.cancel'] as const) {
      await walk.refused(name, 404, { parameters: { id } });
    }
    expect(await total()).toBe(0);
  });
});

describe('beside a backtest that runs', () => {
  let id = '';
  let next = '';
  beforeAll(async () => {
    id = await run(LONG);
  });

  test('it cannot be deleted, and has no report', async () => {
    await walk.refused('backtest.delete', 409, { parameters: { id } });
    await walk.refused('backtest.report', 409, { parameters: { id } });
  });

  test('a repeated call adds one backtest', async () => {
    const before = await total();
    const call = () => live.call('backtest.run', { body: TINY, headers: { 'idempotency-key': 'backtest-1' } });
    const answers = await Promise.all([call(), call(), call()]);
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(await total()).toBe(before + 1);
    const [{ body } = expect.unreachable('no answer')] = answers;
    await cancel((body as { id: string }).id);
  });

  test('twenty wait, and no more; each may be cancelled or deleted', async () => {
    const ids: string[] = [];
    for (let waiting = 0; waiting < 20; waiting += 1) ids.push(await run(TINY));
    expect(await walk.refused('backtest.run', 409, { body: TINY })).toMatchObject({ code: 'queue_full' });
    const [first = '', ...rest] = ids;
    expect((await cancel(first)).body).toMatchObject({ status: 'cancelled', progress: 0 });
    for (const one of rest) expect((await live.call('backtest.delete', { parameters: { id: one } })).status).toBe(204);
    next = await run(TINY);
    expect(await get(next)).toMatchObject({ status: 'queued' });
  });

  test('it is cancelled once, and the next one runs', async () => {
    const cancelled = await walk.good('backtest.cancel', { parameters: { id } });
    expect(cancelled.body).toMatchObject({ id, status: 'cancelled', finished_at: expect.any(String) });
    await until(id, 'cancelled');
    expect(await walk.refused('backtest.cancel', 409, { parameters: { id } })).toMatchObject({ code: 'over' });
    expect(await walk.refused('backtest.report', 409, { parameters: { id } })).toMatchObject({ code: 'no_report' });
    await walk.good('backtest.delete', { parameters: { id } });
    expect((await live.call('audit.list', { query: { limit: '2' } })).body).toMatchObject({
      data: [
        { action: 'backtest.delete', target: id, outcome: 'ok' },
        { action: 'backtest.cancel', target: id, outcome: 'over' },
      ],
    });
    await until(next, 'completed');
  });
});

test.each([
  ['end_date', { end_date: SHORT.start_date }],
  ['end_date', { end_date: '2027-01-01T00:00:00.000Z' }],
  ['exchanges', { exchanges: ['binance', 'nowhere'] }],
  ['exchanges', { exchanges: [] }],
  ['enable_triangular', { enable_triangular: false }],
  ['start_date', { start_date: 'yesterday' }],
  ['initial_capital', { initial_capital: 99 }],
  ['max_slippage', { max_slippage: 11 }],
  ['name', { name: '' }],
  ['seed', { seed: 0.5 }],
])('a form with a wrong %s is refused by that name', async (path, change) => {
  const before = await total();
  expect(await walk.refused('backtest.run', 422, { body: { ...SHORT, ...change } })).toMatchObject({
    errors: [{ path }],
  });
  expect(await total()).toBe(before);
});

test('a recording of the period is used in place of simulated quotes', async () => {
  const recordings = join(live.dataDir, 'recordings');
  mkdirSync(recordings);
  const quotes = Array.from(
    { length: 100 },
    (_, n) => `${Date.parse(SHORT.start_date) + n * 1_000},0,BTC-USDT,${60_000 + n},1,${60_001 + n},1`,
  );
  writeFileSync(
    join(recordings, 'kucoin-2026.csv'),
    ['timeMs,session,symbol,bid,bidSize,ask,askSize', ...quotes, ''].join('\n'),
  );
  const id = await run({ ...SHORT, exchanges: ['kucoin', 'binance'] });
  await until(id, 'completed');
  const { data, trades } = ReportRecord.parse((await live.call('backtest.report', { parameters: { id } })).body);
  expect({ ...data, notes: [] }).toEqual({
    provenance: { kind: 'imported', exchange: 'kucoin', name: 'kucoin-2026.csv', money: 'paper' },
    source: 'recording kucoin-2026.csv',
    from: '2026-01-01T00:00:00.000Z',
    to: '2026-01-01T00:01:39.001Z',
    markets: 1,
    events: 100,
    notes: [],
  });
  expect(data.notes).toContain('No recorded quotes of binance in the range: left out, without capital.');
  expect(trades).toEqual([]);
});

test('no call was left out', () => expect(unwalked('backtests', walk)).toEqual([]));

test('after a restart the running backtest has failed and waiting ones run', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'triquad-contract-'));
  const first = await startLiveBot({ dataDir });
  const [ran, waited] = [await run(LONG, first), await run(TINY, first)];
  await first.bot.stop();

  await using again = await startLiveBot({ dataDir });
  expect(await get(ran, again)).toMatchObject({ status: 'failed', error: 'The bot was restarted while it ran.' });
  await expect.poll(async () => (await get(waited, again)).status).toBe('completed');
  const report = await again.call('backtest.report', { parameters: { id: waited } });
  await again.bot.stop();

  await using third = await startLiveBot({ dataDir });
  expect(await third.call('backtest.report', { parameters: { id: waited } })).toMatchObject({ text: report.text });
});
