import { initialState } from './state.ts';
import { stateOfVersion1 } from './version-1.ts';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The state at the head of a recording in the shape of today. An earlier build of version 2 had fewer slices, resources and
 * fields: those start as in a new session. What is present stays as it is, so that the schema still refuses what is wrong.
 */
export const upgradeState = (state: unknown, version: 1 | 2): unknown => {
  if (version === 1) return stateOfVersion1(state);
  if (!isRecord(state) || typeof state.now !== 'number') return state;
  const filled = Object.entries(initialState).map(([name, initial]) => {
    const recorded = state[name];
    return [name, isRecord(recorded) && isRecord(initial) ? { ...initial, ...recorded } : (recorded ?? initial)];
  });
  return Object.fromEntries(filled);
};
