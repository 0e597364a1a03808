import { account, limit, moneyAt } from '../../packages/cli/src/ui/fixture.ts';
import { logEntry, ok, opportunityRecord } from '../../packages/core/src/testing/index.ts';

/** The moment that the captures of the terminal show: Saturday 21 November 2026, 20:52:14.6 UTC. */
const day = '2026-11-21T';
export const start = Date.parse(`${day}20:52:12.000Z`);
const at = (time: string): string => new Date(`${day}${time}Z`).toISOString();

const cycle = (path: string) => {
  const symbols = path.split(' ');
  return { type: symbols.length === 5 ? 'QUAD' : 'TRI', symbols, path: symbols } as const;
};
const leg = (market: string, side: 'buy' | 'sell', quantity: number, price: number) => ({
  market,
  side,
  quantity,
  price,
  fee_pct: 0.1,
});

const waiting = [
  leg('BTC/USDT', 'buy', 0.00965, 86_476),
  leg('LINK/BTC', 'buy', 64.32, 0.00014976),
  leg('LINK/USDT', 'sell', 64.32, 13.0392),
];

type Fields = Parameters<typeof opportunityRecord>[2];

/** Of an exchange: found at, path, percent and dollars it pays, the fee at which it still pays, and what came of it. */
const found = (
  id: string,
  [time, exchange, path, percent, dollars, pays]: readonly [string, string, string, number, number, number],
  more: Fields,
) => ({
  ...opportunityRecord(id),
  ...cycle(path),
  exchange,
  profit_pct: percent,
  profit_usd: dollars,
  profit_absolute: dollars,
  capital_required: Math.round((dollars / percent) * 10_000) / 100,
  break_even_fee_pct: pays,
  detected_at: at(time),
  expires_at: at('20:59:00'),
  ...more,
});
const off = (market: string, side: 'buy' | 'sell', off_pct: number) => ({ market, side, off_pct });
const rejected = (code: string, detail: string) => ({
  outcome: { outcome: 'rejected', code },
  decision: { decision: 'skipped', reason: code, detail },
});
const gone = (lifetime_ms: number) => ({ is_valid: false, lifetime_ms });

const opportunities = [
  found('opportunity-d41b07', ['20:52:14.300', 'binance', 'USDT SOL ETH BTC USDT', 0.612, 6.12, 0.253], {
    outcome: { outcome: 'executing' },
    alternatives: 6,
    dislocation_id: 'sol',
    moved: off('SOL/ETH', 'sell', 1.01),
  }),
  found('opportunity-77ae15', ['20:52:12.204', 'kucoin', 'USDT BTC LINK USDT', 0.4, 3.34, 0.2333], {
    alternatives: 18,
    dislocation_id: 'link',
    moved: off('LINK/BTC', 'buy', 0.7),
    legs: waiting,
  }),
  found('opportunity-77ae16', ['20:52:12.204', 'kucoin', 'USDT BTC LINK ETH USDT', 0.352, 2.94, 0.188], {
    dislocation_id: 'link',
  }),
  found('opportunity-77ae17', ['20:52:12.204', 'kucoin', 'ETH BTC LINK ETH', 0.341, 1.42, 0.2137], {
    dislocation_id: 'link',
  }),
  found('opportunity-5c0e92', ['20:52:13.100', 'kucoin', 'USDT CRV ETH USDT', 0.388, 2.91, 0.2293], {
    ...rejected('asset_busy', 'CRV is held by another execution'),
    alternatives: 9,
    moved: off('CRV/ETH', 'buy', 0.69),
  }),
  found('opportunity-10b6fa', ['20:52:10.500', 'kucoin', 'USDT BTC ADA ETH USDT', 0.274, 2.02, 0.1685], {
    ...rejected('too_many_executions', '3 of 3 executions run'),
    alternatives: 4,
    moved: off('ADA/BTC', 'sell', 0.67),
  }),
  found('opportunity-c07d1a', ['20:51:55.174', 'binance', 'USDT ETH BNB USDT', 0.236, 2.36, 0.1787], {
    outcome: { outcome: 'executed', profit: 2.31 },
    ...gone(228),
    alternatives: 11,
    moved: off('BNB/ETH', 'buy', 0.54),
  }),
  found('opportunity-4d2f8b', ['20:51:41.000', 'binance', 'BTC ETH XRP BTC', 0.221, 0.94, 0.1737], {
    ...gone(180),
    alternatives: 2,
    moved: off('XRP/ETH', 'sell', 0.52),
  }),
  found('opportunity-be92f4', ['20:51:22.200', 'kucoin', 'USDT LINK BTC SOL USDT', 0.214, 1.88, 0.1535], {
    outcome: { outcome: 'executed', profit: 1.79 },
    ...gone(410),
    alternatives: 7,
    moved: off('LINK/BTC', 'sell', 0.61),
  }),
  found('opportunity-f03a61', ['20:51:19.087', 'kraken', 'USDT ETH BTC USDT', 0.208, 2.08, 0.1693], {
    ...rejected('stale_book', 'the book of ETH/BTC is 0.9 s old'),
    ...gone(900),
    alternatives: 3,
    moved: off('ETH/BTC', 'buy', 0.51),
  }),
  found('opportunity-e8812c', ['20:50:58.733', 'binance', 'USDT BNB SOL USDT', 0.196, 1.96, 0.1653], {
    ...rejected('below_threshold_after_lots', '+0.196 % is less than +0.200 %'),
    ...gone(350),
    alternatives: 5,
    moved: off('SOL/BNB', 'sell', 0.5),
  }),
];

