import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type Compacted, compact } from '../journal/compact.ts';
import { ringCapacity } from '../journal/event-store.ts';
import { sizesOf } from '../journal/growth.ts';
import { JournalFile } from '../journal/journal-file.ts';
import { openDatabase } from '../journal/schema.ts';
import { sealedName, segmentFacts } from '../journal/sealed-file.ts';
import { CannotStart } from '../model/cannot-start.ts';
import { holdDirectory } from '../server/hold.ts';
import { examineStart } from './examine-life.ts';
import { usable } from './obstacles.ts';
import { isInUse } from './restore.ts';
import { isOlder } from './upgrade.ts';

/** What a compaction would move. */
export interface CompactionPlan {
  readonly facts: number;
  /** Names of the files that would hold them. */
  readonly files: readonly string[];
}

export interface Compaction extends Compacted {
  /** Bytes of the journal's database. */
  readonly database: { readonly before: number; readonly after: number };
}

/**
 * What `compactJournal` would do. `before`: UTC milliseconds; `size`: facts of a segment, other than usual only in tests.
 * @throws CannotStart with a line for the operator; StoreFault
 */
export function planCompaction(dataDir: string, before: number, size = segmentFacts): CompactionPlan {
  using held = holdJournal(dataDir);
  const files: string[] = [];
  for (let next = held.journal.sealable(size); next; next = held.journal.sealable(size, next.last)) {
    if (held.journal.newestAt(next.first, next.last) >= before) break;
    files.push(sealedName(next.first, next.last));
  }
  return { facts: files.length * size, files };
}

/**
 * Moves the segments of which all facts are older than `before` (UTC milliseconds) out of the journal's database into sealed files beside it, and
 * gives their space back to the disk. Nothing is lost at any moment. @throws CannotStart with a line for the operator; StoreFault
 */
export async function compactJournal(dataDir: string, before: number, size = segmentFacts): Promise<Compaction> {
  const bytes = existsSync(dataDir) ? sizesOf(dataDir).journal : 0;
  using held = holdJournal(dataDir);
  const compacted = await compact(held.journal, { before, pause: () => setImmediate(), size });
  held.journal.shrink();
  return { ...compacted, database: { before: bytes, after: sizesOf(dataDir).journal } };
}

/** The journal of a data directory that no bot uses, of which nothing is lost and nothing is to be upgraded. */
function holdJournal(dataDir: string): Disposable & { readonly journal: JournalFile } {
  const file = join(dataDir, 'journal.sqlite');
  if (!usable(dataDir, 'user').hasBot)
    throw new CannotStart(`${dataDir} holds no bot's data; say where it is with --data-dir`, 1);
  if (isInUse(dataDir)) {
    throw new CannotStart(`a bot is using ${dataDir}; stop it first, or let it compact: serve --compact-after 90d`, 1);
  }
  using hold = new DisposableStack();
  hold.use(holdDirectory(dataDir));
  examineStart(dataDir);
  if (isOlder(dataDir))
    throw new CannotStart(`${dataDir} is of an older version; start its bot once, which upgrades it`, 1);
  const journal = hold.adopt(new JournalFile(openDatabase(file), file, ringCapacity), (one) => one.close());
  const moved = hold.move();
  return { journal, [Symbol.dispose]: () => moved.dispose() };
}
