import { columnsOf } from '../text-width.ts';
import { type Input, keyReader } from './keyboard.ts';
import type { Size } from './layout.ts';
import type { Terminal, TerminalListener } from './terminal.ts';

const esc = '\x1b';
const bell = '\x07';
const part = new RegExp(`${esc}\\[(\\??)([\\d;]*)([A-Za-z])|${esc}\\][^${bell}]*${bell}|([^${esc}])`, 'gsu');
/** Stands right of a wide character. */
const covered = '';

/** What a terminal shows of the bytes that it gets. It knows no more than the screen may use: a byte that it does not know fails. */
export function createTestTerminal(size: Size) {
  let now = size;
  let cells: string[][] = [];
  let at = { row: 0, column: 0 };
  let listener: TerminalListener | null = null;
  let isSlow = false;
  let failure: Error | null = null;
  const keys = keyReader();
  const written: string[] = [];
  const sequence = (isPrivate: boolean, numbers: readonly number[], final: string) => {
    if (isPrivate || final === 'm') return;
    const [first = 1, second = 1] = numbers;
    if (final === 'H') at = { row: first - 1, column: second - 1 };
    else if (final === 'J') cells = [];
    else if (final === 'K') cells[at.row]?.splice(at.column);
    else throw new Error(`the terminal got ${final}`);
  };
  const put = (character: string) => {
    const width = columnsOf(character);
    cells[at.row] ??= [];
    const row = cells[at.row] ?? [];
    while (row.length < at.column) row.push(' ');
    if (width === 0) row[at.column - 1] += character;
    else row.splice(at.column, width, character, ...Array<string>(width - 1).fill(covered));
    at.column += width;
    if (at.column > now.columns || at.row >= now.rows)
      throw new Error(`written outside of the screen: ${row.join('')}`);
  };
  const terminal: Terminal = {
    size: () => now,
    open: (given) => {
      listener = given;
    },
    close: () => {
      listener = null;
    },
    write: (bytes) => {
      if (failure !== null) throw failure;
      written.push(bytes);
      for (const [, isPrivate, numbers = '', final, character] of bytes.matchAll(part)) {
        if (character !== undefined) put(character);
        else if (final !== undefined) sequence(isPrivate === '?', numbers.split(';').map(Number), final);
      }
      return !isSlow;
    },
  };
  const give = (inputs: readonly Input[]) => listener?.input(inputs);
  return {
    terminal,
    /** What was written, a text for each write. */
    written,
    isOpen: () => listener !== null,
    /** Without the spaces at their ends. */
    lines: () => Array.from({ length: now.rows }, (_, row) => (cells[row] ?? []).join('').trimEnd()),
    /** Bytes from the keyboard, all at once; an Escape at their end is the key. */
    receive: (bytes: string) => {
      give(keys.read(bytes));
      if (keys.isWaiting) give(keys.rest());
    },
    resize: (next: Partial<Size>) => {
      now = { ...now, ...next };
      listener?.resized();
    },
    /** The line takes no more until it is quick again. */
    slow: (slow: boolean) => {
      isSlow = slow;
      if (!slow) listener?.drained();
    },
    /** What is written from now on fails so. */
    fail: (error: Error) => {
      failure = error;
    },
    hangUp: () => listener?.gone(),
  };
}
