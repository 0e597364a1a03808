import type { Rows } from './lanes.ts';
import { call, outcome, retried } from './perform.ts';

const targetOf = ({ backtest_id }: { readonly backtest_id: string }): string => `backtest ${backtest_id}`;

/** The commands about a backtest that need no machine. */
export const backtestEffects = {
  CancelBacktest: {
    lane: targetOf,
    began: ({ backtest_id }) => ({ type: 'BacktestCancelBegan', backtest_id }),
    perform: ({ backtest_id, key }, { api, clock }) =>
      outcome(
        retried(clock, () => api.call('backtest.cancel', { path: { id: backtest_id } }, { key })),
        (backtest) => ({ type: 'BacktestReported', backtest: { ...backtest, id: backtest_id } }),
        (problem) => ({ type: 'BacktestCancelFailed', backtest_id, problem }),
      ),
  },
  DeleteBacktest: {
    lane: targetOf,
    began: ({ backtest_id }) => ({ type: 'BacktestDeleteBegan', backtest_id }),
    perform: ({ backtest_id, key }, { api, clock }) =>
      outcome(
        retried(clock, () => api.call('backtest.delete', { path: { id: backtest_id } }, { key })),
        () => ({ type: 'BacktestDeleted', backtest_id }),
        // A backtest that is already gone counts as deleted.
        (problem) =>
          problem.kind === 'not-found'
            ? { type: 'BacktestDeleted', backtest_id }
            : { type: 'BacktestDeleteFailed', backtest_id, problem },
      ),
  },
  SaveReport: {
    lane: ({ backtest_id }) => `report ${backtest_id}`,
    began: ({ backtest_id }) => ({ type: 'ReportSaveBegan', backtest_id }),
    perform: ({ backtest_id, file }, { api, save }) =>
      outcome(
        call((signal) =>
          api.download('backtest.report', { path: { id: backtest_id }, query: { format: 'html' } }, { signal }),
        ),
        (content) => {
          save(file, content, 'text/html');
          return { type: 'ReportSaved', backtest_id };
        },
        (problem) => ({ type: 'ReportSaveFailed', backtest_id, problem }),
      ),
  },
} as const satisfies Rows;
