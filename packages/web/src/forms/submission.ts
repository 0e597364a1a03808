import type { Problem, SettingWork } from '@triquad/core';
import type { FormValues } from '@triquad/core/rules';

/** State of the call that a form is submitted with. `mark` differs from one submission to the next. */
export type Submission = {
  readonly phase: 'idle' | 'pending' | 'saved' | 'failed';
  readonly problem: Problem | null;
  readonly mark: unknown;
};

export const idle: Submission = { phase: 'idle', problem: null, mark: null };

/** Submission of a form; `mark` identifies the previous submission, whose outcome is ignored. */
export type Sent = { readonly values: FormValues; readonly mark: unknown; readonly isSettled: boolean };

/** The submission as far as it concerns the form: outcomes from before it was mounted or sent are ignored. */
export const outcomeOf = (submission: Submission, sent: Sent | null): Submission =>
  submission.phase === 'pending' || (sent !== null && submission.mark !== sent.mark) ? submission : idle;

const phases = {
  save: { busy: 'pending', done: 'saved', failed: 'failed' },
  // A test submits the form too and can be refused at its fields, but saves nothing.
  test: { busy: 'pending', done: 'idle', failed: 'failed' },
  create: { busy: 'pending', done: 'saved', failed: 'failed' },
  activate: { busy: 'idle', done: 'idle', failed: 'idle' },
  delete: { busy: 'idle', done: 'idle', failed: 'idle' },
} as const;

/** The state of a settings call as the submission of its form. */
export const submissionOf = (work: SettingWork | null): Submission =>
  work === null ? idle : { phase: phases[work.action][work.phase], problem: work.problem, mark: work.seq };

/** The bot's error for a field, while the field still holds the submitted value. */
export const refusalAt = (
  { problem }: Submission,
  sent: Sent | null,
  values: FormValues,
  path: string,
): string | null => {
  if (problem === null || sent === null || String(sent.values[path]) !== String(values[path])) return null;
  return problem.errors.find((error) => error.path === path)?.message ?? null;
};
