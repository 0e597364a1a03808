import type { ClientState, ResourceName } from '@triquad/core';
import {
  createTestClient,
  healthOf,
  logEntry,
  ok,
  opportunityRecord,
  type TestClient,
  timeOf,
} from '@triquad/core/testing';
import { allViews } from './views/views.ts';
import { watched } from './watched.ts';

/** Source of all figures of the fixture's bot. */
export const provenance = { kind: 'practice', exchange: null, name: 'practice', money: 'invented' } as const;
const quad = ['USDT', 'SOL', 'ETH', 'BTC', 'USDT'];
const legs = [
  { market: 'BTC/USDT', side: 'buy', price: 86_412.5, quantity: 0.01154, fee_pct: 0.1 },
  { market: 'LINK/BTC', side: 'buy', price: 0.00014962, quantity: 77.04, fee_pct: 0.1 },
  { market: 'LINK/USDT', side: 'sell', price: 13.0514, quantity: 77.04, fee_pct: 0.1 },
];
const executed = legs.map((leg, at) => ({
  leg: at + 1,
  market: leg.market,
  side: leg.side,
  order_id: `order-k-551${at}`,
  unwind: false,
  expected_price: leg.price,
  price: leg.price * (at === 1 ? 1.0002 : 1),
  expected_quantity: leg.quantity,
  quantity: leg.quantity,
  fee: 0.997,
  fee_asset: 'USDT',
  status: 'filled',
  ms: [75, 91, 72][at],
}));

const trade = {
  provenance,
  id: 'execution-9c41e0',
  execution_id: 'execution-9c41e0',
  opportunity_id: 'opportunity-9c41e0',
  opportunity_type: 'TRI',
  exchange: 'kucoin',
  symbols: ['USDT', 'BTC', 'LINK', 'USDT'],
  status: 'completed',
  mode: 'paper',
  capital: 1_000,
  profit: 6.33,
  profit_pct: 0.633,
  expected_profit: 6.41,
  fees: 3,
  duration_seconds: 0.246,
  entry_time: timeOf(-60_000),
  error_message: null,
  legs: executed,
};
const residual = {
  exchange: 'kraken',
  asset: 'ETH',
  amount: 0.0612,
  value_usd: 182.4,
  since: timeOf(-3_600_000),
  execution_id: 'execution-8f31c2',
  reason: { code: 'loss', loss_pct: 4, most_pct: 1 },
  way_out: {
    market: 'ETH/USDT',
    side: 'sell',
    quantity: 0.0612,
    expected_price: 2_977.4,
    expected_loss_usd: 6.38,
    path: ['ETH', 'USDT'],
  },
};
/** An exchange with what each asset has of `free` and the rest. */
export const account = (exchange: string, total_usd: number, balances: Record<string, Record<string, number>>) => ({
  exchange,
  provenance,
  total_usd,
  error: null,
  balances: Object.fromEntries(
    Object.entries(balances).map(([asset, one]) => [
      asset,
      { total: one.free, reserved: 0, residual: 0, dust: 0, ...one },
    ]),
  ),
});
/** A limit, and how much of it is used. */
export const limit = (name: string, scope: string, used: number, most: number, unit: string) => ({
  name,
  scope,
  used,
  limit: most,
  unit,
});
const decided = (id: string, reason: string, profit_pct: number) => ({
  id,
  opportunity_id: null,
  at: timeOf(-30_000),
  exchange: 'binance',
  type: 'TRI',
  symbols: ['USDT', 'BNB', 'SOL', 'USDT'],
  profit_pct,
  decision: reason === 'executed' ? 'executed' : 'skipped',
  reason,
  detail: 'it pays less than the threshold',
  threshold_pct: 0.2,
});
const feed = (exchange: string, state: string, markets: number) => ({
  exchange,
  connection: null,
  state,
  since: timeOf(-41_000),
  last_message_at: timeOf(state === 'live' ? 2_400 : -41_200),
  markets,
  markets_trusted: state === 'live' ? markets : 0,
  messages_per_second: state === 'live' ? 5_604.2 : 0,
  latency_ms: state === 'live' ? 31 : null,
  clock_ahead_ms: 2,
  reconnects: 1,
  gaps: 0,
  resyncs: 2,
  excluded: [{ market: 'ETH/BTC', reason: 'no message for 2.0 s', until: '2026-01-31T12:40:00.000Z' }],
  reason: state === 'live' ? null : 'no message for 2.0 s',
  at: timeOf(),
});

