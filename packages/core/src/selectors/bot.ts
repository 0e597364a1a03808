import type { BotStatus } from '../contract/bot-status.ts';
import { type UnrealMarket, unrealKind, unrealMarket } from '../contract/market.ts';
import type { TradingMode } from '../contract/primitives.ts';
import type { BotAction } from '../journal/bot-action.ts';
import type { Problem } from '../journal/problem.ts';
import type { BotState } from '../machines/bot.ts';
import type { FoldedState } from '../projections/state.ts';
import { type TradingState, tradingStateOf } from '../rules/bot-condition.ts';
import { selectShownNow } from './connection.ts';

export type BotCondition = 'running' | 'stopped' | 'starting' | 'stopping' | 'error' | 'halted' | 'unknown';

/** Condition of the bot in one word, from its last status and the command under way. Both UIs show this and nothing else. */
export const selectBotCondition = (state: Pick<FoldedState, 'bot'>): BotCondition => {
  const { command, lifecycle } = state.bot.value;
  switch (command) {
    case 'starting':
    case 'restarting':
      return 'starting';
    case 'stopping':
    case 'killing':
      return 'stopping';
    default:
      return selectTradingState(state) === 'halted' ? 'halted' : lifecycle;
  }
};

/** Trading state of the bot; `unknown` before its first status. */
export const selectTradingState = ({ bot: { status } }: Pick<FoldedState, 'bot'>): TradingState =>
  status === null ? 'unknown' : tradingStateOf(status);

/** The last known status record, null until one was received. */
export const selectBotStatus = (state: FoldedState): BotStatus | null => state.bot.status;

/** True if the bot states that it runs; null while unknown. */
export const selectRunning = (state: FoldedState): boolean | null => state.bot.status?.is_running ?? null;

/** Why and since when the bot is halted, null while it is not. */
export const selectHalt = (state: FoldedState): BotStatus['halted'] => state.bot.status?.halted ?? null;

/** The last command for the bot that has not succeeded: under way, or failed. `since` in epoch milliseconds. */
export const selectPending = (state: FoldedState): BotState['pending'] => state.bot.pending;

/** The command under way for the bot, null when there is none. */
export const selectBotCommand = (state: FoldedState): BotAction | null => {
  const { pending } = state.bot;
  return pending?.phase === 'pending' ? pending.action : null;
};

/** A kill that was sent, until it is confirmed and dismissed or given up. Moments in epoch milliseconds. */
export const selectKill = (state: FoldedState): BotState['kill'] => state.bot.kill;

/** Seconds since the bot's start, extrapolated while the connection is confirmed; null if stopped or unknown. */
export const selectUptime = (state: Pick<FoldedState, 'bot' | 'connection' | 'now'>): number | null => {
  const { status, status_at } = state.bot;
  if (status?.is_running !== true || status.uptime === null || status_at === null) return null;
  return status.uptime + Math.max(0, selectShownNow(state) - status_at) / 1000;
};

/** Start of the running or halted state, in epoch milliseconds, rounded to seconds; null if unknown. */
export const selectStateSince = (state: FoldedState): number | null => {
  const halt = selectHalt(state);
  if (halt !== null) return halt.at === null ? null : Date.parse(halt.at);
  const uptime = selectUptime(state);
  return uptime === null ? null : Math.round(selectShownNow(state) / 1000 - uptime) * 1000;
};

/** Mode on every screen, and the one that the next start sends; null while unknown. */
export const selectMode = ({ mode: { reported, chosen } }: Pick<FoldedState, 'mode'>): TradingMode | null =>
  chosen ?? reported;
export const selectLive = (state: FoldedState): boolean => selectMode(state) === 'live';

/** True while a change of mode is under way. */
export const selectModeChanging = (state: FoldedState): boolean => state.mode.value === 'changing';
export const selectModeProblem = (state: FoldedState): Problem | null => state.mode.problem;

/** Source of prices: `simulated`, `recorded`, `exchange`, or another bot's word; null while unknown. */
export const selectMarketSource = (state: FoldedState): string | null =>
  state.health.value?.market_source ?? state.bot.status?.market_source ?? null;

/** The market that is watched, where it is no exchange. */
export const selectUnrealMarket = (state: FoldedState): UnrealMarket | null => {
  const kind = state.bot.status?.provenance?.kind;
  return kind === undefined
    ? unrealMarket(selectMarketSource(state), state.health.value?.market_detail ?? null)
    : unrealKind(kind);
};
