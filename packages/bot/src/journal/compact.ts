import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '../directory/whole-file.ts';
import type { JournalFile } from './journal-file.ts';
import type { SealedBlock } from './rows.ts';
import { blockFacts, encodeBlock, sealedName, segmentFacts } from './sealed-file.ts';
import { fileFault } from './witness.ts';

/** What a compaction has moved out of the database. */
export type Compacted = {
  readonly facts: number;
  /** Names of the files that hold them. */
  readonly files: readonly string[];
  /** Bytes of these files. */
  readonly bytes: number;
};

export type CompactOptions = {
  /** Segments with a fact of this moment or a later one stay; UTC milliseconds. */
  readonly before: number;
  /** Awaited before each step of a few milliseconds, so that what else is asked of the journal comes in between. What it throws ends it. */
  readonly pause: () => Promise<void>;
  /** Told of a write into the database that failed: what it held is unknown, as that of a commit is. */
  readonly onWriteFault?: (error: unknown) => void;
  /** Facts of a segment; other than usual only in tests. */
  readonly size?: number;
};

/** Rows that are removed at a time: about a millisecond. */
const removedAtOnce = 500;

/**
 * Moves the oldest segments of a journal into sealed files beside it. A segment leaves the table only when its file is on the disk and
 * has been read back; killed at any moment, each fact is still in the one or in the other, and the next call goes on.
 * @throws StoreFault
 */
export async function compact(journal: JournalFile, options: CompactOptions): Promise<Compacted> {
  const sealed: SealedBlock[] = [];
  // Also the rows of a segment that an earlier call has sealed before it was killed.
  await removeRows(journal, options);
  for (let blocks = await sealNext(journal, options); blocks; blocks = await sealNext(journal, options)) {
    sealed.push(...blocks);
    await removeRows(journal, options);
  }
  return {
    facts: sealed.reduce((sum, { after, last }) => sum + last - after, 0),
    files: [...new Set(sealed.map(({ file }) => file))],
    bytes: sealed.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

async function removeRows(journal: JournalFile, { pause, onWriteFault }: CompactOptions): Promise<void> {
  do await pause();
  while (written(() => journal.removeSealed(removedAtOnce), onWriteFault) > 0);
}

function written<T>(write: () => T, onFault: CompactOptions['onWriteFault']): T {
  try {
    return write();
  } catch (error) {
    onFault?.(error);
    throw error;
  }
}

/** Null when the next segment may not leave yet. */
async function sealNext(journal: JournalFile, options: CompactOptions): Promise<readonly SealedBlock[] | null> {
  const { before, pause, onWriteFault, size = segmentFacts } = options;
  const segment = journal.sealable(size);
  // Most often the last fact tells, without a look at the others.
  if (segment === null || journal.newestAt(segment.last, segment.last) >= before) return null;
  const file = sealedName(segment.first, segment.last);
  const path = join(dirname(journal.file), file);
  const made = `${path}.new`;
  try {
    const blocks = await writeBlocks(journal, segment, made, options);
    if (blocks === null) return null;
    await rename(made, path);
    syncFolder(dirname(path));
    const named = blocks.map((block) => ({ ...block, file }));
    for (const block of named) {
      await pause();
      journal.readSealed(block);
    }
    written(() => journal.seal(named), onWriteFault);
    return named;
  } catch (error) {
    throw fileFault(error, path);
  } finally {
    // What cannot be removed is overwritten by the next call.
    await rm(made, { force: true }).catch(() => {});
  }
}

type Segment = { readonly first: number; readonly last: number };

/** Writes and syncs the blocks of a segment; null when one of its facts is too young. */
async function writeBlocks(
  journal: JournalFile,
  { first, last }: Segment,
  file: string,
  { before, pause }: CompactOptions,
): Promise<readonly Omit<SealedBlock, 'file'>[] | null> {
  await using handle = await open(file, 'w', 0o600);
  const blocks: Omit<SealedBlock, 'file'>[] = [];
  let place = 0;
  for (let from = first; from <= last; from += blockFacts) {
    await pause();
    const to = Math.min(last, from + blockFacts - 1);
    if (journal.newestAt(from, to) >= before) return null;
    const { previous, rows } = journal.verified(from, to);
    const range = { after: from - 1, previous, last: to, head: rows.at(-1)?.hash ?? '' };
    const bytes = encodeBlock(range, rows);
    await handle.writeFile(bytes);
    blocks.push({ ...range, place, bytes: bytes.length });
    place += bytes.length;
  }
  await handle.sync();
  return blocks;
}
