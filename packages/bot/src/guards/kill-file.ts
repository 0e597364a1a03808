import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { stateOf } from '../directory/inventory.ts';
import { markedKill, markKill, unmarkKill } from '../directory/kill-marker.ts';
import { CannotStart } from '../model/cannot-start.ts';
import type { KillSwitch, Thrown } from '../risk/gate.ts';

/**
 * Three slots of one sector each: the last throw, which throw was cleared last, which throw the bot has seen. Writing any of
 * them changes bytes that are there, so that it needs no room on the disk, and none of them overwrites another.
 */
const SLOT_BYTES = 512;
const SLOTS = { thrown: 0, cleared: 1, seen: 2 } as const;
const FILE_BYTES = SLOT_BYTES * 3;
const LONGEST_REASON_BYTES = 300;
/** Who may write it may stop trading: the owner alone. */
const OWNER_ONLY = 0o600;

/** `<dataDir>/kill`. */
export const killFilePath = (dataDir: string): string => join(dataDir, 'kill');

/** The kill switch of a data directory, kept open. */
export interface KillFile extends KillSwitch {
  /** Tries to write a kill that no file of the directory has yet; true while that fails. A restart of the machine would forget it. */
  isUnkept(): boolean;
  close(): void;
}

/**
 * Opens the kill file, and makes it when it is missing. A file that is cut off or garbled counts as thrown; a kill that a process before
 * could write only outside the directory is thrown again.
 * @throws CannotStart when it can be neither opened nor made
 */
export function openKillFile(dataDir: string): KillFile {
  const path = killFilePath(dataDir);
  let file: number;
  try {
    file = existsSync(path) ? openSync(path, constants.O_RDWR) : makeKillFile(path, unthrown());
    // A file that was cut off is made whole, so that a kill on a full disk finds its bytes; what was cut off counts as thrown.
    const { size } = fstatSync(file);
    if (size < FILE_BYTES) writeAll(file, Buffer.alloc(FILE_BYTES - size, ' '), size);
  } catch (error) {
    throw new CannotStart(`the kill file ${path} cannot be opened and written (${codeOf(error)})`, 1);
  }
  let isClosed = false;
  let identity = identityOf(fstatSync(file));
  let last: { readonly bytes: Buffer; readonly thrown: Thrown | null } | null = null;
  const bytes = Buffer.alloc(SLOT_BYTES * 2);

  /** Somebody removed the file, or put another under its name: a kill would go there. */
  const follow = (): void => {
    const named = statSync(path, { throwIfNoEntry: false });
    if (named !== undefined && identityOf(named) === identity) return;
    const content = Buffer.alloc(FILE_BYTES, ' ');
    readSync(file, content, 0, FILE_BYTES, 0);
    const next = named === undefined ? makeKillFile(path, content) : openSync(path, constants.O_RDWR);
    closeSync(file);
    file = next;
    identity = identityOf(fstatSync(file));
  };
  const read = (): Thrown | null => {
    try {
      follow();
      const count = readSync(file, bytes, 0, bytes.length, 0);
      if (count < bytes.length) bytes.fill(0, count);
    } catch (error) {
      return unreadable(path, codeOf(error));
    }
    if (last === null || !last.bytes.equals(bytes)) last = { bytes: Buffer.from(bytes), thrown: thrownIn(bytes, path) };
    return last.thrown;
  };
  const put = (slot: keyof typeof SLOTS, content: Buffer): boolean => {
    // Its number may be another file's by now.
    if (isClosed) return false;
    try {
      writeAll(file, content, SLOTS[slot] * SLOT_BYTES);
      fsyncSync(file);
      return true;
    } catch {
      return false;
    }
  };

  let unkept: Buffer | null = null;
  const isWritten = (): boolean => {
    if (unkept !== null && put('thrown', unkept)) {
      unkept = null;
      unmarkKill(dataDir);
    }
    return unkept === null;
  };
  const kill = (reason: string): boolean => {
    unkept = throwOf('kill', reason);
    const isKept = isWritten();
    if (!isKept) markKill(dataDir, reason);
    return isKept;
  };
  const marked = markedKill(dataDir);
  if (marked !== null) kill(marked);

  return {
    read,
    throw: (cause, reason) => {
      if (cause === 'kill') return kill(reason);
      return read() !== null || put('thrown', throwOf(cause, reason));
    },
    clear: (token) => {
      if (!put('cleared', slotOf({ cleared: token }))) return false;
      unkept = null;
      unmarkKill(dataDir);
      return true;
    },
    isUnkept: () => !isWritten(),
    acknowledge: (token) => void put('seen', slotOf({ seen: token })),
    close: () => {
      isClosed = true;
      closeSync(file);
    },
  };
}

