import { join } from 'node:path';
import type { Engine } from './engine/engine.ts';
import type { Notice } from './kernel/reports.ts';
import { realClock } from './model/clock.ts';
import { isoTime } from './model/moment.ts';
import { createRecorder, type Gap, type Recorder } from './recording/recorder.ts';

/** `logTo`: where the recorder writes what becomes of it; what it said before waits until then. */
export type OpenRecorder = Recorder & { logTo(engine: Told): void };

type Told = Pick<Engine, 'log' | 'notify'>;

export interface RecordOptions {
  readonly dataDir: string;
  /** Recordings take so many bytes at most; 20 GB by default. */
  readonly recordQuotaBytes?: number;
}

export const usualQuotaBytes = 20e9;

/** The recorder of a bot: into `recordings` of its data directory. */
export const openRecorder = ({ dataDir, recordQuotaBytes = usualQuotaBytes }: RecordOptions): OpenRecorder => {
  let engine: Told | null = null;
  let early: ((engine: Told) => void)[] = [];
  const tell = (what: (engine: Told) => void): void => {
    if (engine === null) early.push(what);
    else what(engine);
  };
  const recorder = createRecorder({
    folder: recordingsFolder(dataDir),
    quotaBytes: recordQuotaBytes,
    clock: realClock,
    log: (level, message) => tell((to) => to.log(level, 'recorder', message)),
    onGap: (gap) => tell((to) => to.notify(noticeOf(gap))),
  });
  return {
    ...recorder,
    logTo: (to) => {
      engine = to;
      for (const what of early) what(to);
      early = [];
    },
  };
};

const noticeOf = ({ from, to, reason }: Gap): Notice => {
  const fixed = { notification_type: 'bot', source: 'recorder' } as const;
  if (to === null) {
    const message = `${reason}. What was recorded before is whole. Trading goes on.`;
    return {
      ...fixed,
      level: 'warning',
      title: 'Recording ended',
      message,
      code: 'recording_ended',
      params: { reason },
    };
  }
  const params = { from: isoTime(from), to: isoTime(to) };
  const message = `There is room again. Nothing was recorded from ${params.from} to ${params.to}.`;
  return { ...fixed, level: 'info', title: 'Recording goes on', message, code: 'recording_resumed', params };
};

/** Where files lie that a bot imports. */
export const importsFolder = (dataDir: string): string => join(dataDir, 'imports');
/** Where the recordings of a bot are. */
export const recordingsFolder = (dataDir: string): string => join(dataDir, 'recordings');
