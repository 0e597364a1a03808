import type { Preview } from '../contract/order.ts';
import type { RefusalCode } from '../journal/code.ts';
import type { Command } from '../journal/command.ts';
import type { Problem } from '../journal/problem.ts';
import { type Entry, exceeds } from '../rules/entry.ts';
import type { Facts } from './facts.ts';
import { type Obstacle, permitted } from './permitted.ts';

/** An execution that is being prepared, as its form shows it. */
export type Draft = {
  readonly isExpired: boolean;
  readonly amount: Entry;
  readonly floor: Entry;
  /** The opportunity has no size of its own: the amount may be left to the bot. */
  readonly mayOmitAmount: boolean;
  /** Preview of this amount. */
  readonly preview: Preview | null;
  readonly isPreviewing: boolean;
  /** False for a bot without the preview call. */
  readonly hasPreviews: boolean;
};
type Execute = Extract<Command, { type: 'ExecuteOpportunity' }>;

const draftObstacle = (draft: Draft, isReal: boolean): RefusalCode | null => {
  const { amount, floor, preview } = draft;
  if (draft.isExpired) return 'opportunity_expired';
  if (amount.mistake !== null) return 'amount_wrong';
  if (floor.mistake !== null) return 'floor_wrong';
  if (amount.value === null) return isReal ? 'amount_required' : draft.mayOmitAmount ? null : 'amount_wrong';
  if (!draft.hasPreviews) return null;
  if (preview === null) return draft.isPreviewing ? 'preview_running' : 'preview_missing';
  return exceeds(amount.value, preview) ? 'amount_too_large' : null;
};

const withoutPreviews: readonly (number | null)[] = [404, 405, 501];

/** True once a bot that speaks only the spec has refused a preview. */
export const lacksPreviews = ({ capabilities }: Facts, problem: Problem | null): boolean =>
  capabilities?.length === 0 && problem !== null && withoutPreviews.includes(problem.status);

/** Reason that forbids an execution now: a state of the bot or a typed figure; null: none. */
export const executionObstacle = (facts: Facts, command: Execute, draft: Draft): Obstacle | null => {
  const { obstacle } = permitted(facts, command);
  if (obstacle !== null) return obstacle;
  const code = draftObstacle(draft, !command.dry_run);
  return code === null ? null : ({ code, params: {} } as Obstacle);
};
