import { healthOf, logEntry, ok, opportunityRecord, timeOf } from '@triquad/core/testing';
import { describe, expect, test } from 'vitest';
import { account } from './fixture.ts';
import { openApp, status } from './open-app.tsx';
import { views } from './views/views.ts';

const enter = '\r';
const tab = '\t';
const down = '\x1b[B';
const live = { answers: { 'bot.status': ok({ ...status, mode: 'live' }) } };
const askedAgain = views.overview.watches.map((resource) => ({ type: 'Refresh', resource }));
const executed = ({ calls }: { calls: readonly { name: string; request: { body?: unknown } }[] }) =>
  calls.filter(({ name }) => name === 'orders.execute').map(({ request }) => request.body);

describe('keys', () => {
  test('X shows legs and preview, and executes what is confirmed, on paper', async () => {
    const { api, type, shows } = await openApp();
    await type('X');
    await shows(/─ Execute ─+ PRACTICE MARKET {2}PAPER ─/);
    await shows(/1 {3}BTC\/USDT {4}buy +0\.02 +50,000 0\.1000 +0\.01998 BTC/);
    await shows(/Expected now +\+\$7\.90 +\+0\.790 % +fees and lots counted[\s\S]*fees \$3\.00 · slippage 0\.050 %/);
    await shows(/\[x] only if it still brings at least \[ 0\.50 ] %, else nothing is sent/);
    await shows(/ a amount {2}f floor/);
    await shows(/thin book on kraken/);
    await shows(/▸\[ Cancel ].*\[ Execute \$1,000\.00 PAPER ]/);
    await type(tab, enter);
    await shows(/Order executed! Profit: 0\.80%/);
    expect(executed(api)).toMatchObject([{ opportunity_id: 'a', amount: 1000, dry_run: true }]);
    await shows(/2 Opportunities/);
  });

  test('the amount and the floor are typed in the dialog, and what it shows is sent', async () => {
    const { api, type, shows } = await openApp({ answers: { health: healthOf('execute.guarded') } });
    await type('X', 'a', ...'2x');
    await shows(/Amount, USD +\[ 2x_ ] +digits only/);
    await type('\x7f', ...'50');
    await shows(/Amount, USD +\[ 250_ ] +Enter takes it, Esc leaves it/);
    const quoted = { opportunity_id: 'a', amount: 250, legs: [], expected_profit: 1.97, expected_profit_pct: 0.79 };
    api.answer('orders.preview', ok(quoted));
    await type(enter);
    await shows(/Expected now +\+\$1\.97/);
    await type('f', ...'0.7', enter);
    await shows(/at least \[ 0\.70 ] %[\s\S]*\[ Execute \$250\.00 PAPER ]/);
    await type(tab, enter);
    await shows(/Order executed!/);
    expect(executed(api)).toMatchObject([{ amount: 250, expected_profit: 1.97, min_profit_pct: 0.7 }]);
  });

  test('what it brings follows the market while the dialog is open, and Enter sends what is shown', async () => {
    const { api, clock, type, shows, lines } = await openApp({ answers: { health: healthOf('execute.guarded') } });
    await type('X');
    await shows(/Expected now +\+\$7\.90/);
    const quoted = { opportunity_id: 'a', amount: 1000, legs: [], expected_profit: 6.4, expected_profit_pct: 0.64 };
    api.answer('orders.preview', ok(quoted));
    await clock.advance(1_000);
    await shows(/Expected now +\+\$6\.40/);
    expect(lines().join('\n')).not.toContain('asking for');
    await type(tab, enter);
    await shows(/Order executed!/);
    expect(executed(api)).toMatchObject([{ amount: 1000, expected_profit: 6.4 }]);
  });

  test('notes without room are counted, and v shows all of them in place of the legs', async () => {
    const warnings = [
      'thin book on kraken',
      'leg 2 uses three levels',
      'one quote is old',
      'dust stays',
      'it is fading',
    ];
    const { type, shows } = await openApp({ answers: { 'orders.preview': ok({ amount: 1000, legs: [], warnings }) } });
    await type('X');
    await shows(/! thin book on kraken[\s\S]*3 more lines of notes: v shows all[\s\S]*Leg Market/);
    await type('v');
    await shows(
      /! dust stays[\s\S]*! it is fading[\s\S]*v shows the legs again(?![\s\S]*Leg Market)[\s\S]*\[ Cancel ]/,
    );
    await type('v');
    await shows(/3 more lines of notes/);
  });

  test('X on a bot without previews still says what would be done', async () => {
    const { type, shows } = await openApp({
      answers: { 'orders.preview': { status: 404, body: { detail: 'no preview' } } },
    });
    await type('X');
    await shows(/no preview/);
    await shows(/3 {3}ETH\/USDT {4}sell +0\.4 +2,525/);
    await shows(/Execute \$1,000\.00 PAPER/);
  });

  test('real money names itself and asks for the word', async () => {
    const { api, type, shows } = await openApp(live);
    await shows(/ LIVE /);
    await type('X');
    await shows(/Execute \$1,000\.00 LIVE/);
    await type(tab, enter);
    await shows(/Type LIVE and press Enter to execute \$1,000\.00 LIVE +> ____/);
    await type('L', 'I', 'V', enter);
    expect(executed(api)).toEqual([]);
    await type('E', enter);
    await shows(/Order executed!/);
    expect(executed(api)).toMatchObject([{ opportunity_id: 'a', amount: 1000, dry_run: false }]);
  });

  test('one that pays less than the floor by now is not executed, and says what it pays', async () => {
    const { api, type, shows } = await openApp();
    await type('X', tab);
    api.answer(
      'orders.preview',
      ok({ opportunity_id: 'a', amount: 1000, legs: [], expected_profit: 3, expected_profit_pct: 0.3 }),
    );
    await type(enter);
    await shows(/not executed: it pays 0\.30% now, less than 0\.50%/);
    await shows(/▸\[ Cancel ] +\[ Execute \$1,000\.00 PAPER ]/);
    expect(executed(api)).toEqual([]);
  });

  test('an opportunity that has expired is shown, and not executed', async () => {
    const { api, type, shows } = await openApp();
    await type(down, 'X', tab, enter);
    await shows(/─ Execute \(expired\) ─[\s\S]*▸\[ Execute \$1,000\.00 PAPER ] off: This opportunity has/);
    expect(executed(api)).toEqual([]);
  });

  test('nothing is executed while the mode is unknown', async () => {
    const { api, type, shows } = await openApp({ answers: { 'bot.status': ok({ ...status, mode: undefined }) } });
    await shows(/MODE \?/);
    await type('X');
    await shows(/^ ! The state of the bot is not known yet/m);
    expect(executed(api)).toEqual([]);
  });

  test('S stops after asking, and the answer is seen', async () => {
    const { api, clock, type, shows } = await openApp();
    await type('S');
    await shows(/─ Stop the bot\? ─[\s\S]*All pending orders will be cancelled\./);
    expect(api.count('bot.stop')).toBe(0);
    api.answer('bot.status', ok({ ...status, is_running: false, bot_status: 'stopped' }));
    await type(tab, enter);
    await shows(/^ ● Bot stopped/m);
    await clock.advance(2000);
    await shows(/○ STOPPED/);
    expect(api.count('bot.stop')).toBe(1);
  });

  test('S starts after asking, with the limits it starts with', async () => {
    const stopped = ok({ ...status, is_running: false, bot_status: 'stopped' });
    const { api, type, shows } = await openApp({ answers: { 'bot.status': stopped } });
    await type('S');
    await shows(/─ Start the bot\? ─[\s\S]*from 0\.50% profit on, \$1,000\.00 a route[\s\S]*\[ Start Bot PAPER ]/);
    expect(api.count('bot.start')).toBe(0);
    await type(tab, enter);
    expect(api.count('bot.start')).toBe(1);
  });

  test('keys that come at once do not answer the question that the first of them opened', async () => {
    const { api, receive, shows } = await openApp();
    await receive('S\t\r');
    await shows(/▸\[ Cancel ]/);
    expect(api.count('bot.stop')).toBe(0);
  });

  test('pasted text is text for the filter and never a key', async () => {
    const { type, receive, shows } = await openApp();
    await receive('\x1b[200~SK\x1b[201~');
    await type('9', '/');
    await receive('\x1b[200~failed\x1b[201~');
    await shows(/9 Logs {2}\/failed ─[\s\S]*leg 2 failed/);
  });

  test('a refusal is seen', async () => {
    const { type, shows } = await openApp({
      answers: { 'bot.kill': { status: 403, body: { detail: 'Viewers only look.' } } },
    });
    await type('K', tab, enter);
    await shows(/^ ! KILL SENT 12:00:\d\d, not confirmed; K again, Esc gives up: Viewers only look/m);
    await type('\x1b');
    await shows(/^(?![\s\S]*KILL SENT)/);
  });

  test('a kill that is not answered stays on the screen until it is confirmed', async () => {
    const { api, clock, type, shows } = await openApp({ answers: { 'bot.kill': { status: 503, body: {} } } });
    await type('K', tab, enter);
    await shows(/^ ! KILL SENT 12:00:\d\d, not confirmed.*; trying again, T gives up: /m);
    await clock.advance(6_000);
    await shows(/KILL SENT 12:00:\d\d, not confirmed \(\d tries\)/);
    api.answer('bot.kill', ok({ message: 'Killed' }));
    await clock.advance(10_000);
    await shows(/^(?![\s\S]*KILL SENT)/);
  });

  test('T gives up a kill after asking: it is not sent again', async () => {
    const { api, clock, type, shows } = await openApp({ answers: { 'bot.kill': { status: 503, body: {} } } });
    await type('K', tab, enter);
    await shows(/T gives up/);
    await type('T');
    await shows(/Give up the kill\?[\s\S]*it may still/);
    await type(tab, enter);
    await shows(/^(?![\s\S]*KILL SENT)/);
    const tries = api.count('bot.kill');
    await clock.advance(30_000);
    expect(api.count('bot.kill')).toBe(tries);
  });

  test('a stop that failed says why, until Escape', async () => {
    const { type, clock, shows } = await openApp({
      answers: { 'bot.stop': { status: 500, body: { detail: 'It broke.' } } },
    });
    await type('S', tab, enter);
    await clock.advance(20_000);
    await shows(/^ ! stop failed: /m);
    await type('\x1b');
    await shows(/^(?![\s\S]*stop failed)/);
  });

  test('a viewer is offered no action, and sees which role a key needs', async () => {
    const viewer = ok({ name: 'eve', role: 'viewer' });
    const { type, shows, lines, sent } = await openApp({
      token: 't',
      answers: { health: healthOf('auth.code', 'bot.kill', 'bot.mode'), 'auth.me': viewer },
    });
    await shows(/ viewer /);
    expect(lines()[22]).toMatch(/^ Enter detail {2}Tab pane {2}\/ find/);
    expect(lines()[23]?.trimEnd()).toMatch(/9 log {2}: go {2}\? help$/);
    await type('K', tab, enter);
    expect(sent).toEqual([]);
    await type('X');
    await shows(/^ ! Your role is viewer: this needs the role operator/m);
  });

  test('the logs are filtered, paused and levelled', async () => {
    const { type, shows, socket } = await openApp();
    await type('9', '/', 'leg', enter);
    await shows(/9 Logs {2}\/leg [\s\S]*leg 2 failed/);
    await type('\x1b');
    await shows(/INFO {2}engine {5}1/);
    await type('v', 'v');
    await shows(/9 Logs ─+ ERROR · following/);
    await type('p');
    await shows(/PAUSED, 0 missed/);
    socket.latest.say({ type: 'log', data: logEntry('8', 2400, { level: 'ERROR' }), seq: 1, at: timeOf(2400) });
    await shows(/PAUSED, 1 missed/);
  });

  test('p holds the panes, counts what comes meanwhile, and p shows it', async () => {
    const { api, clock, type, shows, lines, socket } = await openApp();
    await type('2', 'p');
    await shows(/2 Opportunities ─+ PAUSED, 0 missed · [\s\S]* p PAUSED 12:00:\d\d, resume/);
    const held = lines().slice(2, 22);
    const data = opportunityRecord('c', 2400, { exchange: 'okx', profit_pct: 2 });
    socket.latest.say({ type: 'opportunity', data, seq: 1, at: timeOf(2400) });
    api.answer('bot.status', ok({ ...status, is_running: false, bot_status: 'stopped' }));
    await clock.advance(20_000);
    await shows(/^ ○ STOPPED[\s\S]* PAUSED, 1 missed/);
    expect(lines().slice(3, 22)).toEqual(held.slice(1));
    await type('p');
    await shows(/^(?![\s\S]*PAUSED)[\s\S]*▌? +TRI {2}okx/);
  });

  test('a paused list still opens the life of its rows, and replay and q leave it paused no longer', async () => {
    const { type, shows } = await openApp();
    await type('2', 'p', '\r');
    await shows(/p PAUSED/);
    await type('q', '[');
    await shows(/◄ REPLAY/);
    await type('q');
    await shows(/^ ● RUNNING(?![\s\S]*PAUSED)/);
  });

  test('f shows one exchange alone, and says so', async () => {
    const { type, shows } = await openApp();
    await type('2', 'f', 'f');
    await shows(/2 Opportunities {2}exchange: kraken ─(?![\s\S]*binance)[\s\S]*QUAD kraken/);
    await type('f');
    await shows(/binance[\s\S]*kraken/);
  });

  test.each(['a-b(', '[', '\\'])('whatever is typed to find, %j, is found as it is', async (text) => {
    const { socket, type, shows } = await openApp();
    socket.latest.say({ type: 'log', data: logEntry('9', 2400, { message: `x ${text} y` }), seq: 1, at: timeOf(2400) });
    await type('9', '/', ...text, '\r');
    await shows(/▌.* x .* y/);
  });

  test('o shows the log lines that name the record, whatever its id', async () => {
    const { socket, type, shows } = await openApp();
    const data = opportunityRecord('c-1.x+', 2400, { exchange: 'okx', profit_pct: 2 });
    socket.latest.say({ type: 'opportunity', data, seq: 1, at: timeOf(2400) });
    const log = logEntry('9', 2400, { message: 'c-1.x+ was left alone' });
    socket.latest.say({ type: 'log', data: log, seq: 2, at: timeOf(2400) });
    await type('2', 'g', 'o');
    await shows(/─ 9 Logs[\s\S]*c-1\.x\+ was left alone/);
  });

  test('the help answers for the view', async () => {
    const { type, shows } = await openApp();
    await type('9', '?');
    await shows(
      /─ Help ─+ lines 1 to 19 of \d+ ─[\s\S]*This view: 9 Logs[\s\S]*What happened, in order\?[\s\S]*v +level/,
    );
    await type('G');
    await shows(/K T +kill, give up a kill/);
  });

  test('the help scrolls to its last line on a small terminal, and is searched', async () => {
    const { type, shows } = await openApp({}, 60, 18);
    await type('?');
    await shows(/lines 1 to 13 of \d+(?![\s\S]*Ctrl-L)/);
    await type('G');
    await shows(/lines \d+ to (\d+) of \1 [\s\S]*Ctrl-L/);
    await type('/', 's', 'p', 'e', 'e', 'd');
    await shows(/nothing matches[\s\S]*\/speed_ {2}Enter keeps it/);
    await type('\x7f', '\x7f', '\x7f', '\x7f', '\x7f', 'k', 'i', 'l', 'l', '\r');
    await shows(/─ Help {2}\/kill ─[\s\S]*K T +kill, give(?![\s\S]*Replay)/);
  });

  test('each view loads what it shows, and no longer once it is left', async () => {
    const feed = { exchange: 'kraken', state: 'down', markets: 214, markets_trusted: 0 };
    const answers = { health: healthOf('feeds'), 'feeds.list': ok({ data: [feed] }) };
    const { api, clock, type, shows } = await openApp({ answers });
    await type('8');
    await shows(/8 Feeds ─+ 0 of 1 live · 0 of 214 markets ─[\s\S]*▌kraken +✗ down/);
    await type('2');
    await clock.advance(60_000);
    const asked = api.count('feeds.list');
    await clock.advance(600_000);
    expect(api.count('feeds.list')).toBe(asked);
  });

  test('a bot that comes back over another data directory: its rows alone, nothing open, and a line says so', async () => {
    const over = (journal_id: string) => {
      const { status, body } = healthOf('bot.kill');
      return { status, body: { ...Object(body), journal_id } };
    };
    const { api, client, type, shows, lines } = await openApp({ answers: { health: over('A') } });
    await type('2', enter);
    await shows(/Opportunity ─[\s\S]*q back/);
    await type('p');
    api.answer('health', over('B'));
    api.answer('opportunities.list', ok({ data: [opportunityRecord('c', 2000, { exchange: 'okx' })] }));
    client.send({ type: 'Reconnect' });
    await shows(/The bot was restarted with another data directory/);
    await shows(/▌ +TRI +okx/);
    expect(lines().join('\n')).not.toMatch(/kraken|PAUSED/);
  });

  test('e saves the list in a file and says so', async () => {
    const { type, shows, files } = await openApp();
    await type('2', 'e');
    await shows(/^ ! saved triquad-opportunities-\d+T\d+Z\.csv/m);
    expect(files[0]?.content).toMatch(/^id,type,exchange,path,percent[^\n]*\na,TRI,binance,USDT→BTC→ETH→USDT,0\.82,/);
  });

  test('the palette finds a record and opens it', async () => {
    const { type, shows } = await openApp();
    await type(':', ...'kraken');
    await shows(/─ Go to, or do ─[\s\S]* : kraken_[\s\S]*▸ 2 +opportunity USDT→SOL→BTC→ETH→USDT/);
    await type(enter);
    await shows(/▌ +QUAD kraken[\s\S]*\[2]opp/);
  });
});

