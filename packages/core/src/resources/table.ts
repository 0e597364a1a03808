import type { LooseRows } from '../contract/answer.ts';
import { type AnswerOf, type CallName, callText, type QueryOf } from '../contract/routes.ts';
import type { Channel } from '../contract/socket.ts';
import type { Api, CallRequest, Rejected, Result } from '../gateway/api.ts';
import { emailKept, exchangesKept, sessionKept, telegramKept, userKept } from '../gateway/redacted-settings.ts';
import type { ClientEvent } from '../journal/event.ts';
import type { Message } from '../journal/journal.ts';
import { type ResourceName, type ResourceValue, resourceNames } from '../journal/resource.ts';
import type { SettingName } from '../journal/setting.ts';
import { daysBefore, lastMidnight } from '../rules/day.ts';
import { history, moneyDays, rows } from '../rules/limits.ts';

/** Causes that invalidate a loaded resource: an event, or a kind of it. `gap in c`: frames of that channel were missed. */
type Cause =
  | Exclude<ClientEvent['type'], 'ExecutionReported' | 'SettingChanged' | 'SettingFailed' | 'GapDetected'>
  | 'ResumeLogs'
  | 'CloseImport'
  | 'execution running'
  | 'execution ended'
  | 'breaker tripped'
  | 'account differs'
  | `${SettingName} changed`
  | `${SettingName} not saved`
  | `gap in ${Channel}`;

/** The cause that a message is; null when it is none. A message of an unknown channel is a cause no resource names. */
const causeOf = (message: Message): Cause | null => {
  switch (message.type) {
    case 'ExecutionReported':
      return message.trade.status === 'pending' ? 'execution running' : 'execution ended';
    case 'NotificationReceived':
      if (message.notification.source === 'wallet') return 'account differs';
      return message.notification.notification_type === 'circuit_breaker' ? 'breaker tripped' : null;
    case 'SettingFailed':
      return message.action === 'test' ? null : `${message.setting} not saved`;
    case 'SettingChanged':
      return `${message.setting} changed`;
    case 'GapDetected':
      return `gap in ${message.channel as Channel}`;
    default:
      return message.type as Cause;
  }
};

/** `limit`: rows. `now`: epoch milliseconds by the bot's clock. */
type Ask = { readonly limit: number; readonly now: number };

/** How one resource is loaded and what makes it outdated. */
export type Row = {
  /** Rows asked for when no watcher needs more; absent where the call takes no limit. */
  readonly limit?: number;
  /** The capability that a bot must announce to be asked; `any` where it must announce at least one. */
  readonly capability?: string;
  /** The value is of one day, and outdated when that ends. */
  readonly daily?: true;
  readonly invalidatedBy: readonly Cause[];
  /** `ResourceLoaded`, after a `ResponseRejected` for each of the first rows and fields that could not be read. */
  readonly load: (api: Api, ask: Ask) => Promise<Result<readonly ClientEvent[]>>;
};

type Definition<N extends ResourceName, R extends CallName> = Omit<Row, 'load'> & {
  readonly route: R;
  readonly query?: (ask: Ask) => { readonly [K in keyof QueryOf<R>]?: QueryOf<R>[K] };
  readonly value: (answer: AnswerOf<R>, ask: Ask) => ResourceValue<N>;
  /** The part of the answer whose rows are read one by one. */
  readonly rows?: (answer: AnswerOf<R>) => LooseRows<unknown>;
};

const row = <N extends ResourceName, R extends CallName>(
  name: N,
  { route, query, value, rows: rowsIn, ...rest }: Definition<N, R>,
): Row => ({
  ...rest,
  load: async (api, ask) => {
    const result = await api.call(route, { query: query?.(ask) } as CallRequest<R>);
    if (!result.ok) return result;
    const unreadable = [...(rowsIn?.(result.value).rejected ?? []), ...(result.omitted ?? [])];
    const loaded = { type: 'ResourceLoaded', resource: name, value: value(result.value, ask) } as ClientEvent;
    return { ok: true, value: [...rejected(route, unreadable), loaded] };
  },
});

const reported = 3;
const rejected = (route: CallName, unreadable: readonly Rejected[]): ClientEvent[] =>
  unreadable.slice(0, reported).map((one) => ({ type: 'ResponseRejected', call: callText(route), ...one }));

const same = <T>(answer: T): T => answer;
/** For an answer that is a list. */
const list = { rows: same, value: <T>({ rows: read }: LooseRows<T>): T[] => read } as const;
const limited = ({ limit }: Ask): { limit: number } => ({ limit });
const period = { period_hours: history.period_hours };

