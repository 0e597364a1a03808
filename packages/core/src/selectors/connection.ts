import type { ConnectionState } from '../projections/connection.ts';
import type { FoldedState } from '../projections/state.ts';

/** State of the live connection in one word. */
export const selectConnection = (state: FoldedState): ConnectionState['state'] => state.connection.state;
/** Number of the present reconnection, 0 for the first try. */
export const selectAttempt = (state: FoldedState): number => state.connection.attempt;
/** Round trip of the last ping in milliseconds, null without one. */
export const selectLatency = (state: FoldedState): number | null => state.connection.latency_ms;

/** Whether live figures may no longer be true. They are then drawn grey and hatched, and clocks stop. */
export const selectStale = (state: FoldedState): boolean => state.connection.state !== 'connected';

/** Epoch milliseconds up to which live figures are confirmed; null while they are live or nothing was ever known. */
export const selectStaleSince = (state: FoldedState): number | null =>
  selectStale(state) ? state.connection.last_connected_at : null;

/** The present by the bot's clock in epoch milliseconds: ages of the bot's timestamps are counted from it. */
export const selectBotNow = (state: Pick<FoldedState, 'connection' | 'now'>): number =>
  state.now - state.connection.ahead_ms;
