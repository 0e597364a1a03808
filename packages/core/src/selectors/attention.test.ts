import { expect, test } from 'vitest';
import type { ClientState } from '../client.ts';
import type { Risk } from '../contract/risk.ts';
import { bot } from '../machines/bot.ts';
import { createTestClient } from '../testing/client.ts';
import { given } from '../testing/given.ts';
import { botStatus, notification } from '../testing/records.ts';
import { selectAttention } from './attention.ts';
import { selectLastingLimits, selectLimits, selectNearestLimit } from './limits.ts';

const initial: ClientState = createTestClient().client.getSnapshot();
const since = '2026-01-31T12:00:00.000Z';
const at = Date.parse(since);

type Limit = Risk['limits'][number];
const limit = (name: Limit['name'], used: number | null, of: number, scope = 'all'): Limit => ({
  name,
  scope,
  used,
  limit: of,
  unit: 'usd',
});
const report = (fields: Partial<Risk>): Risk => ({
  provenance: null,
  state: 'active',
  since: null,
  reason: null,
  breakers: [],
  limits: [],
  stranded: [],
  ...fields,
});
const withRisk = (fields: Partial<Risk>, rest: Partial<ClientState> = {}): ClientState => ({
  ...initial,
  ...rest,
  loaded: { ...initial.loaded, risk: report(fields) },
});
const told = (state: ClientState) =>
  selectAttention(state).map(({ code, severity, since: began }) => [code, severity, began]);

test('limits are sorted by how full they are; what has no price comes last', () => {
  const state = withRisk({
    limits: [
      limit('position', null, 100, 'ETH'),
      limit('total_capital', 10, 100),
      limit('daily_volume', 90, 100, 'BTC'),
      limit('position', -5, 100, 'BTC'),
      limit('stop_loss', 0, 0),
      limit('daily_drawdown', 3, 0),
    ],
  });
  expect(selectLimits(state).map(({ name, scope, share }) => [name, scope, share])).toEqual([
    ['daily_drawdown', 'all', 1],
    ['daily_volume', 'BTC', 0.9],
    ['total_capital', 'all', 0.1],
    ['position', 'BTC', 0],
    ['stop_loss', 'all', 0],
    ['position', 'ETH', null],
  ]);
});

test('the nearest limit is one that stays used: an execution under way fills its own for a moment', () => {
  const state = withRisk({
    limits: [
      limit('capital_per_route', 100, 100, 'route'),
      limit('simultaneous_executions', 1, 1),
      limit('cooldown', 30, 30, 'route'),
      limit('total_capital', 20, 100),
    ],
  });
  expect([selectNearestLimit(state)?.name, selectLastingLimits(state).length]).toEqual(['total_capital', 1]);
  expect(selectAttention(state)).toEqual([]);
});

test('no limit is near while none is known', () => {
  expect(selectNearestLimit(initial)).toBe(null);
  expect(selectNearestLimit(withRisk({ limits: [limit('position', null, 5)] }))).toBe(null);
});

test('a limit needs attention from 80 %, and is urgent when it is full', () => {
  const state = withRisk({
    limits: [limit('position', 79, 100, 'A'), limit('position', 80, 100, 'B'), limit('position', 100, 100, 'C')],
  });
  expect(selectAttention(state)).toEqual([
    {
      code: 'limit',
      severity: 'danger',
      params: { name: 'position', scope: 'C', used: 100, limit: 100, unit: 'usd', provenance: null, share: 1 },
      since: null,
    },
    {
      code: 'limit',
      severity: 'warning',
      params: { name: 'position', scope: 'B', used: 80, limit: 100, unit: 'usd', provenance: null, share: 0.8 },
      since: null,
    },
  ]);
});

test('what needs a human comes worst first', () => {
  const coded = { code: 'alerts_failing', params: { channel: 'E-mail', reason: 'refused' } };
  const breaker = { status: 'tripped' as const, reason: 'why', tripped_at: since };
  const state = withRisk(
    {
      limits: [limit('position', 85, 100, 'B')],
      breakers: [
        { ...breaker, name: 'clock_skew', resumes: 'itself' },
        { ...breaker, name: 'reject_rate', resumes: 'operator' },
        { ...breaker, name: 'stale_data', resumes: 'itself', status: 'ok' },
      ],
      state: 'reducing',
      stranded: [
        { exchange: 'kraken', asset: 'ETH', amount: 1, value_usd: 9, since, execution_id: null, way_out: null },
      ],
    },
    {
      bot: { ...initial.bot, status: botStatus({ is_running: false, halted: { reason: 'drawdown', at: since } }) },
      notifications: {
        items: [
          notification('a', 0, { source: 'alert', title: 'E-mail alerts fail', message: 'refused', ...coded }),
          notification('b', 0, { source: 'alert', read: true }),
          notification('c', 0, { source: 'engine' }),
        ],
        unread: 2,
      },
    },
  );
  expect(told(state)).toEqual([
    ['halted', 'danger', at],
    ['residual', 'danger', at],
    ['breaker', 'danger', at],
    ['breaker', 'warning', at],
    ['limit', 'warning', null],
    ['alerts_failing', 'warning', expect.any(Number)],
  ]);
  expect(selectAttention(state).at(-1)?.params).toEqual({ title: 'E-mail alerts fail', message: 'refused', ...coded });
});

test('reducing without a tripped breaker says why', () => {
  expect(selectAttention(withRisk({ state: 'reducing', reason: 'a leg failed', since }))).toEqual([
    { code: 'reducing', severity: 'warning', params: { reason: 'a leg failed' }, since: at },
  ]);
});

test('an error of the bot needs attention', () => {
  const status = botStatus({ is_running: false, bot_status: 'error' });
  expect(told({ ...initial, bot: given(bot, { type: 'BotStatusReported', status }) })).toEqual([
    ['bot_error', 'danger', null],
  ]);
});

test('the list keeps its identity while nothing of it changes', () => {
  const state = withRisk({ limits: [limit('position', 85, 100)] });
  expect(selectAttention({ ...state, now: state.now + 5_000 })).toBe(selectAttention(state));
});

test('an account that differs is listed once, urgent when nothing explains it; one that is down as itself', () => {
  const difference = {
    provenance: null,
    id: 'd',
    asset: 'BTC',
    booked: '1',
    found: '2',
    amount: '1',
    value_usd: 9,
    found_at: since,
  };
  const account = { reason: 'why', differences: 0 };
  const state = withRisk({
    accounts: [
      { ...account, exchange: 'kraken', state: 'halted' },
      { ...account, exchange: 'okx', state: 'halted' },
      { ...account, exchange: 'kucoin', state: 'down' },
      { ...account, exchange: 'gate', state: 'unverified' },
      { ...account, exchange: 'binance', state: 'starting' },
      { ...account, exchange: 'bybit', state: 'ready' },
    ],
  });
  const differences = [
    { ...difference, exchange: 'binance', kind: 'deposit' },
    { ...difference, exchange: 'kraken', kind: 'unexplained' },
  ];
  const items = selectAttention({ ...state, loaded: { ...state.loaded, differences } });
  expect(items.map(({ code, severity, params }) => [code, severity, 'exchange' in params && params.exchange])).toEqual([
    ['difference', 'danger', 'kraken'],
    ['account', 'danger', 'okx'],
    ['account', 'danger', 'kucoin'],
    ['account', 'danger', 'gate'],
    ['difference', 'warning', 'binance'],
  ]);
});
