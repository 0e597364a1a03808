import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type PriceKind, type Provenance, paperProvenance } from '@triquad/core/contract';
import type { Range } from '@triquad/core/time';

import { kindOfRecording, quoteFiles, readManifest } from './recording-folder.ts';
import { exchangeInColumn } from './source/exchange-column.ts';
import { exchangeOfFile } from './source/exchange-names.ts';

import { joined, nothing, type Survey, surveyOf } from './survey.ts';

/** A recording at hand; `to`: the millisecond after its last good row. */
export type Recording = Range & {
  readonly exchange: string;
  readonly kind: PriceKind;
  /** A table, or the folder of a recorder; the sample, which is invented, is known by its name. */
  readonly file: string;
  readonly rows: number;
  readonly bytes: number;
  /** What was seen of it; absent where that is not known of the recording as a whole. */
  readonly surveyed?: Surveyed;
};

/** A survey holds as long as the stamp of the recording is the same. */
export type Surveyed = { readonly survey: Survey; readonly stamp: string };

/** A file as it is named, and the exchange that it is of. */
export type RecordingFile = Pick<Recording, 'exchange' | 'file'>;

/** The recordings there are now; a file is read through once, and again only when it has changed. */
export type Recordings = { all(): Promise<readonly Recording[]> };

const isTable = /\.(csv(\.(gz|zst))?|zip|parquet)$/;
const named = /^([a-z][a-z0-9]*)-.*\.csv(\.(gz|zst))?$/;

/**
 * Looks into a folder, which need not be there, for recordings: folders that a recorder made, and tables named after their exchange as
 * `kucoin-2026-01.csv.gz` is; and at further ones. What has no good row is none.
 */
export const createRecordings = (folder: string, further: readonly RecordingFile[]): Recordings => {
  const known = new Map<string, Surveyed>();
  const looked = new Map<string, { readonly stamp: string; readonly recording: Recording | null }>();
  const surveyPart = async (path: string, stamp: string): Promise<Survey> => {
    const before = known.get(path);
    if (before?.stamp === stamp) return before.survey;
    const survey = await surveyOf(path);
    known.set(path, { survey, stamp });
    return survey;
  };
  const look = async ({ exchange, file }: RecordingFile): Promise<Recording | null> => {
    const parts = await partsOf(file);
    const stamp = stampOf(parts);
    const before = looked.get(file);
    if (before?.stamp === stamp) return before.recording;
    let [whole, bytes, isOfWhole] = [nothing, 0, true];
    for (const { path, size, stamp } of parts) {
      const survey = await surveyPart(path, stamp);
      // Rows that two of its files have are of one of them, and an empty file may be of a recorder that was killed.
      isOfWhole &&= size > 0 && (survey.rows === 0 || survey.from >= whole.to);
      bytes += size;
      whole = joined(whole, survey);
    }
    const { from, rows } = whole;
    const to = Math.floor(whole.to) + 1;
    const surveyed = { survey: whole, stamp };
    const recording =
      rows > 0
        ? { exchange, kind: kindOfRecording(file), file, from, to, rows, bytes, ...(isOfWhole && { surveyed }) }
        : null;
    looked.set(file, { stamp, recording });
    return recording;
  };
  return {
    all: async () => {
      const names = await readdir(folder).catch((): string[] => []);
      const own = names.sort().flatMap((name) => {
        const file = join(folder, name);
        const exchange = isTable.test(name) || readManifest(file).ok ? exchangeOf(file) : undefined;
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

/** The exchange whose quotes a recording has, by what its folder, the column of its table or the name of it says. */
export const exchangeOf = (file: string): string | undefined => {
  const read = readManifest(file);
  if (read.ok) return read.manifest.exchange;
  return exchangeInColumn(file) ?? exchangeOfFile(file) ?? named.exec(basename(file))?.[1];
};

/** Source of the figures of a recording or table. */
export const provenanceOf = (file: string): Provenance =>
  paperProvenance(kindOfRecording(file), exchangeOf(file) ?? null, basename(file));

type Part = { readonly path: string; readonly size: number; readonly stamp: string };

/** The files of a recording that are there, in order of time. */
const partsOf = async (file: string): Promise<readonly Part[]> => {
  const isFolder = (await stat(file).catch(() => null))?.isDirectory() === true;
  const paths = isFolder ? (await quoteFiles(file)).map((name) => join(file, name)) : [file];
  const parts: Part[] = [];
  for (const path of paths) {
    const found = await stat(path).catch(() => null);
    if (found?.isFile()) parts.push({ path, size: found.size, stamp: `${found.mtimeMs} ${found.size}` });
  }
  return parts;
};

const stampOf = (parts: readonly Part[]): string =>
  parts.map(({ path, stamp }) => `${basename(path)} ${stamp}`).join(', ');

/** Whether the recording is as it was when it was surveyed. */
export const isAsSurveyed = async (file: string, { stamp }: Surveyed): Promise<boolean> =>
  stampOf(await partsOf(file)) === stamp;

/** The name by which people know the recording. */
export const recordingName = (file: string): string => basename(file);
