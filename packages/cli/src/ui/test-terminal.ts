import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import { columnsOf } from '../text-width.ts';
import type { Size } from './layout.ts';

const esc = '\x1b';
const bell = '\x07';
const part = new RegExp(`${esc}\\[(\\??)([\\d;]*)([A-Za-z])|${esc}\\][^${bell}]*${bell}|([^${esc}])`, 'gsu');
/** Only a paint begins with it. */
const noWrapping = `${esc}[?7l`;
/** Stands right of a wide character. */
const covered = '';
/** Private modes that a shell expects otherwise: alternate screen, marked pastes. */
const foreign = ['1049', '2004'];

class Output extends EventEmitter implements NodeJS.WritableStream {
  readonly writable = true;
  readonly isTTY = true;
  columns: number;
  rows: number;
  readonly #take: (bytes: string) => boolean;
  constructor({ columns, rows }: Size, take: (bytes: string) => boolean) {
    super();
    this.columns = columns;
    this.rows = rows;
    this.#take = take;
  }
  write(bytes: string | Uint8Array, ...more: readonly unknown[]): boolean {
    const isTaken = this.#take(String(bytes));
    const taken = more.at(-1);
    if (typeof taken === 'function') setImmediate(() => taken());
    return isTaken;
  }
  end(): this {
    return this;
  }
}

/** The streams of a terminal, and what it shows of the bytes that it gets. It knows no more than a screen may use: another sequence fails. */
export function createTestTerminal(size: Size) {
  let cells: string[][] = [];
  let at = { row: 0, column: 0 };
  let isRaw = false;
  let isSlow = false;
  let failure: Error | null = null;
  const modes = new Set(['25']);
  const written: string[] = [];
  const sequence = (isPrivate: boolean, numbers: readonly string[], final: string) => {
    if (final === 'm') return;
    if (isPrivate) {
      for (const mode of numbers) final === 'h' ? modes.add(mode) : modes.delete(mode);
      return;
    }
    const [first = 1, second = 1] = numbers.map((one) => Number(one || 1));
    if (final === 'H') at = { row: first - 1, column: second - 1 };
    else if (final === 'A') at.row = Math.max(0, at.row - first);
    else if (final === 'G') at.column = first - 1;
    else if (final === 'J') cells = [];
    else if (final === 'K') cells[at.row]?.splice(numbers[0] === '2' ? 0 : at.column);
    else throw new Error(`the terminal got ${final}`);
  };
  const feed = () => {
    at = { row: at.row + 1, column: 0 };
    if (at.row < output.rows) return;
    cells.shift();
    at.row = output.rows - 1;
  };
  const put = (character: string) => {
    const width = columnsOf(character);
    cells[at.row] ??= [];
    const row = cells[at.row] ?? [];
    while (row.length < at.column) row.push(' ');
    if (width === 0) row[at.column - 1] += character;
    else row.splice(at.column, width, character, ...Array<string>(width - 1).fill(covered));
    at.column += width;
    if (at.column > output.columns || at.row >= output.rows)
      throw new Error(`written outside of the screen: ${row.join('')}`);
  };
  const output = new Output(size, (bytes) => {
    if (failure !== null && bytes.includes(noWrapping)) throw failure;
    written.push(bytes);
    for (const [, isPrivate, numbers = '', final, character] of bytes.matchAll(part)) {
      if (character === '\n') feed();
      else if (character !== undefined) put(character);
      else if (final !== undefined) sequence(isPrivate === '?', numbers.split(';'), final);
    }
    return !isSlow;
  });
  const input = Object.assign(new Readable({ read: () => {} }), {
    isTTY: true,
    setRawMode: (raw: boolean) => {
      isRaw = raw;
    },
  });
  return {
    input,
    output,
    /** Written texts, one for each write. */
    written,
    /** It is not as a shell expects it. */
    isOpen: () => isRaw || !modes.has('25') || foreign.some((mode) => modes.has(mode)),
    /** Without the spaces at their ends. */
    lines: () => Array.from({ length: output.rows }, (_, row) => (cells[row] ?? []).join('').trimEnd()),
    /** Bytes from the keyboard, all at once; an Escape at their end is the key, as a terminal sends it that marks it as such. */
    receive: (bytes: string) => {
      input.push(bytes.endsWith(esc) ? `${bytes}[27u` : bytes);
      input.emit('readable');
    },
    resize: (next: Partial<Size>) => {
      Object.assign(output, next);
      output.emit('resize');
    },
    /** The line takes no more until it is quick again. */
    slow: (slow: boolean) => {
      isSlow = slow;
      if (!slow) output.emit('drain');
    },
    /** Makes later paints fail with this error. */
    fail: (error: Error) => {
      failure = error;
    },
    hangUp: () => input.push(null),
  };
}
