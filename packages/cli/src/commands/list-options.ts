import type { Option } from 'commander';
import { moment } from '../parse.ts';
import { option } from './define-command.ts';

/** The most rows that one call gives. */
export const mostRows = 500;

export const followOption = (): Option =>
  option('-f, --follow', 'go on with what comes, from now on; --since or --limit give some of the past first');

export const sinceOption = (): Option =>
  option('--since <moment>', 'from this moment on, e.g. 2026-01-31 or "2026-01-31 12:00"; UTC without a zone', moment);

/** A half-open range, both ends in ISO 8601, UTC: `until` is not within. */
export interface Period {
  readonly since?: string;
  readonly until?: string;
}

/** Rows without a time are in no range. */
export function isWithin({ since, until }: Period, at: string | null): boolean {
  if (since === undefined && until === undefined) return true;
  return at !== null && (since === undefined || at >= since) && (until === undefined || at < until);
}

export const untilOption = (): Option =>
  option('--until <moment>', 'before this moment, e.g. 2026-02-01: all of January', moment);
