import type { ReadStream, WriteStream } from 'node:tty';
import type { Clock } from '@triquad/core';
import { type Input, keyReader } from './keyboard.ts';
import type { Size } from './layout.ts';

export interface TerminalListener {
  input(inputs: readonly Input[]): void;
  resized(): void;
  /** What was written before has been taken; now more may be written. */
  drained(): void;
  /** There is no terminal any more. */
  gone(): void;
}

/** The terminal that the program runs in. */
export interface Terminal {
  size(): Size;
  /** Takes the whole screen and every key. */
  open(listener: TerminalListener): void;
  /** Gives the terminal back as it was. May be called again, and before `open`. */
  close(): void;
  /** False: the line is slow, and the rest should wait until it has drained. */
  write(bytes: string): boolean;
}

// Private modes of DEC and xterm: alternate screen, cursor, wrapping at the edge, marked pastes.
const enter = '\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?2004h';
const leave = '\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[?1049l';
/** Bytes of one key come together; an Escape with nothing after it for so long is the key. Milliseconds. */
const escapeMs = 25;
const usual: Size = { columns: 80, rows: 24 };
const deadly = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The terminal behind two streams of this process. It is given back on every exit, also by a signal. */
export function openableTerminal(stdin: ReadStream, stdout: WriteStream, clock: Clock): Terminal {
  let close = () => {};
  const open = (listener: TerminalListener) => {
    const keys = keyReader();
    let forgetEscape = () => {};
    const give = (inputs: readonly Input[]) => {
      if (inputs.length > 0) listener.input(inputs);
    };
    const take = (chunk: string) => {
      forgetEscape();
      give(keys.read(chunk));
      if (keys.isWaiting) forgetEscape = clock.schedule(escapeMs, () => give(keys.rest()));
    };
    const die = (signal: NodeJS.Signals) => {
      close();
      process.kill(process.pid, signal);
    };
    close = () => {
      close = () => {};
      forgetEscape();
      stdin.off('data', take).off('end', listener.gone).off('error', listener.gone);
      stdout.off('resize', listener.resized).off('drain', listener.drained);
      for (const signal of deadly) process.off(signal, die);
      process.off('exit', exit);
      stdin.setRawMode(false).pause();
      stdout.write(leave);
    };
    const exit = () => close();
    stdin.setEncoding('utf8').on('data', take).on('end', listener.gone).on('error', listener.gone);
    stdout.on('resize', listener.resized).on('drain', listener.drained);
    for (const signal of deadly) process.on(signal, die);
    process.on('exit', exit);
    stdout.write(enter);
    stdin.setRawMode(true).resume();
  };
  return {
    size: () => ({ columns: stdout.columns || usual.columns, rows: stdout.rows || usual.rows }),
    open,
    close: () => close(),
    write: (bytes) => stdout.write(bytes),
  };
}
