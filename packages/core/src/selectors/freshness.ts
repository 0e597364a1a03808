import type { BotAction } from '../journal/event.ts';
import type { Problem } from '../journal/problem.ts';
import type { FoldedState } from '../projections/state.ts';

export type Freshness = 'unknown' | 'live' | 'stale' | 'lost';

/** Whether what is known of the bot is still confirmed: `stale` after a short silence, `lost` once it is reconnected to. */
export const selectFreshness = (state: Pick<FoldedState, 'connection'>): Freshness => {
  const { state: connection, last_connected_at } = state.connection;
  if (connection === 'connected') return 'live';
  return last_connected_at === null ? 'unknown' : 'lost';
};

/** Epoch milliseconds of the bot's last frame, pong or answer; null before the first. */
export const selectConfirmedAt = (state: Pick<FoldedState, 'connection' | 'now'>): number | null =>
  selectFreshness(state) === 'live' ? state.now : state.connection.last_connected_at;

/** Whole seconds since the last confirmation; null below two. */
export const selectConfirmedAge = (state: Pick<FoldedState, 'connection' | 'now'>): number | null => {
  const at = selectConfirmedAt(state);
  const seconds = at === null ? 0 : Math.floor((state.now - at) / 1000);
  return seconds < 2 ? null : seconds;
};

type Pending = { action: BotAction; since: number; phase: 'pending' | 'failed'; problem: Problem | null };

/** The command under way for the bot, or the last one if it failed. */
export const selectPending = ({ bot }: Pick<FoldedState, 'bot'>): Pending | null => {
  if (bot.phase === 'idle') return null;
  return { action: bot.phase, since: bot.status_at ?? 0, phase: 'pending', problem: null };
};

type Kill = { sent_at: number; tries: number; confirmed_at: number | null; problem: Problem | null };

/** The kill that was sent, until it is confirmed or given up. */
export const selectKill = (_state: FoldedState): Kill | null => null;
