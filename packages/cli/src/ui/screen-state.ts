import type { LogEntry, LogLevel, Opportunity, TradingMode } from '@triquad/core/contract';
import { isAtLeast } from '../log-level.ts';

/** What the operator has chosen to see; everything else on the screen comes from the bot. */
export interface ScreenState {
  readonly pane: 'opportunities' | 'logs';
  /** Id of the opportunity under the pointer; null is the first one. */
  readonly selected: string | null;
  /** Log lines scrolled back from the newest. */
  readonly back: number;
  readonly filter: string;
  readonly level: LogLevel;
  readonly dialog: Dialog | null;
}

export type Button = 'cancel' | 'confirm';

export type Dialog =
  | { readonly kind: 'stop' | 'kill' | 'reset'; readonly button: Button }
  | { readonly kind: 'execute'; readonly opportunity: Opportunity; readonly button: Button }
  | { readonly kind: 'mode'; readonly mode: TradingMode; readonly typed: string }
  | { readonly kind: 'filter'; readonly typed: string; readonly before: string }
  | { readonly kind: 'help' };

/** What a key press may ask of the world. */
export type Wish =
  | { readonly type: 'start' | 'stop' | 'kill' | 'reset' | 'close' | 'reconnect' | 'pause' }
  | { readonly type: 'quit' }
  | { readonly type: 'preview' | 'execute'; readonly opportunity: Opportunity }
  | { readonly type: 'mode'; readonly mode: TradingMode };

export const initialScreen: ScreenState = {
  pane: 'opportunities',
  selected: null,
  back: 0,
  filter: '',
  level: 'INFO',
  dialog: null,
};

const nextLevels: Record<LogLevel, LogLevel> = { DEBUG: 'INFO', INFO: 'WARNING', WARNING: 'ERROR', ERROR: 'DEBUG' };

export function nextLevel(level: LogLevel): LogLevel {
  return nextLevels[level];
}

/** The entries of a level or graver whose text or source has the filter in it; a level nobody knows is always shown. */
export function matching(
  entries: readonly LogEntry[],
  { level, filter }: Pick<ScreenState, 'level' | 'filter'>,
): LogEntry[] {
  const wanted = filter.toLowerCase();
  return entries.filter(
    (entry) => isAtLeast(level, entry.level) && `${entry.source} ${entry.message}`.toLowerCase().includes(wanted),
  );
}

/** The row of the selected opportunity; one that has left the list leaves the pointer on the first row. */
export function selectedRow(opportunities: readonly Opportunity[], selected: string | null): number {
  return Math.max(
    0,
    opportunities.findIndex(({ id }) => id === selected),
  );
}
