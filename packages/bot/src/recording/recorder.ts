import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../model/clock.ts';
import type { Feed } from '../model/exchange.ts';
import type { createFile } from './quote-file.ts';
import { levelsName, quoteFiles, readManifest, writeManifest } from './recording-folder.ts';
import { createTape, type Tape } from './tape.ts';

export type RecorderOptions = {
  /** Where recordings are; made when recording starts. */
  readonly folder: string;
  /** The recordings made here take so many bytes at most: then the oldest files are deleted. Those that were imported do not count. */
  readonly quotaBytes: number;
  readonly clock: Clock;
  readonly log: (level: 'INFO' | 'ERROR', message: string) => void;
  /** Whether books are recorded with all levels that their feed says, not their best prices alone. */
  readonly hasLevels?: boolean;
  readonly create?: typeof createFile;
};

/** What is recorded now. `reason`: why it ended by itself, until it starts again. */
export type RecorderState = {
  readonly recording: boolean;
  /** When it started, in ms since 1970. */
  readonly since: number | null;
  /** The folders that are written to. */
  readonly paths: readonly string[];
  readonly rows: number;
  readonly bytes: number;
  readonly quotaBytes: number;
  readonly reason: string | null;
};

/** Records what feeds say, as long as it is switched on. The market never waits for it. */
export type Recorder = {
  /** The feed, overheard. */
  tap(feed: Feed): Feed;
  /** Without effect while it records. Resolves once it does, or the state says why not. */
  start(): Promise<void>;
  stop(): Promise<void>;
  state(): RecorderState;
};

/** How often what was noted goes to the disk: so much is lost at most where the process is killed. */
const tickMs = 1_000;
/** How often the folder is looked at for what is too much. */
const ticksOfQuota = 10;
/** A file is closed when it has this share of the quota, so that deleting the oldest one makes room. */
const filesOfQuota = 8;
const largestFile = 1 << 30;

export const createRecorder = ({ folder, quotaBytes, clock, log, hasLevels, create }: RecorderOptions): Recorder => {
  const tapes: Tape[] = [];
  let since: number | null = null;
  let reason: string | null = null;
  let cancel = (): void => {};
  let ticks = 0;
  let changing = Promise.resolve();
  const largest = Math.min(largestFile, Math.floor(quotaBytes / filesOfQuota));

  const fail = (error: unknown): void => {
    if (reason !== null || since === null) return;
    reason = `recording ended: ${error instanceof Error ? error.message : String(error)}`;
    log('ERROR', `${reason}. What was recorded before is whole.`);
    void inTurn(end);
  };
  const tick = async (): Promise<void> => {
    if (since === null) return;
    try {
      for (const tape of tapes) await tape.tick(clock.now(), largest);
      if (++ticks % ticksOfQuota === 0) await makeRoom();
    } catch (error) {
      fail(error);
    }
    schedule();
  };
  // In turn with what begins and ends recording: two that write a manifest would lose what the other wrote.
  const schedule = (): void => {
    cancel = clock.after(tickMs, () => void inTurn(tick));
  };
  const makeRoom = async (): Promise<void> => {
    const writing = tapes.flatMap((tape) => tape.progress()?.path ?? []);
    for (const path of await oldestBeyond(folder, quotaBytes)) {
      await remove(path, writing);
      log('INFO', `The recordings take more than ${quotaBytes} bytes: deleted ${path.folder}/${path.file}.`);
    }
  };

  const begin = async (): Promise<void> => {
    if (since !== null) return;
    [since, reason] = [clock.now(), null];
    try {
      for (const tape of tapes) await tape.start(since);
      schedule();
    } catch (error) {
      fail(error);
    }
  };
  const end = async (): Promise<void> => {
    cancel();
    if (since === null) return;
    for (const tape of tapes) await tape.stop(clock.now());
    since = null;
  };
  const inTurn = (step: () => Promise<void>): Promise<void> => {
    changing = changing.then(step);
    return changing;
  };

  return {
    tap: (feed) => {
      const tape = createTape({
        folder,
        feed,
        onFault: fail,
        ...(hasLevels && { hasLevels }),
        ...(create && { create }),
      });
      tapes.push(tape);
      return {
        ...feed,
        instruments: async (timeoutMs) => {
          const listed = await feed.instruments(timeoutMs);
          tape.list(listed);
          return listed;
        },
        subscribe: (listener) =>
          feed.subscribe((event) => {
            tape.note(event);
            listener(event);
          }),
      };
    },
    start: () => inTurn(begin),
    stop: () => inTurn(end),
    state: () => {
      const progress = tapes.flatMap((tape) => tape.progress() ?? []);
      return {
        recording: since !== null && reason === null,
        since,
        paths: progress.map(({ path }) => path),
        rows: progress.reduce((sum, { rows }) => sum + rows, 0),
        bytes: progress.reduce((sum, { bytes }) => sum + bytes, 0),
        quotaBytes,
        reason,
      };
    },
  };
};

type Kept = { readonly folder: string; readonly file: string; readonly bytes: number };

/** The oldest files of recordings, as many as are too many; the file of each recording that is written last stays. */
const oldestBeyond = async (folder: string, quotaBytes: number): Promise<readonly Kept[]> => {
  const kept: Kept[] = [];
  let total = 0;
  for (const name of await readdir(folder).catch((): string[] => [])) {
    const path = join(folder, name);
    const read = readManifest(path);
    if (!read.ok || ['import', 'bars', 'sample'].includes(read.manifest.of)) continue;
    const files = await quoteFiles(path);
    for (const [place, file] of files.entries()) {
      const size = await sizeOfBoth(path, file);
      total += size;
      if (place < files.length - 1 || read.manifest.ended !== null) kept.push({ folder: path, file, bytes: size });
    }
  }
  const oldest = kept.sort((a, b) => (a.file < b.file ? -1 : 1));
  let over = total - quotaBytes;
  return oldest.filter(({ bytes }) => {
    const isOver = over > 0;
    if (isOver) over -= bytes;
    return isOver;
  });
};

/** Of a file of quotes with that of levels beside it, in bytes. */
const sizeOfBoth = async (folder: string, file: string): Promise<number> => {
  const sizes = await Promise.all(
    [file, levelsName(file)].map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
};

const remove = async ({ folder, file }: Kept, writing: readonly string[]): Promise<void> => {
  for (const name of [file, levelsName(file)]) await rm(join(folder, name), { force: true });
  const read = readManifest(folder);
  if (!read.ok) return;
  const files = read.manifest.files.filter(({ name }) => name !== file);
  const isEmpty = files.length === 0 && !writing.includes(folder);
  if (isEmpty) await rm(folder, { recursive: true, force: true });
  else await writeManifest(folder, { ...read.manifest, files });
};