const dayMs = 86_400_000;
/** Money of today, yesterday and five days before; `now`: epoch milliseconds. */
export const moneyAt = (now: number) => {
  const dayOf = (back: number, gross: number, fees: number, dust: number, unrealised: number, end: number) => {
    const change = gross - fees + dust + unrealised;
    const parts = { realised: gross - fees, fees, dust, unrealised, holdings: 0, flows: 0, change };
    const day = new Date(now - back * dayMs).toISOString().slice(0, 10);
    return { day, equity_start: end - change, equity_end: end, ...parts };
  };
  return ok({
    from: null,
    to: null,
    total: null,
    days: [
      dayOf(5, 783.01, 330.13, -3.28, -4.63, 51_649.3),
      dayOf(1, 188.9, 79.61, -0.74, 1.35, 51_759.2),
      dayOf(0, 212.46, 88.38, -0.89, -6.2, 51_876.19),
    ],
    unpriced: [],
  });
};

const answers = {
  health: healthOf(
    'config.write',
    ...['bot.kill', 'bot.mode', 'bot.flatten', 'logs.history', 'risk', 'feeds', 'history', 'differences', 'money.v2'],
  ),
  'bot.status': ok({
    provenance,
    is_running: true,
    bot_status: 'running',
    mode: 'paper',
    uptime: 52_774,
    market_source: 'simulated',
    enabled_exchanges: ['binance', 'kucoin', 'kraken'],
    executions_today: 47,
    opportunities_found: 340,
    min_profit_threshold: 0.2,
    max_capital_per_route: 1_000,
  }),
  'opportunities.list': ok({
    data: [
      opportunityRecord('opportunity-d41b07', 2_000, {
        provenance,
        type: 'QUAD',
        symbols: quad,
        path: quad,
        profit_pct: 0.612,
        profit_usd: 6.12,
        legs,
        dislocation_id: 'd1',
        alternatives: 6,
        break_even_fee_pct: 0.2333,
        moved: { market: 'LINK/BTC', side: 'buy', off_pct: 0.7 },
        outcome: { outcome: 'executing' },
      }),
      opportunityRecord('opportunity-same', 2_000, { provenance, profit_pct: 0.3, dislocation_id: 'd1' }),
      opportunityRecord('opportunity-c07d1a', 1_000, {
        provenance,
        exchange: 'kucoin',
        profit_pct: 0.388,
        profit_usd: 123_456.78,
        legs,
        decision: { decision: 'skipped', reason: 'asset_busy', detail: 'CRV is held by another execution' },
      }),
      opportunityRecord('opportunity-be92f4', 0, {
        provenance,
        exchange: 'kraken',
        profit_pct: 0.236,
        is_valid: false,
        lifetime_ms: 180,
        outcome: { outcome: 'executed', profit: 2.31 },
      }),
    ],
  }),
  'orders.history': ok({
    data: [
      trade,
      {
        ...trade,
        id: 'execution-8f31c2',
        execution_id: 'execution-8f31c2',
        status: 'stranded',
        profit: -6.2,
        error_message: 'leg 3 was refused: market paused',
        legs: [],
      },
    ],
  }),
  'orders.list': ok({
    data: [
      {
        id: 'order-b-7741',
        provenance,
        exchange: 'binance',
        symbol: 'SOL/ETH',
        side: 'sell',
        type: 'limit',
        quantity: 7.559,
        filled_quantity: 4.611,
        price: 0.04436,
        filled_price: 0.04436,
        status: 'pending',
        execution_id: 'execution-d41b07',
        leg: 2,
        created_at: timeOf(1_000),
        updated_at: timeOf(2_000),
      },
    ],
  }),
  'logs.list': ok({
    data: [
      logEntry('2', 1_000, {
        level: 'WARNING',
        source: 'feeds',
        message: 'kraken: no message for 2.0 s, 214 markets left out',
      }),
      logEntry('1', 0, {
        message: 'execution-9c41e0 completed +$6.33 of +$6.41 shown',
        metadata: { execution_id: 'execution-9c41e0' },
      }),
    ],
  }),
  'performance.summary': ok({ total_pnl: 1_184.37, total_trades: 470, win_rate: 91.5, max_drawdown: 0.4 }),
  'performance.metrics': ok({ total_pnl: 116.99, total_trades: 47 }),
  'performance.equity': ok({
    data: [51_759.2, 51_800, 51_876.19].map((equity, at) => ({ timestamp: timeOf(at), equity })),
  }),
  'performance.money': moneyAt(Date.parse(timeOf())),
  'wallets.balances': ok({
    exchanges: [
      account('binance', 21_365.06, {
        USDT: { free: 18_445.97, total: 19_445.97, reserved: 1_000, value_usd: 19_445.97 },
        BNB: { free: 0.5143, value_usd: 434.69, dust: 0.5143 },
      }),
      account('kraken', 21_365.06, {
        ETH: { free: 0.0612, residual: 0.0612, value_usd: 182.4 },
        SHIB: { free: 12_345_678.12345678, value_usd: 1_234_567_890.12 },
      }),
    ],
    total_usd: 51_876.19,
    last_updated: timeOf(1_000),
  }),
  risk: ok({
    provenance,
    state: 'active',
    since: null,
    reason: null,
    breakers: [
      { name: 'reject_rate', status: 'ok', reason: null, tripped_at: null, resumes: 'itself' },
      { name: 'consecutive_failures', status: 'ok', reason: null, tripped_at: null, resumes: 'operator' },
    ],
    limits: [
      limit('position', 'BTC', 20_558, 25_000, 'usd'),
      limit('simultaneous_executions', 'all', 1, 3, 'count'),
      limit('daily_drawdown', 'all', 0.02, 5, 'percent'),
      limit('cooldown', 'all', 0, 30, 'seconds'),
    ],
    stranded: [residual],
    accounts: [{ exchange: 'kraken', state: 'ready', reason: null, differences: 0 }],
  }),
  'config.current': ok({
    id: 'c',
    version: 3,
    risk: {
      assets: {},
      cooldown_after_failure_seconds: 30,
      stop_loss_pct: 10,
      max_unwind_loss_pct: 1,
      max_profit_pct: 3,
    },
  }),
  'accounts.differences': ok({ data: [] }),
  'feeds.list': ok({ data: [feed('binance', 'live', 560), feed('kraken', 'down', 214)] }),
  'history.list': ok({
    data: [
      decided('1', 'below_threshold', 0.196),
      decided('2', 'below_threshold', 0.181),
      decided('3', 'executed', 0.633),
    ],
    next: null,
    total: 165,
    by_code: [
      { code: 'below_threshold', count: 121 },
      { code: 'asset_busy', count: 40 },
      { code: 'executed', count: 4 },
    ],
    kept_since: null,
  }),
  'history.get': ok({
    id: 'execution-9c41e0',
    provenance,
    opportunity_id: 'opportunity-9c41e0',
    execution_id: 'execution-9c41e0',
    found: { at: timeOf(-60_000), profit_pct: 0.641, profit_usd: 6.41, capital_usd: 1_000, threshold_pct: 0.2 },
    decisions: [decided('3', 'executed', 0.641)],
    trigger: 'automatic',
    left: [
      { asset: 'BTC', amount: '0.0000002', stranded: false },
      { asset: 'ETH', amount: '0.0612', stranded: true, reason: { code: 'no_book' } },
    ],
    facts: [{ seq: 184_391, at: timeOf(-59_000), type: 'ExecutionStarted', hash: 'h', says: { capital: 1_000 } }],
    forgotten: [],
  }),
  'notifications.list': ok({
    data: {
      notifications: [
        {
          id: 'n',
          title: 'Daily report',
          message: '47 trades, +$116.99',
          level: 'info',
          read: false,
          created_at: timeOf(-5_000),
        },
      ],
      unread_count: 1,
    },
  }),
};

