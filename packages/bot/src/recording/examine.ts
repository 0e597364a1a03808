import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readQuotes } from './read-quotes.ts';
import type { RejectedRow } from './recorded-row.ts';
import { levelsName, type Manifest, quoteFiles, readManifest } from './recording-folder.ts';

/** What a recording holds, read from its first row to its last one. Times in ms since 1970, null without a row. */
export type Examined = {
  readonly exchange: string | null;
  readonly of: string | null;
  readonly rows: number;
  readonly bytes: number;
  readonly markets: number;
  readonly from: number | null;
  readonly to: number | null;
  /** Rows that say that a book is not to be used from then on. */
  readonly voids: number;
  /** Stretches of more than 5 s without a row, and how long the longest is, in ms. */
  readonly gaps: number;
  readonly longestGapMs: number;
  /** Rows left out, and all that is not as its manifest says; a line for each of the first ones. */
  readonly bad: number;
  readonly problems: readonly string[];
};

const gapMs = 5_000;
const mostProblems = 20;

/** Reads a recording through. Never rejects: what is wrong with it is among the problems. */
export const examine = async (path: string): Promise<Examined> => {
  const manifest = readManifest(path);
  const markets = new Set<string>();
  const problems: string[] = [];
  let [rows, voids, gaps, longestGapMs, bad] = [0, 0, 0, 0, 0];
  let from: number | null = null;
  let to: number | null = null;
  const reject = ({ file, line, field, message }: RejectedRow): void => {
    bad++;
    const place = line > 0 ? `${basename(file)}:${line}` : basename(file);
    if (problems.length < mostProblems) problems.push(`${place}: ${field === 'file' ? '' : `${field}: `}${message}`);
  };
  for await (const quotes of readQuotes(path, reject)) {
    rows += quotes.length;
    for (const { timeMs, symbol, bid } of quotes) {
      markets.add(symbol);
      if (Number.isNaN(bid)) voids++;
      const gap = to === null ? 0 : timeMs - to;
      if (gap > gapMs) gaps++;
      longestGapMs = Math.max(longestGapMs, gap);
      from = Math.min(from ?? timeMs, timeMs);
      to = Math.max(to ?? timeMs, timeMs);
    }
  }
  const { exchange, of } = manifest.ok ? manifest.manifest : { exchange: null, of: null };
  if (manifest.ok) problems.push(...(await differences(path, manifest.manifest)));
  const found = { exchange, of, rows, bytes: await bytesOf(path), markets: markets.size, from, to };
  return { ...found, voids, gaps, longestGapMs, bad, problems };
};

/** How the files of a recording differ from what its manifest says of them. */
const differences = async (folder: string, { files, ended }: Manifest): Promise<readonly string[]> => {
  const names = await quoteFiles(folder);
  const lines: string[] = [];
  const parts = files.flatMap(({ name, bytes, levels }) => [
    { name, bytes },
    ...(levels ? [{ name: levelsName(name), bytes: levels.bytes }] : []),
  ]);
  for (const { name, bytes } of parts) {
    const found = await stat(join(folder, name)).catch(() => null);
    if (found === null) lines.push(`${name}: is gone`);
    else if (found.size !== bytes) lines.push(`${name}: has ${found.size} bytes, and was closed with ${bytes}`);
  }
  const open = names.filter((name) => !files.some((file) => file.name === name));
  if (ended !== null) lines.push(...open.map((name) => `${name}: does not belong to the recording`));
  return lines;
};

const bytesOf = async (path: string): Promise<number> => {
  const names = await quoteFiles(path);
  const files = names.flatMap((name) => [join(path, name), join(path, levelsName(name))]);
  const sizes = await Promise.all((names.length > 0 ? files : [path]).map(sizeOf));
  return sizes.reduce((sum, size) => sum + size, 0);
};
const sizeOf = async (path: string): Promise<number> => (await stat(path).catch(() => null))?.size ?? 0;
