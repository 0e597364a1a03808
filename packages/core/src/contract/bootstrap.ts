import * as z from 'zod/mini';
import { OperatorRecord } from './auth.ts';
import { BotStatus } from './bot.ts';
import { BotConfig } from './config.ts';
import { Health } from './health.ts';
import { ifAny, looseTime } from './loose.ts';
import { Notification } from './notification.ts';
import { Opportunity } from './opportunity.ts';
import { EquityPoint, PerformanceSummary } from './performance.ts';
import { Risk } from './risk.ts';
import { ScanRecord } from './scan.ts';
import { Trade } from './trade.ts';
import { Balances } from './wallet.ts';

/** Everything a dashboard loads first, in one answer. A missing or unreadable part is loaded by its own call. */
export const Bootstrap = z.looseObject({
  at: ifAny(looseTime),
  operator: ifAny(OperatorRecord),
  health: ifAny(Health),
  status: ifAny(BotStatus),
  config: ifAny(BotConfig),
  risk: ifAny(Risk),
  scan: ifAny(ScanRecord),
  balances: ifAny(Balances),
  performance: ifAny(PerformanceSummary),
  equity: ifAny(z.array(EquityPoint)),
  opportunities: ifAny(z.array(Opportunity)),
  executions: ifAny(z.array(Trade)),
  notifications: ifAny(z.array(Notification)),
});
export type Bootstrap = z.infer<typeof Bootstrap>;
