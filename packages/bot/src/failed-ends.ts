import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from './directory/whole-file.ts';
import { isoTime } from './model/moment.ts';

/** An end of the process by an error of its own, which nothing caught. */
export type FailedEnd = {
  /** In ms since 1970. */
  readonly at: number;
  /** The error in one line. */
  readonly error: string;
  /** A later start has notified of it. */
  readonly seen: boolean;
};

/** So many ends within this many ms keep the next start from running by itself. */
const most = 3;
const withinMs = 600_000;

/** `<dataDir>/failures.jsonl`: a line for each end, the last ones. */
export const failuresPath = (dataDir: string): string => join(dataDir, 'failures.jsonl');

/** One line of the file. A line that a power cut has torn does not spoil the next one, which begins with a line break. */
export const lineOf = ({ at, error, seen }: FailedEnd): string =>
  `\n${JSON.stringify({ at: isoTime(at), error, seen })}\n`;

/** Why a start after these ends must not run by itself, as a sentence; null where it may. Oldest first. */
export const heldBy = (ends: readonly FailedEnd[]): string | null => {
  const last = ends.slice(-most);
  const newest = last.at(-1);
  if (newest === undefined || newest.seen || last.length < most) return null;
  // The clock may have been set back in between.
  const times = last.map(({ at }) => at);
  if (Math.max(...times) - Math.min(...times) > withinMs) return null;
  return `the process ended by an error of its own three times within ten minutes, the last time by ${newest.error}`;
};

/** The ends that the file names, oldest first, and how many of its lines cannot be read. */
export const readFailedEnds = (
  dataDir: string,
): { readonly ends: readonly FailedEnd[]; readonly unreadable: number } => {
  const path = failuresPath(dataDir);
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
  const ends = lines.flatMap((line) => endIn(line) ?? []);
  return { ends, unreadable: lines.length - ends.length };
};

const endIn = (line: string): FailedEnd | null => {
  try {
    const { at, error, seen } = JSON.parse(line);
    const time = typeof at === 'string' ? Date.parse(at) : Number.NaN;
    return Number.isNaN(time) || typeof error !== 'string' ? null : { at: time, error, seen: seen === true };
  } catch {
    return null;
  }
};

/** Marks all ends so far as seen, and keeps those by which a later start may yet be held. @throws where the file cannot be written */
export const markSeen = (dataDir: string, ends: readonly FailedEnd[]): void => {
  const lines = ends.slice(1 - most).map((end) => lineOf({ ...end, seen: true }));
  writeWhole(failuresPath(dataDir), lines.join(''));
};
