import type { LogLevel } from '@triquad/core/contract';

/** From the least grave to the gravest. */
export const logLevels: readonly LogLevel[] = ['DEBUG', 'INFO', 'WARNING', 'ERROR'];

const ranks: readonly string[] = logLevels;

/** Whether an entry of level `own` is as grave as `least`; a level that nobody knows always is. */
export function isAtLeast(least: LogLevel, own: string): boolean {
  return !ranks.includes(own) || ranks.indexOf(own) >= ranks.indexOf(least);
}
