import { none } from '@triquad/core';
import type { LogEntry } from '@triquad/core/contract';

export const logLevels = ['ALL', 'DEBUG', 'INFO', 'WARNING', 'ERROR'] as const;

/** Entries of exactly this level (empty: all) whose message or source holds the text, in either case. */
export const filterLogs = (entries: readonly LogEntry[], level: string, search: string): readonly LogEntry[] => {
  const text = search.trim().toLowerCase();
  if (level === '' && text === '') return entries;
  return entries.filter(
    (entry) =>
      (level === '' || entry.level === level) &&
      (text === '' || entry.message.toLowerCase().includes(text) || entry.source.toLowerCase().includes(text)),
  );
};

/** A line for each entry, its metadata as JSON at the end. */
export const toText = (entries: readonly LogEntry[]): string =>
  entries
    .map(({ timestamp, level, source, message, metadata }) => {
      const extra = Object.keys(metadata).length === 0 ? '' : ` ${JSON.stringify(metadata)}`;
      return `${timestamp ?? none} ${level.padEnd(7)} [${source}] ${message}${extra}\n`;
    })
    .join('');
