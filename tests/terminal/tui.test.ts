import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bot, startBot, temporaryFolder } from '../harness/bot.ts';
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
    const screen = await terminal.until(/RUNNING +PAPER +SIMULATED MARKET .*ws ● \d+ ms[\s\S]*\+\d+\.\d+%/);
    expect(screen[0]).toMatch(/^ ● RUNNING {3}PAPER {3}SIMULATED MARKET {2}up \d\d:\d\d:\d\d .* ws ● \d+ ms$/);
    expect(screen[1]).toMatch(/^─ Opportunities \(last 5 min: \d+\) ─+┬─ Performance ─+$/);
    expect(screen[12]).toMatch(/^─ Logs \[INFO\+] ─+┴─+$/);
    expect(screen[23]).toMatch(/^ S stop… {2}X execute… {2}K kill… .*q quit/);
  });

  test('fits the terminal when it grows and when it shrinks', async () => {
    using terminal = openTerminal(args());
    await terminal.until(/RUNNING/);
    terminal.resize(140, 40);
    const large = await terminal.until(/triquad \d+\.\d+\.\d+ .*binance.*ws ●/);
    expect(large[39]).toMatch(/^ S stop… .*K kill… .*q quit/);
    terminal.resize(40, 10);
    await terminal.until(/needs 60x18, has 40x10; q quits/);
    terminal.resize(80, 24);
    const small = await terminal.until(/─ Logs/);
    expect(small[23]).toMatch(/q quit/);
  });

  test('executes the confirmed opportunity on paper', async () => {
    using terminal = openTerminal(args());
    await terminal.until(/▸ (TRI|QUAD)/);
    await terminal.pressed('X', /Execute Arbitrage Opportunity[\s\S]*▸\[ Cancel ][\s\S]*Execute \$[\d,.]+ PAPER/);
    await terminal.pressed('Escape', /Logs \[INFO\+]/);
    await terminal.pressed('X', /▸\[ Cancel ]/);
    await terminal.pressed('Tab', /▸\[ Execute/);
    terminal.press('Enter');
    await terminal.until(/Order executed!|Execution failed|off: it has expired/);
  });

  test('stops and starts the bot, asking before each', async () => {
    using terminal = openTerminal(args());
    await terminal.until(/● RUNNING/);
    await terminal.pressed('S', /Stop the bot\?[\s\S]*pending orders will be cancelled/);
    await terminal.pressed('Enter', /Logs \[INFO\+]/);
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
    await terminal.pressed('q', /Logs \[INFO\+]/);
    expect((await bot.call('GET', '/bot/status')).body).toMatchObject({ is_running: true });
    terminal.scribble('FOREIGN TEXT');
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
    await terminal.until(/● RUNNING[\s\S]*Logs \[INFO\+]/);
    expect((await bot.call('GET', '/bot/status')).body).toMatchObject({ is_running: true });
    await terminal.pressed('q', /^\$ ?$/m);
  });

  test('filters the logs', async () => {
    using terminal = openTerminal(args());
    await terminal.until(/RUNNING/);
    await terminal.pressed('/', /\/_/);
    terminal.press('zzz');
    await terminal.until(/Logs \[INFO\+] {2}\/zzz_[\s\S]*Waiting for logs/);
    terminal.press('Escape');
    await terminal.until(/Logs \[INFO\+] ─/);
    terminal.press('l');
    await terminal.until(/Logs \[WARNING\+]/);
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
    await terminal.until(/ws ● \d+ ms[\s\S]*Opportunities \(last 5 min: \d+\)/);
    await bot.kill();
    await terminal.until(
      /WAS RUNNING.*ws ○ (retry|connecting)[\s\S]*Opportunities \(last 5 min: \d+, as of \d\d:\d\d:\d\d\)/,
    );
    bot = await bot.restart();
    terminal.press('r');
    await terminal.until(/ws ● \d+ ms/);
  });
});
