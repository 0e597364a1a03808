import { readdirSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sealedFiles } from './sealed-file.ts';

/**
 * How much of the disk a data directory takes, in bytes: the journal's database, the sealed files beside it, the file that holds the
 * archive; `free` is what the disk has left.
 */
export interface Sizes {
  readonly journal: number;
  readonly sealed: { readonly facts: number; readonly bytes: number };
  readonly archive: number;
  readonly free: number;
}

/** Null where too little has been written to tell. */
export interface Growth {
  readonly bytes_per_day: number | null;
  /** Until the disk is full; infinite where nothing grows. */
  readonly days_left: number | null;
}

const MS_A_DAY = 86_400_000;
/** A shorter stretch says nothing about a day. */
const LEAST_MS = 600_000;
/** What was long ago says little about tomorrow. */
const WINDOW_DAYS = 7;
const MOST_SAMPLES = 24 * WINDOW_DAYS;
const SAMPLE_MS = MS_A_DAY / 24;

/** The databases with their logs; what is not there takes nothing. */
export function sizesOf(dataDir: string): Sizes {
  const { bavail, bsize } = statfsSync(dataDir);
  return {
    journal: bytesOf(dataDir, 'journal'),
    sealed: sealedIn(dataDir),
    archive: bytesOf(dataDir, 'server'),
    free: bavail * bsize,
  };
}

function sealedIn(dataDir: string): Sizes['sealed'] {
  const files = sealedFiles(readdirSync(dataDir));
  return {
    facts: files.reduce((sum, { first, last }) => sum + last - first + 1, 0),
    bytes: files.reduce((sum, { name }) => sum + sizeOf(join(dataDir, name)), 0),
  };
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

const bytesOf = (dataDir: string, name: string): number =>
  ['', '-wal'].reduce((sum, end) => sum + sizeOf(join(dataDir, `${name}.sqlite${end}`)), 0);

/**
 * `facts` are in the journal, `facts_per_day` come a day. Database and archive are taken to grow with the facts, and no fact to be sealed.
 * While their bounded parts (logs, decisions, opportunities, backtests) still fill, that is too much rather than too little.
 */
export function growthOf(
  { journal, sealed, archive, free }: Sizes,
  facts: number,
  facts_per_day: number | null,
): Growth {
  const inside = facts - sealed.facts;
  if (facts_per_day === null || inside <= 0) return { bytes_per_day: null, days_left: null };
  const bytes_per_day = (journal / inside + archive / facts) * facts_per_day;
  return { bytes_per_day, days_left: bytes_per_day === 0 ? Number.POSITIVE_INFINITY : free / bytes_per_day };
}

/** Counts the facts of a journal by their times, in UTC milliseconds; gives how many a day came in its last week, null at first. */
export function createFactCount() {
  const days = new Map<number, number>();
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  return {
    add: (at: number): void => {
      const day = Math.floor(at / MS_A_DAY);
      days.set(day, (days.get(day) ?? 0) + 1);
      first = Math.min(first, at);
      last = Math.max(last, at);
    },
    perDay: (): number | null => {
      const from = Math.max(first, (Math.floor(last / MS_A_DAY) - WINDOW_DAYS + 1) * MS_A_DAY);
      const since = Math.floor(from / MS_A_DAY);
      const facts = [...days].reduce((sum, [day, count]) => sum + (day >= since ? count : 0), 0);
      return last - from < LEAST_MS ? null : (facts * MS_A_DAY) / (last - from);
    },
  };
}

/** The same of a bot that runs: told how many facts there are, at moments in ms of a monotonic clock. */
export function createFactRate() {
  const samples: { readonly facts: number; readonly at: number }[] = [];
  return (facts: number, at: number): number | null => {
    const [oldest] = samples;
    if (at - (samples.at(-1)?.at ?? Number.NEGATIVE_INFINITY) >= SAMPLE_MS) samples.push({ facts, at });
    if (samples.length > MOST_SAMPLES) samples.shift();
    if (oldest === undefined || at - oldest.at < LEAST_MS) return null;
    return ((facts - oldest.facts) * MS_A_DAY) / (at - oldest.at);
  };
}
