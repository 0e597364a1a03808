import type { LogEntry } from '@triquad/core/contract';
import { printable } from '../output.ts';
import { columnsOf } from '../text-width.ts';
import { wrapped } from '../wrapped.ts';

/** Columns of the pane before the message. */
export const logWidths = { time: 11, level: 6, source: 11 };
const before = logWidths.time + logWidths.level + logWidths.source;

/** One row of the log pane: the first one of an entry, or the rest of a message that is longer than a row. */
export interface LogRow {
  readonly entry: LogEntry;
  readonly text: string;
  readonly isFirst: boolean;
}

/** The entries in rows of a pane of `columns`, in their order. */
export function logRows(entries: readonly LogEntry[], columns: number): LogRow[] {
  const room = Math.max(2, columns - before);
  return entries.flatMap((entry) => {
    const message = printable(entry.message);
    const texts = columnsOf(message) <= room ? [message] : wrapped(message, room);
    return texts.map((text, at) => ({ entry, text, isFirst: at === 0 }));
  });
}
