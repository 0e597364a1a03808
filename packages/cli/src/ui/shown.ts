import {
  type BotCondition,
  type ClientState,
  type FlattenState,
  selectAllowed,
  selectBotCommand,
  selectBotCondition,
  selectBotStatus,
  selectCan,
  selectKill,
  selectMode,
  selectOperator,
  selectPending,
  selectRunning,
  selectTicket,
  type Ticket,
} from '@triquad/core';
import type { BotStatus, Opportunity, TradingMode } from '@triquad/core/contract';
import { layoutOf, type Size } from './layout.ts';
import { logRows } from './log-rows.ts';
import { type Dialog, matching, type ScreenState } from './screen-state.ts';

/** What is known of the bot, as far as dialogs need it. */
export interface Known {
  readonly opportunities: readonly Opportunity[];
  readonly condition: BotCondition;
  /** Null while unknown. */
  readonly isRunning: boolean | null;
  readonly mode: TradingMode | null;
  readonly status: BotStatus | null;
  /** Least profit in percent of an execution; null where the bot does not say. */
  readonly threshold: number | null;
  readonly flatten: FlattenState;
  /** Of the opportunity in the dialog. */
  readonly ticket: Ticket | null;
}

/** What the keys need to know of what is shown. */
export interface Shown extends Known {
  readonly isLogPaused: boolean;
  /** When the command was sent that failed last; null without one. */
  readonly failedSince: number | null;
  /** A kill was sent and is not confirmed: it is tried again, or the bot has refused it. */
  readonly isKillUnconfirmed: boolean;
  readonly isKillRefused: boolean;
  /** The bot can sell every residual position. */
  readonly canFlatten: boolean;
  readonly logLines: number;
  readonly pageSize: number;
  /** `needs operator; you are viewer`, or null where the operator has the role. */
  readonly lacks: (role: 'operator' | 'admin') => string | null;
  /** Milliseconds, of the key. */
  readonly now: number;
}

export function knownOf(state: ClientState, dialog: Dialog | null): Known {
  return {
    opportunities: state.opportunities.items,
    condition: selectBotCondition(state),
    isRunning: selectRunning(state),
    mode: selectMode(state),
    status: selectBotStatus(state),
    flatten: state.flatten,
    threshold: selectBotStatus(state)?.min_profit_threshold ?? null,
    ticket: dialog?.kind === 'execute' ? selectTicket(dialog.opportunity.id)(state) : null,
  };
}

export function shownTo(state: ClientState, screen: ScreenState, size: Size, now: number): Shown {
  const layout = layoutOf(size);
  const pending = selectPending(state);
  const isKillUnconfirmed = selectKill(state)?.confirmed_at === null;
  return {
    ...knownOf(state, screen.dialog),
    isLogPaused: state.logs.paused,
    failedSince: pending?.phase === 'failed' ? pending.since : null,
    isKillUnconfirmed,
    canFlatten: selectCan('bot.flatten')(state),
    isKillRefused: isKillUnconfirmed && selectBotCommand(state) !== 'kill',
    logLines: logRows(matching(state.logs.entries, screen), size.columns).length,
    pageSize: (screen.pane === 'logs' ? layout?.bottom : layout?.top) ?? 1,
    lacks: (role) =>
      selectAllowed(role)(state) ? null : `needs ${role}; you are ${selectOperator(state)?.role ?? 'unknown'}`,
    now,
  };
}
