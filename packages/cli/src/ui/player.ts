import {
  type Client,
  type ClientState,
  type Clock,
  selectBotCondition,
  selectConnection,
  selectMode,
  selectTradingState,
} from '@triquad/core';

/** Target in the replay: one fact or event back (-1) or on (1), or a moment in epoch milliseconds. */
export type Move =
  | { readonly fact: -1 | 1 }
  | { readonly event: -1 | 1 }
  | { readonly time: number }
  | 'play'
  | 'slower'
  | 'faster'
  | 'live';

export interface Playback {
  readonly isPlaying: boolean;
  /** Factor of the recorded speed. */
  readonly speed: number;
}

export const paused: Playback = { isPlaying: false, speed: 1 };

export interface Player {
  readonly playback: () => Playback;
  move(move: Move): void;
  stop(): void;
}

const speeds = [0.25, 0.5, 1, 2, 5, 10, 50];
/** Quiet times are played no longer. Milliseconds. */
const longestWait = 1_000;
/** A session of a day has this many facts at most between two events; then the search rests there. */
const farthest = 2_000;

/** Moves through the past that the client has recorded, or through a file. `changed` is called when it moves by itself. */
export function createPlayer(client: Client, clock: Clock, changed: (playback: Playback) => void): Player {
  const { journal } = client;
  let playback = paused;
  let cancel = () => {};
  const state = () => client.getSnapshot();
  const here = () => {
    if (state().replay === null) journal.pause();
    const { seq, first, last } = state().replay ?? { seq: 0, first: 0, last: 0 };
    return { seq, first, last };
  };
  const stop = () => {
    cancel();
    playback = { ...playback, isPlaying: false };
  };
  const play = () => {
    const { seq, last } = here();
    if (seq >= last) return stop();
    playback = { ...playback, isPlaying: true };
    const { now } = state();
    journal.seek(seq + 1);
    const wait = Math.min(longestWait, Math.max(0, state().now - now)) / playback.speed;
    journal.seek(seq);
    cancel = clock.schedule(wait, () => {
      journal.seek(seq + 1);
      play();
      changed(playback);
    });
  };
  const toEvent = (by: -1 | 1) => {
    const { seq, first, last } = here();
    const shown = happened(state());
    for (let at = seq + by, steps = 0; at >= first && at <= last && steps < farthest; at += by, steps += 1) {
      journal.seek(at);
      if (happened(state()) !== shown) return;
    }
  };
  const toTime = (time: number) => {
    let { first: low, last: high } = here();
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      journal.seek(middle);
      if (state().now <= time) low = middle;
      else high = middle - 1;
    }
    journal.seek(low);
  };
  const paced = (by: -1 | 1) => {
    const at = Math.max(0, Math.min(speeds.length - 1, speeds.indexOf(playback.speed) + by));
    playback = { ...playback, speed: speeds[at] ?? 1 };
  };
  return {
    playback: () => playback,
    stop,
    move: (move) => {
      const { isPlaying } = playback;
      stop();
      if (move === 'live') {
        playback = paused;
        journal.resume();
      } else if (move === 'play') {
        if (!isPlaying) play();
      } else if (move === 'slower' || move === 'faster') {
        paced(move === 'slower' ? -1 : 1);
        if (isPlaying) play();
      } else if ('fact' in move) journal.seek(here().seq + move.fact);
      else if ('event' in move) toEvent(move.event);
      else toTime(move.time);
    },
  };
}

/** Differs after a trade, an alarm, or a change of a state. */
const happened = (state: ClientState): string =>
  JSON.stringify([
    selectBotCondition(state),
    selectTradingState(state),
    selectMode(state),
    selectConnection(state),
    state.executions.items.slice(0, 5).map(({ id, status }) => [id, status]),
    state.notifications.items[0]?.id,
    state.toasts.at(-1)?.id,
  ]);
