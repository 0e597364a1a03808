import { readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { PriceKind } from '@triquad/core/contract';
import type { Clock } from '../model/clock.ts';
import type { MarketData } from '../model/exchange.ts';
import { isoTime } from '../model/moment.ts';
import { type SessionOf, sizeOfSession } from './input-folder.ts';
import { type InputsState, type InputTape, openInputTape } from './input-tape.ts';
import { levelsName, quoteFiles, readManifest, writeManifest } from './recording-folder.ts';
import type { createFile } from './stream-file.ts';
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
  /** Free bytes of the disk with the recordings. */
  readonly freeBytes?: (folder: string) => Promise<number>;
  /** Called when recording ended by itself, and when it goes on. */
  readonly onGap?: (gap: Gap) => void;
};

/** Time in which nothing is recorded though recording is on, in ms since 1970; `to` is null while it lasts. */
export type Gap = { readonly from: number; readonly to: number | null; readonly reason: string };

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
  /** What enters the engine; null where that was not asked for. */
  readonly inputs: InputsState | null;
};

/** Records what feeds say, as long as it is switched on. The market never waits for it. */
export type Recorder = {
  /** The feed, overheard. `kind`: source of its prices. */
  tap(feed: MarketData, kind: PriceKind): MarketData;
  /** Without effect while it records. Resolves once it does, or the state says why not. */
  start(): Promise<void>;
  /** Ends the inputs too, which only the next engine begins again. */
  stop(): Promise<void>;
  /** Records what enters an engine that is made next, until `stop`. Null where that cannot begin: the log says why. */
  openInputs(session: SessionOf): Promise<InputTape | null>;
  state(): RecorderState;
};

/** How often what was noted goes to the disk: so much is lost at most where the process is killed. */
const tickMs = 1_000;
/** How often the folder is looked at for what is too much. */
const ticksOfQuota = 10;
/** A file is closed when it has this share of the quota, so that deleting the oldest one makes room. */
const filesOfQuota = 8;
const largestFile = 1 << 30;
/** How often a disk that was full is looked at, and how much has to be free on it before recording goes on. */
const roomEveryMs = 10_000;
const leastRoom = 256e6;
const noRoom = /^(?:ENOSPC|EDQUOT)\b/;
const usualFreeBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

