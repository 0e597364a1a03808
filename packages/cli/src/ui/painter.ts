import { columnsOf } from '../text-width.ts';
import type { Line, Span } from './cells.ts';
import type { Theme } from './theme.ts';

/** Knows what a terminal shows, and what to write so that it shows something else. */
export interface Painter {
  /** The bytes that change the screen to `lines`; empty where it shows them already. */
  change(lines: readonly Line[]): string;
  /** The screen may show anything: the next change writes all of it. */
  forget(): void;
}

// ECMA-48: cursor position, erase to the end of the line, erase all.
const goTo = (row: number, column: number) => `\x1b[${row + 1};${column + 1}H`;
const eraseLine = '\x1b[K';
const eraseAll = '\x1b[2J';
// Terminals that know mode 2026 show what stands between as one; the others ignore it.
// Without mode 7 a character that the terminal takes for wider than it is here is cut at the edge, and scrolls nothing.
const begin = '\x1b[?2026h\x1b[?7l';
const end = '\x1b[?7h\x1b[?2026l';

/** Each changed line is written from its first changed piece on. */
export function painter({ paint, spell }: Theme): Painter {
  let shown: readonly Line[] | null = null;
  return {
    change: (lines) => {
      const before = shown;
      shown = lines;
      const rows = lines.map((line, row) => {
        const old = before?.[row] ?? [];
        const same = commonSpans(old, line);
        if (same === line.length) return '';
        const column = line.slice(0, same).reduce((sum, { text }) => sum + columnsOf(text), 0);
        const rest = line.slice(same).map(({ text, as }) => paint(spell(text), as));
        return goTo(row, column) + eraseLine + rest.join('');
      });
      const bytes = (before === null ? eraseAll : '') + rows.join('');
      return bytes === '' ? '' : begin + bytes + end;
    },
    forget: () => {
      shown = null;
    },
  };
}

function commonSpans(old: readonly Span[], now: readonly Span[]): number {
  const differs = now.findIndex(({ text, as }, at) => old[at]?.text !== text || old[at]?.as !== as);
  return differs < 0 ? now.length : differs;
}