type Filled = readonly [string, 'buy' | 'sell', number, number, number, number];
const legsOf = (prefix: string, first: number, ...legs: readonly Filled[]) =>
  legs.map(([market, side, quantity, planned, price, ms], index) => ({
    leg: index + 1,
    market,
    side,
    order_id: `order-${prefix}${first + index}`,
    unwind: false,
    expected_price: planned,
    price,
    expected_quantity: quantity,
    quantity,
    fee: 0.997,
    fee_asset: 'USDT',
    status: 'filled',
    ms,
  }));

/** An execution: id, began at, exchange, path, capital, dollars shown and made, fees, milliseconds. */
const executed = (
  [id, time, exchange, path, capital, shown, profit, fees, ms]: readonly [
    string,
    string,
    string,
    string,
    number,
    number,
    number | null,
    number,
    number,
  ],
  more: Record<string, unknown> = {},
) => {
  const { type, symbols } = cycle(path);
  return {
    id: `execution-${id}`,
    execution_id: `execution-${id}`,
    opportunity_id: `opportunity-${id}`,
    opportunity_type: type,
    exchange,
    symbols,
    status: 'completed',
    mode: 'paper',
    capital,
    profit,
    profit_pct: profit === null ? null : Math.round((profit / capital) * 100_000) / 1_000,
    expected_profit: shown,
    fees,
    duration_seconds: ms / 1_000,
    entry_time: at(time),
    error_message: null,
    legs: [],
    ...more,
  };
};

const running = executed(['d41b07', '20:52:14.124', 'binance', 'USDT SOL ETH BTC USDT', 1_000, 6.12, null, 1.61, 190], {
  status: 'pending',
  legs: [
    ...legsOf('b-', 7740, ['SOL/USDT', 'buy', 7.567, 132.02, 132.02, 138]),
    {
      ...legsOf('b-', 7741, ['SOL/ETH', 'sell', 7.559, 0.04436, 0.04436, 0])[0],
      leg: 2,
      quantity: 4.611,
      status: 'partial',
      ms: null,
    },
  ],
});