const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/?'];
const functionKeys = ['\x1bOP', '\x1b[15~', '\x1b[1;5A', '\x1b[1;3B', '\x1b[3;5~', '\x1b\r', '\x1b[13;5u', '\x1b[9;3u'];
// As bytes they are Tab, Enter and Backspace; Ctrl-C, Ctrl-L and Ctrl-Z have tests of their own.
const withoutByte = new Set([...'himjclz']);
const ctrl = letters.flatMap((letter) => {
  const kitty = `\x1b[${letter.charCodeAt(0)};5u`;
  const hasByte = /[a-z]/.test(letter) && !withoutByte.has(letter);
  return [
    ...(hasByte ? [String.fromCharCode(letter.charCodeAt(0) & 31)] : []),
    ...('clz'.includes(letter) ? [] : [kitty]),
  ];
});
const alt = letters.flatMap((letter) => [`\x1b${letter}`, `\x1b[${letter.charCodeAt(0)};3u`]);

describe('chords that reach the program send no command', () => {
  test.each([
    ['Ctrl', ctrl],
    ['Alt', alt],
    ['function keys', functionKeys],
  ])('%s', async (_, chords) => {
    const { receive, sent, lines } = await openApp();
    const before = lines().slice(1);
    for (const chord of chords.filter((one) => one !== '\x1bO' && one !== '\x1b[')) await receive(chord);
    expect(sent).toEqual([]);
    expect(lines().slice(1)).toEqual(before);
  });

  test.each([
    ['Ctrl', ctrl],
    ['Alt', alt],
  ])('%s, while it asks whether to stop the bot', async (_, chords) => {
    const { type, receive, sent, shows } = await openApp();
    await type('S', tab);
    for (const chord of chords.filter((one) => one !== '\x1bO' && one !== '\x1b[')) await receive(chord);
    expect(sent).toEqual([]);
    await shows(/▸\[ Stop Bot ]/);
  });
});

