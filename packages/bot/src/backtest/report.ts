import type { PlayedRecord, TradeRecord } from '@triquad/core/contract';
import { isoTime } from '../model/moment.ts';
import { isClosed } from '../portfolio/closed-trades.ts';
import { drawdownSeries, equityCurve, intervals } from '../portfolio/curves.ts';
import { performanceMetrics } from '../portfolio/metrics.ts';
import { compare, explain } from './explained.ts';
import type { BacktestJob, BacktestReport } from './job.ts';
import { nearestNote, type Showed } from './nearest.ts';
import type { Seen } from './observer.ts';
import { periodicRatios } from './periodic.ts';
import type { Source } from './source.ts';

const dayMs = 86_400_000;

/** When the playing ended, and when the bot had come to rest after that; what the exchanges took and orders met there, in words. */
type Ended = {
  readonly endedAt: number;
  readonly downAt: number;
  /** Rows of the range that were played. */
  readonly events: number;
  readonly terms: readonly string[];
  /** The same as data. */
  readonly conditions: PlayedRecord['conditions'];
  /** What each exchange showed, and how often opportunities were decided, by reason. */
  readonly showed: readonly Showed[];
  readonly counts: Readonly<Record<string, number>>;
};

/**
 * The report of a run, by the formulas of the live bot's performance. Profits count on the UTC day on which
 * their trades began; equity is measured from its first mark, which is what the capital was worth in USD.
 */
export const reportOf = (
  job: BacktestJob,
  source: Source,
  seen: Seen,
  { endedAt, downAt, events, terms, conditions, showed, counts }: Ended,
): BacktestReport => {
  const { trades, marks } = seen;
  const period = { from: job.from, to: downAt + 1 };
  const observed = { opportunities: seen.opportunities, minutes: source.minutes() };
  const observedBefore = { opportunities: 0, minutes: 0 };
  const metrics = performanceMetrics({ period, trades, marks, observed, observedBefore });
  const widest = intervals['1d'];
  const { seed } = job;
  const played = { from: isoTime(source.from), to: isoTime(Math.min(source.to, endedAt)) };
  const explained = explain(showed, counts, metrics.total_trades);
  return {
    provenance: job.provenance,
    metrics: {
      ...metrics,
      net_profit: metrics.total_pnl,
      max_drawdown_pct: metrics.max_drawdown,
      periodic: periodicRatios(marks),
      conclusion: explained.conclusion,
      played: { ...played, conditions: [...conditions] },
    },
    equity_curve: [...equityCurve(marks, period, widest, marks[0]?.equity_usd ?? job.config.initial_capital)],
    drawdown: [...drawdownSeries(marks, period, widest)],
    daily_pnl: dailyPnl(trades, job.from, endedAt),
    trades: [...trades],
    data: {
      provenance: job.provenance,
      source: source.name,
      ...played,
      markets: source.markets,
      events,
      ...(job.data.kind === 'simulated' ? { seed } : {}),
      notes: [
        ...source.notes(),
        ...(source.given().windows > 0 ? [nearestNote] : []),
        ...job.notes,
        ...terms,
        ...seen.incidents,
        ...shortened(job, trades.length, endedAt),
      ],
    },
    explained,
    compared: compare(showed, marks, job.config.initial_capital),
  };
};

const shortened = ({ to }: BacktestJob, trades: number, endedAt: number): readonly string[] =>
  endedAt < to ? [`It ended at ${isoTime(endedAt)} with ${trades} trades, as many as a report holds.`] : [];

const dayOf = (at: number): number => Math.floor(at / dayMs) * dayMs;

/** Every UTC day that the range touches. */
const dailyPnl = (trades: readonly TradeRecord[], from: number, to: number): BacktestReport['daily_pnl'] => {
  const profits = new Map<number, number>();
  for (let day = dayOf(from); day < to; day += dayMs) profits.set(day, 0);
  for (const trade of trades) {
    if (!isClosed(trade)) continue;
    const day = dayOf(Date.parse(trade.entry_time));
    profits.set(day, (profits.get(day) ?? 0) + trade.profit);
  }
  let cumulative_pnl = 0;
  return [...profits].map(([day, pnl]) => {
    cumulative_pnl += pnl;
    return { timestamp: isoTime(day), pnl, cumulative_pnl };
  });
};