const trades = [
  executed(['c07d1a', '20:51:55.174', 'binance', 'USDT ETH BNB USDT', 1_000, 2.36, 2.31, 3, 228], {
    legs: legsOf(
      'b-',
      7737,
      ['ETH/USDT', 'buy', 0.3352, 2_980.1, 2_980.1, 70],
      ['BNB/ETH', 'buy', 1.187, 0.2821, 0.2821, 81],
      ['BNB/USDT', 'sell', 1.186, 845.96, 845.96, 74],
    ),
  }),
  executed(['be92f4', '20:51:22.200', 'kucoin', 'USDT LINK BTC SOL USDT', 878.2, 1.88, 1.79, 3.51, 344]),
  executed(['9c41e0', '20:31:07.412', 'kucoin', 'USDT BTC LINK USDT', 998.36, 6.41, 6.33, 3, 246], {
    legs: legsOf(
      'k-',
      5512,
      ['BTC/USDT', 'buy', 0.01154, 86_412.5, 86_416, 75],
      ['LINK/BTC', 'buy', 77.04, 0.00014962, 0.00014964, 91],
      ['LINK/USDT', 'sell', 77.04, 13.0514, 13.0526, 72],
    ),
  }),
  executed(['97aa03', '20:12:40.402', 'binance', 'USDT BTC ETH BNB USDT', 1_000, 2.52, 2.43, 4, 352]),
  executed(['8f31c2', '19:47:12.359', 'kraken', 'USDT BTC ETH USDT', 188.6, 0.42, -6.2, 0.38, 512], {
    status: 'stranded',
    error_message: 'leg 3 was refused: market paused; 0.0612 ETH is left on kraken',
    legs: [
      ...legsOf(
        'x-0',
        311,
        ['BTC/USDT', 'buy', 0.00218, 86_400, 86_400, 160],
        ['ETH/BTC', 'buy', 0.0612, 0.03561, 0.03561, 171],
      ),
      {
        ...legsOf('x-0', 313, ['ETH/USDT', 'sell', 0.0612, 3_089.5, 3_089.5, 0])[0],
        leg: 3,
        price: null,
        quantity: 0,
        fee: null,
        status: 'rejected',
        ms: 181,
      },
    ],
  }),
  executed(['156657', '19:15:11.000', 'binance', 'USDT ETH BNB USDT', 292.45, 0.92, 0.86, 0.88, 282]),
  executed(['e09a4a', '18:50:00.000', 'kucoin', 'USDT BTC ADA ETH USDT', 1_000, 3.7, 3.35, 4, 351]),
  executed(['ae9bca', '18:26:36.000', 'kucoin', 'USDT CRV ETH USDT', 348.03, 1.3, 1.26, 1.04, 298]),
  executed(['dafe67', '18:07:46.000', 'binance', 'USDT ETH BNB USDT', 1_000, 3.18, 3.03, 3, 266]),
  executed(['899faf', '17:45:03.000', 'binance', 'USDT BTC XRP USDT', 925.16, 3.78, -0.84, 2.78, 262]),
  executed(['c51d62', '17:27:45.000', 'kucoin', 'USDT BTC LINK USDT', 626.38, 2.24, 1.95, 1.88, 272]),
  executed(['50ebab', '17:19:48.000', 'binance', 'USDT BTC XRP USDT', 674.83, 5.26, 4.99, 2.02, 352]),
];

const log = (time: string, level: string, source: string, message: string, execution?: string) => ({
  ...logEntry(time, 0, { level, source, message }),
  timestamp: at(time),
  metadata: execution === undefined ? {} : { execution_id: `execution-${execution}` },
});

const ofKraken = (time: string, message: string, code?: string) => ({
  ...log(time, 'WARNING', 'feed', message),
  metadata: { exchange: 'kraken', ...(code !== undefined && { code, connection: null }) },
});

