import { type Recording, readRecording } from '../journal/read-recording.ts';
import { evolve, FoldedState, initialState } from './state.ts';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Adds the slices, resources and fields that a recording of an earlier build lacks: they start as in a new session. The rest
 * stays as it is, so that the schema still refuses what is wrong.
 */
const completed = (state: unknown): unknown => {
  if (!isRecord(state) || typeof state.now !== 'number') return state;
  const slices = Object.entries(initialState).map(([name, initial]) => {
    const recorded = state[name];
    return [name, isRecord(recorded) && isRecord(initial) ? { ...initial, ...recorded } : (recorded ?? initial)];
  });
  return Object.fromEntries(slices);
};

/** Reads a recorded session, of this build or an earlier one. */
export const readSession = (text: string): Recording<FoldedState> =>
  readRecording(text, FoldedState, evolve, completed);
