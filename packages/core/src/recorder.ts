import type { Observable } from 'rxjs';
import type { RecordingCode } from './journal/code.ts';
import type { Entry, Journal } from './journal/journal.ts';
import { readRecording, writeRecording } from './journal/recording.ts';
import { createTimeline, entriesOf, type Timeline } from './journal/timeline.ts';
import { evolve, FoldedState, initialState } from './projections/state.ts';
import { stateOfVersion1 } from './projections/version-1.ts';

/** Null while the screens show the present; else what of the past they show. `first` to `last` can be sought. */
export type Replay = {
  readonly source: 'session' | 'recording';
  readonly seq: number;
  readonly first: number;
  readonly last: number;
};

/** The session recorder: what happened, in order, and the way back to any moment of it. */
export type ClientJournal = {
  entries(): readonly Entry[];
  /** Each entry as it is appended, also while the past is shown. */
  readonly entries$: Observable<Entry>;
  /** The kept entries as JSON lines, after a first line with the state before them. */
  exportJsonl(): string;
  /** Shows a recording at its end; `skipped` counts its unreadable lines. Says why not when it cannot be read at all. */
  importJsonl(text: string): { ok: true; skipped: number } | { ok: false; code: RecordingCode };
  /** Freezes what is shown; facts are journalled on. */
  pause(): void;
  /** Shows the state just after the entry with this `seq`, or the nearest there is. */
  seek(seq: number): void;
  /** Back to the present. */
  resume(): void;
};

type Recorder = {
  readonly journal: ClientJournal;
  replaying(): boolean;
  shown(): { state: FoldedState; replay: Replay | null };
};

/** Chooses between the present and a moment of the past; `changed` is called when the choice changes. */
export const createRecorder = (live: Journal<FoldedState>, changed: () => void): Recorder => {
  let past: { timeline: Timeline<FoldedState>; state: FoldedState; replay: Replay } | null = null;

  const show = (timeline: Timeline<FoldedState>, source: Replay['source'], seq: number): void => {
    const { first, last } = timeline;
    const at = Math.min(Math.max(seq, first), last);
    past = { timeline, state: timeline.stateAt(at), replay: { source, seq: at, first, last } };
    changed();
  };
  const pause = (seq?: number): void => {
    const timeline = createTimeline(live.segments(), initialState, evolve);
    show(timeline, 'session', seq ?? timeline.last);
  };

  return {
    replaying: () => past !== null,
    shown: () => past ?? { state: live.state(), replay: null },
    journal: {
      entries: () => entriesOf(live.segments()),
      entries$: live.entries$,
      exportJsonl: () => writeRecording(live.segments()),
      importJsonl: (text) => {
        const read = readRecording(text, FoldedState, evolve, stateOfVersion1);
        if (!read.ok) return read;
        const timeline = createTimeline(read.segments, initialState, evolve);
        show(timeline, 'recording', timeline.last);
        return { ok: true, skipped: read.skipped };
      },
      pause: () => {
        if (past === null) pause();
      },
      seek: (seq) => {
        if (past === null) pause(seq);
        else show(past.timeline, past.replay.source, seq);
      },
      resume: () => {
        if (past === null) return;
        past = null;
        changed();
      },
    },
  };
};
