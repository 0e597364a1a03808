import { map, type Observable, of } from 'rxjs';
import type { Backtest } from '../contract/index.ts';
import type { Message } from '../journal/journal.ts';
import type { backtestEffects } from '../machines/backtest.ts';
import type { Performers } from '../machines/protocol.ts';
import { calls } from '../rules/limits.ts';
import { call, retried } from './call.ts';
import type { MachineEffects, MachinePorts } from './machine-effects.ts';

/** Runs a backtest, asks how far it is, and loads its report. */
export const performBacktest = ({ api, clock }: MachinePorts): MachineEffects => {
  const performers: Performers<typeof backtestEffects, Observable<Message>> = {
    emit: (event) => of(event),
    // Only a bot with extensions is known to honour the key; another might run it twice.
    run: ({ config, key, capabilities }) => {
      const retries = capabilities.length > 0 ? calls.change_retries : 0;
      const own: Backtest['config'] = { ...config, description: config.description ?? null };
      return retried(clock, () => api.call('backtest.run', { body: config }, { key }), retries).pipe(
        map((result) =>
          result.ok
            ? { type: 'BacktestStarted', backtest: { ...result.value, config: result.value.config ?? own } }
            : { type: 'BacktestRunFailed', problem: result.problem },
        ),
      );
    },
    ask: ({ id }) =>
      call((signal) => api.call('backtest.get', { path: { id } }, { signal })).pipe(
        map((result) =>
          result.ok
            ? { type: 'BacktestReported', backtest: { ...result.value, id } }
            : { type: 'BacktestUnanswered', backtest_id: id, problem: result.problem },
        ),
      ),
    loadReport: ({ id: backtest_id }) =>
      retried(
        clock,
        (signal) => api.call('backtest.report', { path: { id: backtest_id }, query: { format: 'json' } }, { signal }),
        calls.read_retries,
      ).pipe(
        map((result) => {
          if (!result.ok) return { type: 'BacktestReportFailed', backtest_id, problem: result.problem };
          // No screen shows the legs of trades; of a long run they are most of the report.
          const trades = result.value.trades.map((trade) => ({ ...trade, legs: [] }));
          return { type: 'BacktestReportLoaded', backtest_id, report: { ...result.value, trades } };
        }),
      ),
  };
  return { performers };
};
