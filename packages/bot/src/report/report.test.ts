import type { BacktestConfig, ReportRecord } from '@triquad/core/contract';
import { money } from '@triquad/core/format';
import { describe, expect, test } from 'vitest';
import { classesOf } from './charts.ts';
import { html } from './html.ts';
import { reportPage } from './page.ts';
import { drawdownRange, equityRange } from './range.ts';

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
  legs: [],
};
const report = (trades: number): Omit<ReportRecord, 'backtest'> => ({
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
      /^\|Played on: simulated market, seed 7\|Every quote is invented\.\|&lt;img src=x onerror=alert\(1\)&gt;\|/,
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
    expect(many.match(/USDT→BTC→ETH→USDT/g)).toHaveLength(500);
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
  const classes = classesOf(values, (one, digits) => money(one, { digits }));
  expect(classes[0]).toEqual({ name, value });
  expect(classes.reduce((sum, one) => sum + one.value, 0)).toBe(values.length);
  expect(classes.length).toBeLessThanOrEqual(22);
  expect(new Set(classes.map((one) => one.name)).size).toBe(classes.length);
  expect(classes.length).toBeGreaterThanOrEqual(most > 3 ? 10 : 1);
});
