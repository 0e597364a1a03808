import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scaled } from '../engine/scale.suite.ts';
import type { TradeFigures } from './closed-trades.ts';
import { drawdownSeries, type EquityMark, equityCurve, pairPerformance, unitValues } from './curves.ts';
import { performanceMetrics } from './metrics.ts';
import { differences, naiveEquity, naiveMetrics, naivePairs } from './naive.suite.ts';
import { performanceSummary } from './statistics.ts';

const start = Date.UTC(2026, 0, 1);
const day = 86_400_000;
const length = 40 * day;

const cents = fc.integer({ min: -500_00, max: 500_00 }).map((value) => value / 100);
const orNull = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null, freq: 8 });
const legs = fc.array(
  fc.record({
    status: fc.constantFrom('filled', 'partial', 'empty', 'rejected', 'sent', 'unknown', 'intent'),
    ms: orNull(fc.nat(5_000)),
  }),
  { maxLength: 4 },
);
const trade = fc
  .record({
    at: fc.integer({ min: start - length - day, max: start + length + day }),
    status: fc.constantFrom('completed', 'completed', 'completed', 'unwound', 'stranded', 'failed', 'pending'),
    exchange: fc.constantFrom('binance', 'kraken', 'okx'),
    type: fc.constantFrom('TRI', 'QUAD'),
    pairs: fc.subarray(['BTC/USDT', 'ETH/BTC', 'ETH/USDT', 'SOL/USDT'], { minLength: 1 }),
    profit: orNull(cents),
    profit_pct: orNull(cents.map((value) => value / 100)),
    slippage_pct: orNull(cents.map((value) => value / 1000)),
    duration_seconds: orNull(fc.nat(30_000).map((ms) => ms / 1000)),
    legs,
  })
  .map(({ at, profit, ...rest }) => {
    // One that failed has bought nothing.
    const made = rest.status === 'failed' ? 0 : profit;
    return { ...rest, profit: made, entry_time: new Date(at).toISOString() } as TradeFigures;
  });
const marks: fc.Arbitrary<readonly EquityMark[]> = fc
  .array(
    fc.record({
      at: fc.integer({ min: start - day, max: start + length + day }),
      equity_usd: fc.integer({ min: 1_000_00, max: 20_000_00 }).map((value) => value / 100),
      // At every fourth mark something came, or up to half of what there was went.
      flow: fc.option(fc.integer({ min: -50, max: 100 }), { nil: 0, freq: 1 }).map((share) => (share % 4 ? 0 : share)),
    }),
    { maxLength: 40 },
  )
  .map((all) => {
    let flows_usd = 0;
    return all
      .toSorted((a, b) => a.at - b.at)
      .map(({ at, equity_usd, flow }, index) => {
        if (index > 0) flows_usd += Math.round(equity_usd * flow) / 100;
        return { at, equity_usd, flows_usd };
      });
  });
const observed = fc.record({ opportunities: fc.nat(10_000), minutes: fc.nat(60_000).map((value) => value / 10) });
const history = fc.record({
  period: fc.constant({ from: start, to: start + length }),
  trades: fc.array(trade, { maxLength: 60 }),
  marks,
  observed,
  observedBefore: observed,
});
const runs = { numRuns: scaled(100, 1_000, 1_000), seed: 20_261_120 };

describe('whatever was traded, the same as by the plainest way', () => {
  test('every figure of the metrics and of the summary', () => {
    fc.assert(
      fc.property(history, (input) => {
        const naive = naiveMetrics(input);
        const metrics = performanceMetrics(input);
        expect(differences(metrics, naive)).toEqual([]);
        const summary = performanceSummary(input);
        expect(metrics).toMatchObject(summary);
      }),
      runs,
    );
  });

  test('the equity curve, the drawdown and what each market earned', () => {
    fc.assert(
      fc.property(history, fc.constantFrom(3_600_000, day), ({ period, trades, marks: all }, interval) => {
        const points = naiveEquity(all, period.from, period.to, interval, 10_000);
        const curve = equityCurve(all, period, interval, 10_000);
        expect(curve.map(({ timestamp, equity }) => [Date.parse(timestamp), equity])).toEqual(
          points.map(({ at, equity_usd }) => [at, equity_usd]),
        );
        const before = all.filter(({ at }) => at < period.from).at(-1);
        let [held, came] = before ? [before.equity_usd, before.flows_usd ?? 0] : [10_000, 0];
        for (const { timestamp, equity, pnl, cumulative_pnl, initial_capital } of curve) {
          const flows =
            points.find(({ at, equity_usd }) => at === Date.parse(timestamp) && equity_usd === equity)?.flows_usd ?? 0;
          const earned = [equity - held - (flows - came), equity - 10_000 - flows, 10_000];
          expect(differences([pnl, cumulative_pnl, initial_capital], earned)).toEqual([]);
          [held, came] = [equity, flows];
        }
        const falls = drawdownSeries(all, period, interval).map(({ drawdown_pct }) => drawdown_pct);
        const metrics = naiveMetrics({ period, trades, marks: all, observed: none, observedBefore: none });
        expect(falls.length === 0).toBe(points.length === 0);
        expect(falls.at(-1)).toBe(lastFall(all.filter(({ at }) => at >= period.from && at < period.to)));
        expect(differences(falls.length === 0 ? null : Math.max(...falls), metrics.max_drawdown)).toEqual([]);
        const earned = pairPerformance(trades, period);
        const naive = Object.fromEntries(naivePairs(trades, period.from, period.to));
        expect(
          differences(Object.fromEntries(earned.map(({ pair, total_profit }) => [pair, total_profit])), naive),
        ).toEqual([]);
      }),
      runs,
    );
  });
});

/** Percent by which the last of the marks is below the highest. */
const lastFall = (own: readonly EquityMark[]): number | undefined => {
  const last = own.at(-1)?.equity_usd;
  const peak = Math.max(...own.map(({ equity_usd }) => equity_usd));
  return last === undefined ? undefined : ((peak - last) / peak) * 100;
};
const none = { opportunities: 0, minutes: 0 };

test('a history of 150,000 trades has its figures', () => {
  const trades = Array.from(
    { length: 150_000 },
    (_, n): TradeFigures => ({
      entry_time: new Date(start + n * 1_000).toISOString(),
      exchange: 'okx',
      type: 'TRI',
      status: 'completed',
      profit: (n % 7) - 2,
      profit_pct: 0.1,
      slippage_pct: 0,
      duration_seconds: 1,
      pairs: ['BTC/USDT'],
      legs: [{ status: 'filled', ms: 5 }],
    }),
  );
  const period = { from: start, to: start + length };
  const observed = { opportunities: 0, minutes: 0 };
  const metrics = performanceMetrics({ period, trades, marks: [], observed, observedBefore: observed });
  expect([metrics.total_trades, metrics.best_trade, metrics.worst_trade]).toEqual([150_000, 4, -2]);
});

test('the unit value of a known example: a tenth gained, then as much put in again, then a tenth lost', () => {
  const example = [
    { at: 0, equity_usd: 100 },
    { at: 1, equity_usd: 110 },
    { at: 2, equity_usd: 220, flows_usd: 110 },
    { at: 3, equity_usd: 198, flows_usd: 110 },
  ];
  expect(unitValues(example).map(({ price }) => price)).toEqual([100, 110, 110, 99]);
  expect(drawdownSeries(example, { from: 0, to: 4 }, 1).at(-1)).toMatchObject({ drawdown: 22, drawdown_pct: 10 });
});