/** Reads the kill file of a data directory and changes nothing; null where it is not thrown, or not there. */
export function lookIntoKillFile(dataDir: string): Thrown | null {
  const path = killFilePath(dataDir);
  try {
    const bytes = readFileSync(path);
    return thrownIn(Buffer.concat([bytes, Buffer.alloc(SLOT_BYTES * 2)]).subarray(0, SLOT_BYTES * 2), path);
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? null : unreadable(path, codeOf(error));
  }
}

/** What `throwKillFile` did. */
export interface ThrownFile {
  readonly path: string;
  /** Whether the bot has seen it by now; read at each call. */
  isSeen(): boolean;
}

/**
 * Throws the kill switch of a data directory from any process, with no bot answering: the running bot sees it before its next
 * order, and the next start is halted. Null when there is no such directory.
 * @throws where the file cannot be written
 */
export function throwKillFile(dataDir: string, reason: string): ThrownFile | null {
  const path = killFilePath(dataDir);
  const directory = stateOf(dataDir, { is: 'folder', use: 'write', mayBeLink: true });
  if (directory.state === 'absent') return null;
  if (directory.state !== 'there') throw new Error(`${dataDir} ${directory.reason}`);
  const found = stateOf(path, { is: 'file', use: 'write', mayBeLink: false });
  if (found.state === 'foreign' || found.state === 'unreadable') throw new Error(`${path} ${found.reason}`);
  const file = found.state === 'there' ? openSync(path, constants.O_RDWR) : makeKillFile(path, unthrown());
  try {
    const content = throwOf('kill', reason);
    writeAll(file, content, 0);
    fsyncSync(file);
    const seen = slotOf({ seen: tokenOf(content) });
    return { path, isSeen: () => slotIn(path, SLOTS.seen)?.equals(seen) === true };
  } finally {
    closeSync(file);
  }
}

function slotIn(path: string, slot: number): Buffer | null {
  try {
    const file = openSync(path, constants.O_RDONLY);
    const bytes = Buffer.alloc(SLOT_BYTES);
    readSync(file, bytes, 0, SLOT_BYTES, slot * SLOT_BYTES);
    closeSync(file);
    return bytes;
  } catch {
    return null;
  }
}

function makeKillFile(path: string, content: Buffer): number {
  const file = openSync(path, 'wx+', OWNER_ONLY);
  writeAll(file, content, 0);
  fsyncSync(file);
  return file;
}

function writeAll(file: number, content: Buffer, position: number): void {
  let written = 0;
  while (written < content.length)
    written += writeSync(file, content, written, content.length - written, position + written);
}

/** A file that says that nothing was thrown: its first slot is named as cleared. */
function unthrown(): Buffer {
  const first = slotOf({});
  return Buffer.concat([first, slotOf({ cleared: tokenOf(first) }), slotOf({})]);
}

/** Each throw has bytes of its own, so that clearing an earlier one never clears it. */
const throwOf = (cause: Thrown['cause'], reason: string): Buffer =>
  slotOf({ thrown: randomUUID(), cause, reason: shortened(reason) });

const slotOf = (content: Readonly<Record<string, string>>): Buffer => {
  const slot = Buffer.alloc(SLOT_BYTES, ' ');
  slot.write(JSON.stringify(content));
  slot[SLOT_BYTES - 1] = 0x0a;
  return slot;
};

/** As much of it as fits into a slot in JSON, whole characters only. */
function shortened(reason: string): string {
  let text = reason.toWellFormed();
  while (Buffer.byteLength(JSON.stringify(text)) > LONGEST_REASON_BYTES) text = text.slice(0, -1).toWellFormed();
  return text;
}

const tokenOf = (slot: Buffer): string => createHash('sha256').update(slot).digest('hex');

/** Thrown unless the second slot names the first as cleared: whatever is damaged counts as thrown. */
function thrownIn(bytes: Buffer, path: string): Thrown | null {
  const first = bytes.subarray(0, SLOT_BYTES);
  const token = tokenOf(first);
  if (bytes.subarray(SLOT_BYTES).equals(slotOf({ cleared: token }))) return null;
  const said = parsed(first);
  const damaged = `the kill file ${path} is damaged, which counts as a kill`;
  if (said === null || typeof said.reason !== 'string') return { token, cause: 'kill', reason: damaged };
  return { token, cause: said.cause === 'halt' ? 'halt' : 'kill', reason: said.reason };
}

function parsed(slot: Buffer): { readonly cause?: unknown; readonly reason?: unknown } | null {
  try {
    const content: unknown = JSON.parse(slot.toString());
    return typeof content === 'object' ? content : null;
  } catch {
    return null;
  }
}

const unreadable = (path: string, code: string): Thrown => ({
  token: `unreadable ${code}`,
  cause: 'kill',
  reason: `the kill file ${path} cannot be read (${code}), which counts as a kill`,
});

const identityOf = ({ dev, ino }: Stats): string => `${dev} ${ino}`;

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : 'unknown');
