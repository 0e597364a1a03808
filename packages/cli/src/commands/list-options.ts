import type { Option } from 'commander';
import { moment } from '../parse.ts';
import { option } from './define-command.ts';

/** The most rows that one call gives. */
export const mostRows = 500;

export const followOption = (): Option =>
  option('-f, --follow', 'go on with what comes, from now on; --since or --limit give some of the past first');

export const sinceOption = (): Option =>
  option('--since <moment>', 'not before, e.g. 2026-01-31 or 2026-01-31T12:00Z', moment);

/** A stretch of time, both ends in ISO 8601, UTC. */
export interface Period {
  readonly since?: string;
  readonly until?: string;
}

/** Whether it was then; what has no time is in no stretch. */
export function isWithin({ since, until }: Period, at: string | null): boolean {
  if (since === undefined && until === undefined) return true;
  return at !== null && (since === undefined || at >= since) && (until === undefined || at <= until);
}

export const untilOption = (): Option =>
  option('--until <moment>', 'not after, e.g. 2026-01-31 or 2026-01-31T12:00Z', moment);