export const createRecorder = ({
  folder,
  quotaBytes,
  clock,
  log,
  hasLevels,
  create,
  freeBytes = usualFreeBytes,
  onGap,
}: RecorderOptions): Recorder => {
  const tapes: Tape[] = [];
  let inputs: InputTape | null = null;
  let since: number | null = null;
  let reason: string | null = null;
  let cancel = (): void => {};
  let ticks = 0;
  let changing = Promise.resolve();
  const largest = Math.min(largestFile, Math.floor(quotaBytes / filesOfQuota));

  const fail = (error: unknown): void => {
    if (reason !== null || since === null) return;
    const why = error instanceof Error ? error.message : String(error);
    reason = `recording ended: ${why}`;
    const isFull = noRoom.test(why);
    const next = isFull ? `; it goes on by itself once ${leastRoom / 1e6} MB are free` : '';
    log('ERROR', `${reason}. What was recorded before is whole${next}.`);
    const gap = { from: clock.now(), to: null, reason: why };
    onGap?.(gap);
    void inTurn(async () => {
      await end();
      if (isFull) awaitRoom(gap);
    });
  };
  /** The next recording begins with the books of then: no price from before the gap is in it. */
  const awaitRoom = (gap: Gap): void => {
    const look = async (): Promise<void> => {
      // Started by hand meanwhile.
      if (since !== null) return;
      if ((await freeBytes(folder).catch(() => 0)) < leastRoom) return awaitRoom(gap);
      await begin();
      if (reason !== null) return;
      const to = clock.now();
      log('INFO', `Recording goes on. Nothing was recorded from ${isoTime(gap.from)} to ${isoTime(to)}.`);
      onGap?.({ ...gap, to });
    };
    cancel = clock.after(roomEveryMs, () => void inTurn(look));
  };
  const endInputs = async (why: string): Promise<void> => {
    log('ERROR', `The recording of inputs ended: ${why}. What was recorded before is whole.`);
    await inputs?.end(clock.now(), why);
  };
  const failInputs = (error: unknown): void =>
    void inTurn(() => endInputs(error instanceof Error ? error.message : String(error)));
  const tick = async (): Promise<void> => {
    if (since === null) return;
    try {
      for (const tape of tapes) await tape.tick(clock.now(), largest);
      await inputs?.tick(clock.now(), largest);
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
    const { isOver, oldest } = await oldestBeyond(folder, quotaBytes, inputs?.state().path ?? null);
    // A session without its beginning cannot be processed again: it ends, so that none of its files is deleted.
    if (isOver && inputs?.state().recording) await endInputs(`the recordings take more than ${quotaBytes} bytes`);
    for (const path of oldest) {
      await remove(path, writing);
      log(
        'INFO',
        `The recordings take more than ${quotaBytes} bytes: deleted ${path.file === null ? path.folder : join(path.folder, path.file)}.`,
      );
    }
  };

  const begin = async (): Promise<void> => {
    if (since !== null) return;
    cancel();
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
    await inputs?.end(clock.now(), null);
    if (since === null) return;
    for (const tape of tapes) await tape.stop(clock.now());
    since = null;
  };
  const inTurn = (step: () => Promise<void>): Promise<void> => {
    changing = changing.then(step);
    return changing;
  };

  return {
    tap: (feed, kind) => {
      const tape = createTape({
        folder,
        feed,
        kind,
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
    openInputs: async (session) => {
      try {
        inputs = await openInputTape({ folder, session, clock, onFault: failInputs, ...(create && { create }) });
      } catch (error) {
        log('ERROR', `Inputs cannot be recorded: ${error instanceof Error ? error.message : String(error)}.`);
      }
      return inputs;
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
        inputs: inputs?.state() ?? null,
      };
    },
  };
};

/** `file`: null for a whole session. */
type Kept = { readonly folder: string; readonly file: string | null; readonly bytes: number; readonly from: string };

/**
 * The oldest files of recordings and whole sessions, as many as are too many; the file of each recording that is written last stays, and so does
 * the session `own`.
 */
const oldestBeyond = async (
  folder: string,
  quotaBytes: number,
  own: string | null,
): Promise<{ readonly isOver: boolean; readonly oldest: readonly Kept[] }> => {
  const kept: Kept[] = [];
  let total = 0;
  for (const name of await readdir(folder).catch((): string[] => [])) {
    const path = join(folder, name);
    const session = await sizeOfSession(path);
    if (session !== null) {
      total += session;
      if (path !== own) kept.push({ folder: path, file: null, bytes: session, from: timeIn(name) });
    }
    const read = readManifest(path);
    if (!read.ok || ['import', 'bars', 'sample'].includes(read.manifest.of)) continue;
    const files = await quoteFiles(path);
    for (const [place, file] of files.entries()) {
      const bytes = await sizeOfBoth(path, file);
      total += bytes;
      if (place < files.length - 1 || read.manifest.ended !== null)
        kept.push({ folder: path, file, bytes, from: timeIn(file) });
    }
  }
  kept.sort((a, b) => (a.from < b.from ? -1 : 1));
  let over = total - quotaBytes;
  const isOver = over > 0;
  const oldest = kept.filter(({ bytes }) => {
    const isOne = over > 0;
    if (isOne) over -= bytes;
    return isOne;
  });
  return { isOver, oldest };
};

/** The moment in the name of a file or folder, as text that sorts. */
const timeIn = (name: string): string => name.replace(/^[a-z]+-/, '');

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
  if (file === null) {
    await rm(folder, { recursive: true, force: true });
    return;
  }
  for (const name of [file, levelsName(file)]) await rm(join(folder, name), { force: true });
  const read = readManifest(folder);
  if (!read.ok) return;
  const files = read.manifest.files.filter(({ name }) => name !== file);
  const isEmpty = files.length === 0 && !writing.includes(folder);
  if (isEmpty) await rm(folder, { recursive: true, force: true });
  else await writeManifest(folder, { ...read.manifest, files });
};
