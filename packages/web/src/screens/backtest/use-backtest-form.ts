import { type Command, isLasting, selectBacktestStarting, selectRunProblem, storageKeys } from '@triquad/core';
import { BacktestFields } from '@triquad/core/rules';
import { useClientState } from '../../client-context.tsx';
import { useCommand } from '../../components/use-command.ts';
import { useKeptEdits } from '../../forms/kept-edits.ts';
import { type Form, useForm } from '../../forms/use-form.ts';
import { firstValues } from './backtest-values.ts';
import { useMessages } from './use-messages.ts';

export type BacktestForm = Form<BacktestFields>;

/** A run as far as its permission goes, whose settings do not matter to it. */
export const anyRun: Command = {
  type: 'RunBacktest',
  config: {} as Extract<Command, { type: 'RunBacktest' }>['config'],
};

/** The form of a backtest. Its draft is kept in the browser until it is reset. */
export const useBacktestForm = (): BacktestForm => {
  const { backtest: text } = useMessages();
  const isStarting = useClientState(selectBacktestStarting);
  const problem = useClientState(selectRunProblem);
  const { obstacle } = useCommand(anyRun);
  return useForm(BacktestFields, {
    name: 'backtest',
    saved: firstValues,
    edits: useKeptEdits(storageKeys.backtestDraft),
    submission: { phase: isStarting ? 'pending' : problem === null ? 'idle' : 'failed', problem, mark: problem },
    disabled: isLasting(obstacle),
    texts: text.errors,
  });
};
