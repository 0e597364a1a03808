import { type CallName, clientRoutes, type LooseRows } from '../contract/index.ts';
import type { Api, Result } from '../gateway/api.ts';
import { emailKept, exchangesKept, telegramKept } from '../gateway/redacted-settings.ts';
import type { ClientEvent } from '../journal/event.ts';
import type { ResourceName } from '../journal/resource.ts';
import { lastMidnight } from '../rules/day.ts';
import { history, rows } from '../rules/limits.ts';

type Loaded = Promise<Result<readonly ClientEvent[]>>;
type Loader = {
  /** Rows asked for when no watcher needs more; absent where the call takes no limit. */
  readonly limit?: number;
  /** The capability without which this bot cannot be asked; `any` where it must know more than the spec. */
  readonly extension?: string;
  /** What was loaded is of one day, and outdated when that ends. */
  readonly daily?: true;
  /** `now`: epoch milliseconds of the bot's clock. */
  readonly load: (api: Api, limit: number, now: number) => Loaded;
};

const told = async <T>(answer: Promise<Result<T>>, events: (value: T) => readonly ClientEvent[]): Loaded => {
  const result = await answer;
  return result.ok ? { ok: true, value: events(result.value) } : result;
};

const oddRows = (name: CallName, { rejected }: LooseRows<unknown>): ClientEvent[] =>
  rejected.slice(0, 3).map(({ path, message }) => ({
    type: 'ResponseRejected',
    call: `${clientRoutes[name].method} ${clientRoutes[name].path}`,
    path,
    reason: message,
  }));

const period = { period_hours: history.period_hours };

/** How each resource is loaded, and the facts its answer tells. */
export const loaders: Record<ResourceName, Loader> = {
  status: {
    load: (api) => told(api.call('bot.status', {}), (status) => [{ type: 'BotStatusLoaded', status }]),
  },
  opportunities: {
    limit: rows.scannerOpportunities,
    load: (api, limit) =>
      told(api.call('opportunities.list', { query: { limit } }), (read) => [
        ...oddRows('opportunities.list', read),
        { type: 'OpportunitiesLoaded', opportunities: read.rows },
      ]),
  },
  orders: {
    limit: rows.pendingOrders,
    load: (api, limit) =>
      told(api.call('orders.list', { query: { status: 'pending', limit } }), (read) => [
        ...oddRows('orders.list', read),
        { type: 'OrdersLoaded', orders: read.rows },
      ]),
  },
  trades: {
    limit: rows.history,
    load: (api, limit) =>
      told(api.call('orders.history', { query: { limit } }), (read) => [
        ...oddRows('orders.history', read),
        { type: 'TradesLoaded', trades: read.rows },
      ]),
  },
  executions: {
    limit: rows.tradingExecutions,
    load: (api, limit) =>
      told(api.call('orders.history', { query: { limit } }), (read) => [
        ...oddRows('orders.history', read),
        { type: 'ExecutionsLoaded', executions: read.rows },
      ]),
  },
  logs: {
    limit: rows.logsPage,
    extension: 'logs.history',
    load: (api, limit) =>
      told(api.call('logs.list', { query: { limit } }), (read) => [
        ...oddRows('logs.list', read),
        { type: 'LogsLoaded', entries: read.rows },
      ]),
  },
  notifications: {
    limit: rows.notifications,
    load: (api, limit) =>
      told(
        api.call('notifications.list', { query: { page: 1, page_size: limit } }),
        ({ notifications, unread_count }) => [
          ...oddRows('notifications.list', notifications),
          { type: 'NotificationsLoaded', notifications: notifications.rows, unread_count },
        ],
      ),
  },
  wallets: {
    load: (api) => told(api.call('wallets.balances', {}), (balances) => [{ type: 'BalancesLoaded', balances }]),
  },
  summary: {
    load: (api) => told(api.call('performance.summary', {}), (summary) => [{ type: 'SummaryLoaded', summary }]),
  },
  today: {
    extension: 'any',
    daily: true,
    load: (api, _limit, now) => {
      const from = lastMidnight(now);
      return told(api.call('performance.metrics', { query: { from: new Date(from).toISOString() } }), (figures) => [
        { type: 'TodayLoaded', from, figures },
      ]);
    },
  },
  equity: {
    load: (api) =>
      told(api.call('performance.equity', { query: history }), (read) => [
        ...oddRows('performance.equity', read),
        { type: 'EquityLoaded', points: read.rows },
      ]),
  },
  drawdown: {
    load: (api) =>
      told(api.call('performance.drawdown', { query: period }), (read) => [
        ...oddRows('performance.drawdown', read),
        { type: 'DrawdownLoaded', points: read.rows },
      ]),
  },
  heatmap: {
    load: (api) =>
      told(api.call('performance.heatmap', { query: period }), (read) => [
        ...oddRows('performance.heatmap', read),
        { type: 'HeatmapLoaded', pairs: read.rows },
      ]),
  },
  scan: {
    extension: 'scan',
    load: (api) => told(api.call('scan', {}), (scan) => [{ type: 'ScanLoaded', scan }]),
  },
  backtests: {
    limit: rows.backtests,
    load: (api, limit) =>
      told(api.call('backtest.list', { query: { limit } }), (read) => [
        ...oddRows('backtest.list', read),
        { type: 'BacktestsLoaded', backtests: read.rows },
      ]),
  },
  risk: {
    extension: 'risk',
    load: (api) => told(api.call('risk', {}), (risk) => [{ type: 'RiskLoaded', risk }]),
  },
  config: {
    extension: 'config.write',
    load: (api) => told(api.call('config.current', {}), (config) => [{ type: 'ConfigLoaded', config }]),
  },
  exchanges: {
    load: (api) =>
      told(api.call('exchanges.list', {}), ({ exchanges }) => [
        { type: 'ExchangesLoaded', exchanges: exchangesKept(exchanges) },
      ]),
  },
  telegram: {
    load: (api) =>
      told(api.call('telegram.get', {}), (telegram) => [{ type: 'TelegramLoaded', telegram: telegramKept(telegram) }]),
  },
  email: {
    load: (api) => told(api.call('email.get', {}), (email) => [{ type: 'EmailLoaded', email: emailKept(email) }]),
  },
};
