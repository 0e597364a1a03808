import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Host } from '../host.ts';
import { always, asked, type Bot, triquad } from '../run-against.ts';

const config = {
  name: 'January',
  start_date: '2026-01-01T00:00:00.000Z',
  end_date: '2026-01-02T00:00:00.000Z',
  initial_capital: 10_000,
  exchanges: ['binance', 'kraken'],
};
const waiting = {
  id: 'b1',
  config,
  status: 'queued',
  progress: 0,
  events_processed: 0,
  error: null,
  created_at: '2026-11-20T12:00:00.000Z',
  finished_at: null,
};
const half = { ...waiting, status: 'running', progress: 0.5, events_processed: 1_234_567 };
const metrics = { total_trades: 458, win_rate: 97.1, net_profit: 1_767, max_drawdown_pct: 0.05 };
const completed = { ...half, status: 'completed', progress: 1, finished_at: '2026-11-20T12:01:00.000Z', metrics };
const run = 'backtest run --name January --from 2026-01-01 --to 2026-01-02T00:00';

/** Answers a run, then one state after the other, the last one again and again. */
const health = { status: 'ok', version: '0', uptime: 1, exchanges: {} };
function playing(...states: object[]): Bot {
  return playingWith(['backtest.market'], states);
}
function playingWith(capabilities: readonly string[], states: readonly object[]): Bot {
  let looks = 0;
  return ({ method, path }) => {
    if (path.endsWith('/health')) return { status: 200, body: { ...health, capabilities } };
    if (method === 'POST') return { status: 202, body: { id: 'b1', status: 'queued' } };
    looks += 1;
    return { status: 200, body: states[Math.min(looks, states.length) - 1] };
  };
}

