import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { temporaryFolder, triquad } from '../harness/bot.ts';
import { startTimedBot, type TimedBot } from '../harness/timed-bot.ts';
import { leaveResidual } from './residual.ts';
import { commandLine, openShell, openTerminal, type Terminal, test } from './terminal.ts';

describe('the terminal UI', () => {
  let bot: TimedBot;

  beforeAll(async () => {
    const risk = { assets: {}, cooldown_after_failure_seconds: 1, stop_loss_pct: 50 };
    bot = await startTimedBot({ seed: 7, autostart: true, config: { min_profit_threshold: 0.1, risk } });
    const trades = () => bot.call('GET', '/orders/history?limit=100');
    const isTriangle = ({ type, status }: { type: string; status: string }) => type === 'TRI' && status === 'completed';
    await bot.until(trades, ({ body }) => (body as { data: { type: string; status: string }[] }).data.some(isTriangle));
  });

  afterAll(() => bot[Symbol.asyncDispose]());

  const args = () => ['tui', '--data-dir', bot.dataDir];

  test('shows the bot live at 80×24, and nothing is wider or higher than the terminal', async () => {
    using terminal = openTerminal(args());
    const screen = await terminal.until(/RUNNING +PAPER +PRACTICE .*ws ● \d+ ms[\s\S]*▌.*\+\d+\.\d+/);
    expect(screen[0]).toMatch(/^ ● RUNNING .* PAPER {2}PRACTICE .* ws ● \d+ ms$/);
    expect(screen[2]).toMatch(/^─ 6 Risk ─.*┬─ Profit and loss ─+ invented money ─$/);
    expect(screen[10]).toMatch(/^─ 2 Opportunities ─+ \d+ cycles?, \d+ dislocations? · \d+ valid ─$/);
    expect(screen[22]).toMatch(/^ S stop… {2}X execute… {2}Enter detail/);
    expect(screen[23]).toBe('[1]over 2 opp 3 exec 4 ord 5 bal 6 risk 7 dec 8 feed 9 log  K kill  : go  ? help');
  });

  test.each([
    [80, 24],
    [200, 60],
  ])(
    'an operator finds, executes, follows, cancels, sells, stops, reconnects and replays at %i×%i',
    async (columns, rows) => {
      const folder = temporaryFolder();
      using terminal = openShell({ columns, rows });
      terminal.press(`cd '${folder}'; ${commandLine([...args(), '--record', 'session.jsonl'])}`, 'Enter');
      await terminal.until(/● RUNNING[\s\S]*▌.*\+\d+\.\d+/);
      await looksAtAllViews(terminal, rows);
      await findsAndFollows(terminal);
      await executes(terminal);
      await cancels(terminal, bot);
      await stops(terminal, bot);
      await sells(terminal, await leaveResidual(bot));
      await starts(terminal);
      await suspendsAndResumes(terminal, bot);
      await goesBack(terminal);
      await bot.restart(() => terminal.until(/WAS RUNNING.*ws ○ (retry|connecting)[\s\S]*╌ 3 Executions .*╌/));
      terminal.press('r');
      await terminal.until(/● RUNNING.*ws ● \d+ ms/);
      // The recording ends with a risk that is known.
      await terminal.pressed('6', risk);
      terminal.press(':', ...'quit');
      await terminal.pressed('Enter', /^\$ ?$/m);

      terminal.press(commandLine(['tui', '--replay', 'session.jsonl']), 'Enter');
      await terminal.until(/◄ REPLAY[\s\S]*◄ The past, a recording: fact \d+ of \d+/);
      // What the session has seen is in it.
      await looksAtAllViews(terminal, rows);
      await terminal.pressed('K', /this is the past: only a file is open/);
      await terminal.pressed('q', /^\$ ?$/m);
    },
  );

  test('fits the terminal when it grows and when it shrinks', async () => {
    using terminal = openTerminal(args());
    await terminal.until(/RUNNING/);
    terminal.resize(140, 40);
    const large = await terminal.until(/Depth \$[\s\S]*─ 9 Logs ─/);
    expect(large[39]).toMatch(/^\[1]overview .*\? help$/);
    terminal.resize(40, 10);
    await terminal.until(/RUNNING[\s\S]*K kill {2}q quit[\s\S]*needs 60x18, this is 40x10/);
    terminal.resize(80, 24);
    await terminal.until(/^\[1]over .*\? help$/m);
  });

  test('chords do nothing, Ctrl-L redraws over the output of other programs, and the logs are filtered', async () => {
    using terminal = openTerminal(args());
    await terminal.until(/● RUNNING/);
    terminal.press('C-s', 'C-k', 'C-x', 'C-y', 'M-s', 'M-S', 'M-K', 'M-X', 'C-Up', 'M-Enter');
    await terminal.pressed('?', /─ (Help|Keys)/);
    await terminal.pressed('q', /─ 3 Executions/);
    expect((await bot.call('GET', '/bot/status')).body).toMatchObject({ is_running: true });
    terminal.scribble('\rFOREIGN TEXT');
    await terminal.until(/FOREIGN TEXT/);
    terminal.press('C-l');
    await terminal.until(/^(?![\s\S]*FOREIGN)[\s\S]*● RUNNING/);
    await terminal.pressed('9', /─ 9 Logs ─/);
    terminal.press('/', 'zzz');
    await terminal.until(/─ 9 Logs {2}\/zzz ─[\s\S]*No row matches/);
    terminal.press('Escape');
    await terminal.until(/─ 9 Logs ─/);
    terminal.press('v');
    await terminal.until(/─ 9 Logs ─+ WARNING and up/);
  });

  test('@ goes to another bot, and back', async () => {
    const config = temporaryFolder();
    mkdirSync(join(config, 'triquad'));
    const contexts = { nowhere: { url: 'http://127.0.0.1:1' } };
    writeFileSync(join(config, 'triquad', 'contexts.json'), JSON.stringify({ current: null, contexts }));
    using terminal = openTerminal(args(), { env: { XDG_CONFIG_HOME: config } });
    await terminal.until(/● RUNNING[\s\S]*▌/);
    terminal.press('@');
    await terminal.until(/: context _[\s\S]*context local[\s\S]*context nowhere/);
    terminal.press(...'now');
    await terminal.until(/▸ @ +context nowhere/);
    terminal.press('Enter');
    await terminal.until(/○ UNKNOWN +MODE [?] +127[.]0[.]0[.]1:1 [\s\S]*! The bot cannot be reached/);
    await terminal.pressed('@', /context local/);
    terminal.press('Enter');
    await terminal.until(/● RUNNING[\s\S]*▌/);
    await terminal.pressed('q', /ended with 0/);
  });

  test('a file that is no recording, or none, is refused in one line', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'photo.jpg'), 'JFIF');
    using terminal = openTerminal(['tui', '--replay', 'photo.jpg'], { folder });
    await terminal.until(/^before\ntriquad: photo\.jpg: Not a recorded session[\s\S]*ended with 2$/m);
    using other = openTerminal(['tui', '--replay', 'nowhere'], { folder });
    await other.until(/^before\ntriquad: nowhere cannot be read: [\s\S]*ended with 2$/m);
  });

  test.each([
    ['q', 'q', 0],
    ['Ctrl-C', 'C-c', 130],
  ])('%s gives the terminal back as it was', async (_, key, code) => {
    using terminal = openTerminal(args());
    await terminal.until(/RUNNING/);
    const screen = await terminal.pressed(key, /ended with/);
    expect(screen.join('\n').trim()).toBe(`before\nended with ${code}`);
  });

  test('a signal restores the terminal', async () => {
    using terminal = openTerminal(args());
    await terminal.until(/RUNNING/);
    process.kill(terminal.pid(), 'SIGTERM');
    const screen = await terminal.until(/ended with/);
    expect(screen.filter((line) => line !== '')).toContain('ended with 143');
    expect(screen.join('\n')).not.toContain('RUNNING');
  });

  test('is plain ASCII without colour where the terminal has neither', async () => {
    using terminal = openTerminal(args(), { env: { LANG: 'C', NO_COLOR: '1' } });
    await terminal.until(/\* RUNNING.*ws \* \d+ ms/);
    expect(terminal.screen().join('')).toMatch(/^[ -~]*$/);
    expect(terminal.coloured()).not.toContain('\x1b[');
  });
});

