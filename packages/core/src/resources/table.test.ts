import { expect, test } from 'vitest';
import type { Message } from '../journal/journal.ts';
import { resourceNames } from '../journal/resource.ts';
import { notification, trade } from '../testing/records.ts';
import { invalidatedBy } from './table.ts';

const money = ['drawdown', 'dust', 'equity', 'heatmap', 'money', 'summary', 'today', 'wallets'];
const executed = [...money, 'executions', 'orders', 'risk', 'trades'].sort();
const problem = {} as Extract<Message, { type: 'RiskActionFailed' }>['problem'];
const named = (type: string): Message => ({ type }) as Message;

const cases: [Message, string[]][] = [
  [{ type: 'ExecutionReported', trade: trade('e', 0, { status: 'pending' }) }, ['executions', 'orders', 'trades']],
  [{ type: 'ExecutionReported', trade: trade('e', 0, { status: 'completed' }) }, executed],
  [named('ExecutionAnswered'), executed],
  [named('ExecutionFailed'), executed],
  [named('BotActionDone'), ['conditions', 'differences', 'orders', 'risk', 'status']],
  [named('BotActionFailed'), ['differences', 'orders', 'risk', 'status']],
  [named('BotActionAborted'), ['differences', 'orders', 'risk', 'status']],
  [named('RiskActionDone'), [...money, 'executions', 'trades'].sort()],
  [named('RiskActionFailed'), ['differences', 'risk']],
  [named('DifferenceAccepted'), [...money, 'risk'].sort()],
  [named('ModeChanged'), [...money, 'differences', 'status'].sort()],
  [named('OrderPlaced'), ['dust', 'orders', 'wallets']],
  [named('OrderPlaceFailed'), ['dust', 'orders', 'wallets']],
  [named('OrderCancelled'), ['orders']],
  [named('OrderCancelFailed'), ['orders']],
  [named('BacktestStarted'), ['backtests']],
  [named('WalletsRefreshAsked'), ['differences', 'dust', 'wallets']],
  [named('BalancesReported'), ['dust']],
  [named('ResumeLogs'), ['logs']],
  [named('ConfigSaved'), ['conditions', 'configurations', 'risk']],
  [named('ConfigActivated'), ['conditions', 'configurations', 'risk']],
  [{ type: 'SettingChanged', setting: 'configuration', name: 'c', action: 'delete' }, ['configurations']],
  [{ type: 'SettingChanged', setting: 'user', name: 'ana', action: 'save' }, ['sessions', 'users']],
  [{ type: 'SettingChanged', setting: 'session', name: 's', action: 'delete' }, ['sessions', 'users']],
  [named('ExchangeSaved'), ['exchanges']],
  [named('TelegramSaved'), ['telegram']],
  [named('EmailSaved'), ['email']],
  [named('ClockCompared'), ['money', 'opportunities', 'today']],
  [named('Ticked'), []],
  [{ type: 'NotificationReceived', notification: notification('n', 0) }, []],
  [
    { type: 'NotificationReceived', notification: notification('n', 0, { source: 'wallet' }) },
    ['differences', 'dust', 'risk', 'wallets'],
  ],
  [
    {
      type: 'NotificationReceived',
      notification: notification('n', 0, { notification_type: 'circuit_breaker' }),
    },
    ['risk'],
  ],
  [{ type: 'SettingFailed', setting: 'global', name: null, action: 'save', problem }, ['config']],
  [{ type: 'SettingFailed', setting: 'exchange', name: 'okx', action: 'delete', problem }, ['exchanges']],
  [{ type: 'SettingFailed', setting: 'exchange', name: 'okx', action: 'test', problem }, []],
  [
    { type: 'SettingFailed', setting: 'configuration', name: 'c', action: 'activate', problem },
    ['config', 'configurations'],
  ],
  [{ type: 'SettingFailed', setting: 'user', name: 'ana', action: 'save', problem }, ['users']],
  [{ type: 'SettingFailed', setting: 'session', name: 's', action: 'delete', problem }, ['sessions']],
  [{ type: 'GapDetected', channel: 'executions' }, executed],
  [{ type: 'GapDetected', channel: 'bot_status' }, ['status']],
  [{ type: 'GapDetected', channel: 'metrics' }, ['feeds', 'scan']],
  [named('MetricsReported'), ['feeds', 'imports', 'market', 'recorder']],
  [named('ImportAnswered'), ['imports']],
  [named('CloseImport'), ['import_files', 'recordings']],
  [named('MarketAnswered'), ['market']],
  [named('MarketRefused'), ['market']],
  [named('RecorderSwitched'), ['recorder', 'recordings']],
  [named('RecorderSwitchFailed'), ['recorder']],
  [{ type: 'GapDetected', channel: 'balances' }, ['dust', 'wallets']],
  [{ type: 'GapDetected', channel: 'constructor' }, []],
];

test.each(cases)('%j makes outdated %j', (message, names) => {
  expect([...invalidatedBy(message)].sort()).toEqual(names);
});

test('every resource is outdated by something, but notifications, which come live, and the doctor, which is asked', () => {
  const known = new Set(cases.flatMap(([message]) => invalidatedBy(message)));
  const channels = ['opportunities', 'logs', 'orders', 'backtests'].map((channel) => ({
    type: 'GapDetected',
    channel,
  }));
  for (const gap of channels) for (const name of invalidatedBy(gap as Message)) known.add(name);
  for (const setting of ['telegram', 'email'] as const)
    for (const name of invalidatedBy({ type: 'SettingFailed', setting, name: null, action: 'save', problem }))
      known.add(name);
  expect(resourceNames.filter((name) => !known.has(name))).toEqual(['doctor', 'notifications']);
});
