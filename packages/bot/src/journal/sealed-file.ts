import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { type ChainRow, genesis, linkTexts } from './chain.ts';

/** Facts of a segment, which leaves the database as a whole; a multiple of `blockFacts`. */
export const segmentFacts = 100_000;

/** Facts of a block, which is compressed and read by itself: some milliseconds of work. */
export const blockFacts = 1_000;

/** The facts of a journal after `after` up to `last`, between the hashes `previous` and `head` of the chain. */
export type BlockRange = {
  readonly after: number;
  readonly previous: string;
  readonly last: number;
  readonly head: string;
};

/** The name of the file with the facts `first` to `last`. */
export const sealedName = (first: number, last: number): string => `journal-${first}-${last}.jsonl.zst`;

const pattern = /^journal-(\d+)-(\d+)\.jsonl\.zst$/;

/** The sealed files among these names, with their first and last facts, in the order of these. */
export const sealedFiles = (names: readonly string[]): readonly SealedFile[] =>
  names
    .flatMap((name) => {
      const [, first, last] = pattern.exec(name) ?? [];
      return first === undefined ? [] : [{ name, first: Number(first), last: Number(last) }];
    })
    .sort((a, b) => a.first - b.first);

type SealedFile = { readonly name: string; readonly first: number; readonly last: number };

/** A block as it lies in the file: a line that says which facts follow, then each fact's canonical text, compressed. */
export const encodeBlock = (range: BlockRange, rows: readonly Pick<ChainRow, 'payload'>[]): Buffer => {
  const { after, last, previous, head } = range;
  const manifest = JSON.stringify({ first: after + 1, last, previous, head });
  return zstdCompressSync([manifest, ...rows.map(({ payload }) => payload), ''].join('\n'));
};

/** The facts of a block, each with its hash computed again; null when they are not what the chain says. */
export const decodeBlock = (bytes: Uint8Array, range: BlockRange): readonly ChainRow[] | null => {
  const lines = linesOf(bytes);
  return lines === null ? null : rowsOf(lines.slice(1), range);
};

/**
 * The facts of whole sealed files, read one after the other without the database that lists them, from the first on up to the first that
 * is not what its block says.
 */
export function* readSealed(files: Iterable<Uint8Array>): Generator<ChainRow> {
  let end = { after: 0, previous: genesis };
  for (const file of files) {
    const lines = linesOf(file);
    for (let place = 0; lines !== null && place < lines.length; ) {
      const range = rangeIn(lines[place]);
      const rows = range && rowsOf(lines.slice(place + 1, place + 1 + range.last - range.after), range);
      if (!range || !rows || range.after !== end.after || range.previous !== end.previous) return;
      yield* rows;
      end = { after: range.last, previous: range.head };
      place += 1 + rows.length;
    }
    if (lines === null) return;
  }
}

function linesOf(bytes: Uint8Array): readonly string[] | null {
  try {
    return zstdDecompressSync(bytes).toString('utf8').trimEnd().split('\n');
  } catch {
    return null;
  }
}

function rangeIn(line = ''): BlockRange | null {
  try {
    const { first, last, previous, head } = JSON.parse(line);
    return { after: Number(first) - 1, last: Number(last), previous: String(previous), head: String(head) };
  } catch {
    return null;
  }
}

function rowsOf(payloads: readonly string[], { after, previous, last, head }: BlockRange): readonly ChainRow[] | null {
  if (payloads.length !== last - after) return null;
  const rows = linkTexts(payloads, after, previous);
  return rows.at(-1)?.hash === head ? rows : null;
}
