import { readFileSync } from 'node:fs';
import { readdir, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isInvented, type PriceKind, priceKind } from '@triquad/core/contract';
import type { Instrument } from '../model/instrument.ts';
import { version } from './quote-columns.ts';
import type { WrittenFile } from './quote-file.ts';
import { kindInColumn } from './source/exchange-column.ts';

const format = 'triquad-recording';

/** The name of the recording that is made of a market fitted to real ones. */
export const sampleName = 'sample';

/** What a recording says of itself, in `manifest.json` beside its files. */
export type Manifest = {
  readonly format: typeof format;
  readonly version: number;
  readonly exchange: string;
  /** What was recorded: the feed's source, or the form of the file that it was imported from. */
  readonly of: string;
  /** Source of its prices. A recording of a recording keeps the kind of the first one. */
  readonly kind: PriceKind;
  /** As records tell it; `ended` is null while it goes on, and for good where the recorder was killed. */
  readonly started: string;
  readonly ended: string | null;
  /** The rules and fees of its markets. */
  readonly instruments: readonly Instrument[];
  /** Those that were closed; one that is not listed was cut off. */
  readonly files: readonly WrittenPart[];
};

/** A file of quotes that was closed; `levels`: of the file of levels beside it, where there is one. */
export type WrittenPart = { readonly name: string; readonly levels?: WrittenFile } & WrittenFile;

/** A manifest, or why the folder is no recording that can be read. */
export type ReadManifest =
  | { readonly ok: true; readonly manifest: Manifest }
  | { readonly ok: false; readonly message: string };

const manifestOf = (folder: string): string => join(folder, 'manifest.json');

/** What was recorded of an exchange from a moment on, by the folder's name, which begins with the kind of prices that were invented. */
export const folderName = (exchange: string, at: number, kind: PriceKind): string =>
  `${isInvented(kind) ? `${kind}-` : ''}${exchange.replace(':', '.')}-${compact(at)}`;
/** The file whose first row is not before that moment. */
export const fileName = (at: number): string => `quotes-${compact(at)}.arrows`;
/** The file of levels beside a file of quotes. */
export const levelsName = (quotes: string): string => quotes.replace(/^quotes-/, 'levels-');
const compact = (at: number): string => new Date(at).toISOString().replace(/[-:.]/g, '');

/** The manifest of new recording. */
export const newManifest = (
  exchange: string,
  of: string,
  kind: PriceKind,
  started: string,
  instruments: readonly Instrument[],
): Manifest => ({ format, version, exchange, of, kind, started, ended: null, instruments, files: [] });

/** Replaces the manifest as a whole. @throws where it cannot be written. */
export const writeManifest = async (folder: string, manifest: Manifest): Promise<void> => {
  const draft = `${manifestOf(folder)}.new`;
  await writeFile(draft, JSON.stringify(manifest), { mode: 0o600 });
  await rename(draft, manifestOf(folder));
};

/** Reads what a folder says of itself. Never throws. */
export const readManifest = (folder: string): ReadManifest => {
  const refuse = (message: string): ReadManifest => ({ ok: false, message: `${folder} ${message}` });
  let text: string;
  try {
    text = readFileSync(manifestOf(folder), 'utf8');
  } catch {
    return refuse('is no recording: it has no manifest.json that can be read');
  }
  const manifest = parsed(text);
  if (manifest?.format !== format) return refuse('is no recording: its manifest.json is not one of a recording');
  if (manifest.version > version) {
    const versions = `version ${manifest.version}, and this triquad reads up to version ${version}`;
    return refuse(`is a recording of ${versions}: use a newer triquad`);
  }
  const isWhole =
    typeof manifest.exchange === 'string' && Array.isArray(manifest.instruments) && Array.isArray(manifest.files);
  return isWhole
    ? { ok: true, manifest: { ...manifest, kind: kindOf(manifest) } }
    : refuse('is no recording: its manifest.json lacks a field');
};

/**
 * Kind of a manifest that may be of an earlier version, which named only `of`. Neither the preset of an invented market nor the source of
 * a played recording stood there: both count as practice, so that no invented price passes for a true one.
 */
const kindOf = ({ kind, of }: { readonly kind?: unknown; readonly of?: unknown }): PriceKind => {
  return priceKind.options.find((one) => one === kind) ?? kindsBefore.get(of) ?? 'practice';
};
const kindsBefore: ReadonlyMap<unknown, PriceKind> = new Map([
  ['exchange', 'recorded'],
  ['import', 'imported'],
  ['bars', 'bars'],
  ['sample', 'sample'],
]);

/** Kind of the prices of a recording by its manifest, or of a table by its column; a table without one is an imported file. */
export const kindOfRecording = (file: string): PriceKind => {
  const read = readManifest(file);
  if (read.ok) return read.manifest.kind;
  return basename(file) === sampleName ? 'sample' : (kindInColumn(file) ?? 'imported');
};

/** Whether a recorder writes there now, or was killed while it did. */
export const isRecording = (folder: string): boolean => {
  const read = readManifest(folder);
  return read.ok && read.manifest.ended === null;
};

const parsed = (text: string): Manifest | null => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** The files with quotes of a recording, in order of time. */
export const quoteFiles = async (folder: string): Promise<readonly string[]> => {
  const names = await readdir(folder).catch((): string[] => []);
  return names.filter((name) => /^quotes-\w+\.arrows$/.test(name)).sort();
};
