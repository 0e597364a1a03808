import * as z from 'zod/mini';
import { ProblemBody } from '../contract/problem.ts';
import type { Problem, ProblemKind } from '../journal/problem.ts';
import { problem } from './problem.ts';

const longest = 500;
const byStatus: Partial<Record<number, ProblemKind>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  408: 'timeout',
  409: 'conflict',
};

/** The bot answered with an error status. The text for the operator is `detail`, else `error`, else `message`. */
export const problemOfAnswer = (status: number, body: unknown, retryAfter: string | null): Problem => {
  const kind = byStatus[status] ?? (status >= 500 ? 'server' : 'rejected');
  const seconds = retryAfter === null ? Number.NaN : Number(retryAfter);
  const read = z.safeParse(ProblemBody, body);
  const answer = read.success ? read.data : null;
  return problem(kind, {
    status,
    detail: answer === null ? null : firstDetail(answer),
    code: answer?.code ?? null,
    ...(answer?.params === undefined ? {} : { params: answer.params }),
    ...(answer?.preview === undefined ? {} : { preview: answer.preview }),
    errors: (answer?.errors ?? []).map(({ path, message }) => ({ path: path ?? '', message: message ?? '' })),
    retry_after_ms: Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : null,
  });
};

const firstDetail = ({ detail, error, message }: ProblemBody): string | null => {
  const first = [detail, error, message].find((text) => (text ?? '').trim() !== '');
  return first?.slice(0, longest) ?? null;
};
