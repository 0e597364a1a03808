import type { Problem, ProblemKind } from '../journal/problem.ts';

const noDetail = { detail: null, status: null, code: null, errors: [], retry_after_ms: null };

/** A problem of a kind, with further fields. */
export const problem = (kind: ProblemKind, more: Partial<Problem> = {}): Problem => ({
  ...noDetail,
  kind,
  ...more,
});

/** Why no connection is made, or nothing sent over it: a code, and a sentence for a person. */
export class ConnectionFault extends Error {
  readonly code: string;

  constructor(code: string, detail: string) {
    super(detail);
    this.code = code;
  }
}

/** No answer came: the connection failed, or time ran out. */
export const problemOfFailure = (error: unknown): Problem => {
  if (error instanceof ConnectionFault) return problem('network', { code: error.code, detail: error.message });
  const late = error instanceof Error && error.name === 'TimeoutError';
  return problem(late ? 'timeout' : 'network');
};

/** An answer came, and it cannot be read. */
export const problemOfContract = (status: number): Problem => problem('contract', { status });
