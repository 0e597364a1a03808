import type { ConnectionState } from '../machines/connection.ts';
import type { FoldedState } from '../projections/state.ts';

type Connected = Pick<FoldedState, 'connection'>;
const placeOf = ({ connection }: Connected): ConnectionState['value'] => connection.value;

/** State of the live connection in one word. */
export const selectConnection = (
  state: Connected,
): 'idle' | 'connecting' | 'connected' | 'waiting' | 'disconnected' => {
  const value = placeOf(state);
  if (typeof value !== 'string') return typeof value.live === 'string' ? 'connecting' : 'connected';
  return value === 'probing' ? 'connecting' : value === 'exhausted' ? 'disconnected' : value;
};

/** Number of the present reconnection, 0 for the first try. */
export const selectAttempt = (state: Connected): number => state.connection.attempt;
/** Round trip of the last ping in milliseconds, null without one. */
export const selectLatency = (state: Connected): number | null => state.connection.latency_ms;

/** Freshness of figures. `stale`: a short silence of the bot; `lost`: a long one, or no connection; `unknown`: never connected. */
export const selectFreshness = (state: Connected): 'unknown' | 'live' | 'stale' | 'lost' => {
  const value = placeOf(state);
  if (typeof value !== 'string' && typeof value.live !== 'string')
    return value.live.connected === 'confirmed' ? 'live' : 'stale';
  return state.connection.confirmed_at === null ? 'unknown' : 'lost';
};

/** True if live figures may be outdated. They are then drawn grey and hatched, and clocks stop. */
export const selectStale = (state: Connected): boolean => selectFreshness(state) !== 'live';

/** Epoch milliseconds of the last frame, pong or status answer; null before the first. */
export const selectConfirmedAt = (state: Connected): number | null => state.connection.confirmed_at;

/** Whole seconds since the last frame, pong or status answer; null below two seconds. */
export const selectConfirmedAge = (state: Connected & Pick<FoldedState, 'now'>): number | null => {
  const { confirmed_at } = state.connection;
  const seconds = confirmed_at === null ? 0 : Math.floor((state.now - confirmed_at) / 1_000);
  return seconds < 2 ? null : seconds;
};

/** Epoch milliseconds up to which live figures are confirmed; null while they are live or nothing was ever known. */
export const selectStaleSince = (state: Connected): number | null =>
  selectStale(state) ? selectConfirmedAt(state) : null;

/** The present, or while figures are stale the moment up to which they are confirmed, in epoch milliseconds. */
export const selectShownNow = (state: Connected & Pick<FoldedState, 'now'>): number =>
  Math.min(state.now, selectStaleSince(state) ?? state.now);

/** Now by the bot's clock, for ages of the bot's timestamps. */
export const selectBotNow = (state: Connected & Pick<FoldedState, 'now'>): number =>
  selectShownNow(state) - state.connection.ahead_ms;

/** Whole seconds until the next try to connect; null while none is planned. */
export const selectRetryIn = ({ connection, now }: Connected & Pick<FoldedState, 'now'>): number | null =>
  connection.retry_at === null ? null : Math.max(0, Math.ceil((connection.retry_at - now) / 1000));
