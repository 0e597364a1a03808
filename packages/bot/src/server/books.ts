import type { BalancesRecord, MoneyRecord, TradingMode } from '@triquad/core/contract';
import type { AccountView } from '../engine/engine.ts';
import { isoTime } from '../model/moment.ts';
import { breakdown } from '../portfolio/breakdown.ts';
import type { TradeFigures } from '../portfolio/closed-trades.ts';
import { drawdownSeries, type EquityMark, equityCurve, pairPerformance } from '../portfolio/curves.ts';
import { performanceMetrics } from '../portfolio/metrics.ts';
import { moneyBetween, moneyByDay } from '../portfolio/money.ts';
import { performanceSummary } from '../portfolio/statistics.ts';
import { tradeRecord } from '../portfolio/trade-record.ts';
import type { Archive } from './archive.ts';
import type { Books } from './backend.ts';
import { memoized } from './memoized.ts';
import type { Observations } from './observations.ts';
import type { Period } from './period.ts';

const HOUR_MS = 3_600_000;
const SUMMARY_MS = 168 * HOUR_MS;
const MINUTE_MS = 60_000;
const DRAWDOWN_POINTS = 336;

const unobserved = { opportunities: 0, minutes: 0 };

export interface BooksOptions {
  readonly engine: AccountView;
  readonly archive: Archive;
  readonly observations: Observations;
  readonly now: () => number;
}

/** Balances and performance, read out of the engine's state and the archive of what ended. */
export function createBooks({ engine, archive, observations, now }: BooksOptions): Books {
  const mode = () => engine.state().mode;
  /** The period and the one before it, which trends compare with. */
  const trades = ({ from, to }: Period, of: TradingMode, exchange: string | null): readonly TradeFigures[] => {
    const ended = archive.figures({ from: 2 * from - to, to }, of, exchange);
    const { executions, orders, open_executions } = engine.state();
    const open = [...open_executions]
      .flatMap((id) => executions.get(id) ?? [])
      .filter((one) => one.mode === of && (exchange === null || one.exchange === exchange));
    return [...ended, ...open.map((execution) => tradeRecord(execution, orders))];
  };
  /** Those of the period, and the last one before it. */
  const marks = (period: Period): readonly EquityMark[] => {
    const before = archive.markBefore(period.from, mode());
    return [...(before === null ? [] : [before]), ...archive.marks(period, mode())];
  };
  /** Equity and opportunities are known of all exchanges together: of one alone nothing is said of them. */
  const input = (period: Period, of: TradingMode, exchange: string | null) => ({
    period,
    trades: trades(period, of, exchange),
    marks: exchange === null ? archive.marks(period, of) : [],
    observed: exchange === null ? observations.within(period) : unobserved,
    observedBefore:
      exchange === null ? observations.within({ from: 2 * period.from - period.to, to: period.from }) : unobserved,
  });

  const summed = (): Period => {
    const at = now();
    return { from: at - SUMMARY_MS, to: at + 1 };
  };
  const { from, to } = summed();
  void archive.warm({ from: 2 * from - to, to }, mode(), null);

  // Every open dashboard asks for it again and again.
  const summary = memoized((of: TradingMode) => performanceSummary(input(summed(), of, null)));

  return {
    balances: () => engine.balances(),
    summary: () => summary(mode()),
    metrics: (period, exchange, of) => performanceMetrics(input(period, of ?? mode(), exchange)),
    breakdown: (period, exchange, of) => ({
      from: isoTime(period.from),
      to: isoTime(period.to),
      ...breakdown(trades(period, of ?? mode(), exchange), period),
    }),
    equity: (period, intervalMs) => [
      ...equityCurve(marks(period), period, intervalMs, archive.firstMark(mode())?.equity_usd ?? 0),
    ],
    drawdown: (period) => [
      ...drawdownSeries(marks(period), period, Math.max(MINUTE_MS, (period.to - period.from) / DRAWDOWN_POINTS)),
    ],
    money: (period) => ({ ...moneyIn(archive, period, mode()), unpriced: unpricedIn(engine.balances()) }),
    pairs: (period) => [...pairPerformance(trades(period, mode(), null), period)],
  };
}

function moneyIn(archive: Archive, period: Period, mode: TradingMode): Omit<MoneyRecord, 'unpriced'> {
  const marks = archive.money(period, mode);
  const [first, last] = [marks[0], marks.at(-1)];
  return {
    from: isoTime(period.from),
    to: isoTime(period.to),
    total: first === undefined || last === undefined || first === last ? null : moneyBetween(first, last),
    days: [...moneyByDay(marks)],
  };
}

function unpricedIn({ exchanges }: BalancesRecord): MoneyRecord['unpriced'] {
  return exchanges.flatMap(({ exchange, balances }) =>
    Object.entries(balances).flatMap(([asset, { total, value_usd }]) =>
      value_usd === null ? [{ exchange, asset, amount: total }] : [],
    ),
  );
}
