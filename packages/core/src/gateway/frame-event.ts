import type { Frame } from '../contract/index.ts';
import type { ClientEvent } from '../journal/event.ts';

/** The event of a data frame; null for control frames and unknown ones. */
export const eventOf = (frame: Frame): ClientEvent | null => {
  switch (frame.type) {
    case 'opportunity':
      return { type: 'OpportunityDetected', opportunity: frame.data };
    case 'execution':
      return { type: 'ExecutionReported', trade: frame.data };
    case 'bot_status':
      return { type: 'BotStatusReported', status: frame.data };
    case 'log':
      return { type: 'LogReported', entry: frame.data };
    case 'notification':
      return { type: 'NotificationReceived', notification: frame.data };
    case 'order':
      return { type: 'OrderReported', order: frame.data };
    case 'balances':
      return { type: 'BalancesReported', balances: frame.data };
    case 'backtest':
      return { type: 'BacktestReported', backtest: frame.data };
    case 'metrics':
      return { type: 'MetricsReported', metrics: frame.data };
    default:
      return null;
  }
};
