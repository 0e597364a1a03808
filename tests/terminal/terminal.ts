import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { test as anyTest, type TestAPI } from 'vitest';
import { program } from '../harness/bot.ts';
import { HANG_MS } from '../harness/hang.ts';
import { hasTmux } from './tmux.ts';

const lookEveryMs = 40;
// Keys that arrive sooner after a dialog opened, or after a resize, are discarded.
const readingMs = 320;
let started = 0;

/** Tests in a terminal. Without tmux they are not run, nor are the hooks of a file of such tests. */
export const test: TestAPI = hasTmux ? anyTest : (anyTest.skip as TestAPI);

/** The program in a terminal of its own. `using terminal = openTerminal(…)` closes it. */
export interface Terminal extends Disposable {
  /** The screen as lines of text. */
  screen(): string[];
  /** The screen with its escape sequences for colour. */
  coloured(): string;
  /** Types text, or presses keys by tmux's names for them (`Enter`, `Tab`, `Up`, `C-c`). */
  press(...keys: string[]): void;
  /** Presses one key after the time an operator needs to read the screen, and returns the next matching screen. */
  pressed(key: string, what: RegExp): Promise<string[]>;
  /** Another program writes to the terminal. */
  scribble(text: string): void;
  resize(columns: number, rows: number): void;
  /** The screen once it matches; fails with the screen in the message when it never does. */
  until(what: RegExp): Promise<string[]>;
  /** The process of the program. */
  pid(): number;
  /** Copies all further output of the program to this file. */
  record(file: string): void;
}

interface Options {
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: Record<string, string>;
  /** Where it runs, and saves files. */
  readonly folder?: string;
}

/** Runs `triquad …args`; when it has ended, the shell's line `ended with <code>` stands on the screen. */
export function openTerminal(args: readonly string[], options: Options = {}): Terminal {
  return open(
    `cd '${options.folder ?? '.'}'; echo before; ${commandLine(args, options.env)}; echo "ended with $?"; exec sleep 1000`,
    options,
  );
}

/** A shell with job control. */
export function openShell(options: Options = {}): Terminal {
  return open("exec env PS1='$ ' bash --norc --noprofile -i", options);
}

/** `triquad …args` as it is typed in a shell. */
export function commandLine(args: readonly string[], env: Record<string, string> = {}): string {
  const variables = { TERM: 'tmux-256color', LANG: 'C.UTF-8', LC_ALL: '', TZ: 'UTC', NO_COLOR: '', CI: '', ...env };
  return [
    'env',
    ...Object.entries(variables).map(([name, value]) => `${name}='${value}'`),
    `'${process.execPath}'`,
    `'${program}'`,
    ...args.map((word) => `'${word}'`),
  ].join(' ');
}

function open(line: string, { columns = 80, rows = 24 }: Options): Terminal {
  started += 1;
  const socket = `triquad-test-${process.pid}-${started}`;
  const tmux = (...words: string[]) =>
    execFileSync('tmux', ['-L', socket, '-f', '/dev/null', ...words], { encoding: 'utf8' });
  tmux('new-session', '-d', '-s', 't', '-x', String(columns), '-y', String(rows), line);
  const screen = () => tmux('capture-pane', '-p', '-t', 't').split('\n');
  const press = (...keys: string[]) => void tmux('send-keys', '-t', 't', ...keys);
  const until = async (what: RegExp) => {
    const deadline = performance.now() + HANG_MS;
    while (!what.test(screen().join('\n'))) {
      if (performance.now() > deadline) throw new Error(`the screen never showed ${what}:\n${screen().join('\n')}`);
      await delay(lookEveryMs);
    }
    return screen();
  };
  return {
    screen,
    coloured: () => tmux('capture-pane', '-p', '-e', '-t', 't'),
    press,
    pressed: async (key, what) => {
      await delay(readingMs);
      press(key);
      return until(what);
    },
    scribble: (text) => writeFileSync(tmux('display-message', '-p', '-t', 't', '#{pane_tty}').trim(), text),
    resize: (width, height) => void tmux('resize-window', '-t', 't', '-x', String(width), '-y', String(height)),
    until,
    pid: () => {
      const shell = tmux('display-message', '-p', '-t', 't', '#{pane_pid}').trim();
      return Number(execFileSync('pgrep', ['-P', shell], { encoding: 'utf8' }).trim());
    },
    record: (file) => void tmux('pipe-pane', '-t', 't', `cat > '${file}'`),
    [Symbol.dispose]: () => void tmux('kill-server'),
  };
}