type Answers = NonNullable<Parameters<typeof createTestClient>[0]>['answers'];

interface Course {
  /** Epoch milliseconds at which the client starts; it reads for 2.5 s. */
  readonly start?: number;
  /** Token, for a bot with users. */
  readonly token?: string;
  /** True if new connections open by themselves. */
  readonly accepts?: () => boolean;
  /** Runs after the client has read everything. */
  readonly afterwards?: (given: TestClient) => Promise<void>;
}

/** Client of a bot with data in every view; `more` replaces answers. */
export async function fixture(
  more: Answers = {},
  { start, token, accepts, afterwards }: Course = {},
): Promise<ClientState> {
  const given = createTestClient({
    answers: { ...answers, ...more },
    ...(start !== undefined && { start }),
    ...(token !== undefined && { token }),
    ...(accepts !== undefined && { accepts }),
  });
  const { client, clock } = given;
  client.start();
  const all = new Set<ResourceName>([...watched, ...allViews.flatMap(({ watches }) => watches)]);
  for (const resource of all) client.send({ type: 'Watch', resource });
  await clock.advance(2_500);
  client.send({ type: 'LoadDecisions', query: {} });
  client.send({ type: 'LoadLife', id: 'execution-9c41e0' });
  await clock.advance(100);
  await afterwards?.(given);
  const state = client.getSnapshot();
  client.stop();
  return state;
}
