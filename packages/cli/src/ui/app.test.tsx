import { createTestClient, healthOf, logEntry, ok, opportunityRecord, timeOf } from '@triquad/core/testing';
import { cleanup, render } from 'ink-testing-library';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { App } from './App.tsx';
import { ThemeProvider, themeOf } from './theme.ts';
import { watched } from './watched.ts';

process.env.TZ = 'UTC';
const patience = { timeout: 10_000, interval: 10 };

const status = {
  is_running: true,
  bot_status: 'running',
  mode: 'paper',
  uptime: 8049,
  market_source: 'simulated',
  enabled_exchanges: ['kucoin', 'binance', 'kraken'],
  executions_today: 12,
  opportunities_found: 340,
  min_profit_threshold: 0.5,
  max_capital_per_route: 1000,
};
const legs = [
  { market: 'BTC/USDT', side: 'buy', price: 50_000, quantity: 0.02, fee_pct: 0.1 },
  { market: 'ETH/BTC', side: 'buy', price: 0.05, quantity: 0.4, fee_pct: 0.1 },
  { market: 'ETH/USDT', side: 'sell', price: 2_525, quantity: 0.4, fee_pct: 0.1 },
];
const preview = {
  opportunity_id: 'a',
  amount: 1000,
  legs,
  expected_profit: 7.9,
  expected_profit_pct: 0.79,
  fees: 3,
  slippage_pct: 0.05,
  max_amount: 1000,
  warnings: ['thin book on kraken'],
};
const answers = {
  health: healthOf('bot.kill', 'bot.mode', 'logs.history'),
  'bot.status': ok(status),
  'opportunities.list': ok({
    data: [
      opportunityRecord('a', 2000, { legs }),
      opportunityRecord('b', 1000, {
        type: 'QUAD',
        exchange: 'kraken',
        symbols: ['USDT', 'SOL', 'BTC', 'ETH', 'USDT'],
        profit_pct: 1.61,
        is_valid: false,
      }),
    ],
  }),
  'logs.list': ok({ data: [logEntry('2', 1, { level: 'ERROR', message: 'leg 2 failed' }), logEntry('1')] }),
  'performance.summary': ok({ total_pnl: 124.08, total_trades: 47, win_rate: 91.5, max_drawdown: 0.4, fill_rate: 96 }),
  'performance.equity': ok({ data: [1, 2, 3].map((equity) => ({ timestamp: timeOf(equity), equity })) }),
  'orders.preview': ok(preview),
  'orders.execute': ok({ status: 'success', execution_id: 'e', result: { actual_profit: 8, actual_profit_pct: 0.8 } }),
  'bot.stop': ok({ message: 'Bot stopped' }),
  'bot.kill': ok({ message: 'Killed' }),
};

afterEach(cleanup);

/** The screen of a client whose bot answers so, in a terminal of this size. */
async function open(
  more: Parameters<typeof createTestClient>[0] = {},
  columns = 80,
  rows = 24,
  env = { LANG: 'C.UTF-8' },
) {
  const given = createTestClient({ ...more, answers: { ...answers, ...more?.answers } });
  given.client.start();
  for (const resource of watched) given.client.send({ type: 'Watch', resource });
  await given.clock.advance(2500);
  const screen = render(
    <ThemeProvider value={themeOf({ write: () => true }, env)}>
      <App client={given.client} pace={{ urgent: 10, figures: 10 }} />
    </ThemeProvider>,
  );
  Object.defineProperty(screen.stdout, 'columns', { value: columns, configurable: true });
  Object.assign(screen.stdout, { rows });
  screen.stdout.emit('resize');
  const lines = () => (screen.lastFrame() ?? '').split('\n');
  const type = async (...keys: string[]) => {
    for (const key of keys) screen.stdin.write(key);
    await given.clock.advance(100);
  };
  const shows = (what: RegExp) => vi.waitFor(() => expect(lines().join('\n')).toMatch(what), patience);
  await vi.waitFor(() => expect(lines().map(({ length }) => length)).toContain(columns), patience);
  return { ...given, lines, type, shows };
}

const enter = '\r';
const tab = '\t';
const down = '\x1b[B';
const column = (lines: readonly string[], from: number, to: number) =>
  lines.slice(from, to).map((line) => line.trimEnd());

