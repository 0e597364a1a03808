import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readKucoinCsv } from './kucoin-csv.ts';

/** A recording at hand; the moments of its first and last good row in UTC milliseconds. */
export type Recording = {
  readonly exchange: string;
  readonly file: string;
  readonly from: number;
  readonly to: number;
};

/** A file as it is named, and the exchange that it is of. */
export type RecordingFile = Pick<Recording, 'exchange' | 'file'>;

/** The recordings there are now; a file is read through once, and again only when it has changed. */
export type Recordings = { all(): Promise<readonly Recording[]> };

const named = /^([a-z][a-z0-9]*)-.*\.csv(\.gz)?$/;

/**
 * Looks into a folder, which need not be there, for files with the columns of the KuCoin CSV named after their exchange as
 * `kucoin-2026-01.csv.gz` is, and at further files. What has no good row is none.
 */
export const createRecordings = (folder: string, further: readonly RecordingFile[]): Recordings => {
  const surveyed = new Map<string, { readonly stamp: string; readonly recording: Recording | null }>();

  const look = async (one: RecordingFile): Promise<Recording | null> => {
    const found = await stat(one.file).catch(() => null);
    if (!found?.isFile()) return null;
    const stamp = `${found.mtimeMs} ${found.size}`;
    const known = surveyed.get(one.file);
    if (known?.stamp === stamp) return known.recording;
    const recording = await survey(one);
    surveyed.set(one.file, { stamp, recording });
    return recording;
  };

  return {
    all: async () => {
      const names = await readdir(folder).catch((): string[] => []);
      const own = names.sort().flatMap((name) => {
        const exchange = named.exec(name)?.[1];
        return exchange === undefined ? [] : [{ exchange, file: join(folder, name) }];
      });
      const recordings: Recording[] = [];
      for (const one of [...own, ...further]) {
        const recording = await look(one);
        if (recording) recordings.push(recording);
      }
      return recordings;
    },
  };
};

/** Times may go back from one session to the next. */
const survey = async ({ exchange, file }: RecordingFile): Promise<Recording | null> => {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for await (const quotes of readKucoinCsv(file, () => {})) {
    for (const { timeMs } of quotes) {
      if (timeMs < from) from = timeMs;
      if (timeMs > to) to = timeMs;
    }
  }
  return from <= to ? { exchange, file, from, to } : null;
};

/** The name by which people know the recording. */
export const recordingName = (file: string): string => basename(file);