const risk = /─ 6 Risk ─[\s\S]*░[\s\S]*when full:/;
const views = [
  ['2', /─ 2 Opportunities ─[\s\S]*Prof%[\s\S]*\+\d\.\d{3}/],
  ['3', /─ 3 Executions ─+ latest \d+: \d+ won/],
  ['4', /─ 4 Orders ─+ \d+ working · \d+ settled/],
  ['5', /─ 5 Balances ─+ equity \$[\d,]+\.\d\d[\s\S]*USDT/],
  ['6', risk],
  ['7', /─ 7 Decisions by reason ─+ \d+ in 60 min[\s\S]*%/],
  ['8', /─ 8 Feeds ─+ \d of \d live/],
  ['9', /─ 9 Logs ─+ INFO and up · following/],
  ['!', /─ ! Needs you/],
  ['a', /─ a Notifications ─/],
] as const;

async function looksAtAllViews(terminal: Terminal, rows: number): Promise<void> {
  await terminal.pressed('!', /─ ! Needs you/);
  for (const [key, what] of views) {
    terminal.press(key);
    const screen = await terminal.until(what);
    expect(screen.filter((line) => line !== '').length).toBeLessThanOrEqual(rows);
    expect(screen[rows - 1]).toMatch(/: go {2}\? help$/);
  }
}

