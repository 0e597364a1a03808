import type { Observable } from 'rxjs';
import type { RecordingCode } from './journal/code.ts';
import type { Entry, Journal } from './journal/journal.ts';
import { writeRecording } from './journal/recording.ts';
import { createTimeline, entriesOf, type Timeline } from './journal/timeline.ts';
import { evolve, type FoldedState, initialState } from './projections/state.ts';

/** Null while screens show the present; else the entry (`seq`) they show. `first` to `last` are available to `seek`. */
export type Replay = {
  readonly source: 'session' | 'recording';
  readonly seq: number;
  readonly first: number;
  readonly last: number;
};

/** The session recorder: the journal's entries, and replay of any of them. */
export type ClientJournal = {
  entries(): readonly Entry[];
  /** Each entry as it is appended, also during replay. */
  readonly entries$: Observable<Entry>;
  /** The kept entries as JSON lines, after a first line with the state before them. */
  exportJsonl(): string;
  /** Shows the end of a recording. `skipped` counts unreadable lines; `code` says why nothing could be read. */
  importJsonl(text: string): Promise<{ ok: true; skipped: number } | { ok: false; code: RecordingCode }>;
  /** Freezes the shown state; the journal keeps growing. */
  pause(): void;
  /** Shows the state after the entry with this `seq`, or after the nearest available one. */
  seek(seq: number): void;
  /** Returns to the present. */
  resume(): void;
};

/** Chooses between the present and a moment of the past; `changed` is called when the choice changes. */
export const createRecorder = (live: Journal<FoldedState>, changed: () => void) => {
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
    shown: (): { state: FoldedState; replay: Replay | null } => past ?? { state: live.state(), replay: null },
    journal: {
      entries: () => entriesOf(live.segments()),
      entries$: live.entries$,
      exportJsonl: () => writeRecording(live.segments()),
      // The schemas of all entries and of the state: few sessions are ever loaded.
      importJsonl: async (text) => {
        const { readSession } = await import('./projections/recorded-state.ts');
        const read = readSession(text);
        if (!read.ok) return read;
        const timeline = createTimeline(read.segments, initialState, evolve);
        show(timeline, 'recording', timeline.last);
        return { ok: true, skipped: read.skipped };
      },
      pause: () => past ?? pause(),
      seek: (seq) => {
        if (past === null) pause(seq);
        else show(past.timeline, past.replay.source, seq);
      },
      resume: () => {
        if (past === null) return;
        past = null;
        changed();
      },
    } satisfies ClientJournal,
  };
};
