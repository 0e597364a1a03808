import * as z from 'zod/mini';
import { Preview } from '../contract/order.ts';
import { params } from './params.ts';

/** Why a call failed. `network`: no answer came; `contract`: the answer could not be read. */
export const problemKind = z.enum([
  'network',
  'timeout',
  'unauthorized',
  'forbidden',
  'not-found',
  'conflict',
  'rejected',
  'server',
  'contract',
]);
export type ProblemKind = z.infer<typeof problemKind>;

/** `code` and `params` are the bot's; `detail` is its own text, null without one. */
export const Problem = z.object({
  kind: problemKind,
  detail: z.nullable(z.string()),
  status: z.nullable(z.number()),
  code: z.nullable(z.string()),
  params: z.optional(params),
  /** New preview of a refused execution. */
  preview: z.optional(Preview),
  errors: z.array(z.object({ path: z.string(), message: z.string() })),
  retry_after_ms: z.nullable(z.number()),
});
export type Problem = z.infer<typeof Problem>;

const passing: readonly ProblemKind[] = ['network', 'timeout', 'server', 'contract'];

/** True if a repeat of the call may succeed: nothing was decided against it. */
export const mayPass = ({ kind, status }: Problem): boolean => passing.includes(kind) || status === 429;

/** A command with this problem may have been performed: its answer was lost, or the bot itself does not know. */
export const mayBeDone = (problem: Problem): boolean =>
  problem.code === 'outcome_unknown' || (mayPass(problem) && problem.status !== 429);
