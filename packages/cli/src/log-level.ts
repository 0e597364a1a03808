import type { LogLevel } from '@triquad/core/contract';

/** From the least to the most severe. */
export const logLevels: readonly LogLevel[] = ['DEBUG', 'INFO', 'WARNING', 'ERROR'];

const ranks: readonly string[] = logLevels;

/** True if level `own` is at least as severe as `least`; an unknown level always is. */
export function isAtLeast(least: LogLevel, own: string): boolean {
  return !ranks.includes(own) || ranks.indexOf(own) >= ranks.indexOf(least);
}
