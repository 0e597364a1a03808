import {
  type BotCondition,
  type ClientState,
  type Facts,
  type FlattenState,
  factsOf,
  selectBotCommand,
  selectBotCondition,
  selectBotNow,
  selectBotStatus,
  selectCan,
  selectKill,
  selectMode,
  selectPending,
  selectReplaying,
  selectRunning,
  selectTicket,
  type Ticket,
} from '@triquad/core';
import type { BotStatus, Opportunity, Risk, TradingMode } from '@triquad/core/contract';
import { helpRest } from './help.ts';
import { type Importing, importingOf } from './import-rows.ts';
import { overviewLists, pageRows, paneRows, type Size } from './layout.ts';
import { type KnownLimits, knownLimits } from './limit-change.ts';
import { type Listed, listed } from './lists.ts';
import { type Choice, choices } from './palette.ts';
import { stacked } from './panes.ts';
import { type Dialog, focusOf, type ScreenState } from './screen-state.ts';
import type { Given } from './view.ts';
import type { ViewName } from './view-name.ts';
import { views } from './views/views.ts';

/** Known state of the bot, for dialogs. */
export interface Known {
  readonly facts: Facts;
  readonly opportunities: readonly Opportunity[];
  readonly condition: BotCondition;
  /** Null while unknown. */
  readonly isRunning: boolean | null;
  readonly mode: TradingMode | null;
  readonly status: BotStatus | null;
  /** Least profit in percent of an execution; null where the bot does not say. */
  readonly threshold: number | null;
  readonly flatten: FlattenState;
  /** Null until they are read. */
  readonly residuals: Risk['stranded'] | null;
  readonly limits: KnownLimits;
  readonly importing: Importing;
  /** Ticket of the opportunity in the dialog. */
  readonly ticket: Ticket | null;
}

/** Shown content that keys refer to. */
export interface Shown extends Known {
  /** The past is shown. */
  readonly isReplaying: boolean;
  /** There is a bot to return to, not only a file. */
  readonly isLive: boolean;
  /** When the command was sent that failed last; null without one. */
  readonly failedSince: number | null;
  /** A kill was sent and is not confirmed: it is tried again, or the bot has refused it. */
  readonly isKillUnconfirmed: boolean;
  readonly isKillRefused: boolean;
  /** The bot can sell every residual position, and a single one. */
  readonly canFlatten: boolean;
  readonly canSell: boolean;
  /** The list that has the keys. */
  readonly list: Listed;
  /** Lists of the overview, in the order of Tab. */
  readonly lists: readonly ViewName[];
  readonly pageSize: number;
  /** Lines of the open detail that do not fit on the screen. */
  readonly detailRest: number;
  /** Lines of the open help that do not fit on the screen. */
  readonly helpRest: number;
  /** Present matches of the palette. */
  readonly choices: readonly Choice[];
  /** The query of the decisions, as the view is now. */
  readonly given: Given;
  /** Milliseconds, of the key. */
  readonly now: number;
}

export function knownOf(state: ClientState, dialog: Dialog | null): Known {
  return {
    facts: factsOf(state),
    opportunities: state.opportunities.items,
    condition: selectBotCondition(state),
    isRunning: selectRunning(state),
    mode: selectMode(state),
    status: selectBotStatus(state),
    flatten: state.flatten,
    residuals: state.loaded.risk?.stranded ?? null,
    threshold: selectBotStatus(state)?.min_profit_threshold ?? null,
    limits: knownLimits(state),
    importing: importingOf(state),
    ticket: dialog?.kind === 'execute' ? selectTicket(dialog.opportunity.id)(state) : null,
  };
}

/** State for the panes: a paused screen keeps the bot's state of then, with the results of the operator's later requests. */
export const seenOf = (state: ClientState, { frozen }: Pick<ScreenState, 'frozen'>): ClientState =>
  frozen === null || state.replay !== null ? state : { ...frozen, history: state.history };

export function shownTo(state: ClientState, screen: ScreenState, size: Size, now: number, isLive = true): Shown {
  const pending = selectPending(state);
  const isKillUnconfirmed = selectKill(state)?.confirmed_at === null;
  const seen = seenOf(state, screen);
  const given: Given = { state: seen, screen, now: selectBotNow(seen) };
  const view = views[focusOf(screen)];
  const list = listed(view, given, screen.lists[view.name]);
  const isDetail = screen.detail !== null;
  const isOverview = screen.view === 'overview' && !screen.isZoomed && !isDetail;
  const panes = isDetail ? (list.rows[list.at]?.panes() ?? []) : [];
  const lines = stacked(panes, size.columns, { stroke: '─' }).length;
  return {
    ...knownOf(state, screen.dialog),
    isReplaying: selectReplaying(state),
    isLive,
    failedSince: pending?.phase === 'failed' ? pending.since : null,
    isKillUnconfirmed,
    canFlatten: selectCan('bot.flatten')(state),
    canSell: selectCan('risk')(state),
    isKillRefused: isKillUnconfirmed && selectBotCommand(state) !== 'kill',
    list,
    lists: overviewLists(size),
    pageSize: pageRows(size, { isOverview, isZoomed: screen.isZoomed, isDetail }),
    detailRest: Math.max(0, lines - paneRows(size)),
    helpRest: screen.dialog?.kind === 'help' ? helpRest(state, screen, screen.dialog, size) : 0,
    choices: screen.dialog?.kind === 'palette' ? choices(state, screen, screen.dialog.typed) : [],
    given,
    now,
  };
}