const decided = (id: string, time: string, exchange: string, path: string, profit_pct: number, reason: string) => ({
  id,
  opportunity_id: null,
  at: at(time),
  exchange,
  ...cycle(path),
  profit_pct,
  decision: reason === 'executed' ? 'executed' : 'skipped',
  reason,
  detail: reason === 'executed' ? 'it paid more than the threshold' : 'it pays less than the threshold',
  threshold_pct: 0.2,
});

const feed = (exchange: string, markets: number, rate: number, more: Record<string, unknown> = {}) => ({
  exchange,
  connection: null,
  state: 'live',
  since: at('06:12:44'),
  last_message_at: at('20:52:14.500'),
  markets,
  markets_trusted: markets,
  messages_per_second: rate,
  latency_ms: 31,
  clock_ahead_ms: 2,
  reconnects: 1,
  gaps: 0,
  resyncs: 2,
  excluded: [],
  reason: null,
  at: at('20:52:14.500'),
  ...more,
});

const fact = (seq: number, time: string, type: string, says: Record<string, unknown>) => ({
  seq,
  at: at(time),
  type,
  hash: 'h',
  says,
});

export const runningStatus = {
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
};

/** What a bot says in that moment. The amounts of its wallets add up to its equity. */
export const moment = {
  'bot.status': ok(runningStatus),
  'opportunities.list': ok({ data: opportunities }),
  'orders.history': ok({ data: [running, ...trades] }),
  'orders.list': ok({
    data: [
      {
        id: 'order-b-7741',
        exchange: 'binance',
        symbol: 'SOL/ETH',
        side: 'sell',
        type: 'limit',
        quantity: 7.559,
        filled_quantity: 4.611,
        price: 0.04436,
        filled_price: 0.04436,
        fee: 0.000205,
        fee_asset: 'ETH',
        status: 'pending',
        execution_id: 'execution-d41b07',
        leg: 2,
        created_at: at('20:52:14.264'),
        updated_at: at('20:52:14.308'),
      },
    ],
  }),
  'orders.preview': ok({
    opportunity_id: 'opportunity-77ae15',
    amount: 835.12,
    legs: waiting,
    expected_profit: 2.82,
    expected_profit_pct: 0.338,
    fees: 2.5,
    slippage_pct: 0.031,
    max_amount: 912.4,
    warnings: ['Leg 2 uses three price levels. If all fills at the third: +$2.20.'],
    expires_at: at('20:52:24'),
  }),
  'logs.list': ok({
    data: [
      log('20:52:14.262', 'INFO', 'router', 'd41b07 leg 1 filled: buy 7.567 SOL at 132.02, fee $1.00', 'd41b07'),
      log('20:52:14.124', 'INFO', 'engine', 'd41b07 execute QUAD binance +0.612 %, $1,000, shown +$6.12', 'd41b07'),
      log('20:52:13.601', 'INFO', 'engine', 'rejected TRI kucoin USDT→CRV→ETH→USDT +0.388 %: CRV busy'),
      ofKraken('20:52:10.180', 'kraken: 3rd reconnect failed: no answer to the handshake'),
      log('20:51:55.402', 'INFO', 'ledger', 'c07d1a completed +$2.31 of +$2.36 shown, fees $3.00, 228 ms', 'c07d1a'),
      ofKraken('20:51:35.210', 'kraken: no message for 2.0 s, 214 markets left out', 'feed_degraded'),
      log('20:51:22.544', 'INFO', 'ledger', 'be92f4 completed +$1.79 of +$1.88 shown, fees $3.51, 344 ms', 'be92f4'),
      log('20:31:07.658', 'INFO', 'ledger', '9c41e0 completed +$6.33 of +$6.41 shown, fees $3.00, 246 ms', '9c41e0'),
      log(
        '20:31:07.581',
        'INFO',
        'router',
        '9c41e0 leg 2 filled in two: buy 77.04 LINK at 0.00014964 (planned 0.00014962), fee $1.00, 91 ms',
        '9c41e0',
      ),
      log(
        '19:47:12.871',
        'ERROR',
        'router',
        '8f31c2 leg 3 refused: sell 0.0612 ETH at 3,089.50, kraken says market paused; 0.0612 ETH left, $188.60',
        '8f31c2',
      ),
    ],
  }),
  'performance.summary': ok({ total_pnl: 671.86, total_trades: 298, win_rate: 89.9, max_drawdown: 0.14 }),
  'performance.metrics': ok({ total_pnl: 116.99, total_trades: 47 }),
  'performance.money': moneyAt(start),
  'performance.equity': ok({
    data: [51_204.33, 51_278.4, 51_370.2, 51_339.1, 51_528.1, 51_649.3, 51_759.2, 51_876.19].map((equity, hour) => ({
      timestamp: new Date(start - (8 - hour) * 86_400_000).toISOString(),
      equity,
    })),
  }),
  'wallets.balances': ok({
    exchanges: [
      account('binance', 19_880.66, {
        USDT: { free: 18_445.97, total: 19_445.97, reserved: 1_000, value_usd: 19_445.97 },
        BNB: { free: 0.5143, value_usd: 434.69, cost_usd: 431.12 },
      }),
      account('kucoin', 21_402.11, {
        USDT: { free: 21_365.06, value_usd: 21_365.06 },
        KCS: { free: 3.1751, value_usd: 36.26, cost_usd: 34.93 },
        CRV: { free: 1.9048, value_usd: 0.79, dust: 1.9048 },
      }),
      account('kraken', 10_593.42, {
        USDT: { free: 10_408.29, value_usd: 10_408.29 },
        ETH: { free: 0, total: 0.0612, residual: 0.0612, value_usd: 182.4, cost_usd: 188.6 },
        SOL: { free: 0.0207, value_usd: 2.73, dust: 0.0207 },
      }),
    ],
    total_usd: 51_876.19,
    last_updated: at('20:52:14.100'),
  }),
  risk: ok({
    state: 'active',
    since: null,
    reason: null,
    breakers: ['reject_rate', 'consecutive_failures', 'clock'].map((name) => ({
      name,
      status: 'ok',
      reason: null,
      tripped_at: null,
      resumes: name === 'consecutive_failures' ? 'operator' : 'itself',
    })),
    limits: [
      limit('position', 'BTC', 20_558, 25_000, 'usd'),
      limit('position', 'ETH', 17_010, 25_000, 'usd'),
      limit('simultaneous_executions', 'all', 1, 3, 'count'),
      limit('daily_volume', 'all', 44_210, 250_000, 'usd'),
      limit('capital_per_route', 'route', 1_000, 1_000, 'usd'),
      limit('total_capital', 'all', 1_000, 50_000, 'usd'),
      limit('daily_drawdown', 'all', 0.02, 5, 'percent'),
      limit('stop_loss', 'all', 0, 500, 'usd'),
      limit('cooldown', 'all', 0, 30, 'seconds'),
    ],
    stranded: [
      {
        exchange: 'kraken',
        asset: 'ETH',
        amount: 0.0612,
        value_usd: 182.4,
        since: at('19:47:12.871'),
        execution_id: 'execution-8f31c2',
        reason: { code: 'loss', loss_pct: 4.02, most_pct: 1 },
        way_out: {
          market: 'ETH/USDT',
          side: 'sell',
          quantity: 0.0612,
          expected_price: 2_977.4,
          expected_loss_usd: 0.18,
          path: ['ETH', 'USDT'],
        },
      },
    ],
    accounts: ['binance', 'kucoin', 'kraken'].map((exchange) => ({
      exchange,
      state: 'ready',
      reason: null,
      differences: 0,
    })),
  }),
  'config.current': ok({
    id: 'config-1',
    version: 7,
    risk: {
      assets: {},
      cooldown_after_failure_seconds: 30,
      stop_loss_pct: 10,
      max_unwind_loss_pct: 1,
      max_profit_pct: 3,
    },
  }),
  'feeds.list': ok({
    data: [
      feed('binance', 560, 5_604.2),
      feed('kucoin', 430, 2_118.6),
      feed('kraken', 214, 0, {
        state: 'down',
        since: at('20:51:33.210'),
        last_message_at: at('20:51:33.210'),
        markets_trusted: 0,
        latency_ms: null,
        reconnects: 3,
        excluded: [{ market: 'ETH/BTC', reason: 'no message for 41 s' }],
        reason: 'no answer to the handshake',
      }),
    ],
  }),
  'history.list': ok({
    data: [
      decided('1', '20:50:58.733', 'binance', 'USDT BNB SOL USDT', 0.196, 'below_threshold_after_lots'),
      decided('2', '20:49:12.118', 'kucoin', 'USDT BTC CRV USDT', 0.181, 'below_threshold_after_lots'),
      decided('3', '20:47:30.004', 'kucoin', 'USDT KCS ETH BTC USDT', 0.179, 'below_threshold_after_lots'),
      decided('4', '20:51:55.177', 'binance', 'USDT ETH BNB USDT', 0.236, 'executed'),
      decided('5', '20:52:13.601', 'kucoin', 'USDT CRV ETH USDT', 0.388, 'asset_busy'),
    ],
    next: null,
    total: 228,
    by_code: [
      { code: 'below_threshold_after_lots', count: 121 },
      { code: 'asset_busy', count: 44 },
      { code: 'gone', count: 31 },
      { code: 'lots_or_minimum', count: 17 },
      { code: 'stale_book', count: 8 },
      { code: 'executed', count: 4 },
      { code: 'too_many_executions', count: 3 },
    ],
    kept_since: null,
  }),
  'history.get': ok({
    id: 'execution-9c41e0',
    opportunity_id: 'opportunity-9c41e0',
    execution_id: 'execution-9c41e0',
    found: { at: at('20:31:07.412'), profit_pct: 0.642, profit_usd: 6.41, capital_usd: 998.36, threshold_pct: 0.2 },
    decisions: [decided('77120', '20:31:07.415', 'kucoin', 'USDT BTC LINK USDT', 0.642, 'executed')],
    trigger: 'automatic',
    left: [{ asset: 'BTC', amount: '0.0000002', stranded: false }],
    facts: [
      fact(184_207, '20:31:07.412', 'OpportunityFound', { quotes: 3 }),
      fact(184_208, '20:31:07.415', 'ExecutionStarted', { capital: '998.36' }),
      fact(184_209, '20:31:07.415', 'OrderPlaced', { leg: 1, market: 'BTC/USDT', side: 'buy', quantity: '0.01154' }),
      fact(184_210, '20:31:07.490', 'OrderFilled', { leg: 1, price: '86416', fee: '0.997' }),
      fact(184_212, '20:31:07.581', 'OrderFilled', { leg: 2, price: '0.00014964', fee: '0.997' }),
      fact(184_214, '20:31:07.653', 'OrderFilled', { leg: 3, price: '13.0526', fee: '1.006' }),
      fact(184_215, '20:31:07.658', 'ExecutionEnded', { profit: '6.33' }),
    ],
    forgotten: [],
  }),
  'notifications.list': ok({
    data: {
      notifications: [
        {
          id: 'n1',
          title: 'kraken is down',
          message: 'no message for 2.0 s, 214 markets left out',
          level: 'warning',
          read: false,
          created_at: at('20:51:35.210'),
        },
        {
          id: 'n2',
          title: 'A leg was refused',
          message: '0.0612 ETH is left on kraken, worth $182.40',
          level: 'error',
          read: false,
          created_at: at('19:47:12.900'),
        },
        {
          id: 'n3',
          title: 'Daily report',
          message: '44 trades, +$109.90',
          level: 'info',
          read: true,
          created_at: at('00:00:05.000'),
        },
      ],
      unread_count: 2,
    },
  }),
};