const answered = ['ExecutionAnswered', 'ExecutionFailed'] as const;
const executions = ['execution running', 'execution ended', ...answered, 'gap in executions'] as const;
const differing = ['RiskActionFailed', 'account differs'] as const;
const ended = ['execution ended', ...answered, 'gap in executions'] as const;
const botActions = ['BotActionDone', 'BotActionFailed', 'BotActionAborted'] as const;
const placed = ['OrderPlaced', 'OrderPlaceFailed'] as const;
const money = [...ended, 'RiskActionDone', 'DifferenceAccepted', 'FlattenAnswered', 'ModeChanged'] as const;

/** Every resource. */
export const resources: Readonly<Record<ResourceName, Row>> = {
  status: row('status', {
    route: 'bot.status',
    value: same,
    invalidatedBy: [...botActions, 'ModeChanged', 'gap in bot_status'],
  }),
  opportunities: row('opportunities', {
    ...list,
    route: 'opportunities.list',
    limit: rows.scannerOpportunities,
    query: limited,
    // Which of them are recent depends on the clock.
    invalidatedBy: ['ClockCompared', 'gap in opportunities'],
  }),
  orders: row('orders', {
    ...list,
    route: 'orders.list',
    limit: rows.pendingOrders,
    query: ({ limit }) => ({ status: 'pending' as const, limit }),
    invalidatedBy: [...executions, ...botActions, ...placed, 'OrderCancelled', 'OrderCancelFailed', 'gap in orders'],
  }),
  trades: row('trades', {
    ...list,
    route: 'orders.history',
    limit: rows.history,
    query: limited,
    invalidatedBy: [...executions, 'RiskActionDone'],
  }),
  executions: row('executions', {
    ...list,
    route: 'orders.history',
    limit: rows.tradingExecutions,
    query: limited,
    invalidatedBy: [...executions, 'RiskActionDone'],
  }),
  logs: row('logs', {
    ...list,
    route: 'logs.list',
    capability: 'logs.history',
    limit: rows.logsPage,
    query: limited,
    invalidatedBy: ['ResumeLogs', 'gap in logs'],
  }),
  notifications: row('notifications', {
    route: 'notifications.list',
    limit: rows.notifications,
    query: ({ limit }) => ({ page: 1, page_size: limit }),
    rows: ({ notifications }) => notifications,
    value: ({ notifications, unread_count }) => ({ notifications: notifications.rows, unread_count }),
    invalidatedBy: [],
  }),
  wallets: row('wallets', {
    route: 'wallets.balances',
    value: same,
    invalidatedBy: [...money, ...placed, 'WalletsRefreshAsked', 'account differs', 'gap in balances'],
  }),
  dust: row('dust', {
    ...list,
    route: 'wallets.dust',
    capability: 'dust',
    invalidatedBy: [
      ...[...money, ...placed],
      ...(['BalancesReported', 'WalletsRefreshAsked', 'account differs', 'gap in balances'] as const),
    ],
  }),
  summary: row('summary', { route: 'performance.summary', value: same, invalidatedBy: money }),
  today: row('today', {
    route: 'performance.metrics',
    capability: 'any',
    daily: true,
    query: ({ now }) => ({ from: new Date(lastMidnight(now)).toISOString() }),
    value: (figures, { now }) => ({ from: lastMidnight(now), figures }),
    // When the day began depends on the clock.
    invalidatedBy: [...money, 'ClockCompared'],
  }),
  money: row('money', {
    route: 'performance.money',
    capability: 'money.v2',
    daily: true,
    query: ({ now }) => ({ from: new Date(daysBefore(now, moneyDays - 1)).toISOString() }),
    value: same,
    invalidatedBy: [...money, 'ClockCompared'],
  }),
  equity: row('equity', { ...list, route: 'performance.equity', query: () => history, invalidatedBy: money }),
  drawdown: row('drawdown', { ...list, route: 'performance.drawdown', query: () => period, invalidatedBy: money }),
  heatmap: row('heatmap', { ...list, route: 'performance.heatmap', query: () => period, invalidatedBy: money }),
  scan: row('scan', { route: 'scan', capability: 'scan', value: same, invalidatedBy: ['gap in metrics'] }),
  feeds: row('feeds', {
    ...list,
    route: 'feeds.list',
    capability: 'feeds',
    // The bot has no frame of its connections; its figures come once a second.
    invalidatedBy: ['MetricsReported', 'gap in metrics'],
  }),
  conditions: row('conditions', {
    ...list,
    route: 'conditions.list',
    capability: 'conditions',
    // A configuration comes into force with the next start.
    invalidatedBy: ['ConfigSaved', 'ConfigActivated', 'BotActionDone'],
  }),
  recordings: row('recordings', {
    ...list,
    route: 'recordings.list',
    capability: 'recordings',
    invalidatedBy: ['RecorderSwitched', 'CloseImport'],
  }),
  import_files: row('import_files', {
    ...list,
    route: 'recordings.files',
    capability: 'recordings.import',
    invalidatedBy: ['CloseImport', 'FileSent', 'FileRemoved'],
  }),
  imports: row('imports', {
    ...list,
    route: 'recordings.imports',
    capability: 'recordings.import',
    invalidatedBy: ['MetricsReported', 'ImportAnswered'],
  }),
  recorder: row('recorder', {
    route: 'recordings.recorder',
    capability: 'recordings',
    value: same,
    invalidatedBy: ['MetricsReported', 'RecorderSwitched', 'RecorderSwitchFailed'],
  }),
  market: row('market', {
    route: 'market.get',
    capability: 'market',
    value: same,
    invalidatedBy: ['MetricsReported', 'MarketAnswered', 'MarketRefused'],
  }),
  risk: row('risk', {
    route: 'risk',
    capability: 'risk',
    value: same,
    invalidatedBy: [
      ...[...ended, ...botActions, ...differing],
      ...(['DifferenceAccepted', 'FlattenAnswered', 'breaker tripped', 'ConfigSaved', 'ConfigActivated'] as const),
    ],
  }),
  differences: row('differences', {
    ...list,
    route: 'accounts.differences',
    capability: 'differences',
    invalidatedBy: [...botActions, ...differing, 'WalletsRefreshAsked', 'ModeChanged'],
  }),
  config: row('config', {
    route: 'config.current',
    capability: 'config.write',
    value: same,
    invalidatedBy: ['global not saved', 'risk not saved', 'configuration not saved'],
  }),
  configurations: row('configurations', {
    ...list,
    route: 'config.all',
    limit: rows.settings,
    query: limited,
    invalidatedBy: ['ConfigSaved', 'ConfigActivated', 'configuration changed', 'configuration not saved'],
  }),
  users: row('users', {
    route: 'users.list',
    capability: 'users',
    limit: rows.settings,
    query: limited,
    rows: same,
    value: ({ rows: users }) => users.map(userKept),
    invalidatedBy: ['user changed', 'user not saved', 'session changed'],
  }),
  sessions: row('sessions', {
    route: 'sessions.list',
    capability: 'sessions',
    limit: rows.settings,
    query: limited,
    rows: same,
    value: ({ rows: sessions }) => sessions.map(sessionKept),
    invalidatedBy: ['session changed', 'session not saved', 'user changed'],
  }),
  // After a save, screens show the sent values until the bot's version is loaded.
  exchanges: row('exchanges', {
    route: 'exchanges.list',
    value: ({ exchanges }) => exchangesKept(exchanges),
    invalidatedBy: ['ExchangeSaved', 'exchange not saved'],
  }),
  telegram: row('telegram', {
    route: 'telegram.get',
    value: telegramKept,
    invalidatedBy: ['TelegramSaved', 'telegram not saved'],
  }),
  email: row('email', { route: 'email.get', value: emailKept, invalidatedBy: ['EmailSaved', 'email not saved'] }),
  // Loaded on request alone: each check reads the whole data directory.
  doctor: row('doctor', { route: 'system.doctor', capability: 'doctor', value: same, invalidatedBy: [] }),
  backtests: row('backtests', {
    ...list,
    route: 'backtest.list',
    limit: rows.backtests,
    query: limited,
    invalidatedBy: ['BacktestStarted', 'gap in backtests'],
  }),
};

const none: readonly ResourceName[] = [];
const outdatedBy = new Map<Cause, readonly ResourceName[]>();
for (const name of resourceNames) {
  for (const cause of resources[name].invalidatedBy) outdatedBy.set(cause, [...(outdatedBy.get(cause) ?? none), name]);
}

/** The resources that a message makes outdated. */
export const invalidatedBy = (message: Message): readonly ResourceName[] => {
  const cause = causeOf(message);
  return (cause === null ? undefined : outdatedBy.get(cause)) ?? none;
};
