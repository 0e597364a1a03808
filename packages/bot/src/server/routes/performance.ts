import type { QueryOf, TradingMode } from '@triquad/core/contract';
import type { Which } from '../archive-reader.ts';
import type { Backend } from '../backend.ts';
import type { Handlers } from '../handler.ts';
import { type Period, stretchOf } from '../period.ts';
import { notValid, Refusal, unread } from '../problem.ts';

type PerformanceRoutes =
  | 'performance.metrics'
  | 'performance.summary'
  | 'performance.money'
  | 'performance.breakdown'
  | 'performance.equity'
  | 'performance.drawdown'
  | 'performance.heatmap';

const HOUR_MS = 3_600_000;
const DEFAULT_HOURS = 168;
/** A year by the quarter of an hour, a month by the minute. */
const MOST_POINTS = 50_000;
const INTERVAL_MS = {
  '1m': 60_000,
  '5m': 300_000,
  '15m': 900_000,
  '1h': HOUR_MS,
  '4h': 4 * HOUR_MS,
  '1d': 24 * HOUR_MS,
};

export function performanceRoutes({ archive, books, engine, now }: Backend): Pick<Handlers, PerformanceRoutes> {
  const last = (hours: number): Period => {
    const to = now() + 1;
    return { from: to - hours * HOUR_MS, to };
  };
  /** Reads a little at a time what figures of the period and the one before it are worked out from: the market goes on meanwhile. */
  const warmed = ({ from, to }: Period, { mode, exchange, market }: Which): Promise<void> => {
    const own = { mode: mode ?? engine.state().mode, exchange, market: market ?? archive.opened(to).market };
    return archive.warm({ from: 2 * from - to, to }, own);
  };
  const asked = (query: QueryOf<'performance.money'>): Period | Refusal => {
    const stretch = stretchOf(query);
    if (stretch instanceof Refusal) return stretch;
    const recent = last(DEFAULT_HOURS);
    return { from: stretch.from ?? recent.from, to: stretch.to ?? recent.to };
  };
  /** Figures of the trades of a period, an exchange, a mode and a market. */
  const ofTrades = async <T>(
    query: QueryOf<'performance.metrics'>,
    figures: (period: Period, which: Which) => T,
  ): Promise<T | Refusal> => {
    const period = asked(query);
    if (period instanceof Refusal) return period;
    if (!isMode(query.mode)) return notValid('mode', 'must be paper or live');
    const refusal = unread(archive);
    if (refusal !== null) return refusal;
    const which = { exchange: query.exchange ?? null, mode: query.mode ?? null, market: query.market ?? null };
    await warmed(period, which);
    return figures(period, which);
  };
  return {
    'performance.summary': () => unread(archive) ?? books.summary(),
    'performance.metrics': ({ query }) => ofTrades(query, books.metrics),
    'performance.breakdown': ({ query }) => ofTrades(query, books.breakdown),
    'performance.money': ({ query }) => {
      const period = asked(query);
      if (period instanceof Refusal) return period;
      return unread(archive) ?? books.money(period);
    },
    'performance.equity': ({ query }) =>
      tooFine(query) ??
      unread(archive) ?? { data: books.equity(last(query.period_hours), INTERVAL_MS[query.interval]) },
    'performance.drawdown': ({ query }) =>
      unread(archive) ?? { drawdown_series: books.drawdown(last(query.period_hours)) },
    'performance.heatmap': async ({ query }) => {
      const refusal = unread(archive);
      if (refusal !== null) return refusal;
      const period = last(query.period_hours);
      await warmed(period, { mode: null, exchange: null, market: null });
      return { pairs: books.pairs(period) };
    },
  };
}

function tooFine({ period_hours, interval }: QueryOf<'performance.equity'>): Refusal | null {
  if ((period_hours * HOUR_MS) / INTERVAL_MS[interval] <= MOST_POINTS) return null;
  return notValid('interval', `is too fine for so long a period: at most ${MOST_POINTS} points`);
}

const isMode = (mode: string | undefined): mode is TradingMode | undefined =>
  mode === undefined || mode === 'paper' || mode === 'live';
