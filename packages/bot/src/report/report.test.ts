import { type BacktestConfig, paperProvenance, type ReportRecord } from '@triquad/core/contract';
import { dollars } from '@triquad/core/format';
import { describe, expect, test } from 'vitest';
import { classesOf } from './charts.ts';
import { commandOf } from './command.ts';
import { html } from './html.ts';
import { reportPage } from './page.ts';
import { drawdownRange, equityRange } from './range.ts';
import { routesOf, stepsOf, sumsOf } from './trades.ts';

const config: BacktestConfig = {
  name: '<img src=x onerror=alert(1)>',
  description: '"\'&</style><script>alert(1)</script>\u202eevil',
  start_date: '2026-01-01T00:00:00Z',
  end_date: '2026-01-02T00:00:00Z',
  initial_capital: 10_000,
  exchanges: ['binance'],
  min_profit_threshold: 0.5,
  max_position_size: 1_000,
  max_slippage: 0.5,
  enable_triangular: true,
  enable_quadrangular: false,
};
const at = '2026-01-01T00:00:00.000Z';
const provenance = paperProvenance('practice', null, 'practice');
const trade: ReportRecord['trades'][number] = {
  id: 't',
  execution_id: 't',
  opportunity_id: 'o',
  opportunity_type: 'TRI',
  type: 'TRI',
  exchange: '<b>',
  symbols: ['USDT', 'BTC', 'ETH', 'USDT'],
  pairs: [],
  status: 'completed',
  mode: 'paper',
  dry_run: true,
  capital: 100,
  profit: 1.5,
  actual_profit: 1.5,
  profit_pct: 1.5,
  expected_profit: 2,
  slippage_pct: 0.01,
  fees: 0.1,
  duration_seconds: 0.182,
  entry_time: at,
  created_at: at,
  error_message: null,
  provenance,
  legs: [],
};
const report = (trades: number): Omit<ReportRecord, 'backtest'> => ({
  provenance,
  metrics: {
    total_trades: trades,
    win_rate: trades === 0 ? null : 100,
    net_profit: 1.5 * trades,
    max_drawdown_pct: null,
  },
  equity_curve: [],
  drawdown: [],
  daily_pnl: [],
  trades: Array.from({ length: trades }, () => trade),
  data: {
    provenance,
    source: 'simulated market, seed 7',
    from: at,
    to: at,
    markets: 3,
    events: 10,
    seed: 7,
    notes: ['Every quote is invented.'],
  },
});
const page = (trades: number) => reportPage({ id: 'b1', config }, report(trades));
const textOf = (markup: string) =>
  markup
    .replace(/<style>.*<\/style>/s, '')
    .replace(/<[^>]*>/g, '|')
    .replace(/\s*\|[\s|]*/g, '|');

test('a page says whether a second run on fewer rows made the same trades', () => {
  const told = (look_ahead: NonNullable<ReportRecord['look_ahead']>) =>
    textOf(reportPage({ id: 'b1', config }, { ...report(0), look_ahead }));
  expect(told({ until: null, trades: 0, difference: null })).toContain('nothing is proven');
  expect(told({ until: at, trades: 1_234, difference: null })).toContain(
    'made the same 1,234 trades up to then: no decision used a later row.',
  );
  const differs = told({ until: at, trades: 3, difference: 'the trade of <b>x</b> was not made' });
  expect(differs).toContain('Do not rely on these figures');
  expect(differs).toContain('the trade of &lt;b&gt;x&lt;/b&gt; was not made');
});

test('a page explains what there was to find, and stands beside the market', () => {
  const near = { type: 'TRI' as const, exchange: '<i>x', symbols: ['USDT', 'BTC', 'ETH', 'USDT'], at };
  const text = textOf(
    reportPage(
      { id: 'b1', config },
      {
        ...report(0),
        metrics: { ...report(0).metrics, periodic: { days: 30, sharpe: 1.234, sortino: null } },
        explained: {
          conclusion: 'No trade: <b>none</b>.',
          nearest: [{ ...near, gross_pct: 0.1, profit_pct: -0.2, break_even_pct: 0.0333 }],
          break_even_pct: 0.0333,
          decisions: [{ reason: 'cooldown', count: 1_234 }],
        },
        compared: {
          return_pct: 0.5,
          market_change_pct: null,
          markets: 0,
          hold: [{ asset: 'BTC', change_pct: -3, profit: -300 }],
        },
      },
    ),
  );
  for (const part of [
    '+0.1000%',
    '-0.2000%',
    '0.0333%',
    'cooldown',
    '1,234',
    '-3.0000%',
    '-$300.00',
    '1.23',
    '30 daily',
  ])
    expect(text).toContain(part);
  expect(text).toContain('No trade: &lt;b&gt;none&lt;/b&gt;.');
});

