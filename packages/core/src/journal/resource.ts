import * as z from 'zod/mini';
import { Difference } from '../contract/account.ts';
import { Backtest } from '../contract/backtest.ts';
import { BotStatus } from '../contract/bot-status.ts';
import { ExchangeConditions } from '../contract/conditions.ts';
import { BotConfig } from '../contract/config.ts';
import { Feed } from '../contract/feed.ts';
import { Import, ImportFile } from '../contract/import.ts';
import { LogEntry } from '../contract/log.ts';
import { Market } from '../contract/market.ts';
import { Money } from '../contract/money.ts';
import { Notification } from '../contract/notification.ts';
import { Opportunity } from '../contract/opportunity.ts';
import { Order } from '../contract/order.ts';
import { DrawdownPoint, EquityPoint, Pair, PerformanceMetrics, PerformanceSummary } from '../contract/performance.ts';
import { RecorderStatus, Recording } from '../contract/recording.ts';
import { Risk } from '../contract/risk.ts';
import { Scan } from '../contract/scan.ts';
import { Doctor } from '../contract/system.ts';
import { Trade } from '../contract/trade.ts';
import { Balances, Dust } from '../contract/wallet.ts';
import { EmailKept, ExchangeKept, SessionKept, TelegramKept, UserKept } from './setting.ts';

/** Shown as they were last loaded: `projections/loaded.ts` keeps the latest value of each. */
export const latest = {
  wallets: Balances,
  summary: PerformanceSummary,
  /** The figures since `from`: a midnight in UTC, in epoch milliseconds. */
  today: z.object({ from: z.number(), figures: PerformanceMetrics }),
  /** Change of equity on each of the last 14 days in UTC. */
  money: Money,
  equity: z.array(EquityPoint),
  drawdown: z.array(DrawdownPoint),
  heatmap: z.array(Pair),
  scan: Scan,
  risk: Risk,
  /** Each market-data connection. */
  feeds: z.array(Feed),
  conditions: z.array(ExchangeConditions),
  /** Recordings to play and backtest. */
  recordings: z.array(Recording),
  recorder: RecorderStatus,
  /** Files to import, and imports so far. */
  import_files: z.array(ImportFile),
  imports: z.array(Import),
  /** The watched market, and the available ones. */
  market: Market,
  /** Differences between accounts and the ledger, the oldest first. */
  differences: z.array(Difference),
  config: BotConfig,
  exchanges: z.record(z.string(), ExchangeKept),
  telegram: TelegramKept,
  email: EmailKept,
  users: z.array(UserKept),
  sessions: z.array(SessionKept),
  configurations: z.array(BotConfig),
  /** Remainders of executions below the minimum of their market. */
  dust: z.array(Dust),
  /** Checks of a running bot's data directory. `at`: when its copy was made. */
  doctor: Doctor,
};

/** Resources: loaded over HTTP, kept fresh while a screen watches them, and journalled in this form. */
export const values = {
  ...latest,
  // Resources with a projection of their own, which merges answers and live updates.
  status: BotStatus,
  opportunities: z.array(Opportunity),
  orders: z.array(Order),
  trades: z.array(Trade),
  executions: z.array(Trade),
  logs: z.array(LogEntry),
  notifications: z.object({ notifications: z.array(Notification), unread_count: z.nullable(z.number()) }),
  backtests: z.array(Backtest),
};

export type ResourceName = keyof typeof values;
export type ResourceValue<N extends ResourceName> = z.infer<(typeof values)[N]>;
type Loaded = { [N in ResourceName]: { resource: N; value: ResourceValue<N> } }[ResourceName];

export const resourceNames = Object.keys(values) as readonly ResourceName[];
/** The resources that have no projection of their own. */
export const latestNames = Object.keys(latest) as readonly (keyof typeof latest)[];
export const resourceName = z.enum(resourceNames);

/** A loaded resource with its value. */
export const ResourceLoaded = z.discriminatedUnion(
  'resource',
  resourceNames.map((name) => z.object({ resource: z.literal(name), value: values[name] })) as never,
) as unknown as z.ZodMiniType<Loaded>;

/** The latest value of each resource that has no projection of its own; null until it is loaded. */
export type LoadedState = { readonly [N in keyof typeof latest]: ResourceValue<N> | null };
export const LoadedState = z.object(
  Object.fromEntries(Object.entries<z.ZodMiniType>(latest as never).map(([name, value]) => [name, z.nullable(value)])),
) as unknown as z.ZodMiniType<LoadedState>;
