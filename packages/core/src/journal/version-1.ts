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

/** A message of a recording of version 1 under the names of today. */
export const renamed = (message: Raw): Raw => {
  const text = Object.hasOwn(texts, message.type) && !('code' in message) ? texts[message.type] : undefined;
  if (text !== undefined) return { ...message, code: 'text', params: {}, detail: message[text] };
  const row = Object.hasOwn(loaded, message.type) ? loaded[message.type] : undefined;
  if (row === undefined) return message;
  const [resource, field] = row;
  return { type: 'ResourceLoaded', resource, value: field === undefined ? message : message[field] };
};
