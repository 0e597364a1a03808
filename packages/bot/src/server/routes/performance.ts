import type { QueryOf, TradingMode } from '@triquad/core/contract';
import type { Range } from '@triquad/core/time';
import type { Which } from '../archive-reader.ts';
import type { Backend } from '../backend.ts';
import { marketAt } from '../books.ts';
import type { Handlers } from '../handler.ts';
import { notValid, Refusal, unread } from '../problem.ts';
import { rangeOf } from '../range.ts';

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
/** What a chart of a window has at most where it names no interval: 30 days every four hours. */
const DRAWN_POINTS = 400;
const INTERVAL_MS = {
  '1m': 60_000,
  '5m': 300_000,
  '15m': 900_000,
  '1h': HOUR_MS,
  '4h': 4 * HOUR_MS,
  '1d': 24 * HOUR_MS,
};

export function performanceRoutes({ archive, books, engine }: Backend): Pick<Handlers, PerformanceRoutes> {
  /** Reads a little at a time what figures of the period and the one before it are worked out from: the market goes on meanwhile. */
  const warmed = ({ from, to }: Range, { mode, exchange, market }: Which): Promise<void> => {
    const own = market === null ? marketAt(archive, to) : { market, kind: null };
    const which = { mode: mode ?? engine.state().mode, exchange, ...own };
    return archive.warm({ from: 2 * from - to, to }, which);
  };
  /** Up to now, and as many hours, where it does not say. */
  const asked = (query: QueryOf<'performance.money'>, hours = DEFAULT_HOURS): Range | Refusal => {
    const range = rangeOf(query);
    if (range instanceof Refusal) return range;
    const to = range.to ?? Math.max(books.end(), range.from ?? 0);
    return { from: range.from ?? to - hours * HOUR_MS, to };
  };
  /** Figures of the trades of a period, an exchange, a mode and a market. */
  const ofTrades = async <T>(
    query: QueryOf<'performance.metrics'>,
    figures: (period: Range, which: Which) => T,
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
    'performance.equity': ({ query }) => {
      const period = asked(query, query.period_hours);
      if (period instanceof Refusal) return period;
      const intervalMs = query.interval ? INTERVAL_MS[query.interval] : query.from ? drawnEach(period) : HOUR_MS;
      return (
        tooFine(period, intervalMs) ??
        unread(archive) ?? { provenance: books.source(period), data: books.equity(period, intervalMs) }
      );
    },
    'performance.drawdown': ({ query }) => {
      const period = asked(query, query.period_hours);
      if (period instanceof Refusal) return period;
      return unread(archive) ?? { provenance: books.source(period), drawdown_series: books.drawdown(period) };
    },
    'performance.heatmap': async ({ query }) => {
      const period = asked(query, query.period_hours);
      if (period instanceof Refusal) return period;
      const refusal = unread(archive);
      if (refusal !== null) return refusal;
      await warmed(period, { mode: null, exchange: null, market: null });
      return { provenance: books.source(period), pairs: books.pairs(period) };
    },
  };
}

const drawnEach = ({ from, to }: Range): number =>
  Object.values(INTERVAL_MS).find((each) => (to - from) / each <= DRAWN_POINTS) ?? INTERVAL_MS['1d'];

function tooFine({ from, to }: Range, intervalMs: number): Refusal | null {
  if ((to - from) / intervalMs <= MOST_POINTS) return null;
  return notValid('interval', `is too fine for so long a period: at most ${MOST_POINTS} points`);
}

const isMode = (mode: string | undefined): mode is TradingMode | undefined =>
  mode === undefined || mode === 'paper' || mode === 'live';
