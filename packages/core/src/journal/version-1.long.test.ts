import { expect, test } from 'vitest';
import { evolve, FoldedState, initialState } from '../projections/state.ts';
import { startOfTest } from '../testing/given.ts';
import { opportunity, trade } from '../testing/records.ts';
import { readRecording } from './read-recording.ts';
import { writeRecording } from './recording.ts';
import { upgraded } from './version-1.ts';

const head = writeRecording([{ before: initialState, entries: [] }])
  .replace('"version":2', '"version":1')
  .trim();
const read = (...messages: object[]) => {
  const lines = messages.map((message, index) => JSON.stringify({ seq: index + 1, at: startOfTest, message }));
  const recording = readRecording([head, ...lines].join('\n'), FoldedState, evolve);
  if (!recording.ok) throw new Error(recording.code);
  const entries = recording.segments.flatMap((segment) => segment.entries);
  return { skipped: recording.skipped, state: entries.reduce(evolve, initialState) };
};
const before: object[] = [
  { type: 'BotStatusLoaded', status: {} },
  { type: 'OpportunitiesLoaded', opportunities: [] },
  { type: 'OrdersLoaded', orders: [] },
  { type: 'TradesLoaded', trades: [] },
  { type: 'ExecutionsLoaded', executions: [] },
  { type: 'LogsLoaded', entries: [] },
  { type: 'NotificationsLoaded', notifications: [], unread_count: 3 },
  { type: 'BalancesLoaded', balances: {} },
  { type: 'SummaryLoaded', summary: {} },
  { type: 'TodayLoaded', from: 7, figures: {} },
  { type: 'EquityLoaded', points: [] },
  { type: 'DrawdownLoaded', points: [] },
  { type: 'HeatmapLoaded', pairs: [] },
  { type: 'ScanLoaded', scan: {} },
  { type: 'RiskLoaded', risk: {} },
  { type: 'ConfigLoaded', config: {} },
  { type: 'ExchangesLoaded', exchanges: {} },
  { type: 'TelegramLoaded', telegram: {} },
  { type: 'EmailLoaded', email: {} },
  { type: 'BacktestsLoaded', backtests: [] },
];

const resourcesOfVersion1 = [
  'status',
  'opportunities',
  'orders',
  'trades',
  'executions',
  'logs',
  'notifications',
  'wallets',
  'summary',
  'today',
  'equity',
  'drawdown',
  'heatmap',
  'scan',
  'risk',
  'config',
  'exchanges',
  'telegram',
  'email',
  'backtests',
];

test('every resource of version 1 had an event of its own, whose value is read', () => {
  const now = before.flatMap((message) => upgraded(message as { type: string }, startOfTest));
  expect(now.map(({ resource }) => resource)).toEqual(resourcesOfVersion1);
  expect(now.every(({ type, value }) => type === 'ResourceLoaded' && typeof value === 'object')).toBe(true);
});

test('a recording of version 1 shows what was loaded', () => {
  const { state, skipped } = read(
    { type: 'OpportunitiesLoaded', opportunities: [opportunity('a')] },
    { type: 'TradesLoaded', trades: [trade('t')] },
    { type: 'NotificationsLoaded', notifications: [], unread_count: 3 },
    { type: 'EquityLoaded', points: [] },
    { type: 'TodayLoaded', from: 7, figures: 'none' },
  );
  expect(skipped).toBe(1);
  expect(state.opportunities.items.map(({ id }) => id)).toEqual(['a']);
  expect(state.trades.items.map(({ id }) => id)).toEqual(['t']);
  expect([state.notifications.unread, state.loaded.equity]).toEqual([3, []]);
  expect(state.resources.opportunities).toMatchObject({ status: 'fresh', loaded_at: startOfTest });
});

test('a value of another resource is not taken', () => {
  expect(read({ type: 'ResourceLoaded', resource: 'status', value: [] }).skipped).toBe(1);
  expect(read({ type: 'ResourceLoaded', resource: 'trades', value: [trade('t')] }).skipped).toBe(0);
  expect(read({ type: 'ResourceLoaded', resource: 'nothing', value: [] }).skipped).toBe(1);
});

test('a recording from before there were codes shows its texts', () => {
  const { state, skipped } = read(
    { type: 'CommandRefused', command: 'StartBot', reason: 'The bot is already running' },
    { type: 'ShowToast', kind: 'loading', message: 'Working' },
  );
  expect(skipped).toBe(0);
  expect(state.toasts.map(({ code, detail }) => [code, detail])).toEqual([
    ['text', 'The bot is already running'],
    ['text', 'Working'],
  ]);
});
