import type { BotAction } from '../journal/event.ts';

/** What is said when the bot itself gave no reason. */
export const failedTo: Record<BotAction, string> = {
  start: 'Failed to start bot',
  stop: 'Failed to stop bot',
  restart: 'Failed to restart bot',
  kill: 'Failed to stop bot',
  reset: 'Failed to reset the kill switch',
};
/** What is said when the bot has nothing to say itself. */
export const done: Record<BotAction, string> = {
  start: 'Bot started',
  stop: 'Bot stopped',
  restart: 'Bot restarted',
  kill: 'Bot stopped by the kill switch',
  reset: 'Kill switch reset',
};

/** `profitPct` in percent. */
export const executed = (profitPct: number | null): string =>
  profitPct === null ? 'Order executed!' : `Order executed! Profit: ${profitPct.toFixed(2)}%`;
export const executionFailed = (reason: string | null): string =>
  reason === null || reason === '' ? 'Failed to execute' : `Execution failed: ${reason}`;

/** Why the Auto preset came to nothing, or not to all that was asked for; null when it did. */
export const noPairs = ({ pairs, failed }: { pairs: readonly string[]; failed: readonly string[] }): string | null => {
  if (pairs.length > 0) return failed.length === 0 ? null : `Failed to fetch pairs: ${failed.join(', ')}`;
  return failed.length === 0 ? 'No pairs found' : 'Failed to fetch pairs';
};

const withDetail = (what: string, detail: string | null): string => (detail === null ? what : `${what}: ${detail}`);
/** What the bot itself said of it follows. */
export const backtestFailed = (detail: string | null): string => withDetail('Failed to run backtest', detail);
export const reportFailed = (detail: string | null): string => withDetail('Failed to download report', detail);
