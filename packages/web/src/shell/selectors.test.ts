import type { ClientState } from '@triquad/core';
import { botStatus, createTestClient } from '@triquad/core/testing';
import { expect, test } from 'vitest';
import { type BotCondition, selectCondition, selectTodaysProfit } from './selectors.ts';

const initial: ClientState = createTestClient().client.getSnapshot();
const withBot = (bot: Partial<ClientState['bot']>): ClientState => ({ ...initial, bot: { ...initial.bot, ...bot } });

test('what the bot does is one word', () => {
  const told = (fields: Record<string, unknown>, phase: ClientState['bot']['phase'] = 'idle') =>
    withBot({ status: botStatus(fields), phase });
  const cases: [BotCondition, ClientState][] = [
    ['unknown', initial],
    ['unknown', told({})],
    ['running', told({ is_running: true })],
    ['running', told({ bot_status: 'running' })],
    ['stopped', told({ is_running: false })],
    ['starting', told({ is_running: false, bot_status: 'starting' })],
    ['error', told({ is_running: false, bot_status: 'error' })],
    ['halted', told({ is_running: false, halted: { reason: 'drawdown', at: null } })],
    ['starting', told({ is_running: false }, 'start')],
    ['stopping', told({ is_running: true }, 'stop')],
  ];
  expect(cases.map(([, state]) => selectCondition(state))).toEqual(cases.map(([word]) => word));
});

test('today’s profit is what the portfolio gained since the last mark before midnight UTC', () => {
  const point = (timestamp: string, equity: number) => ({
    timestamp,
    equity,
    initial_capital: 900,
    pnl: null,
    cumulative_pnl: null,
  });
  const at = (points: ReturnType<typeof point>[], total_usd: number | null): ClientState => ({
    ...initial,
    health: { ...initial.health, capabilities: ['balances.stream'] },
    now: Date.parse('2026-01-31T12:00:00.000Z'),
    performance: { ...initial.performance, equity: points },
    wallets: { balances: { exchanges: [], total_usd, last_updated: null }, loaded_at: 0 },
  });
  const points = [point('2026-01-30T23:00:00.000Z', 1_000), point('2026-01-31T11:00:00.000Z', 1_040)];
  expect([
    selectTodaysProfit(at(points, 1_050)),
    selectTodaysProfit(at(points, null)),
    selectTodaysProfit(at(points.slice(1), 1_050)),
    selectTodaysProfit(at([], 1_050)),
    selectTodaysProfit(initial),
    selectTodaysProfit({ ...at(points, 7), health: initial.health }),
  ]).toEqual([50, 40, 150, null, null, 40]);
});
