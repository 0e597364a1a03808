import type { Observable } from 'rxjs';
import type { Message } from '../journal/journal.ts';
import type { backtestEffects } from '../machines/backtest.ts';
import type { Performers } from '../machines/folded.ts';
import { calls } from '../rules/limits.ts';
import { call, type MachineEffects, type MachinePorts, outcome, retried } from './perform.ts';

/** Runs a backtest, asks how far it is, and loads its report. */
export const performBacktest = ({ api, clock }: MachinePorts): MachineEffects => {
  const performers: Performers<typeof backtestEffects, Observable<Message>> = {
    // Only a bot with extensions is known to honour the key; another might run it twice.
    run: ({ config, key, capabilities }) => {
      const retries = capabilities.length > 0 ? calls.change_retries : 0;
      return outcome(
        retried(clock, () => api.call('backtest.run', { body: config }, { key }), retries),
        (backtest) => ({ type: 'BacktestStarted', backtest: { ...backtest, config: backtest.config ?? config } }),
        (problem) => ({ type: 'BacktestRunFailed', problem }),
      );
    },
    ask: ({ id }) =>
      outcome(
        call((signal) => api.call('backtest.get', { path: { id } }, { signal })),
        (backtest) => ({ type: 'BacktestReported', backtest: { ...backtest, id } }),
        (problem) => ({ type: 'BacktestUnanswered', backtest_id: id, problem }),
      ),
    loadReport: ({ id: backtest_id }) =>
      outcome(
        retried(
          clock,
          (signal) => api.call('backtest.report', { path: { id: backtest_id }, query: { format: 'json' } }, { signal }),
          calls.read_retries,
        ),
        // No screen shows the legs of trades; of a long run they are most of the report.
        ({ trades, ...report }) => ({
          type: 'BacktestReportLoaded',
          backtest_id,
          report: { ...report, trades: trades.map((trade) => ({ ...trade, legs: [] })) },
        }),
        (problem) => ({ type: 'BacktestReportFailed', backtest_id, problem }),
      ),
  };
  return { performers };
};