async function findsAndFollows(terminal: Terminal): Promise<void> {
  terminal.press('3');
  await terminal.until(/─ 3 Executions ─+ latest \d+: \d+ won[\s\S]* TRI /);
  terminal.press('/', ...'TRI', 'Enter');
  await terminal.until(/─ 3 Executions {2}\/TRI ─[\s\S]*▌.* TRI /);
  terminal.press('Enter');
  await terminal.until(/q back/);
  terminal.press('o');
  await terminal.until(/─ 9 Logs {2}\/\S+[\s\S]*▌/);
  // The first leaves the filter.
  terminal.press('q', 'q');
  await terminal.until(/─ 3 Executions {2}\/TRI ─/);
}

/** An opportunity of a moment may be gone when it is sent; each end is said. */
async function executes(terminal: Terminal): Promise<void> {
  terminal.press('2');
  await terminal.until(/▌.*(TRI|QUAD)/);
  await terminal.pressed('X', /Execute[\s\S]*▸\[ Cancel ][\s\S]*Execute \$[\d,.]+ PAPER/);
  await terminal.pressed('Escape', /^(?![\s\S]*\[ Cancel ])/);
  await terminal.pressed('X', /▸\[ Cancel ]/);
  await terminal.pressed('Tab', /▸\[ Execute/);
  terminal.press('Enter');
  await terminal.until(/Order executed!|Execution failed|off: This opportunity has expired/);
  terminal.press('Escape');
  await terminal.until(/^(?![\s\S]*\[ Cancel ])/);
}

async function cancels(terminal: Terminal, bot: TimedBot): Promise<void> {
  const order = '--exchange binance --symbol BTC/USDT --side buy --quantity 0.001 --price 10000'.split(' ');
  expect(await triquad(['orders', 'place', ...order, '--yes', '--data-dir', bot.dataDir])).toMatchObject({ code: 0 });
  terminal.press('4', '/', ...'10,000.*working', 'Enter');
  await terminal.until(/▌.*BTC\/USDT .*working/);
  await terminal.pressed('C', /─ Cancel this order\? ─[\s\S]*▸\[ Cancel ]/);
  await terminal.pressed('Tab', /▸\[ Cancel Order ]/);
  terminal.press('Enter');
  await terminal.until(/No row matches/);
}

/** Enter presses what is marked, and that is Cancel until Tab. */
async function stops(terminal: Terminal, bot: TimedBot): Promise<void> {
  await terminal.pressed('S', /Stop the bot\?[\s\S]*pending orders will be cancelled/);
  await terminal.pressed('Enter', /^(?![\s\S]*Stop the bot)/);
  expect((await bot.call('GET', '/bot/status')).body).toMatchObject({ is_running: true });
  await terminal.pressed('S', /▸\[ Cancel ]/);
  await terminal.pressed('Tab', /▸\[ Stop Bot ]/);
  await terminal.pressed('Enter', /○ STOPPED/);
}

async function sells(terminal: Terminal, { asset, exchange }: { asset: string; exchange: string }): Promise<void> {
  terminal.press('5', '/', ...`${exchange}.*${asset} .*!`, 'Enter');
  await terminal.until(new RegExp(`▌${exchange} +${asset} .* ! `));
  await terminal.pressed('F', new RegExp(`─ Sell ${asset} on ${exchange}\\? ─[\\s\\S]*▸\\[ Cancel ]`));
  await terminal.pressed('Tab', new RegExp(`▸\\[ Sell [\\d,.]+ ${asset} PAPER ]`));
  terminal.press('Enter', '!');
  await terminal.until(new RegExp(`○ STOPPED(?![\\s\\S]*${asset} left on)`));
}

async function starts(terminal: Terminal): Promise<void> {
  await terminal.pressed('S', /Start the bot\?[\s\S]*Start Bot PAPER/);
  await terminal.pressed('Tab', /▸\[ Start Bot PAPER ]/);
  await terminal.pressed('Enter', /● RUNNING/);
}

/** Text that is typed meanwhile goes to the shell. */
async function suspendsAndResumes(terminal: Terminal, bot: TimedBot): Promise<void> {
  terminal.press('C-z');
  await terminal.until(/Stopped/);
  terminal.press('stty -a | grep -o "[-]*icanon"; echo SK', 'Enter');
  const shell = await terminal.until(/^icanon\nSK$/m);
  expect(shell.join('\n')).not.toContain('RUNNING');
  terminal.press('fg', 'Enter');
  await terminal.until(/● RUNNING/);
  expect((await bot.call('GET', '/bot/status')).body).toMatchObject({ is_running: true });
}

async function goesBack(terminal: Terminal): Promise<void> {
  await terminal.pressed('3', /─ 3 Executions/);
  terminal.press('[');
  await terminal.until(/◄ REPLAY[\s\S]*◄ The past, this session: fact \d+ of \d+ · 1×, paused/);
  await terminal.pressed('S', /this is the past: q returns to the bot/);
  terminal.press('{', 't', ...'00:00', 'Enter', '<', '<', 'Space');
  await terminal.until(/· 0\.25×, playing/);
  terminal.press('Space');
  await terminal.until(/· 0\.25×, paused/);
  await terminal.pressed('e', /saved triquad-session-\d+T\d+Z\.jsonl/);
  terminal.press('q');
  await terminal.until(/● RUNNING/);
}
