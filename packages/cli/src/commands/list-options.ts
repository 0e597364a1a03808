import type { Option } from 'commander';
import { moment, wholeBetween } from '../parse.ts';
import { option } from './define-command.ts';

/** The most rows that one call gives. */
export const mostRows = 500;

export const followOption = (): Option =>
  option('-f, --follow', 'go on with what comes, from now on; --since or --limit give some of the past first');

export const sinceOption = (): Option =>
  option('--since <moment>', 'from this moment on, e.g. 2026-01-31 or "2026-01-31 12:00"; UTC without a zone', moment);
export const untilOption = (): Option =>
  option('--until <moment>', 'before this moment, e.g. 2026-02-01: all of January', moment);
export const periodOptions = (): Option[] => [sinceOption(), untilOption()];

export const limitOption = (usual: number, rows = 'rows'): Option =>
  option('--limit <number>', `${rows} at most (default: ${usual})`, wholeBetween(1, mostRows));

/** Rows to ask for: as many as one call gives where some of them may not be `wanted`, as the limit applies to those that are. */
export const rowsToAsk = (limit: number, wanted: readonly unknown[]): number =>
  wanted.every((one) => one === undefined) ? limit : mostRows;

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
