import type { BotAction } from '../journal/event.ts';
import type { Problem } from '../journal/problem.ts';
import type { FoldedState } from '../projections/state.ts';

type Pending = { action: BotAction; since: number; phase: 'pending' | 'failed'; problem: Problem | null };

/** The command under way for the bot, or the last one if it failed. */
export const selectPending = ({ bot }: Pick<FoldedState, 'bot'>): Pending | null => {
  if (bot.phase === 'idle') return null;
  return { action: bot.phase, since: bot.status_at ?? 0, phase: 'pending', problem: null };
};

type Kill = { sent_at: number; tries: number; confirmed_at: number | null; problem: Problem | null };

/** The kill that was sent, until it is confirmed or given up. */
export const selectKill = (_state: FoldedState): Kill | null => null;
