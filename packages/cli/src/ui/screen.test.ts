import { healthOf, logEntry, ok, opportunityRecord, timeOf } from '@triquad/core/testing';
import { describe, expect, test } from 'vitest';
import { openApp } from './open-app.tsx';

describe('the screen', () => {
  test('fills the terminal, and follows its size', async () => {
    const { lines, resize, shows } = await openApp();
    expect([lines().length, Math.max(...lines().map((line) => line.length))]).toEqual([24, 80]);
    resize({ columns: 140, rows: 40 });
    await shows(/^ ● RUNNING {2}up 02:14:\d\d .*bot-1:8787[\s\S]*Depth \$/);
    expect([lines().length, Math.max(...lines().map((line) => line.length))]).toEqual([40, 140]);
  });

  test('a bot of another version is named, the last of what needs the operator', async () => {
    const body = { ...(healthOf('risk').body as object), version: '0.9.1' };
    const { shows } = await openApp({ answers: { health: ok(body) } }, 140, 40);
    await shows(/^ ! the bot is version 0\.9\.1, this terminal 0\.1\.0: what one does not know is not shown *$/m);
    const spec = await openApp({ answers: { health: ok({ ...body, capabilities: [] }) } });
    await spec.shows(/^ ✓ nothing needs you *$/m);
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
    expect(lines()[0]).toMatch(/● RUNNING {2}up 00:01:03 {3}PAPER .*ws ●/);
    expect(lines().join('\n')).toMatch(/In all +\+\$6\.00[\s\S]*▌ {2}PEN…\s+A→B→A +\+1\.500 +— /);
    expect(api.count('logs.list') + api.count('scan') + api.count('risk') + api.count('feeds.list')).toBe(0);
    await type('X', '\t', '\r');
    await shows(/Order executed!/);
    await type('K');
    await shows(/This bot has no kill switch of its own: it is stopped/);
    await type('\t', '\r');
    await shows(/^ ● Bot stopped/m);
    expect(api.count('bot.stop') + api.count('bot.kill')).toBe(1);
  });

  const long = (message: string) => ({
    type: 'log',
    data: logEntry('9', 2400, { message }),
    seq: 1,
    at: timeOf(2400),
  });

  test('a long log message is cut in its row and whole below the list', async () => {
    const { socket, type, lines, shows } = await openApp();
    socket.latest.say(long(`first ${'word '.repeat(30)}last`));
    await type('9');
    await shows(/▌12:00:02 INFO {2}engine {5}first word[^\n]*…[\s\S]* last$/m);
    expect(lines()[16]).toMatch(/^─ 2026-01-31 12:00:02\.400 INFO engine ─/);
  });

  test('wide characters are cut by the columns they take', async () => {
    const { socket, type, lines, shows } = await openApp();
    socket.latest.say(long('交'.repeat(60)));
    await type('9');
    await shows(/交/);
    expect(lines().find((line) => line.startsWith('▌'))).toBe(`▌12:00:02 INFO  engine     ${'交'.repeat(26)}…`);
    expect(lines()[17]).toBe(` ${'交'.repeat(39)}`);
  });

  test('is plain ASCII where the terminal is', async () => {
    const { lines } = await openApp({}, 80, 24, { LANG: 'C' });
    expect(lines().join('')).toMatch(/^[ -~]*$/);
    expect(lines().join('\n')).toMatch(/^> {2}TRI {2}binance USDT>BTC>ETH>USDT/m);
  });

  test('shows what comes live', async () => {
    const { socket, type, shows } = await openApp();
    socket.latest.say({
      type: 'opportunity',
      data: opportunityRecord('c', 2400, { exchange: 'okx', profit_pct: 2 }),
      seq: 1,
      at: timeOf(2400),
    });
    socket.latest.say(long('a \x1b[31mred\x1b[0m line'));
    await shows(/▌ {2}TRI {2}okx/);
    await type('9');
    await shows(/a {2}\[31mred \[0m line/);
  });

  test('the marked row stays marked when a better one comes', async () => {
    const { socket, type, shows } = await openApp();
    await type('j', 'k');
    await shows(/▌ {2}TRI {2}binance/);
    const data = opportunityRecord('c', 2400, { exchange: 'okx', profit_pct: 2 });
    socket.latest.say({ type: 'opportunity', data, seq: 1, at: timeOf(2400) });
    await shows(/^ {3}TRI {2}okx[\s\S]*▌ {2}TRI {2}binance/m);
  });

  test('says since when it is disconnected, and r connects again', async () => {
    let reachable = true;
    const { socket, clock, shows, type } = await openApp({ accepts: () => reachable });
    reachable = false;
    socket.latest.close(1006);
    await shows(/○ WAS RUNNING {3}PAPER {2}PRACTICE .*ws ○ retry 1\/5 in 1 s$/m);
    await shows(/^╌ 2 Opportunities ╌/m);
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
    await shows(/^╌ 2 Opportunities ╌/m);
  });

  test('says what needs the operator, a halted account first', async () => {
    const row = { asset: 'BTC', booked: '1.5', found: '1.2', amount: '-0.3', value_usd: -9, found_at: timeOf(0) };
    const { lines, type, shows } = await openApp({
      answers: {
        health: healthOf('differences'),
        'accounts.differences': ok({
          data: [
            { ...row, id: 'a', exchange: 'okx', kind: 'deposit' },
            { ...row, id: 'b', exchange: 'kraken', kind: 'unexplained' },
          ],
        }),
      },
    });
    expect(lines()[1]?.trimEnd()).toBe(' ! 2 need you: kraken, halted: -0.3 BTC differs (−$9.00) · +1 more');
    await type('!');
    await shows(/▌12:00:00 .*kraken, halted: -0\.3 BTC differs \(−\$9\.00\) +triquad differences/);
  });
});
