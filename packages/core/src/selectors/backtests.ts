import type { Backtest, Report } from '../contract/backtest.ts';
import type { Problem } from '../journal/problem.ts';
import { withBacktest } from '../projections/backtests.ts';
import { stable } from '../projections/memo.ts';
import type { FoldedState } from '../projections/state.ts';
import { isUnderWay } from '../rules/backtest.ts';
import { derived } from './derived.ts';

type State = Pick<FoldedState, 'backtest' | 'backtests'>;

/** The backtest on screen: `settled` with its report, or without one when it ended without. */
export type OpenBacktest = {
  readonly id: string;
  readonly phase: 'opening' | 'following' | 'reporting' | 'settled' | 'failed';
  readonly report: Report | null;
  /** Why the report could not be loaded. */
  readonly problem: Problem | null;
};

/** The backtest on screen with its report, null when none is open. */
export const selectOpenBacktest = derived([({ backtest }) => backtest], (backtest): OpenBacktest | null => {
  const { id, record, report, problem } = backtest;
  const { shown } = backtest.value;
  if (shown === 'closed') return null;
  const phase = typeof shown === 'string' ? shown : record === null ? 'opening' : 'following';
  return { id, phase, report, problem };
});
export const selectOpenBacktestId = (state: FoldedState): string | null => selectOpenBacktest(state)?.id ?? null;
/** The backtest on screen. */
export const selectShownBacktest = ({ backtest: { id, record }, backtests: { items } }: State): Backtest | null =>
  record ?? items.find((item) => item.id === id) ?? null;

/** Newest first. The selected backtest is included even if it is older than the list. */
export const selectBacktests = stable(({ backtest: { record }, backtests: { items } }: State) =>
  record === null ? items : withBacktest(items, record),
);

/** True while a run is requested and unanswered. */
export const selectBacktestStarting = (state: State): boolean => state.backtest.value.run === 'starting';
/** Why the last run was refused, null when it was not. */
export const selectRunProblem = (state: State): Problem | null => state.backtest.run_problem;

/** True while the open backtest runs, or its request is on its way. */
export const selectBacktestRunning = (state: State): boolean => {
  if (selectBacktestStarting(state)) return true;
  const { shown } = state.backtest.value;
  const { status } = selectShownBacktest(state) ?? {};
  return shown !== 'closed' && shown !== 'failed' && status !== undefined && isUnderWay(status);
};
