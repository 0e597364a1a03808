import * as z from 'zod/mini';
import { Difference } from '../contract/account.ts';
import { Backtest } from '../contract/backtest.ts';
import { BotStatus } from '../contract/bot.ts';
import { BotConfig } from '../contract/config.ts';
import { LogEntry } from '../contract/log.ts';
import { Notification } from '../contract/notification.ts';
import { Opportunity } from '../contract/opportunity.ts';
import { Order } from '../contract/order.ts';
import { DrawdownPoint, EquityPoint, Pair, PerformanceSummary } from '../contract/performance.ts';
import { RiskRecord } from '../contract/risk.ts';
import { ScanRecord } from '../contract/scan.ts';
import { Trade } from '../contract/trade.ts';
import { Balances } from '../contract/wallet.ts';
import { EmailKept, ExchangeKept, TelegramKept } from './setting.ts';

/** Everything that is loaded over HTTP and kept fresh while a screen watches it, with what is journalled of an answer. */
const values = {
  status: BotStatus,
  opportunities: z.array(Opportunity),
  orders: z.array(Order),
  trades: z.array(Trade),
  executions: z.array(Trade),
  logs: z.array(LogEntry),
  notifications: z.object({ notifications: z.array(Notification), unread_count: z.nullable(z.number()) }),
  wallets: Balances,
  summary: PerformanceSummary,
  /** The figures since `from`: a midnight in UTC, in epoch milliseconds. */
  today: z.object({ from: z.number(), figures: PerformanceSummary }),
  equity: z.array(EquityPoint),
  drawdown: z.array(DrawdownPoint),
  heatmap: z.array(Pair),
  scan: ScanRecord,
  risk: RiskRecord,
  differences: z.array(Difference),
  config: BotConfig,
  exchanges: z.record(z.string(), ExchangeKept),
  telegram: TelegramKept,
  email: EmailKept,
  backtests: z.array(Backtest),
};

export type ResourceName = keyof typeof values;
export type ResourceValue<N extends ResourceName> = z.infer<(typeof values)[N]>;
type Loaded = { [N in ResourceName]: { resource: N; value: ResourceValue<N> } }[ResourceName];

export const resourceNames = Object.keys(values) as readonly ResourceName[];
export const resourceName = z.enum(resourceNames);

/** A resource and what was loaded. */
export const ResourceLoaded = z.discriminatedUnion(
  'resource',
  resourceNames.map((name) => z.object({ resource: z.literal(name), value: values[name] })) as never,
) as unknown as z.ZodMiniType<Loaded>;
