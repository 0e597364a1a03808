import type { ClientEvent } from '../journal/event.ts';
import type { Message } from '../journal/journal.ts';
import type { ResourceName } from '../journal/resource.ts';
import type { SettingName } from '../journal/setting.ts';

const money: readonly ResourceName[] = ['wallets', 'summary', 'today', 'equity', 'drawdown', 'heatmap'];
const executed: readonly ResourceName[] = ['trades', 'executions', 'orders', 'risk', ...money];

const byChannel: Readonly<Record<string, readonly ResourceName[]>> = {
  opportunities: ['opportunities'],
  executions: executed,
  bot_status: ['status'],
  logs: ['logs'],
  orders: ['orders'],
  balances: ['wallets'],
  metrics: ['scan'],
  backtests: ['backtests'],
};

const resourceOf = {
  global: 'config',
  risk: 'config',
  exchange: 'exchanges',
  telegram: 'telegram',
  email: 'email',
} as const satisfies Record<SettingName, ResourceName>;

/** The kinds of facts after which something loaded may no longer be so. */
const upsetting = [
  'ExecutionReported',
  'ExecutionAnswered',
  'ExecutionFailed',
  'RiskActionDone',
  'RiskActionFailed',
  'NotificationReceived',
  'BotActionDone',
  'BotActionFailed',
  'ModeChanged',
  'OrderCancelled',
  'BacktestStarted',
  'OrderCancelFailed',
  'WalletsRefreshAsked',
  'ResumeLogs',
  'SettingFailed',
  'ConfigSaved',
  'ExchangeSaved',
  'TelegramSaved',
  'EmailSaved',
  'GapDetected',
  'ClockCompared',
] as const satisfies readonly Message['type'][];
type Upsetting = Extract<ClientEvent, { type: (typeof upsetting)[number] }> | { type: 'ResumeLogs' };

/** The same transition for each of them. */
export const whenUpset = <T>(transition: T): Record<(typeof upsetting)[number], T> =>
  Object.fromEntries(upsetting.map((type) => [type, transition])) as Record<(typeof upsetting)[number], T>;

/** The resources to load anew after a fact: the history after an execution, the status after each call, what a gap may have hidden. */
export const upsetBy = (message: Upsetting): readonly ResourceName[] => {
  switch (message.type) {
    case 'ExecutionReported':
      return message.trade.status === 'pending' ? ['trades', 'executions', 'orders'] : executed;
    case 'ExecutionAnswered':
    case 'ExecutionFailed':
      return executed;
    case 'BotActionDone':
    case 'BotActionFailed':
      return ['status', 'orders', 'risk'];
    case 'RiskActionDone':
      return ['trades', 'executions', ...money];
    case 'RiskActionFailed':
      return ['risk'];
    case 'NotificationReceived':
      return message.notification.notification_type === 'circuit_breaker' ? ['risk'] : [];
    case 'ModeChanged':
      return ['status', ...money];
    case 'OrderCancelled':
    case 'OrderCancelFailed':
      return ['orders'];
    case 'BacktestStarted':
      return ['backtests'];
    case 'WalletsRefreshAsked':
      return ['wallets'];
    case 'ResumeLogs':
      return ['logs'];
    case 'SettingFailed':
      return message.action === 'test' ? [] : [resourceOf[message.setting]];
    case 'ConfigSaved':
      return ['risk'];
    // What another bot made of it is for it to say.
    case 'ExchangeSaved':
      return ['exchanges'];
    case 'TelegramSaved':
      return ['telegram'];
    case 'EmailSaved':
      return ['email'];
    // Which opportunities are recent, and when the day began, is a matter of the clock.
    case 'ClockCompared':
      return ['opportunities', 'today'];
    case 'GapDetected':
      return byChannel[message.channel] ?? [];
  }
};
