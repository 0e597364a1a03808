import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fdatasyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../directory/whole-file.ts';
import { StoreFault, type StoreFaultKind } from './event-store.ts';
import type { JournalEnd } from './journal-file.ts';
import { type ChainHeads, decodeSlot, encodeSlot, firstTag, type Slot, slotBytes, tagIn } from './slot.ts';

/** The file beside the journal, and its key: nothing else may be signed by that key. */
const witnessFile = (dataDir: string): string => join(dataDir, 'witness');
const keyFile = (dataDir: string): string => join(dataDir, 'witness.key');
const keyBytes = 32;

/** From this size on the file is rewritten from its last slot. */
const witnessLimitBytes = 1024 ** 2;

/** Heads wait this long, in milliseconds, for a commit whose slot takes them along. */
const anchorWithinMs = 1_000;

/**
 * A witness as it was found. `begun`: slots behind the last that proves itself, which do not. `isSpoilt`: a slot before it does not
 * either, which loses nothing.
 */
export type FoundWitness =
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable'; readonly reason: string }
  | { readonly kind: 'read'; readonly last: Slot; readonly begun: number; readonly isSpoilt: boolean };

/** Reads the witness of a data directory and changes nothing. */
export function readWitness(dataDir: string): FoundWitness {
  const file = witnessFile(dataDir);
  if (!existsSync(file)) return { kind: 'missing' };
  const key = readKey(dataDir);
  if (key === null) return { kind: 'unreadable', reason: 'its key witness.key is missing or damaged' };
  const bytes = readFileSync(file);
  if (bytes.length === 0) return { kind: 'unreadable', reason: 'it is empty' };
  let last: Slot | null = null;
  let lastEnd = 0;
  let isSpoilt = false;
  let skipped = false;
  let before: Uint8Array = firstTag;
  for (let place = 0; place + slotBytes <= bytes.length; place += slotBytes) {
    const slot = bytes.subarray(place, place + slotBytes);
    const decoded = decodeSlot(slot, key, before);
    if (decoded === null) skipped = true;
    else {
      last = decoded;
      lastEnd = place + slotBytes;
      isSpoilt = skipped;
    }
    before = tagIn(slot);
  }
  if (last === null) return { kind: 'unreadable', reason: 'no entry in it proves itself' };
  return { kind: 'read', last, begun: Math.ceil((bytes.length - lastEnd) / slotBytes), isSpoilt };
}

/** A witness that is written after each commit and before its answer. */
export interface Witness {
  /** Appends a slot and syncs it; a full file is rewritten from it. @throws StoreFault */
  write(commit: JournalEnd): void;
  /**
   * What the slots from now on say of the other chains, of which all rows must have been synced; within a second there is such a slot, with
   * a commit or without.
   */
  anchor(heads: Partial<ChainHeads>): void;
  /** The data directory has all its files: from now on one that is missing was removed. Writes a slot. @throws StoreFault */
  settle(): void;
  /** Writes heads that still wait, if the disk takes them. */
  close(): void;
}

const noHeads: ChainHeads = { config: null, audit: null, access: null };

/**
 * Puts a witness with one slot in the place of the one of before, whole or not at all, and makes the key where there is none.
 * @throws StoreFault
 */
export function writeWitness(dataDir: string, slot: Slot): void {
  guardedFile(witnessFile(dataDir), () =>
    writeWhole(witnessFile(dataDir), encodeSlot(slot, keyFor(dataDir), firstTag)),
  );
}

/** A slot of a journal before its first commit. */
export const slotOf = (journal: string, commit: JournalEnd, now: number, settled = false): Slot => ({
  ...commit,
  journal,
  at: now,
  settled,
  heads: noHeads,
});

/** Another id for each journal: 32 hexadecimal digits. */
export const newJournalId = (): string => randomBytes(16).toString('hex');

/**
 * Goes on with the witness of a data directory, rewritten as one slot of the commit with which its journal was found to end.
 * `now`: UTC milliseconds. @throws StoreFault
 */
