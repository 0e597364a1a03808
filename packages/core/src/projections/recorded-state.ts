import { type Recording, readRecording } from '../journal/read-recording.ts';
import { latestNames } from '../journal/resource.ts';
import { evolve, FoldedState, initialState } from './state.ts';
import { stateOfVersion1 } from './version-1.ts';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What was last loaded, from the slices of builds that kept it in several. */
const loadedIn = (state: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const from = (name: string): Readonly<Record<string, unknown>> => ({ ...Object(state[name]) });
  const found = {
    ...from('settings'),
    ...from('performance'),
    wallets: from('wallets').balances,
    scan: from('scan').report,
    risk: from('risk').report,
    differences: from('risk').differences,
  };
  return Object.fromEntries(latestNames.map((name) => [name, found[name as keyof typeof found] ?? null]));
};

/**
 * The state at the head of a recording in the shape of today. An earlier build of version 2 had fewer slices, resources and
 * fields: those start as in a new session. What is present stays as it is, so that the schema still refuses what is wrong.
 */
export const upgradeState = (state: unknown, version: 1 | 2): unknown => {
  if (!isRecord(state) || typeof state.now !== 'number') return state;
  const gathered = { loaded: loadedIn(state), ...state };
  if (version === 1) return stateOfVersion1(gathered);
  const filled = Object.entries(initialState).map(([name, initial]) => {
    const recorded = gathered[name as keyof typeof gathered];
    return [name, isRecord(recorded) && isRecord(initial) ? { ...initial, ...recorded } : (recorded ?? initial)];
  });
  return Object.fromEntries(filled);
};

/** Reads a recorded session, of this build or an earlier one. */
export const readSession = (text: string): Recording<FoldedState> =>
  readRecording(text, FoldedState, evolve, upgradeState);
