import { backtestExchanges, type ClientState, isUnderWay, selectShownBacktest } from '@triquad/core';
import type { Backtest } from '@triquad/core/contract';

export const selectItems = (state: ClientState): readonly Backtest[] => state.backtests.items;
export const selectShown = (state: ClientState) => state.backtests.shown;
export const selectShownId = (state: ClientState): string | null => state.backtests.shown?.id ?? null;

/** Whether the one that is shown is under way, or one is just being handed to the bot. */
export const selectRunning = (state: ClientState): boolean => {
  const { starting, shown } = state.backtests;
  if (starting) return true;
  const { status } = selectShownBacktest(state) ?? {};
  return shown !== null && status !== undefined && shown.phase !== 'failed' && isUnderWay(status);
};

/** Those of the spec, then the others that the bot has, as one text: it changes only when they do. */
export const selectExchanges = (state: ClientState): string =>
  [...new Set([...backtestExchanges, ...(state.bot.status?.enabled_exchanges ?? [])])].join(',');
