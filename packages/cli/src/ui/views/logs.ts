import type { LogEntry } from '@triquad/core/contract';
import { english } from '@triquad/core/texts';
import { isAtLeast } from '../../log-level.ts';
import { prose } from '../cells.ts';
import { momentText, timeText } from '../figures.ts';
import type { Cells } from '../table.ts';
import type { Meaning } from '../theme.ts';
import { fields, type Row, type View } from '../view.ts';

export const logs: View = {
  name: 'logs',
  key: '9',
  tab: 'log',
  title: 'Logs',
  question: 'What happened, in order?',
  watches: ['logs'],
  isTail: true,
  columns: [
    { name: 'time', title: 'Time', width: 8 },
    { name: 'level', title: 'Level', width: 5 },
    { name: 'source', title: 'Source', width: 10, gives: 1 },
    { name: 'text', title: 'What', width: 20, grows: true },
  ],
  narrows: 'source',
  rows: ({ state, screen: { level }, now }) =>
    state.logs.entries.filter((entry) => isAtLeast(level, entry.level)).map((entry) => rowOf(entry, now)),
  summary: ({ state: { logs: kept }, screen: { level, frozen } }) =>
    [
      level === 'ERROR' ? 'ERROR' : `${level} and up`,
      ...(frozen === null ? ['following'] : []),
      `${kept.entries.length} lines kept`,
    ].join(' · '),
  empty: () => 'Waiting for logs...',
  keys: [
    { key: 'v', does: 'level' },
    { key: 'p', does: 'pause' },
  ],
};

const levels: Record<string, { name: string; as: Meaning | undefined }> = {
  DEBUG: { name: 'DEBUG', as: 'quiet' },
  INFO: { name: 'INFO', as: undefined },
  WARNING: { name: 'WARN', as: 'warn' },
  ERROR: { name: 'ERROR', as: 'bad' },
};

function rowOf(entry: LogEntry, now: number): Row {
  const { name, as } = levels[entry.level] ?? { name: entry.level, as: undefined };
  const message = english.log(entry);
  const ids = Object.values(entry.metadata).filter((value) => typeof value === 'string');
  return {
    id: entry.id,
    cells: (): Cells => ({
      time: { text: timeText(entry.timestamp, now), as: 'quiet' },
      level: { text: name, as },
      source: { text: entry.source, as: 'quiet' },
      text: { text: message, as },
    }),
    panes: () => [
      {
        title: `${momentText(entry.timestamp)} ${entry.level} ${entry.source}`,
        lines: (width) => [
          ...prose(message, width, as),
          ...fields(Object.entries(entry.metadata).map(([field, value]) => [field, textOf(value)])),
        ],
      },
    ],
    related: ids,
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
