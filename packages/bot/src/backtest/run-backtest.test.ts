import { ReportRecord } from '@triquad/core/contract';
import { BigNumber } from 'bignumber.js';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { config, jobOf, nothing, reportIn } from './backtest.suite.ts';
import type { BacktestProgress, BacktestReport } from './job.ts';
import { runBacktest } from './run-backtest.ts';

const run = async (change: Parameters<typeof jobOf>[0] = {}): Promise<BacktestReport> =>
  reportIn(await runBacktest(jobOf(change), nothing));

describe('a backtest on the simulated market', () => {
  let report: BacktestReport;
  const told: BacktestProgress[] = [];
  beforeAll(async () => {
    report = reportIn(await runBacktest(jobOf(), (progress) => told.push(progress)));
  });

  test('gives the report of the contract, and says first that its market was invented', () => {
    const backtest = {
      id: 'a-backtest',
      provenance: report.provenance,
      config: config(),
      status: 'completed',
      progress: 1,
      events_processed: report.data.events,
      error: null,
      created_at: '2026-01-31T12:00:00.000Z',
      finished_at: '2026-01-31T12:00:00.000Z',
    };
    const record = JSON.parse(JSON.stringify({ ...report, backtest }));
    expect(z.parse(ReportRecord, record)).toEqual(record);
    expect(report.trades.map(({ provenance }) => [provenance?.kind, provenance?.money])).toEqual(
      report.trades.map(() => ['practice', 'invented']),
    );
    expect(report.data).toMatchObject({
      provenance: { kind: 'practice', exchange: null, name: 'practice', money: 'invented' },
      source: 'simulated market (version 3), seed 7',
      from: '2026-01-31T12:00:00.000Z',
      to: '2026-01-31T12:10:00.000Z',
      markets: 300,
      seed: 7,
    });
    expect(report.data.events).toBeGreaterThan(100_000);
    expect(told.at(-1)?.events_processed).toBeGreaterThan(0);
    for (const { progress } of told) expect(progress).toBeLessThanOrEqual(1);
  });

  test('trades, and its figures are those of its trades', () => {
    const closed = report.trades.filter(({ status, profit }) => status !== 'failed' && profit !== null);
    expect(closed.length).toBeGreaterThan(5);
    const profit = sum(closed.map((trade) => trade.profit ?? Number.NaN));
    const wins = closed.filter((trade) => (trade.profit ?? 0) > 0).length;
    expect(report.metrics).toMatchObject({
      total_trades: closed.length,
      winning_trades: wins,
      win_rate: (wins / closed.length) * 100,
    });
    expect(report.metrics.net_profit).toBeCloseTo(profit, 9);
    expect(sum(report.daily_pnl.map(({ pnl }) => pnl))).toBeCloseTo(profit, 9);
    expect(report.daily_pnl.at(-1)?.cumulative_pnl).toBeCloseTo(profit, 9);
  });

  test('each trade is what its fills add up to, in its start currency', () => {
    for (const trade of report.trades.filter(({ status }) => status !== 'failed')) {
      const [start] = trade.symbols;
      let change = new BigNumber(0);
      for (const { market, side, price, quantity, fee, fee_asset } of trade.legs) {
        const [base, quote] = market.split('/');
        const sign = side === 'buy' ? 1 : -1;
        if (base === start) change = change.plus(quantity * sign);
        if (quote === start) change = change.minus(quantity * (price ?? 0) * sign);
        if (fee_asset === start) change = change.minus(fee ?? 0);
      }
      const rate = (trade.capital ?? 0) / spent(trade.legs[0]);
      expect(change.toNumber() * rate).toBeCloseTo(trade.profit ?? Number.NaN, 6);
    }
  });

  test('no leg but a way back slips beyond what was allowed', () => {
    for (const { legs } of report.trades) {
      for (const { side, price, expected_price, unwind } of legs) {
        if (unwind || price === null || expected_price === null) continue;
        const off = side === 'buy' ? price / expected_price - 1 : 1 - price / expected_price;
        expect(off * 100).toBeLessThanOrEqual(0.5 + 1e-9);
      }
    }
  });

  test('equity begins with what the capital was worth, moves by what was earned, and falls as the drawdown says', () => {
    const [first, last] = [report.equity_curve[0], report.equity_curve.at(-1)];
    expect(first?.equity).toBeCloseTo(10_000, -1);
    expect(last?.cumulative_pnl).toBeCloseTo((last?.equity ?? 0) - (first?.initial_capital ?? 0), 9);
    // Profits are what came back; what the lots left over is worth something too, and dollars are worth a little more or less.
    expect(Math.abs((last?.cumulative_pnl ?? 0) - report.metrics.net_profit)).toBeLessThan(0.002 * 10_000);
    expect(Math.max(...report.drawdown.map(({ drawdown_pct }) => drawdown_pct))).toBe(report.metrics.max_drawdown_pct);
  });

  test('is the same to the byte when it is run again, and another with another seed', async () => {
    const text = JSON.stringify(report);
    expect(JSON.stringify(await run())).toBe(text);
    const other = await run({ seed: 8 });
    expect(other.data.source).toBe('simulated market (version 3), seed 8');
    expect(JSON.stringify(other.trades)).not.toBe(JSON.stringify(report.trades));
  });
});

test('does only what its configuration allows', async () => {
  const tri = await run({ enable_quadrangular: false, max_position_size: 100, exchanges: ['okx'] });
  expect(tri.trades.length).toBeGreaterThan(0);
  for (const { type, exchange, capital } of tri.trades) {
    expect([type, exchange]).toEqual(['TRI', 'okx']);
    expect(capital).toBeLessThanOrEqual(100.01);
  }
});

test('without a trade says that there was none, and invents no rate', async () => {
  const { metrics, trades, daily_pnl } = await run({ min_profit_threshold: 50 });
  expect(trades).toEqual([]);
  expect(metrics).toMatchObject({
    total_trades: 0,
    win_rate: null,
    net_profit: 0,
    profit_factor: null,
    sharpe_ratio: null,
    best_trade: null,
    avg_slippage_pct: null,
    fill_rate: null,
  });
  expect(daily_pnl).toEqual([{ timestamp: '2026-01-31T00:00:00.000Z', pnl: 0, cumulative_pnl: 0 }]);
});

test('ends with as many trades as a report holds, and says so', async () => {
  const report = reportIn(await runBacktest({ ...jobOf(), most_trades: 3 }, nothing));
  expect(report.trades.length).toBeGreaterThanOrEqual(3);
  expect(report.trades.length).toBeLessThan(12);
  expect(Date.parse(report.data.to)).toBeLessThan(Date.parse('2026-01-31T12:10:00Z'));
  expect(report.data.notes.at(-1)).toBe(
    `It ended at ${report.data.to} with ${report.trades.length} trades, as many as a report holds.`,
  );
});

test('is broken off within a moment', async () => {
  const abort = new AbortController();
  const running = runBacktest(jobOf({ end_date: '2026-02-20T12:00:00Z' }), () => abort.abort(), abort.signal);
  expect(await running).toEqual({ status: 'cancelled' });
});

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
const spent = (leg: BacktestReport['trades'][number]['legs'][number] | undefined): number =>
  leg === undefined ? Number.NaN : leg.side === 'buy' ? leg.quantity * (leg.price ?? 0) : leg.quantity;