describe('backtest run', () => {
  test('sends the defaults of the form of the dashboard, once, under a key of its own', async () => {
    const { code, out, calls } = await triquad(run, playing(waiting));
    expect(asked(calls)).toEqual([
      { method: 'GET', path: '/api/v1/health', body: undefined },
      {
        method: 'POST',
        path: '/api/v1/backtest/run',
        body: {
          ...config,
          exchanges: ['binance'],
          market: 'recorded',
          min_profit_threshold: 0.5,
          max_position_size: 1_000,
          max_slippage: 0.5,
          enable_triangular: true,
          enable_quadrangular: false,
        },
      },
      { method: 'GET', path: '/api/v1/backtest/b1', body: undefined },
    ]);
    expect(calls[1]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
    expect({ code, first: out.split('\n')[0] }).toEqual({ code: 0, first: 'backtest   b1' });
  });

  test('takes every setting', async () => {
    const line = `${run} --capital 500 --exchange Binance,kraken --exchange okx --threshold 0.1 --position 50 --slippage 1 --quad --seed 7 --description x`;
    const { calls } = await triquad(line, playing(waiting));
    expect(calls[1]?.body).toMatchObject({
      description: 'x',
      initial_capital: 500,
      exchanges: ['binance', 'kraken', 'okx'],
      min_profit_threshold: 0.1,
      max_position_size: 50,
      max_slippage: 1,
      enable_triangular: false,
      enable_quadrangular: true,
      seed: 7,
    });
    const both = await triquad(`${run} --tri --quad`, playing(waiting));
    expect(both.calls[1]?.body).toMatchObject({ enable_triangular: true, enable_quadrangular: true });
  });

  test('takes own fees, delays, limits and start currencies', async () => {
    const terms = '--fee 0.05,kraken=VIP --latency 5,20 --conditions practice --start usdc,USDT';
    const limits = '--at-once 2 --max-drawdown 9 --stop-loss 8 --cooldown 0 --max-unwind-loss 0.5 --max-profit 2';
    const { calls } = await triquad(`${run} --exchange binance,kraken ${terms} ${limits}`, playing(waiting));
    const order_delay = { median_ms: 5, p99_ms: 20 };
    expect(calls[1]?.body).toMatchObject({
      fees: { binance: { taker_pct: 0.05 }, kraken: { tier: 'VIP' } },
      paper: { conditions: 'practice', exchanges: { binance: { order_delay }, kraken: { order_delay } } },
      limits: {
        max_concurrent_orders: 2,
        max_daily_drawdown_pct: 9,
        stop_loss_pct: 8,
        cooldown_after_failure_seconds: 0,
        max_unwind_loss_pct: 0.5,
        max_profit_pct: 2,
      },
      start_currencies: ['USDC', 'USDT'],
    });
  });

  test.each([
    ['--fee', '100', 'It must be a fee from 0 to 10 percent'],
    ['--fee', '-0.1', 'It must be a fee from 0 to 10 percent'],
    ['--fee', 'binance=', 'It must be a fee from 0 to 10 percent'],
    ['--fee', 'VIP3', 'It must be a fee from 0 to 10 percent'],
    ['--latency', '50,40', 'It must be a delay like 40'],
    ['--latency', 'soon', 'It must be a delay like 40'],
  ])('refuses %s %s, and asks nothing of the bot', async (name, value, message) => {
    const { code, err, calls } = await triquad(`${run} ${name}=${value}`, playing(waiting));
    expect({ code, calls }).toMatchObject({ code: 2, calls: [] });
    expect(err).toContain(message);
  });

  test.each([
    ['', { market: 'recorded' }],
    ['--simulated', { market: 'practice' }],
    ['--simulated realistic', { market: 'realistic' }],
    ['--simulated simulated:practice', { market: 'practice' }],
    ['--recording kucoin-1,kucoin-2', { market: 'recorded', recordings: ['kucoin-1', 'kucoin-2'] }],
  ])('with "%s" names what is to be played', async (options, body) => {
    const { calls } = await triquad(`${run} ${options}`, playing(waiting));
    expect(calls[1]?.body).toMatchObject(body);
  });

  test('sends a bot of the spec no field that it does not know', async () => {
    const { calls } = await triquad(run, playingWith([], [waiting]));
    expect(calls[1]?.body).not.toHaveProperty('market');
  });

  test('refused for want of a recording, it names what there is and the option that goes on', async () => {
    const detail = 'start_date: nothing is recorded of kucoin in this range; there is kucoin-1';
    const none: Bot = ({ method }) =>
      method === 'POST'
        ? { status: 422, body: { status: 422, code: 'no_recording', detail } }
        : { status: 200, body: { ...health, capabilities: ['backtest.market'] } };
    const { code, out, err } = await triquad(`${run} --wait`, none);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain(`${detail}; --simulated plays an invented market`);
  });

  test('--wait, show, list, --csv and --json each say the source', async () => {
    const provenance = { kind: 'practice', exchange: null, name: 'practice', money: 'invented' };
    const invented = { ...completed, provenance };
    const source = 'the practice market, whose prices are invented; invented money';
    expect((await triquad(`${run} --wait`, playing(invented))).out).toContain(`source      ${source}\n`);
    expect((await triquad('backtest show b1', always(200, invented))).out).toContain(`source      ${source}\n`);
    const list = always(200, { data: [invented] });
    expect((await triquad('backtest', list)).out).toMatch(/\+\$1,767\.00 .* practice · invented/);
    const csv = (await triquad('backtest --csv', list)).out.split('\r\n');
    expect(csv[0]).toContain('provenance_kind,provenance_exchange,provenance_name,provenance_money');
    expect(csv[1]).toContain('practice,,practice,invented');
    expect((await triquad('backtest show b1 --csv', always(200, invented))).out).toContain('provenance.money,invented');
    expect(JSON.parse((await triquad('backtest --json', list)).out)).toMatchObject([{ provenance }]);
  });

  test('the figures stand beside the fees and delays that they were made under', async () => {
    const paper = { conditions: 'realistic', order_delay: { median_ms: 80, p99_ms: 300 } };
    const conditions = [{ exchange: 'binance', fee_source: 'entry tier', taker_pct: 0.1, maker_pct: 0.1, paper }];
    const played = { from: config.start_date, to: config.end_date, conditions };
    const { out } = await triquad('backtest show b1', always(200, { ...completed, metrics: { ...metrics, played } }));
    expect(out).toContain('conditions  binance: taker 0.1000% (entry tier), realistic conditions, orders 80 ms\n');
  });

  test('--wait says why there was no trade', async () => {
    const conclusion = 'No trade: the best cycle showed -0.0400 % after fees.';
    const periodic = { days: 12, sharpe: null, sortino: null };
    const none = { ...completed, metrics: { ...metrics, total_trades: 0, sharpe_ratio: null, periodic, conclusion } };
    const { out } = await triquad(`${run} --wait`, playing(none));
    expect(out).toContain(`conclusion  ${conclusion}\n`);
    expect(out).toContain('ratios      Sharpe —, Sortino — a trade; Sharpe —, Sortino — a year by 12 days\n');
  });

  test('--wait shows the progress and ends with the figures', async () => {
    const { code, out, err } = await triquad(`${run} --wait`, playing(waiting, half, completed));
    expect({ code, err }).toEqual({ code: 0, err: 'waits for others\nruns: 50%\n' });
    expect(out.split('\n')).toEqual([
      'backtest    b1',
      'name        January',
      'from        2026-01-01T00:00:00.000Z',
      'to          2026-01-02T00:00:00.000Z',
      'exchanges   binance, kraken',
      'source      source not stated',
      'status      completed',
      'done        100%, 1,234,567 events',
      'finished    2026-11-20T12:01:00.000Z',
      'net profit  +$1,767.00',
      'trades      458',
      'win rate    97.10%',
      'drawdown    0.05% at most',
      '',
    ]);
    expect(JSON.parse((await triquad(`${run} --wait --json`, playing(completed))).out)).toMatchObject(completed);
  });

  test('--wait draws a bar on a terminal and takes it away again', async () => {
    let err = '';
    const stderr = { isTTY: true, write: (text: string) => (err += text) };
    await triquad(`${run} --wait`, playing(half, completed), { stderr });
    const bar = `[${'#'.repeat(15)}${'.'.repeat(15)}]  50%  1,234,567 events`;
    expect(err).toBe(`\r${bar}\r${' '.repeat(bar.length)}\r`);
  });

  test.each([
    [{ ...half, status: 'failed', error: 'no quotes' }, 1, 'the backtest failed: no quotes\n'],
    [{ ...half, status: 'cancelled' }, 1, 'the backtest was cancelled\n'],
  ])('--wait for one that has no report is 1', async (state, code, line) => {
    expect(await triquad(`${run} --wait`, playing(state))).toMatchObject({ code, err: `triquad: ${line}` });
  });

  test('--wait that runs out, or is interrupted, leaves it running and says how to end it', async () => {
    const goesOn = 'the backtest goes on; end it with: triquad backtest cancel b1\n';
    const late = await triquad(`${run} --wait 0.1`, playing(half));
    expect(late).toMatchObject({ code: 124, err: `runs: 50%\ntriquad: not over after 0.1 s; ${goesOn}` });
    const interruption = new AbortController();
    const bot = playing(half);
    let asked = 0;
    const broken = await triquad(
      `${run} --wait`,
      (call) => {
        // The second question: what the first one answered is printed by then.
        if (call.path.endsWith('/b1') && ++asked === 2) interruption.abort();
        return bot(call);
      },
      { interrupted: () => interruption.signal } satisfies Partial<Host>,
    );
    expect(broken).toMatchObject({ code: 130, err: `runs: 50%\n${goesOn}triquad: interrupted\n` });
    expect([...late.calls, ...broken.calls].filter(({ path }) => path.endsWith('cancel'))).toEqual([]);
  });

  test.each([
    [
      'backtest run --name x --from soon --to 2026-01-02',
      "option '--from <moment>' argument 'soon' is invalid. It must be a moment such as 2026-01-31 or 2026-01-31T12:00:00Z",
    ],
    ['backtest run --name x --from 2026-01-01', "required option '--to <moment>' not specified"],
    [
      `${run} --seed 0.5`,
      "option '--seed <number>' argument '0.5' is invalid. It must be a whole number from 0 to 9007199254740991",
    ],
  ])('%s is wrong usage', async (line, message) => {
    expect(await triquad(line, always(200, {}))).toMatchObject({
      code: 2,
      err: `triquad: ${message}; see triquad backtest run --help\n`,
      calls: [],
    });
  });

  test('that is refused says which field and why', async () => {
    const body = { detail: 'end_date: must be after start_date', code: 'not_valid', errors: [] };
    expect(await triquad(run, always(422, body))).toMatchObject({
      code: 1,
      err: 'triquad: backtest run failed: end_date: must be after start_date\n',
    });
    const full = { detail: 'Too many backtests wait: cancel one, or try again later.', code: 'queue_full' };
    expect(await triquad(run, always(409, full))).toMatchObject({ code: 5 });
  });
});

describe('backtests', () => {
  test('are listed, with and without the word', async () => {
    const bare = await triquad('backtest --limit 5', always(200, { data: [completed, waiting] }));
    expect(bare.out).toBe(
      'ID  NAME     STATUS     DONE  TRADES         NET  DRAWDOWN  SOURCE      CREATED\n' +
        'b1  January  completed  100%     458  +$1,767.00     0.05%  not stated  2026-11-20T12:00:00.000Z\n' +
        'b1  January  queued       0%       —           —         —  not stated  2026-11-20T12:00:00.000Z\n',
    );
    const named = await triquad('backtest list --limit 5', always(200, { data: [completed, waiting] }));
    expect({ out: named.out, calls: asked(named.calls) }).toEqual({ out: bare.out, calls: asked(bare.calls) });
    expect(asked(bare.calls)).toEqual([{ method: 'GET', path: '/api/v1/backtest/?limit=5', body: undefined }]);
  });

  test.each([
    ['show b1', 'GET', '/api/v1/backtest/b1'],
    ['cancel b1', 'POST', '/api/v1/backtest/b1/cancel'],
    ['remove b1 --yes', 'DELETE', '/api/v1/backtest/b1'],
  ])('%s', async (line, method, path) => {
    const { code, calls, out } = await triquad(`backtest ${line}`, always(200, half));
    expect({ code, calls: asked(calls) }).toEqual({ code: 0, calls: [{ method, path, body: undefined }] });
    expect(out).toContain('b1');
  });

  test('that do not exist are distinguished from a bot that cannot cancel', async () => {
    const gone = { detail: 'No backtest b1.', code: 'not_found' };
    expect(await triquad('backtest cancel b1', always(404, gone))).toMatchObject({
      code: 1,
      err: 'triquad: backtest cancel failed: No backtest b1\n',
    });
    expect(await triquad('backtest cancel b1', always(404, { detail: 'Not Found' }))).toMatchObject({
      code: 1,
      err: 'triquad: backtest cancel failed: this bot has no backtest.cancel\n',
    });
  });
});

describe('backtest report', () => {
  const report = { backtest: completed, metrics, odd: '\u009b31m' };

  test('is printed as JSON that cannot steer the terminal', async () => {
    const { code, out, calls } = await triquad('backtest report b1', always(200, report));
    expect({ code, calls: asked(calls) }).toEqual({
      code: 0,
      calls: [{ method: 'GET', path: '/api/v1/backtest/b1/report?format=json', body: undefined }],
    });
    expect(out).toContain('"\\u009b31m"');
    expect(JSON.parse(out)).toEqual(report);
  });

  test('goes to a file as it came; a page never to a terminal', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'triquad-report-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'report.html');
    const page = { fetch: async () => new Response('<!doctype html>\n<title>é</title>') } satisfies Partial<Host>;
    expect(await triquad(`backtest report b1 --html -o ${file}`, always(200, {}), page)).toMatchObject({
      code: 0,
      out: '',
      err: `written to ${file}\n`,
    });
    expect(readFileSync(file, 'utf8')).toBe('<!doctype html>\n<title>é</title>');
    const terminal = { isTTY: true, write: () => true };
    expect(await triquad('backtest report b1 --html', always(200, {}), { stdout: terminal })).toMatchObject({
      code: 2,
      calls: [],
    });
    expect(await triquad(`backtest report b1 -o ${folder}`, always(200, {}))).toMatchObject({
      code: 1,
      err: expect.stringContaining('cannot be written'),
    });
  });

  test('that is not there yet is a conflict', async () => {
    const detail = 'There is no report: the backtest is running.';
    expect(await triquad('backtest report b1', always(409, { detail, code: 'no_report' }))).toMatchObject({
      code: 5,
      out: '',
    });
  });
});
