import type { BacktestConfig, ReportRecord } from '@triquad/core/contract';
import { describe, expect, test } from 'vitest';
import { html } from './html.ts';
import { reportPage } from './page.ts';
import { decimalsOf, thinned, ticksOf } from './scale.ts';

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
    expect(textOf(page(0)).match(/Nothing to draw/g)).toHaveLength(3);
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

test.each([
  [
    [0, 97],
    [0, 25, 50, 75, 100],
  ],
  [
    [-3, 5],
    [-4, -2, 0, 2, 4, 6],
  ],
  [
    [10_000, 10_000],
    [10_000, 10_250],
  ],
  [
    [0, 0],
    [0, 0.025],
  ],
  [[], [0, 1]],
])('the ticks of %o hold it and are round', (values, ticks) => {
  expect(ticksOf(values).map((tick) => Number(tick.toPrecision(12)))).toEqual(ticks);
});

test('a step is written with as many decimals as it has', () => {
  expect([5_000, 1, 2.5, 0.25, 0.000_5, 1e-9].map(decimalsOf)).toEqual([0, 0, 1, 2, 4, 6]);
});

test('a thinned line keeps its highs, its lows and its end', () => {
  const points = Array.from({ length: 10_000 }, (_, at) => ({
    at,
    value: at === 5_000 ? 99 : at === 5_001 ? -99 : at % 7,
  }));
  const kept = thinned(points, 100);
  expect(kept.length).toBeLessThanOrEqual(201);
  expect(kept.map(({ at }) => at)).toEqual(kept.map(({ at }) => at).toSorted((a, b) => a - b));
  expect([Math.max, Math.min].map((most) => most(...kept.map(({ value }) => value)))).toEqual([99, -99]);
  expect(kept.at(-1)).toBe(points.at(-1));
  expect(thinned(points.slice(0, 150), 100)).toHaveLength(150);
});
