import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../model/clock.ts';
import type { BookUpdated } from '../model/feed-event.ts';
import { isoTime } from '../model/moment.ts';
import { createInputColumns } from './input-columns.ts';
import {
  type InputManifest,
  type InputPart,
  inputsName,
  newInputManifest,
  type SessionOf,
  sessionFolder,
  writeInputManifest,
} from './input-folder.ts';
import { type createFile, openStreamFile, type StreamFile } from './stream-file.ts';

/** What is recorded of a session, or was. */
export type InputsState = {
  readonly recording: boolean;
  readonly path: string;
  readonly rows: number;
  readonly bytes: number;
  /** Why it ended before the session did. */
  readonly reason: string | null;
};

/** Records all that enters an engine, from its first moment on. Nothing here throws, and nothing waits for the disk. */
export type InputTape = {
  message(event: BookUpdated): void;
  /** Anything else that enters; it is copied at once. */
  other(value: unknown): void;
  /** Completes what the folder says of the session. */
  describe(more: Partial<SessionOf>): Promise<void>;
  /** Sends what was noted to the disk, and begins another file where the hour is over, or the file larger than that. */
  tick(at: number, largest: number): Promise<void>;
  /** `reason`: why it ends before the session does. What was noted before is whole. Without effect once it has ended. */
  end(at: number, reason: string | null): Promise<void>;
  state(): InputsState;
};

type Needs = {
  /** Where recordings are. */
  readonly folder: string;
  readonly session: SessionOf;
  readonly clock: Clock;
  readonly create?: typeof createFile;
  /** Called once, when no more can be written. */
  onFault(error: unknown): void;
};

const hourMs = 3_600_000;
/** A disk that is so much behind, in bytes, is too slow to record to. */
const mostPending = 64 << 20;

/** Begins the recording of a session in a folder of its own. @throws where that cannot be made. */
export const openInputTape = async ({ folder, session, clock, create, onFault }: Needs): Promise<InputTape> => {
  const started = clock.now();
  const path = join(folder, sessionFolder(started));
  let manifest: InputManifest = newInputManifest(session, started);
  const columns = await createInputColumns();
  let isOver = false;
  let reason: string | null = null;
  const closed: InputPart[] = [];
  const openFile = async (
    at: number,
  ): Promise<{ readonly name: string; readonly at: number; readonly file: StreamFile }> => {
    const name = inputsName(at);
    const file = await openStreamFile({ path: join(path, name), columns, onFault: fail, ...(create && { create }) });
    return { name, at, file };
  };
  const fail = (error: unknown): void => {
    if (isOver) return;
    isOver = true;
    onFault(error);
  };
  await mkdir(path, { recursive: true, mode: 0o700 });
  await writeInputManifest(path, manifest);
  let current = await openFile(started);

  const write = (changed: Partial<InputManifest>): Promise<void> => {
    manifest = { ...manifest, ...changed };
    return writeInputManifest(path, manifest);
  };
  const close = async ({ name, file }: typeof current): Promise<void> => {
    await file.close();
    closed.push({ name, ...file.written() });
  };

  return {
    message: (event) => {
      if (isOver) return;
      try {
        if (columns.isFull()) void current.file.flush();
        columns.message(event);
      } catch (error) {
        fail(error);
      }
    },
    other: (value) => {
      if (isOver) return;
      try {
        if (columns.isFull()) void current.file.flush();
        columns.other(value);
      } catch (error) {
        fail(error);
      }
    },
    describe: async (more) => {
      if (!isOver) await write(more).catch(fail);
    },
    tick: async (at, largest) => {
      if (isOver) return;
      void current.file.flush();
      if (current.file.pending() > mostPending) fail(new Error('the disk is too slow for what is to be recorded'));
      const isSameHour = Math.floor(at / hourMs) === Math.floor(current.at / hourMs);
      if (isOver || (isSameHour && current.file.written().bytes < largest)) return;
      try {
        const next = await openFile(at);
        const before = current;
        current = next;
        await close(before);
        await write({ files: closed });
      } catch (error) {
        fail(error);
      }
    },
    end: async (at, why) => {
      if (manifest.ended !== null) return;
      isOver = true;
      reason = why;
      await close(current);
      await write({ ended: isoTime(at), reason, files: closed }).catch(() => {});
    },
    state: () => {
      const written = closed.some(({ name }) => name === current.name) ? closed : [...closed, current.file.written()];
      return {
        recording: !isOver,
        path,
        rows: written.reduce((sum, { rows }) => sum + rows, 0),
        bytes: written.reduce((sum, { bytes }) => sum + bytes, 0),
        reason,
      };
    },
  };
};