test('c shows one source of the logs after the other', async () => {
  const { type, shows } = await openApp();
  await type('9', 'c');
  await shows(/9 Logs {2}source: client ─/);
  await type('c');
  await shows(/9 Logs {2}source: engine ─/);
});

describe('another bot', () => {
  test('@ lists the contexts by name, and Enter leaves for the one that is chosen', async () => {
    const { type, shows, left, isOpen } = await openApp({}, 80, 24, undefined, true, ['local', 'night', 'paper']);
    await type('@');
    await shows(/─ Go to, or do ─[\s\S]*: context _[\s\S]*▸ @ +context local[\s\S]*context night[\s\S]*context paper/);
    await type(...'ni', enter);
    expect(await left).toEqual({ context: 'night' });
    expect(isOpen()).toBe(false);
  });
});

describe('a limit', () => {
  const limits = [{ name: 'position', scope: 'BTC', used: 20_558, limit: 25_000, unit: 'usd' }];
  const report = { state: 'active', since: null, reason: null, breakers: [], limits, stranded: [] };
  const own = { max_position: 25_000, max_daily_volume: 250_000 };
  const config = {
    id: 'c',
    version: 3,
    risk: { assets: { BTC: own }, cooldown_after_failure_seconds: 30, stop_loss_pct: 5 },
  };
  const answers = {
    health: healthOf('risk', 'config.write', 'bot.kill', 'bot.mode'),
    risk: ok(report),
    'config.current': ok(config),
  };

  test('is changed after asking, and what came of it is said', async () => {
    const changed = { ...config, version: 4 };
    const { api, type, shows } = await openApp({ answers: { ...answers, 'config.update': ok(changed) } });
    await type('6');
    await shows(/▌Position BTC[\s\S]* L change…/);
    await type('L', ...'30000');
    await shows(/\[ 30000_ ][\s\S]*\n Enter takes it {2}Esc cancels *\n/);
    await type(enter);
    await shows(
      /─ Change the limit Position BTC ─[\s\S]*It is \$25,000, of which \$20,558 is used\.[\s\S]*\[ 30000 ][\s\S]*69 % of it is used then\.[\s\S]*▸\[ Cancel ].*\[ Change to \$30,000 ]/,
    );
    expect(api.count('config.update')).toBe(0);
    await type(tab, enter);
    await shows(/Changed: it holds from now on/);
    const [call] = api.calls.filter(({ name }) => name === 'config.update');
    expect(call?.request).toMatchObject({
      path: { id: 'c' },
      body: { version: 3, risk: { assets: { BTC: { ...own, max_position: 30_000 } } } },
    });
    await type(enter);
    await shows(/^(?![\s\S]*Change the limit)/);
  });

  test('that is a bound is changed the same way', async () => {
    const risk = { ...config.risk, max_unwind_loss_pct: 1, max_profit_pct: 3 };
    const bounded = { ...answers, 'config.current': ok({ ...config, risk }) };
    const { api, type, shows } = await openApp({ answers: { ...bounded, 'config.update': ok({ ...config, risk }) } });
    await type('6', ...'j');
    await shows(/▌Loss of a way back +1\.00 %[\s\S]* L change…/);
    await type('L', ...'0.5', enter);
    await shows(/─ Change the limit Loss of a way back ─[\s\S]*It is 1\.00 %\. [\s\S]*It holds at once/);
    await type(tab, enter);
    await shows(/Changed: it holds from now on/);
    const [call] = api.calls.filter(({ name }) => name === 'config.update');
    expect(call?.request).toMatchObject({ body: { version: 3, risk: { ...risk, max_unwind_loss_pct: 0.5 } } });
  });

  test('that the bot refuses stays in its dialog with the reason', async () => {
    const refusal = { status: 409, body: { detail: 'Changed meanwhile.' } };
    const { type, shows } = await openApp({ answers: { ...answers, 'config.update': refusal } });
    await type('6', 'L', ...'1', enter);
    await shows(/it is full at once/);
    await type(tab, enter);
    await shows(/Not changed: Changed meanwhile\.[\s\S]*▸\[ Cancel ]/);
  });
});

