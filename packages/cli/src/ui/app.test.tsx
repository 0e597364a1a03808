import { logEntry, ok, timeOf } from '@triquad/core/testing';
import { describe, expect, test } from 'vitest';
import { openApp, status } from './open-app.tsx';

const enter = '\r';
const tab = '\t';
const down = '\x1b[B';

describe('keys', () => {
  test('x shows legs and preview, and executes what is confirmed, on paper', async () => {
    const { api, type, shows } = await openApp();
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
    const { type, shows } = await openApp({
      answers: { 'orders.preview': { status: 404, body: { detail: 'no preview' } } },
    });
    await type('x');
    await shows(/no preview/);
    await shows(/3 {2}sell ETH\/USDT {4}0\.4 @ 2,525/);
    await shows(/Execute \$1,000\.00 PAPER/);
  });

  test('live money names itself', async () => {
    const live = { ...status, mode: 'live' };
    const { api, type, shows } = await openApp({ answers: { 'bot.status': ok(live) } });
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
    const { api, clock, type, shows } = await openApp();
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
    const { api, type, shows } = await openApp();
    await type('s\t\r');
    await shows(/─ ● Bot stopped/);
    expect(api.count('bot.stop')).toBe(1);
  });

  test('what is pasted is text for the filter and no key', async () => {
    const { type, shows } = await openApp();
    await type('\x1b[200~sy\x1b[201~', '/', '\x1b[200~failed\x1b[201~');
    await shows(/Logs \[INFO\+] {2}\/failed_ [\s\S]*leg 2 failed/);
  });

  test('a refusal is seen', async () => {
    const { type, shows } = await openApp({
      answers: { 'bot.kill': { status: 403, body: { detail: 'Viewers only look.' } } },
    });
    await type('K', 'y');
    await shows(/─ ! Viewers only look\./);
  });

  test('the logs are filtered, paused and levelled', async () => {
    const { type, shows, socket } = await openApp();
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
    const { type, shows } = await openApp();
    await type('?');
    await shows(/─ Keys \(any key closes\) ─[\s\S]*K +kill switch \(asks\)/);
  });
});
