import type { ResourceName } from './resource.ts';

type Raw = { readonly type: string; readonly [field: string]: unknown };

/** What the events of loaded resources were called; the value was in this field, or the whole message was the value. */
const loaded: Readonly<Record<string, readonly [resource: ResourceName, field?: string]>> = {
  BotStatusLoaded: ['status', 'status'],
  OpportunitiesLoaded: ['opportunities', 'opportunities'],
  OrdersLoaded: ['orders', 'orders'],
  TradesLoaded: ['trades', 'trades'],
  ExecutionsLoaded: ['executions', 'executions'],
  LogsLoaded: ['logs', 'entries'],
  NotificationsLoaded: ['notifications'],
  BalancesLoaded: ['wallets', 'balances'],
  SummaryLoaded: ['summary', 'summary'],
  TodayLoaded: ['today'],
  EquityLoaded: ['equity', 'points'],
  DrawdownLoaded: ['drawdown', 'points'],
  HeatmapLoaded: ['heatmap', 'pairs'],
  ScanLoaded: ['scan', 'scan'],
  RiskLoaded: ['risk', 'risk'],
  ConfigLoaded: ['config', 'config'],
  ExchangesLoaded: ['exchanges', 'exchanges'],
  TelegramLoaded: ['telegram', 'telegram'],
  EmailLoaded: ['email', 'email'],
  BacktestsLoaded: ['backtests', 'backtests'],
};

/** Messages that held a text where there is a code now, by the field of the text. */
const texts: Readonly<Record<string, string>> = { CommandRefused: 'reason', ShowToast: 'message' };

/** Until recordings named what came at once together, each opportunity was an event. */
export const renamed = (message: Raw): Raw => {
  if (message.type === 'OpportunityDetected')
    return { type: 'OpportunitiesDetected', opportunities: [message.opportunity] };
  const text = Object.hasOwn(texts, message.type) && !('code' in message) ? texts[message.type] : undefined;
  if (text !== undefined) return { ...message, code: 'text', params: {}, detail: message[text] };
  const row = Object.hasOwn(loaded, message.type) ? loaded[message.type] : undefined;
  if (row === undefined) return message;
  const [resource, field] = row;
  return { type: 'ResourceLoaded', resource, value: field === undefined ? message : message[field] };
};

const passed = (timer: string): Raw => ({ type: 'TimerFired', machine: 'connection', timer: `xstate.after.${timer}` });
const backoffPassed = passed('backoff.connection.waiting');
const probeTimedOut = passed('probeTimeout.connection.probing');
const commandOf: Readonly<Record<string, string>> = {
  start: 'StartBot',
  stop: 'StopBot',
  restart: 'RestartBot',
  reset: 'ResetKill',
};
const confirmed = ({ mode }: Raw): Raw => ({ type: 'ChangeMode', mode, confirm: 'LIVE' });

/**
 * The messages of today for an event of version 1. Version 1 recorded the conclusions of machines without their causes: the
 * cause is inserted before the conclusion, and a machine ignores one that does not apply. A command that a machine decided
 * upon is omitted, because its conclusion covers it.
 */
const causes: Readonly<Record<string, (message: Raw, at: number) => readonly Raw[]>> = {
  Connecting: (message) => [backoffPassed, message],
  Connected: (message) => [probeTimedOut, { type: 'SocketOpened' }, { type: 'SocketAuthenticated' }, message],
  ConnectionLost: (message) => [probeTimedOut, { type: 'SocketClosed', code: 1006 }, message],
  ReconnectionExhausted: (message) => [probeTimedOut, { type: 'SocketClosed', code: 1006 }, message],
  Disconnected: (message) => [{ type: 'SocketClosed', code: 4401 }, message],
  BotActionBegan: ({ action }, at) => [
    action === 'kill'
      ? { type: 'KillRestored', sent_at: at, key: '', reason: null }
      : { type: commandOf[String(action)] ?? '' },
  ],
  ModeChosen: (message) => [confirmed(message)],
  ModeChangeBegan: (message) => [confirmed(message)],
  // The command before it says the same.
  SignInBegan: () => [],
  PreviewBegan: () => [],
  ExecutionBegan: () => [],
  BacktestRunBegan: () => [],
  BacktestReportBegan: () => [],
  BacktestOpened: () => [],
  StartBot: () => [],
  StopBot: () => [],
  RestartBot: () => [],
  KillBot: () => [],
  ResetKill: () => [],
  ChangeMode: () => [],
};

/** A message of a recording of version 1 as the messages of today; empty if another message already covers it. */
export const upgraded = (message: Raw, at: number): readonly Raw[] =>
  (Object.hasOwn(causes, message.type) ? causes[message.type]?.(message, at) : undefined) ?? [renamed(message)];