describe('the terminal', () => {
  test('r asks for the view again while the connection holds, and what was missing appears', async () => {
    const { api, type, shows, sent } = await openApp({ answers: { 'wallets.balances': { status: 403, body: {} } } });
    await type('5');
    await shows(/Access forbidden; r retry/);
    const exchanges = [account('kraken', 182.4, { ETH: { free: 0.0612, total: 0.0612, value_usd: 182.4 } })];
    api.answer('wallets.balances', ok({ exchanges, total_usd: 182.4 }));
    await type('r');
    expect(sent).toEqual(views.balances.watches.map((resource) => ({ type: 'Refresh', resource })));
    await shows(/Balances asked for again/);
    await shows(/kraken +ETH/);
  });

  test('Ctrl-Z hands over to the shell, and keys before the next paint are discarded', async () => {
    const { receive, stops, sent, lines, written, clock } = await openApp();
    await receive('\x1a');
    expect(stops()).toBe(1);
    await receive('S');
    expect(lines().join('\n')).not.toContain('Stop the bot?');
    await expect.poll(() => written.at(-1)).toMatch(/\[2J.*RUNNING/s);
    await clock.advance(200);
    await receive('r');
    expect(sent).toEqual(askedAgain);
  });

  test('keys typed before the first paint, or before the paint of another size, are discarded', async () => {
    const { receive, resize, shows, sent, clock } = await openApp({}, 80, 24, { LANG: 'C.UTF-8' }, false);
    await receive('r');
    await clock.advance(200);
    await receive('r');
    expect(sent).toEqual(askedAgain);
    resize({ columns: 100 });
    await clock.advance(1);
    await receive('r');
    expect(sent).toHaveLength(askedAgain.length);
    await shows(/^.{100}$/m);
    await clock.advance(200);
    await receive('r');
    expect(sent).toEqual([...askedAgain, ...askedAgain]);
  });

  test('a slow line gets the newest state once it has drained, and nothing before', async () => {
    const { slow, written, type, clock, lines } = await openApp();
    slow(true);
    await type('2');
    const before = written.length;
    await type('3', '4', '5');
    await clock.advance(5_000);
    expect(written).toHaveLength(before);
    slow(false);
    await clock.advance(200);
    expect(written).toHaveLength(before + 1);
    expect(lines()[2]).toMatch(/^─ 5 Balances ─/);
  });

  test('is painted ten times a second at most, however fast keys come', async () => {
    const { receive, written, clock } = await openApp();
    const before = written.length;
    for (let at = 0; at < 100; at += 1) {
      receive(String(1 + (at % 9)));
      await clock.advance(10);
    }
    expect(written.length - before).toBeLessThanOrEqual(11);
    expect(written.length - before).toBeGreaterThan(5);
  });

  test.each([
    ['q', 0],
    ['\x03', 130],
  ])('%j gives it back, and leaves no timer', async (key, code) => {
    const { receive, isOpen, left, client, clock } = await openApp();
    // The second waits for its paint.
    for (const moved of ['j', 'k']) {
      receive(moved);
      await clock.advance(1);
    }
    receive(key);
    expect(await left).toBe(code);
    expect(isOpen()).toBe(false);
    client.stop();
    expect(clock.waiting).toBe(0);
  });

  test('keys that come with Ctrl-C do nothing more', async () => {
    const { receive, left, sent, stops } = await openApp();
    receive('r\x03r\x1a');
    expect(await left).toBe(130);
    expect([sent.length, stops()]).toEqual([askedAgain.length, 0]);
  });

  test('Ink writes nothing into what is painted', async () => {
    const { type, written } = await openApp();
    const before = written.length;
    await type('2', 'X', '\x1b', '/', 'b');
    expect(written.length).toBeGreaterThan(before + 3);
    for (const bytes of written.slice(before)) expect(bytes).toMatch(/^.\[\?2026h.*.\[\?2026l$/s);
  });

  test('it is left when it goes away', async () => {
    const { hangUp, left, isOpen } = await openApp();
    hangUp();
    expect(await left).toBe(130);
    expect(isOpen()).toBe(false);
  });

  test('a failure gives it back and says what failed', async () => {
    const { type, isOpen, left, fail } = await openApp();
    const failed = expect(left).rejects.toThrow('no room');
    fail(new Error('no room'));
    await type('2');
    await failed;
    expect(isOpen()).toBe(false);
  });
});

test('an execution that failed, was unwound or left something is not said to be executed', async () => {
  const ended = (id: string, code: string, profit: number) =>
    opportunityRecord(id, 2000, { is_valid: false, outcome: { outcome: 'executed', code, profit } });
  const data = [
    ended('a', 'failed', 0),
    ended('b', 'unwound', -4.18),
    ended('c', 'stranded', -1),
    ended('d', 'completed', 2),
  ];
  const { type, shows } = await openApp({ answers: { 'opportunities.list': ok({ data }) } });
  await type('2');
  for (const text of [/ failed 0\.00/, / unwound −4\.18/, / residual −1\.00/, / executed \+2\.00/]) await shows(text);
});
