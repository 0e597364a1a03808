import type { Option } from 'commander';
import { moment } from '../parse.ts';
import { option } from './define-command.ts';

/** The most rows that one call gives. */
export const mostRows = 500;

export const followOption = (): Option =>
  option('-f, --follow', 'go on with what comes, from now on; --since or --limit give some of the past first');

export const sinceOption = (): Option =>
  option('--since <moment>', 'not before, e.g. 2026-01-31 or 2026-01-31T12:00Z', moment);

export const untilOption = (): Option =>
  option('--until <moment>', 'not after, e.g. 2026-01-31 or 2026-01-31T12:00Z', moment);
