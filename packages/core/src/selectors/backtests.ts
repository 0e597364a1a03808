import type { Backtest } from '../contract/backtest.ts';
import { type BacktestsState, selectShownBacktest } from '../projections/backtests.ts';
import type { FoldedState } from '../projections/state.ts';
import { isUnderWay } from '../rules/backtest.ts';

export const selectBacktests = (state: FoldedState): readonly Backtest[] => state.backtests.items;
/** The backtest on screen with its report, null when none is open. */
export const selectOpenBacktest = (state: FoldedState): BacktestsState['shown'] => state.backtests.shown;
export const selectOpenBacktestId = (state: FoldedState): string | null => state.backtests.shown?.id ?? null;
/** Whether the bot has been asked to run one and has not answered yet. */
export const selectBacktestStarting = (state: FoldedState): boolean => state.backtests.starting;

/** Whether the open backtest is under way, or one is just being handed to the bot. */
export const selectBacktestRunning = (state: FoldedState): boolean => {
  const { starting, shown } = state.backtests;
  if (starting) return true;
  const { status } = selectShownBacktest(state) ?? {};
  return shown !== null && status !== undefined && shown.phase !== 'failed' && isUnderWay(status);
};
