import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import type { Change } from '../../components/use-rows.ts';

/** A question before a change; `change` is made once it is confirmed. */
export type Question = {
  readonly title: string;
  readonly body: ReactNode;
  readonly confirm: string;
  readonly intent: 'primary' | 'danger';
  readonly change: Change;
};

/** Asks before each change, one at a time; `problem` says why the last was refused. */
export const useAsking = (make: (change: Change) => Promise<string>) => {
  const [question, ask] = useState<Question | null>(null);
  const [problem, setProblem] = useState('');
  const run = async (change: Change): Promise<boolean> => {
    const refusal = await make(change);
    setProblem(refusal);
    return refusal === '';
  };
  const dialog = question && (
    <ConfirmDialog
      {...question}
      isOpen
      onCancel={() => ask(null)}
      onConfirm={() => {
        ask(null);
        void run(question.change);
      }}
    />
  );
  return { ask, run, problem, dialog };
};