describe('the screen', () => {
  test('at 80×24', async () => {
    const { lines } = await open();
    const frame = lines();
    expect(frame.length).toBe(24);
    expect(Math.max(...frame.map((line) => line.length))).toBe(80);
    expect(column(frame, 0, 7)).toEqual([
      ' ● RUNNING   PAPER   SIMULATED MARKET  up 02:14:11  3 exchanges            ws ●',
      '─ Opportunities (last 5 min: 2) ──────────────────────┬─ Performance ───────────',
      '▸ TRI  binance  USDT→BTC→ETH→USDT    +0.82%    $8.20 ●│ PnL       +$124.08   ▁▅█',
      '  QUAD kraken   USDT→SOL→BTC→ETH→U…  +1.61%    $8.20 ○│ Trades    47   Win 91.5%',
      '                                                      │ Drawdown  0.4%  Fill 96%',
      '                                                      │ Today     12 executed',
      '                                                      │ Found     340',
    ]);
    expect(column(frame, 12, 15)).toEqual([
      '─ Logs [INFO+] ───────────────────────────────────────┴─────────────────────────',
      '  12:00:00 INFO  engine     1',
      '  12:00:00 ERROR engine     leg 2 failed',
    ]);
    expect(frame[23]?.trimEnd()).toBe(' s start/stop  x execute  m mode  / filter  l level  p pause  ? help  q quit');
  });

  test('has more columns where there is room', async () => {
    const { lines } = await open({}, 140, 40);
    expect(lines()[0]).toMatch(/^ triquad \d+\.\d+\.\d+ {2}● RUNNING/);
    expect(lines()[2]).toMatch(/▸ TRI {2}binance {2}USDT→BTC→ETH→USDT .* \$1,000\.00 +low +0s ●│ PnL/);
  });

  test('of a bot that speaks only the spec', async () => {
    const { api, type, shows, lines } = await open({
      answers: {
        health: ok({ status: 'healthy' }),
        'bot.status': ok({ bot_status: 'running', mode: 'paper', uptime: 61 }),
        'opportunities.list': ok({
          data: [{ id: 7, type: 'PENTA', path: ['A', 'B', 'A'], profit_pct: '1.5', detected_at: timeOf(2000) }],
        }),
        'performance.summary': ok({ total_profit: 10, total_loss: -4 }),
        'performance.equity': { status: 500 },
      },
    });
    expect(lines()[0]).toMatch(/● RUNNING {3}PAPER {3}up 00:01:03 +ws ●/);
    expect(column(lines(), 1, 4)).toEqual([
      '─ Opportunities (last 5 min: 1) ──────────────────────┬─ Performance ───────────',
      '▸ PEN…          A→B→A                +1.50%        — ●│ PnL       +$6.00',
      '                                                      │ Trades    —   Win —',
    ]);
    expect(api.count('logs.list') + api.count('scan')).toBe(0);
    await type('x', 'y');
    await shows(/Order executed!/);
    await type('K');
    await shows(/This bot has no kill switch of its own: it is stopped/);
    await type('y');
    await shows(/─ ● Bot stopped/);
    expect(api.count('bot.stop') + api.count('bot.kill')).toBe(1);
  });

  test('cuts a line that is too long, and only that line', async () => {
    const { socket, lines, shows } = await open();
    const message = 'one two three four five six seven eight nine ten eleven twelve';
    socket.latest.say({ type: 'log', data: logEntry('9', 2400, { message }), seq: 1, at: timeOf(2400) });
    await shows(/one two/);
    expect(lines()[15]).toBe('  12:00:02 INFO  engine     one two three four five six seven eight nine ten el…');
  });

  test('is plain ASCII where the terminal is', async () => {
    const { lines } = await open({}, 80, 24, { LANG: 'C' });
    expect(lines().join('')).toMatch(/^[ -~]*$/);
    expect(lines()[2]).toBe('> TRI  binance  USDT>BTC>ETH>USDT    +0.82%    $8.20 *| PnL       +$124.08   _=#');
  });

  test('shows what comes live', async () => {
    const { socket, shows } = await open();
    socket.latest.say({
      type: 'opportunity',
      data: opportunityRecord('c', 2400, { exchange: 'okx' }),
      seq: 1,
      at: timeOf(2400),
    });
    socket.latest.say({
      type: 'log',
      data: logEntry('9', 2400, { message: 'a \x1b[31mred\x1b[0m line' }),
      seq: 1,
      at: timeOf(2400),
    });
    await shows(/▸ TRI {2}okx/);
    await shows(/a {2}\[31mred \[0m line/);
  });

  test('says since when it is blind, and r connects again', async () => {
    let reachable = true;
    const { socket, clock, shows, type } = await open({ accepts: () => reachable });
    reachable = false;
    socket.latest.close(1006);
    await shows(/○ WAS RUNNING {3}PAPER {3}SIMULATED MARKET {2}3 exchanges {2,}ws ○ retry 1\/5 in 1 s$/m);
    await shows(/Opportunities \(last 5 min: 2, as of 12:00:02\)/);
    await clock.advance(60_000);
    await shows(/ws ○ lost, r reconnects$/m);
    await shows(/! Max reconnection attempts reached; r reconnects/);
    reachable = true;
    await type('r');
    await shows(/● RUNNING .* up .* ws ●/);
  });

  test('says why it shows nothing when the bot refuses the token', async () => {
    const refusal = { status: 401, body: { detail: 'Bad token' } };
    const { shows } = await open({ token: 'old', answers: { 'bot.status': refusal, 'opportunities.list': refusal } });
    await shows(/! not authorised: quit, then give a token with --token or TRIQUAD_TOKEN/);
    await shows(/ws ○ not connected$/m);
    await shows(/^─ Opportunities ─/m);
  });
});

describe('keys', () => {
  test('x shows legs and preview, and executes what is confirmed, on paper', async () => {
    const { api, type, shows } = await open();
    await type('x');
    await shows(/─ Execute Arbitrage Opportunity ─/);
    await shows(/1 {2}buy {2}BTC\/USDT {4}0\.02 @ 50,000 {2}fee 0\.10%/);
    await shows(/expected \+\$7\.90 \(0\.79%\) {2}fees \$3\.00 {2}slippage 0\.05%/);
    await shows(/thin book on kraken/);
    await shows(/▸\[ n Cancel ].*\[ y Execute \$1,000\.00 PAPER ]/);
    await type(tab, enter);
    await shows(/Order executed! Profit: 0\.80%/);
    expect(api.calls.filter(({ name }) => name === 'orders.execute').map(({ request }) => request.body)).toEqual([
      { opportunity_id: 'a', amount: 1000, dry_run: true },
    ]);
  });

  test('x on a bot without previews still says what would be done', async () => {
    const { type, shows } = await open({
      answers: { 'orders.preview': { status: 404, body: { detail: 'no preview' } } },
    });
    await type('x');
    await shows(/no preview/);
    await shows(/3 {2}sell ETH\/USDT {4}0\.4 @ 2,525/);
    await shows(/Execute \$1,000\.00 PAPER/);
  });

  test('live money names itself', async () => {
    const live = { ...status, mode: 'live' };
    const { api, type, shows } = await open({ answers: { 'bot.status': ok(live) } });
    await shows(/ LIVE /);
    await type(down, 'x');
    await shows(/Execute \$1,000\.00 LIVE/);
    await type('y');
    await shows(/Order executed!/);
    expect(api.calls.filter(({ name }) => name === 'orders.execute').map(({ request }) => request.body)).toEqual([
      { opportunity_id: 'b', amount: 1000, dry_run: false },
    ]);
  });

  test('s stops after asking, and the answer is seen', async () => {
    const { api, clock, type, shows } = await open();
    await type('s');
    await shows(/─ Stop the bot\? ─[\s\S]*All pending orders will be cancelled\./);
    expect(api.count('bot.stop')).toBe(0);
    api.answer('bot.status', ok({ ...status, is_running: false, bot_status: 'stopped' }));
    await type('y');
    await shows(/─ ● Bot stopped/);
    await clock.advance(2000);
    await shows(/○ STOPPED/);
    expect(api.count('bot.stop')).toBe(1);
  });

  test('keys that come at once are keys', async () => {
    const { api, type, shows } = await open();
    await type('s\t\r');
    await shows(/─ ● Bot stopped/);
    expect(api.count('bot.stop')).toBe(1);
  });

  test('what is pasted is text for the filter and no key', async () => {
    const { type, shows } = await open();
    await type('\x1b[200~sy\x1b[201~', '/', '\x1b[200~failed\x1b[201~');
    await shows(/Logs \[INFO\+] {2}\/failed_ [\s\S]*leg 2 failed/);
  });

  test('a refusal is seen', async () => {
    const { type, shows } = await open({
      answers: { 'bot.kill': { status: 403, body: { detail: 'Viewers only look.' } } },
    });
    await type('K', 'y');
    await shows(/─ ! Viewers only look\./);
  });

  test('the logs are filtered, paused and levelled', async () => {
    const { type, shows, socket } = await open();
    await type('/', 'leg', enter);
    await shows(/Logs \[INFO\+] {2}\/leg [\s\S]*leg 2 failed/);
    await type('\x1b');
    await shows(/INFO {2}engine {5}1/);
    await type('l', 'l');
    await shows(/Logs \[ERROR]/);
    await type('p');
    await shows(/PAUSED, 0 missed/);
    socket.latest.say({ type: 'log', data: logEntry('8', 2400), seq: 1, at: timeOf(2400) });
    await shows(/PAUSED, 1 missed/);
  });

  test('the help lists the keys', async () => {
    const { type, shows } = await open();
    await type('?');
    await shows(/─ Keys \(any key closes\) ─[\s\S]*K +kill switch \(asks\)/);
  });
});