describe('a page', () => {
  test('says first what it was played on, then its caveats, then its name', () => {
    expect(textOf(page(0).split('<body>')[1] ?? '')).toMatch(
      /^\|Played on: simulated market, seed 7\|Source: the practice market, whose prices are invented; invented money\|Every quote is invented\.\|&lt;img src=x onerror=alert\(1\)&gt;\|/,
    );
  });

  test('escapes all that people wrote', () => {
    const written = page(1);
    for (const wrong of ['<img', '<script', '<b>', '\u202e']) expect(written).not.toContain(wrong);
    expect(written.match(/<\/style>/g)).toHaveLength(1);
    expect(written).toContain('&quot;&#39;&amp;&lt;/style&gt;&lt;script&gt;');
  });

  test('needs nothing but itself', () => {
    expect(page(1)).not.toMatch(/<[^>]*\s(src|href|style|on\w+)=|url\(|@import/);
  });

  test('of a run without a trade says so; of many shows the first and says how many there are', () => {
    expect(textOf(page(0))).toContain('|Trades|None: nothing paid.|');
    expect(textOf(page(0)).match(/Nothing to draw/g)).toHaveLength(4);
    const many = page(501);
    expect(textOf(many)).toContain('|The first 500 of 501; the JSON report has them all.|');
    expect(many.match(/<td>USDT→BTC→ETH→USDT<\/td><td class="n">\$100/g)).toHaveLength(500);
    expect(textOf(page(1))).toContain(
      '|2026-01-01 00:00:00|TRI|&lt;b&gt;|USDT→BTC→ETH→USDT|$100.00|+$1.50|+1.500%|$0.10|0.010%|182 ms|completed|',
    );
  });
});

test('a template escapes what is in it, nested or not', () => {
  expect(html`<p title="${'"<'}">${['a&b', html`<b>${'</b>'}</b>`, null, 1]}</p>`.text).toBe(
    '<p title="&quot;&lt;">a&amp;b<b>&lt;/b&gt;</b>1</p>',
  );
  expect(html`${'a\u0000b\nc\ud800'}`.text).toBe('a\ufffdb\nc\ufffd');
});

test('a chart shows its figures, in one picture for desks and one for telephones, and the same each time', () => {
  const curve = Array.from({ length: 5_000 }, (_, minute) => ({
    timestamp: new Date(Date.parse(at) + 60_000 * minute).toISOString(),
    equity: minute === 3_000 ? 11_000 : 10_000 + (minute % 7),
    initial_capital: 10_000,
    pnl: 0,
    cumulative_pnl: 0,
  }));
  const days = [30, -20].map((pnl, day) => ({
    timestamp: `2026-01-0${day + 1}T00:00:00.000Z`,
    pnl,
    cumulative_pnl: pnl,
  }));
  const written = () => reportPage({ id: 'b1', config }, { ...report(3), equity_curve: curve, daily_pnl: days });
  const markup = written();
  expect(markup.match(/<[^>]*\s(src|href|style|on\w+)=|url\(.{0,30}|@import/g)).toBeNull();
  expect(
    markup.match(/<svg class="wide" role="img" aria-label="Equity: From \$10,000.00 to \$10,001.00/g),
  ).toHaveLength(1);
  expect(markup.match(/<svg class="narrow" role="img" aria-label="Equity/g)).toHaveLength(1);
  const labels = textOf(markup).split('|');
  // An axis over 1,000 dollars, days, bars with their figures, and the class of all three trades.
  for (const label of ['$11,000', '$10,000', '2 Jan', '2026-01-02', '$30.00', '-$20.00', '3'])
    expect(labels).toContain(label);
  // Thousands of points are thinned.
  expect(markup.length).toBeLessThan(200_000);
  expect(written()).toBe(markup);
});

test('equity has the range of the trades that have ended, and drawdown follows from it', () => {
  const moment = (second: number) => new Date(Date.parse(at) + 1_000 * second).toISOString();
  const ended = (second: number, ends: object) => ({
    ...trade,
    entry_time: moment(second - 1),
    duration_seconds: 1,
    profit: 2,
    ...ends,
  });
  const equity_curve = [0, 10, 20].map((second) => ({
    ...{ timestamp: moment(second), equity: 100 + second / 10, initial_capital: 100, pnl: 0, cumulative_pnl: 0 },
  }));
  const trades = [
    ended(15, { optimistic_profit: 2, pessimistic_profit: -48 }),
    ended(10, { optimistic_profit: 5, pessimistic_profit: 1 }),
  ];
  const range = equityRange({ equity_curve, trades });
  const values = (points: readonly { value: number }[]) => points.map(({ value }) => value);
  expect([range.of, range.high, range.low].map(values)).toEqual([
    [100, 101, 102],
    [100, 104, 105],
    [100, 100, 51],
  ]);
  expect(values(drawdownRange(range, []).low)).toEqual([0, 0, -49]);
  expect(equityRange({ equity_curve, trades: [trade] }).high).toEqual([]);
});

test.each([
  [[-3, -1, 0, 5, 17], 17, ['-$3', 1]],
  [[2, 2], 1, ['$2.0', 2]],
  [[0.001, 0.002, 0.0021], 3, ['$0.0010', 1]],
])('%o are counted in about twenty classes of one width', (values, most, [name, value]) => {
  const classes = classesOf(values, (one, digits) => dollars(one, { digits }));
  expect(classes[0]).toEqual({ name, value });
  expect(classes.reduce((sum, one) => sum + one.value, 0)).toBe(values.length);
  expect(classes.length).toBeLessThanOrEqual(22);
  expect(new Set(classes.map((one) => one.name)).size).toBe(classes.length);
  expect(classes.length).toBeGreaterThanOrEqual(most > 3 ? 10 : 1);
});

const leg = (number: number, ends: object): ReportRecord['trades'][number]['legs'][number] => ({
  ...{ leg: number, market: 'BTC/USDT', side: 'buy', order_id: null, unwind: false, status: 'filled', ms: 50 },
  ...{ expected_price: 100, price: 100, expected_quantity: 1, quantity: 1, fee: 0.1, fee_asset: 'USDT' },
  ...ends,
});

test('the best and the worst trade are told leg by leg, and their steps add up', () => {
  const legs = [
    leg(1, { price: 101 }),
    leg(2, { side: 'sell', price: 99, market: '"><script>' }),
    leg(3, { unwind: true }),
  ];
  const lost = { ...trade, capital: 1_000, expected_profit: 5, profit: -20, legs };
  const steps = stepsOf(lost);
  expect(steps.map(({ name, from, to }) => [name, Number(from.toFixed(2)), Number(to.toFixed(2))])).toEqual([
    ['planned', 0, 5],
    ['leg 1', 5, -4.9],
    ['leg 2', -4.9, -14.9],
    ['other', -14.9, -20],
    ['made', 0, -20],
  ]);
  const markup = reportPage({ id: 'b1', config }, { ...report(1), trades: [trade, lost] });
  const text = textOf(markup);
  expect(text).toContain(
    '|Best trade, leg by leg|2026-01-01 00:00:00, &lt;b&gt;, USDT→BTC→ETH→USDT: +$2.00 was planned after fees, +$1.50 was made.|',
  );
  expect(text).toContain('|sell &quot;&gt;&lt;script&gt;|100|99|1|0.1 USDT|50|');
  expect(text).toContain('|-$9.90|');
  expect(markup).not.toMatch(/<script|<[^>]*\s(src|href|style|on\w+)=|url\(/);
  expect(textOf(page(1))).toContain('|The trade, leg by leg|');
  expect(text).toContain('|Route|Trades|Profit|Won|USDT→BTC→ETH→USDT|2|-$18.50|50.00%|');
});

test('planned less fees less slippage is the net profit, and so are all routes together, however many', () => {
  const many = Array.from({ length: 30 }, (_, place) => ({
    ...trade,
    symbols: ['USDT', `A${place % 15}`, 'BTC', 'USDT'],
    profit: place % 4 === 0 ? -0.337 * place : 0.113 * place,
    expected_profit: 0.2 * place,
    fees: 0.0333,
  }));
  const unfilled = { ...trade, status: 'failed' as const, profit: 0, fees: 0, symbols: ['USDT', 'X', 'Y', 'USDT'] };
  const trades = [...many, unfilled];
  const net = many.reduce((sum, { profit }) => sum + profit, 0);
  const routes = routesOf(trades);
  expect(routes).toHaveLength(12);
  expect(routes.at(-1)?.name).toBe('4 other routes');
  expect(routes.reduce((sum, { profit }) => sum + profit, 0)).toBeCloseTo(net, 9);
  expect(routes.reduce((sum, one) => sum + one.trades, 0)).toBe(many.length);
  const sums = sumsOf(trades);
  expect(sums).toMatchObject({ fees: 1, net: Math.round(net * 100) / 100 });
  const { gross = 0, fees = 0, slippage = 0 } = sums ?? {};
  expect(Math.round((gross - fees - slippage) * 100)).toBe(Math.round(net * 100));
  expect(gross - fees).toBeCloseTo(87, 2);
  const text = textOf(reportPage({ id: 'b1', config }, { ...report(30), trades }));
  expect(text).toMatch(
    /\|How it adds up\|Planned, before fees\|\+\$88\.00\|Fees\|-\$1\.00\|Slippage: prices, lots and dust\|-\$/,
  );
  expect(text).toContain('30 trades by what they brought');
  expect([sumsOf([unfilled]), sumsOf([{ ...trade, fees: null }])]).toEqual([null, null]);
});

test('the same quotes at other fees and latencies, lifetimes, gaps and assumptions are part of it', () => {
  const cell = (latency_ms: number, reached: number, modelled: number) => ({
    ...{ latency_ms, reached, reached_share: null, followed: 0, optimistic: modelled, modelled, pessimistic: modelled },
  });
  const fee = (fee_pct: number, episodes: number, cells: ReturnType<typeof cell>[]) => ({
    ...{
      fee_pct,
      cycles: 1,
      episodes,
      undirected: episodes,
      median_ms: 900,
      undirected_median_ms: null,
      longest_ms: 2_000,
    },
    ...{ survival: [1, 0.5], cells },
  });
  const what_if: NonNullable<ReportRecord['what_if']> = {
    provenance: paperProvenance('recorded', 'kucoin', '<r>'),
    terms: {
      ...{ recording: '<r>', session: null, from: null, to: null, enable_triangular: true, enable_quadrangular: true },
      ...{ start_currencies: ['USDT'], capital: 1_000, fees_pct: [0, 0.1], latencies_ms: [0, 25] },
      ...{ fee_pct: 0.1, latency_ms: 25, max_quote_age_ms: null },
    },
    data: {
      ...{ recording: '<r>', exchange: 'kucoin', from: at, to: at, rows: 1_000, markets: 3, sessions: 1 },
      ...{ gaps: 2, longest_gap_ms: 90_000, left_out: 4 },
    },
    ...{ cycles: { tri: 2, quad: 0 }, conclusion: 'None of 2 cycles & more.', break_even_pct: 0.02 },
    fees: [fee(0, 7, [cell(0, 7, 12.5), cell(25, 3, -1.25)]), fee(0.1, 0, [cell(0, 0, 0), cell(25, 0, 0)])],
    ...{ ended: { price: 7, size: 0, age: 0, lost: 0, cut: 0 }, times_ms: [100, 2_500] },
    lifetimes: [
      { by: 'gain', name: '2 to 5 bp', episodes: 7, median_ms: 900, survival: [1, 0.5] },
      { by: 'hour', name: '11', episodes: 7, median_ms: null, survival: [1, 0.5] },
    ],
    ...{ break_even: { step_pct: 0.001, counts: [7] }, best: [], assumptions: ['A leg after the other.'] },
  };
  const markup = reportPage({ id: 'b1', config }, { ...report(0), what_if });
  const text = textOf(markup);
  expect(text).toContain('|None of 2 cycles &amp; more.|');
  expect(text).toContain('|Fee a leg|Times|0 ms|25 ms|0.000%|7|+$12.50|-$1.25|0.100%|0|–|–|');
  expect(markup).toContain('<strong>–</strong>');
  expect(text).toContain('|Gross size|Times|Half life|2 to 5 bp|7|900 ms|');
  expect(text).toContain('|11:00|7|—|');
  expect(text).toContain(
    '|1,000 rows of 3 markets in 1 session, 2 gaps of more than a minute, the longest of 90 s; 4 rows could not be read.|A leg after the other.|',
  );
  expect(text).toContain('|2.5 s|');
});

test('the command of a run is what the shell takes; what its options cannot say is given as a body', () => {
  const plain = { ...config, name: "It's a run", fees: { binance: { taker_pct: 0.02 } }, seed: 7 };
  const { description, ...without } = plain;
  expect(commandOf(plain)).toContain(` --description '${String(description).replaceAll("'", "'\\''")}' `);
  expect(commandOf(without)).toBe(
    "triquad backtest run --name 'It'\\''s a run' --from 2026-01-01T00:00:00Z --to 2026-01-02T00:00:00Z --capital 10000 --exchange binance " +
      "--threshold 0.5 --position 1000 --slippage 0.5 --fee 'binance=0.02' --seed 7 --tri",
  );
  expect(commandOf({ ...plain, fees: { binance: { tier: 'VIP 1' } } })).toBeNull();
  const markup = reportPage({ id: 'b1', config: { ...config, paper: { taken_pct: 10 } } }, report(0));
  expect(markup).toContain('&quot;taken_pct&quot;: 10');
});
