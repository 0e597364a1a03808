import { join } from 'node:path';
import type { Engine } from './engine/engine.ts';
import { realClock } from './model/clock.ts';
import { createRecorder, type Recorder, type RecorderOptions } from './recording/recorder.ts';

/** `logTo`: where the recorder writes what becomes of it; what it said before waits until then. */
export type OpenRecorder = Recorder & { logTo(engine: Pick<Engine, 'log'>): void };

export interface RecordOptions {
  readonly dataDir: string;
  /** Recordings take so many bytes at most; 20 GB by default. */
  readonly recordQuotaBytes?: number;
}

export const usualQuotaBytes = 20e9;

/** The recorder of a bot: into `recordings` of its data directory. */
export const openRecorder = ({ dataDir, recordQuotaBytes = usualQuotaBytes }: RecordOptions): OpenRecorder => {
  let engine: Pick<Engine, 'log'> | null = null;
  let early: Parameters<RecorderOptions['log']>[] = [];
  const recorder = createRecorder({
    folder: recordingsFolder(dataDir),
    quotaBytes: recordQuotaBytes,
    clock: realClock,
    log: (level, message) => {
      if (engine === null) early.push([level, message]);
      else engine.log(level, 'recorder', message);
    },
  });
  return {
    ...recorder,
    logTo: (to) => {
      engine = to;
      for (const [level, message] of early) engine.log(level, 'recorder', message);
      early = [];
    },
  };
};

/** Where files lie that a bot imports. */
export const importsFolder = (dataDir: string): string => join(dataDir, 'imports');
/** Where the recordings of a bot are. */
export const recordingsFolder = (dataDir: string): string => join(dataDir, 'recordings');
