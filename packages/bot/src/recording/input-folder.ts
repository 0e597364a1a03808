import { createReadStream, readFileSync } from 'node:fs';
import { readdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RecordBatch } from 'apache-arrow';
import { isoTime } from '../model/moment.ts';
import {
  createInputReader,
  type InputBatch,
  type InputRow,
  type InputTypes,
  inputsKey,
  inputsVersion,
} from './input-columns.ts';
import { arrow } from './quote-columns.ts';

const format = 'triquad-inputs';

/** What a session was: the bot that ran it, and what it ran on. */
export type SessionOf = {
  /** The version of triquad. */
  readonly program: string;
  /** As `--market` and its options had it, the seed included. */
  readonly market: unknown;
  /** Whose prices these were, for the journal. */
  readonly prices: unknown;
  readonly exchanges: readonly string[];
  /** The configuration in force when the engine was started; null without one. */
  readonly configuration: unknown;
};

/** What the folder of a session says of itself, in `manifest.json` beside its files. */
export type InputManifest = SessionOf & {
  readonly format: typeof format;
  readonly version: number;
  readonly started: string;
  /** Null while it goes on, and for good where the bot was killed. */
  readonly ended: string | null;
  /** Why it ended before the session did; null where it did not. */
  readonly reason: string | null;
  /** Those that were closed. */
  readonly files: readonly InputPart[];
};

export type InputPart = { readonly name: string; readonly rows: number; readonly bytes: number };

const manifestOf = (folder: string): string => join(folder, 'manifest.json');
const compact = (at: number): string => isoTime(at).replace(/[-:.]/g, '');

/** Of a session that began at that moment. */
export const sessionFolder = (at: number): string => `session-${compact(at)}`;
/** The file whose first row is not before that moment. */
export const inputsName = (at: number): string => `inputs-${compact(at)}.arrows`;

export const newInputManifest = (of: SessionOf, at: number): InputManifest => {
  return { format, version: inputsVersion, ...of, started: isoTime(at), ended: null, reason: null, files: [] };
};

/** Replaces the manifest as a whole. @throws where it cannot be written. */
export const writeInputManifest = async (folder: string, manifest: InputManifest): Promise<void> => {
  const draft = `${manifestOf(folder)}.new`;
  await writeFile(draft, JSON.stringify(manifest, null, 1), { mode: 0o600 });
  await rename(draft, manifestOf(folder));
};

/** A manifest, or why the folder is no session that can be processed again. */
export type ReadInputManifest =
  | { readonly ok: true; readonly manifest: InputManifest }
  | { readonly ok: false; readonly message: string };

/** Reads what a folder says of its session. Never throws. */
export const readInputManifest = (folder: string): ReadInputManifest => {
  const refuse = (message: string): ReadInputManifest => ({ ok: false, message: `${folder} ${message}` });
  let manifest: Partial<Omit<InputManifest, 'format'>> & { readonly format?: string };
  try {
    manifest = JSON.parse(readFileSync(manifestOf(folder), 'utf8'));
  } catch {
    return refuse('is no recording: it has no manifest.json that can be read');
  }
  if (manifest?.format === 'triquad-recording')
    return refuse('has quotes and no inputs: those are recorded with serve --record-inputs');
  if (manifest?.format !== format) return refuse('is no recording: its manifest.json is not one of a session');
  if (manifest.version !== inputsVersion)
    return refuse(`is of version ${manifest.version}, and this triquad reads version ${inputsVersion}`);
  const isWhole =
    typeof manifest.program === 'string' && Array.isArray(manifest.exchanges) && Array.isArray(manifest.files);
  return isWhole
    ? { ok: true, manifest: manifest as InputManifest }
    : refuse('is no recording: its manifest.json lacks a field');
};

/** Bytes of all files of a session; null where the folder is none. */
export const sizeOfSession = async (folder: string): Promise<number | null> => {
  if (!readInputManifest(folder).ok) return null;
  const sizes = await Promise.all((await inputFiles(folder)).map((name) => sizeOf(join(folder, name))));
  return sizes.reduce((sum, size) => sum + size, 0);
};

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

/** In order of time. */
const inputFiles = async (folder: string): Promise<readonly string[]> => {
  const names = await readdir(folder).catch((): string[] => []);
  return names.filter((name) => /^inputs-\w+\.arrows$/.test(name)).sort();
};

/** Why the rows end before the session did. */
export type CutRow = { readonly cut: string };

/** Streams all that was recorded of a session, in order, up to where it is cut off or damaged: the last row says so. Never throws. */
export async function* readInputs(
  folder: string,
  { files, ended, reason }: InputManifest,
): AsyncGenerator<InputRow | CutRow, void> {
  const reader = createInputReader();
  const names = await inputFiles(folder);
  for (const name of names) {
    // A file that was begun and has nothing yet.
    if ((await sizeOf(join(folder, name))) === 0) continue;
    let batches = 0;
    const source = createReadStream(join(folder, name), { highWaterMark: 1 << 20 });
    const cut = (why: string): CutRow => ({ cut: `${name}, after ${batches} whole batches: ${why}` });
    try {
      const { RecordBatchReader } = await arrow();
      const opened = await RecordBatchReader.from<InputTypes>(source);
      await opened.open();
      const found = opened.schema?.metadata.get(inputsKey);
      if (found === undefined) return yield cut('it is no file of inputs');
      if (found !== `${inputsVersion}`) return yield cut(`it is of version ${found}`);
      for await (const record of opened) {
        const batch = batchOf(record);
        const fault = reader.faultOf(batch);
        if (fault !== null) return yield cut(fault);
        yield* reader.rows(batch);
        batches++;
      }
    } catch (error) {
      const isDisk = error instanceof Error && 'syscall' in error;
      return yield cut(isDisk ? `it cannot be read: ${error.message}` : 'it ends within a batch');
    } finally {
      source.destroy();
    }
  }
  const lost = files.find(({ name }) => !names.includes(name));
  if (lost !== undefined) yield { cut: `${lost.name} is gone` };
  else if (ended === null) yield { cut: 'the recording was not ended: the bot was killed, or goes on writing' };
  else if (files.reduce((sum, { rows }) => sum + rows, 0) > reader.read())
    yield { cut: 'there are fewer rows than manifest.json says' };
  else if (reason !== null) yield { cut: reason };
}

/** The columns without what fills them up in the file. */
const batchOf = (record: RecordBatch<InputTypes>): InputBatch => {
  const [kind, at, elapsed, book, data] = record.data.children;
  const rows = record.numRows;
  const ends: Int32Array = data?.valueOffsets ?? new Int32Array();
  return {
    kind: kind?.values.subarray(0, rows),
    at: at?.values.subarray(0, rows),
    elapsed: elapsed?.values.subarray(0, rows),
    book: book?.values.subarray(0, rows),
    ends: ends.subarray(0, rows + 1),
    data: data?.values.subarray(0, ends[rows] ?? 0),
  };
};
