import type { TradeRecord } from '@triquad/core/contract';
import type { Engine } from './engine/engine.ts';
import type { Execution } from './engine/state.ts';
import { drawdownSeries, type EquityMark, equityCurve, pairPerformance } from './portfolio/curves.ts';
import { performanceMetrics } from './portfolio/metrics.ts';
import { performanceSummary } from './portfolio/statistics.ts';
import type { Books, Period } from './server/backend.ts';
import type { Observations } from './server/observations.ts';
import { tradeRecord } from './server/trade-record.ts';

const HOUR_MS = 3_600_000;
const SUMMARY_MS = 168 * HOUR_MS;
const MINUTE_MS = 60_000;
const DRAWDOWN_POINTS = 336;

export interface BooksOptions {
  readonly engine: Engine;
  readonly observations: Observations;
  readonly now: () => number;
}

/** Balances, trades and performance, read out of the engine's state. */
export function createBooks({ engine, observations, now }: BooksOptions): Books {
  const marksNow = (): readonly EquityMark[] => {
    const { marks, mode } = engine.state();
    return marks.filter((mark) => mark.mode === mode);
  };
  const trades = tradesOf(engine);
  const tradesNow = () => trades().filter(({ mode }) => mode === engine.state().mode);
  const input = (period: Period, from: readonly TradeRecord[]) => ({
    period,
    trades: from,
    marks: marksNow(),
    observed: observations.within(period),
    observedBefore: observations.within({ from: 2 * period.from - period.to, to: period.from }),
  });

  return {
    trades,
    balances: () => engine.balances(),
    summary: () => performanceSummary(input({ from: now() - SUMMARY_MS, to: now() + 1 }, tradesNow())),
    metrics: (period, isWanted) => performanceMetrics(input(period, trades().filter(isWanted))),
    equity: (period, intervalMs) => {
      const marks = marksNow();
      return [...equityCurve(marks, period, intervalMs, marks[0]?.equity_usd ?? 0)];
    },
    drawdown: (period) => [
      ...drawdownSeries(marksNow(), period, Math.max(MINUTE_MS, (period.to - period.from) / DRAWDOWN_POINTS)),
    ],
    pairs: (period) => [...pairPerformance(tradesNow(), period)],
  };
}

/** All executions, newest first; what is finished is worked out once. */
function tradesOf(engine: Engine): () => TradeRecord[] {
  const finished = new WeakMap<Execution, TradeRecord>();
  return () => {
    const { executions, orders } = engine.state();
    const records = [...executions.values()].map((execution) => {
      const known = finished.get(execution);
      if (known !== undefined) return known;
      const record = tradeRecord(execution, orders);
      if (execution.finished_at !== null) finished.set(execution, record);
      return record;
    });
    return records.reverse();
  };
}
