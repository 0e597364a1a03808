import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bot, startBot, temporaryFolder, triquad } from '../harness/bot.ts';
import { commandLine, hasTmux, openShell, openTerminal } from './terminal.ts';

describe.skipIf(!hasTmux)('the terminal UI', () => {
  let bot: Bot;

  beforeAll(async () => {
    const config = join(temporaryFolder(), 'config.json');
    writeFileSync(config, JSON.stringify({ min_profit_threshold: 0.1 }));
    bot = await startBot({ args: ['--seed', '7', '--speed', '5', '--autostart', '--config', config] });
  });

  afterAll(async () => {
    await bot?.[Symbol.asyncDispose]();
  });

  const args = () => ['tui', '--data-dir', bot.dataDir];

  test('shows the bot live at 80×24, and nothing is wider or higher than the terminal', async () => {
    using terminal = openTerminal(args());
    const screen = await terminal.until(/RUNNING +PAPER +SIMULATED .*ws ● \d+ ms[\s\S]*▌.*\+\d+\.\d+/);
    expect(screen[0]).toMatch(/^ ● RUNNING .* PAPER {2}SIMULATED .* ws ● \d+ ms$/);
    expect(screen[2]).toMatch(/^─ 6 Risk ─.*┬─ Profit and loss ─+ paper money ─$/);
    expect(screen[10]).toMatch(/^─ 2 Opportunities ─+ \d+ cycles, \d+ dislocations · \d+ valid ─$/);
    expect(screen[22]).toMatch(/^ S stop… {2}X execute… {2}Enter detail/);
    expect(screen[23]).toBe('[1]over 2 opp 3 exec 4 ord 5 bal 6 risk 7 dec 8 feed 9 log  K kill  : go  ? help');
  });

  const views = [
    ['2', /─ 2 Opportunities ─[\s\S]*Prof%[\s\S]*\+\d\.\d{3}/],
    ['3', /─ 3 Executions ─+ latest \d+: \d+ won/],
    ['4', /─ 4 Orders ─+ \d+ working · \d+ settled/],
    ['5', /─ 5 Balances ─+ equity \$[\d,]+\.\d\d[\s\S]*USDT/],
    ['6', /─ 6 Risk ─+ trading state \w+[\s\S]*░[\s\S]*when full:/],
    ['7', /─ 7 Decisions by reason ─+ \d+ in 60 min[\s\S]*%/],
    ['8', /─ 8 Feeds ─+ \d of \d live/],
    ['9', /─ 9 Logs ─+ INFO and up · following/],
    ['!', /─ ! Needs you/],
    ['a', /─ a Notifications ─/],
  ] as const;

  test.each([
    [80, 24],
    [200, 60],
  ])('every view answers at %i×%i, with a detail, and q leads back', async (columns, rows) => {
    using terminal = openTerminal(args(), { columns, rows });
    await terminal.until(/▌.*\+\d+\.\d+/);
    for (const [key, what] of views) {
      terminal.press(key);
      const screen = await terminal.until(what);
      expect(screen.filter((line) => line !== '').length).toBeLessThanOrEqual(rows);
      expect(screen[rows - 1]).toMatch(/: go {2}\? help$/);
    }
    terminal.press('6', 'Enter');
    await terminal.until(/when full:[\s\S]*q back/);
    terminal.press('q', 'q', 'q', 'q', 'q', 'q');
    await terminal.until(/\[\d]/);
    terminal.press('1');
    await terminal.until(/\[1]over/);
  });

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

  test('executes the confirmed opportunity on paper', async () => {
    using terminal = openTerminal(args());
    await terminal.until(/▌.*(TRI|QUAD)/);
    await terminal.pressed('X', /Execute Arbitrage Opportunity[\s\S]*▸\[ Cancel ][\s\S]*Execute \$[\d,.]+ PAPER/);
    await terminal.pressed('Escape', /─ 3 Executions/);
    await terminal.pressed('X', /▸\[ Cancel ]/);
    await terminal.pressed('Tab', /▸\[ Execute/);
    terminal.press('Enter');
    await terminal.until(/Order executed!|Execution failed|off: it has expired/);
  });

  test('stops and starts the bot, asking before each', async () => {
    using terminal = openTerminal(args());
    await terminal.until(/● RUNNING/);
    await terminal.pressed('S', /Stop the bot\?[\s\S]*pending orders will be cancelled/);
    await terminal.pressed('Enter', /─ 3 Executions/);
    expect((await bot.call('GET', '/bot/status')).body).toMatchObject({ is_running: true });
    await terminal.pressed('S', /▸\[ Cancel ]/);
    await terminal.pressed('Tab', /▸\[ Stop Bot ]/);
    await terminal.pressed('Enter', /○ STOPPED/);
    await terminal.pressed('S', /Start the bot\?[\s\S]*Start Bot PAPER/);
    await terminal.pressed('Tab', /▸\[ Start Bot PAPER ]/);
    await terminal.pressed('Enter', /● RUNNING/);
  });

  test('chords do nothing, and Ctrl-L redraws over the output of other programs', async () => {
    using terminal = openTerminal(args());
    await terminal.until(/● RUNNING/);
    terminal.press('C-s', 'C-k', 'C-x', 'C-y', 'M-s', 'M-S', 'M-K', 'M-X', 'C-Up', 'M-Enter');
    await terminal.pressed('?', /Keys \(any key closes\)/);
    await terminal.pressed('q', /─ 3 Executions/);
    expect((await bot.call('GET', '/bot/status')).body).toMatchObject({ is_running: true });
    terminal.scribble('\rFOREIGN TEXT');
    await terminal.until(/FOREIGN TEXT/);
    terminal.press('C-l');
    await terminal.until(/^(?![\s\S]*FOREIGN)[\s\S]*● RUNNING/);
  });

  test('Ctrl-Z returns to the shell, fg redraws, and text typed meanwhile goes to the shell', async () => {
    using terminal = openShell();
    terminal.press(commandLine(args()), 'Enter');
    await terminal.until(/● RUNNING/);
    terminal.press('C-z');
    await terminal.until(/Stopped/);
    terminal.press('stty -a | grep -o "[-]*icanon"; echo SK', 'Enter');
    const shell = await terminal.until(/^icanon\nSK$/m);
    expect(shell.join('\n')).not.toContain('RUNNING');
    terminal.press('fg', 'Enter');
    await terminal.until(/● RUNNING[\s\S]*─ 3 Executions/);
    expect((await bot.call('GET', '/bot/status')).body).toMatchObject({ is_running: true });
    await terminal.pressed('q', /^\$ ?$/m);
  });

  test('goes back through the session, saves it, and shows it again without a bot', async () => {
    const folder = temporaryFolder();
    using terminal = openTerminal(args(), { folder });
    await terminal.until(/● RUNNING[\s\S]*▌.*\+\d+\.\d+/);
    terminal.press('[');
    await terminal.until(/◄ REPLAY[\s\S]*◄ The past, this session: fact \d+ of \d+ · 1×, paused/);
    await terminal.pressed('S', /this is the past: q returns to the bot/);
    terminal.press('{', 't', ...'00:00', 'Enter', '<', '<', 'Space');
    await terminal.until(/· 0\.25×, playing/);
    terminal.press('Space');
    await terminal.until(/· 0\.25×, paused/);
    const screen = await terminal.pressed('e', /saved triquad-session-\d+T\d+Z\.jsonl/);
    const [file = ''] = /triquad-session-\d+T\d+Z\.jsonl/.exec(screen.join('\n')) ?? [];
    terminal.press('q');
    await terminal.until(/● RUNNING/);
    await terminal.pressed('q', /ended with 0/);

    using alone = openTerminal(['tui', '--replay', file], { folder, columns: 200, rows: 60 });
    await alone.until(/◄ REPLAY[\s\S]*◄ The past, a recording: fact \d+ of \d+/);
    // What the session has seen is in it: the views that load by themselves.
    for (const key of ['2', '3', '9', '!']) {
      await alone.pressed(key, views.find(([name]) => name === key)?.[1] ?? /no such view/);
    }
    await alone.pressed('K', /this is the past: only a file is open/);
    await alone.pressed('q', /ended with 0/);
  });

  test('a file that is no recording, or none, is refused in one line', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'photo.jpg'), 'JFIF');
    using terminal = openTerminal(['tui', '--replay', 'photo.jpg'], { folder });
    await terminal.until(/^before\ntriquad: photo\.jpg: Not a recorded session[\s\S]*ended with 2$/m);
    using other = openTerminal(['tui', '--replay', 'nowhere'], { folder });
    await other.until(/^before\ntriquad: nowhere cannot be read: [\s\S]*ended with 2$/m);
  });

  test('finds an execution, follows it through orders and logs, and comes back', async () => {
    using terminal = openTerminal(args(), { columns: 200, rows: 60 });
    await terminal.until(/RUNNING/);
    terminal.press('3');
    await terminal.until(/─ 3 Executions ─+ latest \d+: \d+ won/);
    terminal.press('/', ...'TRI', 'Enter');
    await terminal.until(/─ 3 Executions {2}\/TRI ─[\s\S]*▌.* TRI /);
    terminal.press('Enter');
    await terminal.until(/q back/);
    terminal.press('o');
    await terminal.until(/─ 9 Logs {2}\/\S+ ─/);
    terminal.press('q', 'q');
    await terminal.until(/─ 3 Executions/);
  });

  test('cancels a working order after asking', async () => {
    const order = '--exchange binance --symbol BTC/USDT --side buy --quantity 0.001 --price 10000'.split(' ');
    expect(await triquad(['orders', 'place', ...order, '--data-dir', bot.dataDir])).toMatchObject({ code: 0 });
    using terminal = openTerminal(args());
    await terminal.until(/RUNNING/);
    terminal.press('4');
    await terminal.until(/▌.*BTC\/USDT .*working/);
    await terminal.pressed('C', /─ Cancel this order\? ─[\s\S]*▸\[ Cancel ]/);
    await terminal.pressed('Tab', /▸\[ Cancel Order ]/);
    terminal.press('Enter');
    await terminal.until(/─ 4 Orders ─+ 0 working/);
  });

  test('filters the logs', async () => {
    using terminal = openTerminal(args());
    await terminal.until(/RUNNING/);
    terminal.press('9', '/');
    await terminal.until(/\/_/);
    terminal.press('zzz');
    await terminal.until(/─ 9 Logs {2}\/zzz ─[\s\S]*No row matches/);
    terminal.press('Escape');
    await terminal.until(/─ 9 Logs ─/);
    terminal.press('v');
    await terminal.until(/─ 9 Logs ─+ WARNING and up/);
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

  test('says since when it is disconnected, and recovers', async () => {
    using terminal = openTerminal(args());
    await terminal.until(/RUNNING.*ws ● \d+ ms[\s\S]*─ 2 Opportunities/);
    await bot.kill();
    await terminal.until(/WAS RUNNING.*ws ○ (retry|connecting)[\s\S]*╌ 2 Opportunities ╌/);
    bot = await bot.restart();
    terminal.press('r');
    await terminal.until(/ws ● \d+ ms/);
  });
});
