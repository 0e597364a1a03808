import type { Command } from '@triquad/core';
import type { LogEntry, LogLevel, Opportunity, TradingMode } from '@triquad/core/contract';
import { english } from '@triquad/core/texts';
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
  /** Why the last key did nothing; null after any other key. */
  readonly notice: string | null;
  /** When the command was sent whose failure is no longer shown; epoch milliseconds. */
  readonly dismissed: number | null;
}

export type Button = 'cancel' | 'confirm';

/** A question about an action. */
interface Question {
  readonly button: Button;
  /** Milliseconds by the clock of the keys: keys that come too soon after it are not answers. */
  readonly opened_at: number;
  /** What has been typed of the word that real money asks for; null before it is asked for. */
  readonly word: string | null;
}

export type ConfirmDialog = { readonly kind: 'start' | 'stop' | 'kill' | 'reset' | 'giveUp' | 'flatten' } & Question;
export type ExecuteDialog = {
  readonly kind: 'execute';
  readonly opportunity: Opportunity;
  /** As typed; null where the proposed figure stands. */
  readonly typed: { readonly amount: string | null; readonly floor: string | null };
  /** The figure being typed, and what stood there before. */
  readonly field: { readonly name: 'amount' | 'floor'; readonly before: string | null } | null;
  /** It has been sent; the dialog stays until the bot has executed it, as a refusal brings another preview. */
  readonly isSent: boolean;
} & Question;
export type ModeDialog = { readonly kind: 'mode'; readonly mode: TradingMode } & Question;
export type ActionDialog = ConfirmDialog | ExecuteDialog | ModeDialog;

export type Dialog =
  | ActionDialog
  | { readonly kind: 'filter'; readonly typed: string; readonly before: string }
  | { readonly kind: 'help' };

/** What a key press leads to: another state of the screen and, where it asks for something, a command or the end. */
export interface Pressed {
  readonly state: ScreenState;
  readonly command: Command | 'quit' | null;
}

export const initialScreen: ScreenState = {
  pane: 'opportunities',
  selected: null,
  back: 0,
  filter: '',
  level: 'INFO',
  dialog: null,
  notice: null,
  dismissed: null,
};

const nextLevels: Record<LogLevel, LogLevel> = { DEBUG: 'INFO', INFO: 'WARNING', WARNING: 'ERROR', ERROR: 'DEBUG' };

export function nextLevel(level: LogLevel): LogLevel {
  return nextLevels[level];
}

/** The entries of a level or graver whose text or source has the filter in it; an unknown level is always shown. */
export function matching(
  entries: readonly LogEntry[],
  { level, filter }: Pick<ScreenState, 'level' | 'filter'>,
): LogEntry[] {
  const wanted = filter.toLowerCase();
  return entries
    .map((entry) => (entry.code === undefined ? entry : { ...entry, message: english.log(entry) }))
    .filter(
      (entry) => isAtLeast(level, entry.level) && `${entry.source} ${entry.message}`.toLowerCase().includes(wanted),
    );
}

/** Log lines scrolled back, as far as there are lines above the `height` that are shown. */
export function scrolledBack({ back }: Pick<ScreenState, 'back'>, lines: number, height: number): number {
  return Math.max(0, Math.min(lines - height, back));
}

/** The row of the selected opportunity; one that has left the list leaves the pointer on the first row. */
export function selectedRow(opportunities: readonly Opportunity[], selected: string | null): number {
  return Math.max(
    0,
    opportunities.findIndex(({ id }) => id === selected),
  );
}
