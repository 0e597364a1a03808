import { expect, test } from 'vitest';
import type { ClientState } from '../client.ts';
import { paperProvenance } from '../contract/provenance.ts';
import type { Message } from '../journal/journal.ts';
import { evolve, type FoldedState } from '../projections/state.ts';
import { createTestClient } from '../testing/client.ts';
import { entriesFrom } from '../testing/given.ts';
import { botStatus } from '../testing/records.ts';
import { type BotCondition, selectBotCondition } from './bot.ts';
import { selectTodaysProfit } from './figures.ts';

const initial = createTestClient().client.getSnapshot();
const paper = paperProvenance('live', 'binance', 'live');
const point = (timestamp: string, equity: number) => ({
  provenance: paper,
  timestamp,
  equity,
  initial_capital: 900,
  pnl: null,
  cumulative_pnl: null,
});

test('what the bot does is one word', () => {
  const told = (fields: Record<string, unknown>, ...commands: Message[]) => {
    const reported: Message = { type: 'ResourceLoaded', resource: 'status', value: botStatus(fields) };
    return entriesFrom([reported, ...commands]).reduce(evolve, initial);
  };
  const key = { at: 0, key: 'k' };
  const cases: [BotCondition, FoldedState][] = [
    ['unknown', initial],
    ['unknown', told({})],
    ['running', told({ is_running: true })],
    ['running', told({ bot_status: 'running' })],
    ['stopped', told({ is_running: false })],
    ['starting', told({ is_running: false, bot_status: 'starting' })],
    ['error', told({ is_running: false, bot_status: 'error' })],
    ['halted', told({ is_running: false, halted: { reason: 'drawdown', at: null } })],
    ['starting', told({ is_running: false }, { type: 'StartBot', confirm: 'LIVE', ...key })],
    ['stopping', told({ is_running: true }, { type: 'StopBot', ...key })],
  ];
  expect(cases.map(([, state]) => selectBotCondition(state))).toEqual(cases.map(([word]) => word));
});

test('today’s profit is what the trades since midnight UTC earned, as the bot says', () => {
  const figures = { total_pnl: 5.25, provenance: paper } as NonNullable<ClientState['loaded']['today']>['figures'];
  const at = (from: string): ClientState => ({
    ...initial,
    health: { ...initial.health, capabilities: ['metrics'] },
    now: Date.parse('2026-01-31T12:00:00.000Z'),
    loaded: { ...initial.loaded, today: { from: Date.parse(from), figures }, equity: [point('t', 7)] },
  });
  expect([
    selectTodaysProfit(at('2026-01-31T00:00:00.000Z')),
    selectTodaysProfit(at('2026-01-30T00:00:00.000Z')),
    selectTodaysProfit({ ...at('2026-01-31T00:00:00.000Z'), loaded: initial.loaded }),
  ]).toEqual([
    { usd: 5.25, source: paper },
    { usd: null, source: null },
    { usd: null, source: null },
  ]);
});

test('a bot that speaks only the spec: what its equity gained since the last mark before midnight UTC', () => {
  const at = (points: ReturnType<typeof point>[]): ClientState => ({
    ...initial,
    now: Date.parse('2026-01-31T12:00:00.000Z'),
    loaded: { ...initial.loaded, equity: points },
  });
  const points = [point('2026-01-30T23:00:00.000Z', 1_000), point('2026-01-31T11:00:00.000Z', 1_040)];
  expect([
    selectTodaysProfit(at(points)),
    selectTodaysProfit(at(points.slice(1))),
    selectTodaysProfit(at([])),
    selectTodaysProfit(initial),
  ]).toEqual([40, 140, null, null].map((usd) => ({ usd, source: usd === null ? null : paper })));
});