export function openWitness(
  dataDir: string,
  commit: JournalEnd,
  now: () => number = Date.now,
  limit = witnessLimitBytes,
): Witness {
  const file = witnessFile(dataDir);
  const found = readWitness(dataDir);
  if (found.kind !== 'read') throw new StoreFault('unreachable', `${file} cannot be read`);
  const key = keyFor(dataDir);
  let { last } = found;
  let descriptor: number | null = null;
  let size = 0;
  let before = firstTag;
  let anchoring: NodeJS.Timeout | null = null;
  const letGo = (): void => {
    if (descriptor !== null) closeSync(descriptor);
    descriptor = null;
  };
  const written = (slot: Slot): void => {
    last = slot;
    if (anchoring !== null) clearTimeout(anchoring);
    anchoring = null;
  };
  // Only a slot of a commit of its own may ever be torn: what begins after one that is not proves a commit that is gone.
  const rewrite = (slot: Slot): void =>
    guardedFile(file, () => {
      const bytes = encodeSlot(slot, key, firstTag);
      letGo();
      writeWhole(file, bytes);
      descriptor = openSync(file, 'a', 0o600);
      size = slotBytes;
      before = tagIn(bytes);
      written(slot);
    });
  const append = (slot: Slot, to: number): void =>
    guardedFile(file, () => {
      const bytes = encodeSlot(slot, key, before);
      if (writeSync(to, bytes) !== slotBytes) throw Object.assign(new Error('cut off'), { code: 'ENOSPC' });
      fdatasyncSync(to);
      size += slotBytes;
      before = tagIn(bytes);
      written(slot);
    });
  const anchorNow = (): void => {
    anchoring = null;
    try {
      rewrite({ ...last, at: now() });
    } catch (error) {
      // Without this slot the chains are only further on than the last one says. The next commit tells of the disk.
      if (!(error instanceof StoreFault)) throw error;
    }
  };
  rewrite({ ...last, ...commit, at: now() });
  return {
    write: (next) => {
      const slot = { ...last, ...next, at: now() };
      if (descriptor === null || size + slotBytes > limit) rewrite(slot);
      else append(slot, descriptor);
    },
    anchor: (heads) => {
      last = { ...last, heads: { ...last.heads, ...heads } };
      anchoring ??= setTimeout(anchorNow, anchorWithinMs).unref();
    },
    settle: () => rewrite({ ...last, settled: true, at: now() }),
    close: () => {
      if (anchoring !== null) {
        clearTimeout(anchoring);
        anchorNow();
      }
      letGo();
    },
  };
}

function readKey(dataDir: string): Buffer | null {
  const file = keyFile(dataDir);
  if (!existsSync(file)) return null;
  const key = readFileSync(file);
  return key.length === keyBytes ? key : null;
}

/** The key; another one where there is none, or one that cannot be a key. */
function keyFor(dataDir: string): Buffer {
  const known = readKey(dataDir);
  if (known !== null) return known;
  const key = randomBytes(keyBytes);
  writeWhole(keyFile(dataDir), key);
  return key;
}

const kinds: Readonly<Record<string, readonly [StoreFaultKind, string]>> = {
  ENOSPC: ['disk-full', 'cannot be written: the disk is full'],
  EDQUOT: ['disk-full', 'cannot be written: the disk is full'],
  EROFS: ['read-only', 'cannot be written: it is read-only'],
  EACCES: ['read-only', 'cannot be written: it is read-only'],
};

function guardedFile<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw fileFault(error, file);
  }
}

/** A failure of the system with a file of the data directory as a StoreFault; every other error as it is. */
export function fileFault(error: unknown, file: string): unknown {
  if (error instanceof StoreFault || !(error instanceof Error && 'code' in error)) return error;
  const [kind, said] = kinds[String(error.code)] ?? ['unreachable', `cannot be read or written (${error.code})`];
  return new StoreFault(kind, `${file} ${said}`);
}
