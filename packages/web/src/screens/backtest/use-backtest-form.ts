import { selectBacktestStarting, selectReader, selectReplaying, selectRunProblem, storageKeys } from '@triquad/core';
import { BacktestFields } from '@triquad/core/rules';
import { useClientState } from '../../client-context.tsx';
import { useKeptEdits } from '../../forms/kept-edits.ts';
import { type Form, useForm } from '../../forms/use-form.ts';
import { firstValues } from './backtest-values.ts';
import { useMessages } from './use-messages.ts';

export type BacktestForm = Form<BacktestFields>;

/** The form of a backtest. Its draft is kept in the browser until it is reset. */
export const useBacktestForm = (): BacktestForm => {
  const { backtest: text } = useMessages();
  const isStarting = useClientState(selectBacktestStarting);
  const problem = useClientState(selectRunProblem);
  const reader = useClientState(selectReader);
  const replaying = useClientState(selectReplaying);
  return useForm(BacktestFields, {
    name: 'backtest',
    saved: firstValues,
    edits: useKeptEdits(storageKeys.backtestDraft),
    submission: { phase: isStarting ? 'pending' : problem === null ? 'idle' : 'failed', problem, mark: problem },
    disabled: reader || replaying,
    texts: text.errors,
  });
};
