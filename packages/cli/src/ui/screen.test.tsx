import { healthOf, logEntry, ok, opportunityRecord, timeOf } from '@triquad/core/testing';
import { describe, expect, test } from 'vitest';
import { openApp } from './open-app.tsx';

const column = (lines: readonly string[], from: number, to: number) =>
  lines.slice(from, to).map((line) => line.trimEnd());

describe('the screen', () => {
  test('at 80×24', async () => {
    const { lines } = await openApp();
    const frame = lines();
    expect(frame.length).toBe(24);
    expect(Math.max(...frame.map((line) => line.length))).toBe(80);
    expect(column(frame, 0, 7)).toEqual([
      ' ● RUNNING   PAPER   SIMULATED MARKET  up 02:14:11  confirmed 2 s ago      ws ●',
      '─ Opportunities (last 5 min: 2) ──────────────────────┬─ Performance ───────────',
      '▸ TRI  binance  USDT→BTC→ETH→USDT    +0.82%    $8.20 ●│ PnL       +$124.08   ▁▅█',
      '  QUAD kraken   USDT→SOL→BTC→ETH→U…  +1.61%    $8.20 ○│ Trades    47, 12 today',
      '                                                      │ Won       91.5%',
      '                                                      │ Filled    96.0%',
      '                                                      │ Drawdown  0.4%',
    ]);
    expect(column(frame, 12, 15)).toEqual([
      '─ Logs [INFO+] ───────────────────────────────────────┴─────────────────────────',
      '  12:00:00 INFO  engine     1',
      '  12:00:00 ERROR engine     leg 2 failed',
    ]);
    expect(frame[23]?.trimEnd()).toBe(' S stop…  X execute…  K kill…  / filter  l level  ? help  q quit');
  });

  test('has more columns where there is room', async () => {
    const { lines } = await openApp({}, 140, 40);
    expect(lines()[0]).toMatch(/^ triquad \d+\.\d+\.\d+ {2}● RUNNING/);
    expect(lines()[2]).toMatch(/▸ TRI {2}binance {2}USDT→BTC→ETH→USDT .* \$1,000\.00 +low +0s ●│ PnL/);
  });

  test('of a bot that speaks only the spec', async () => {
    const { api, type, shows, lines } = await openApp({
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
    expect(lines()[0]).toMatch(/● RUNNING {3}PAPER {3}up 00:01:03 {2}confirmed 2 s ago +ws ●/);
    expect(column(lines(), 1, 4)).toEqual([
      '─ Opportunities (last 5 min: 1) ──────────────────────┬─ Performance ───────────',
      '▸ PEN…          A→B→A                +1.50%        — ●│ PnL       +$6.00',
      '                                                      │ Trades    —, — today',
    ]);
    expect(api.count('logs.list') + api.count('scan')).toBe(0);
    await type('X', '\t', '\r');
    await shows(/Order executed!/);
    await type('K');
    await shows(/This bot has no kill switch of its own: it is stopped/);
    await type('\t', '\r');
    await shows(/─ ● Bot stopped/);
    expect(api.count('bot.stop') + api.count('bot.kill')).toBe(1);
  });

  const long = (message: string) => ({
    type: 'log',
    data: logEntry('9', 2400, { message }),
    seq: 1,
    at: timeOf(2400),
  });

  test('a long log message goes on in the next row', async () => {
    const { socket, lines, shows } = await openApp();
    socket.latest.say(long('one two three four five six seven eight nine ten eleven twelve'));
    await shows(/one two/);
    expect(lines().slice(15, 17)).toEqual([
      '  12:00:02 INFO  engine     one two three four five six seven eight nine ten',
      '                            eleven twelve',
    ]);
  });

  test('wide characters are broken by the columns they take', async () => {
    const { socket, lines, shows } = await openApp();
    socket.latest.say(long('交'.repeat(60)));
    await shows(/交/);
    expect(lines().slice(15, 18)).toEqual([
      `  12:00:02 INFO  engine     ${'交'.repeat(26)}`,
      `                            ${'交'.repeat(26)}`,
      `                            ${'交'.repeat(8)}`,
    ]);
  });

  test('scrolled back to the top, the first row of a long message is reached', async () => {
    const { socket, type, lines, shows } = await openApp();
    socket.latest.say(long(`first ${'word '.repeat(100)}last`));
    await shows(/last/);
    expect(lines().join('\n')).not.toContain('first');
    await type('\t', 'g');
    await shows(/rows back[\s\S]*first word/);
  });

  test('is plain ASCII where the terminal is', async () => {
    const { lines } = await openApp({}, 80, 24, { LANG: 'C' });
    expect(lines().join('')).toMatch(/^[ -~]*$/);
    expect(lines()[2]).toBe('> TRI  binance  USDT>BTC>ETH>USDT    +0.82%    $8.20 *| PnL       +$124.08   _=#');
  });

  test('shows what comes live', async () => {
    const { socket, shows } = await openApp();
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

  test('says since when it is disconnected, and r connects again', async () => {
    let reachable = true;
    const { socket, clock, shows, type } = await openApp({ accepts: () => reachable });
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
    const { shows } = await openApp({
      token: 'old',
      answers: { 'bot.status': refusal, 'opportunities.list': refusal },
    });
    await shows(/! not authorised: quit, then give a token with --token or TRIQUAD_TOKEN/);
    await shows(/ws ○ not connected$/m);
    await shows(/^─ Opportunities ─/m);
  });

  test('says above the keys which account differs, a halted one first', async () => {
    const row = { asset: 'BTC', booked: '1.5', found: '1.2', amount: '-0.3', value_usd: -9, found_at: timeOf(0) };
    const { lines } = await openApp(
      {
        answers: {
          health: healthOf('differences'),
          'accounts.differences': ok({
            data: [
              { ...row, id: 'a', exchange: 'okx', kind: 'deposit' },
              { ...row, id: 'b', exchange: 'kraken', kind: 'unexplained' },
            ],
          }),
        },
      },
      120,
    );
    expect(lines().join('\n')).toContain(
      '! kraken, halted: BTC booked 1.5, found 1.2, 1 more; "triquad differences" settles it',
    );
  });
});
