import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readColumns } from './read-quotes.ts';
import { quoteFiles, readManifest } from './recording-folder.ts';

/** A recording at hand; the moments of its first and last good row in UTC milliseconds. */
export type Recording = {
  readonly exchange: string;
  /** A table, or the folder of a recorder; the sample, which is invented, is known by its name. */
  readonly file: string;
  readonly from: number;
  readonly to: number;
  readonly rows: number;
  readonly bytes: number;
};

/** A file as it is named, and the exchange that it is of. */
export type RecordingFile = Pick<Recording, 'exchange' | 'file'>;

/** The recordings there are now; a file is read through once, and again only when it has changed. */
export type Recordings = { all(): Promise<readonly Recording[]> };

const named = /^([a-z][a-z0-9]*)-.*\.csv(\.gz)?$/;

type Extent = Omit<Recording, 'exchange' | 'file'>;
const nothing: Extent = { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY, rows: 0, bytes: 0 };

/**
 * Looks into a folder, which need not be there, for recordings: folders that a recorder made, and tables named after their exchange as
 * `kucoin-2026-01.csv.gz` is; and at further ones. What has no good row is none.
 */
export const createRecordings = (folder: string, further: readonly RecordingFile[]): Recordings => {
  const surveyed = new Map<string, { readonly stamp: string; readonly extent: Extent }>();
  const survey = async (path: string): Promise<Extent> => {
    const { mtimeMs, size } = await stat(path);
    const stamp = `${mtimeMs} ${size}`;
    const known = surveyed.get(path);
    if (known?.stamp === stamp) return known.extent;
    const extent = await extentOf(path, size);
    surveyed.set(path, { stamp, extent });
    return extent;
  };
  const look = async ({ exchange, file }: RecordingFile): Promise<Recording | null> => {
    const parts: Extent[] = [];
    for (const part of await filesOf(file)) parts.push(await survey(part).catch(() => nothing));
    const whole = parts.reduce(together, nothing);
    return whole.rows > 0 ? { exchange, file, ...whole } : null;
  };
  return {
    all: async () => {
      const names = await readdir(folder).catch((): string[] => []);
      const own = names.sort().flatMap((name) => {
        const file = join(folder, name);
        const exchange = exchangeOf(file);
        return exchange === undefined ? [] : [{ exchange, file }];
      });
      const isOwn = ({ file }: RecordingFile): boolean => own.some((one) => one.file === file);
      const recordings: Recording[] = [];
      for (const one of [...own, ...further.filter((other) => !isOwn(other))]) {
        const recording = await look(one);
        if (recording) recordings.push(recording);
      }
      return recordings;
    },
  };
};

/** The exchange whose quotes a recording has, by what its folder or the name of its table says. */
export const exchangeOf = (file: string): string | undefined => {
  const read = readManifest(file);
  return read.ok ? read.manifest.exchange : named.exec(basename(file))?.[1];
};

const filesOf = async (file: string): Promise<readonly string[]> => {
  const found = await stat(file).catch(() => null);
  if (found?.isFile()) return [file];
  return (await quoteFiles(file)).map((name) => join(file, name));
};

/** Times may go back from one session to the next. */
const extentOf = async (path: string, bytes: number): Promise<Extent> => {
  let { from, to, rows } = nothing;
  for await (const batch of readColumns(path, () => {})) {
    rows += batch.rows;
    for (let row = 0; row < batch.rows; row++) {
      const timeMs = batch.timeMs[row] as number;
      if (timeMs < from) from = timeMs;
      if (timeMs > to) to = timeMs;
    }
  }
  return { from, to, rows, bytes };
};

const together = (one: Extent, other: Extent): Extent => ({
  from: Math.min(one.from, other.from),
  to: Math.max(one.to, other.to),
  rows: one.rows + other.rows,
  bytes: one.bytes + other.bytes,
});

/** The name by which people know the recording. */
export const recordingName = (file: string): string => basename(file);
