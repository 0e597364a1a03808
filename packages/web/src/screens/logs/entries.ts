import { none } from '@triquad/core';
import type { LogEntry } from '@triquad/core/contract';

export const logLevels = ['ALL', 'DEBUG', 'INFO', 'WARNING', 'ERROR'] as const;

/** Entries of exactly this level (empty: all) with the text in message, source or metadata, in either case. */
export const filterLogs = (entries: readonly LogEntry[], level: string, search: string): readonly LogEntry[] => {
  const text = search.trim().toLowerCase();
  if (level === '' && text === '') return entries;
  return entries.filter(
    (entry) =>
      (level === '' || entry.level === level) &&
      (text === '' ||
        [entry.message, entry.source, metadataOf(entry)].some((part) => part.toLowerCase().includes(text))),
  );
};

const metadataOf = ({ metadata }: LogEntry): string =>
  Object.keys(metadata).length === 0 ? '' : JSON.stringify(metadata);

/** A line for each entry, its metadata as JSON at the end. */
export const toText = (entries: readonly LogEntry[]): string =>
  entries
    .map((entry) => {
      const { timestamp, level, source, message } = entry;
      return `${`${timestamp ?? none} ${level.padEnd(7)} [${source}] ${message} ${metadataOf(entry)}`.trimEnd()}\n`;
    })
    .join('');
