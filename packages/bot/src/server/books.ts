import {
  atExchange,
  type BalancesRecord,
  type MoneyRecord,
  type PriceKind,
  type Provenance,
  type TradingMode,
  underMode,
} from '@triquad/core/contract';
import type { Range } from '@triquad/core/time';
import type { AccountView } from '../engine/engine.ts';
import { provenanceOfMarket } from '../model/market-event.ts';
import { isoTime } from '../model/moment.ts';
import { breakdown } from '../portfolio/breakdown.ts';
import type { TradeFigures } from '../portfolio/closed-trades.ts';
import { drawdownSeries, type EquityMark, equityCurve, pairPerformance } from '../portfolio/curves.ts';
import { performanceMetrics } from '../portfolio/metrics.ts';
import { moneyBetween, moneyByDay } from '../portfolio/money.ts';
import { partsOf, performanceSummary, spansOf } from '../portfolio/statistics.ts';
import { tradeRecord } from '../portfolio/trade-record.ts';
import type { Archive } from './archive.ts';
import type { Which as Asked } from './archive-reader.ts';
import { unknownMarket } from './archive-writer.ts';
import type { Books } from './backend.ts';
import { memoized } from './memoized.ts';
import type { Observations } from './observations.ts';

const HOUR_MS = 3_600_000;
const SUMMARY_MS = 168 * HOUR_MS;
const MINUTE_MS = 60_000;
const DRAWDOWN_POINTS = 336;

/** What is asked for, with what it is by default. */
type Chosen = Asked & { readonly mode: TradingMode; readonly market: string; readonly kind: PriceKind | null };

/** The market that was watched last before then. */
export const marketAt = (archive: Pick<Archive, 'opened'>, to: number): { market: string; kind: PriceKind | null } => {
  const { market, provenance } = archive.opened(to);
  return { market, kind: provenance?.kind ?? null };
};

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
  const trades = ({ from, to }: Range, which: Chosen): readonly TradeFigures[] => {
    const ended = archive.figures({ from: 2 * from - to, to }, which);
    const { executions, orders, open_executions } = engine.state();
    const open = [...open_executions]
      .flatMap((id) => executions.get(id) ?? [])
      .filter(({ mode: own, exchange, market = unknownMarket, provenance }) => {
        const kind = provenanceOfMarket(market, provenance)?.kind ?? null;
        const isOf = market === which.market && (which.kind === null || kind === null || kind === which.kind);
        return own === which.mode && isOf && (which.exchange ?? exchange) === exchange;
      });
    return [...ended, ...open.map((execution) => tradeRecord(execution, orders))];
  };
  /** The money that is at stake at its end, and since when it counts. What holdings were worth at prices of another market is no profit. */
  const own = ({ to }: Range, of = mode()): { readonly since: number; readonly wallet: string } => {
    const { at, since, wallet } = archive.opened(to);
    return of === 'live' ? { since: at, wallet: '' } : { since, wallet };
  };
  const under = (period: Range, of = mode()): Range => ({
    from: Math.max(period.from, own(period, of).since),
    to: period.to,
  });
  const chosen = ({ to }: Range, { mode: of, exchange, market }: Asked): Chosen => ({
    ...{ mode: of ?? mode(), exchange },
    ...(market === null ? marketAt(archive, to) : { market, kind: null }),
  });
  /** Those of the period under the prices of its end, and the last one before it. */
  const marks = (period: Range): readonly EquityMark[] => {
    const { since, wallet } = own(period);
    const before = archive.markBefore(period.from, mode(), wallet);
    const first = before !== null && before.at >= since ? [before] : [];
    return [...first, ...archive.marks(under(period), mode(), wallet)];
  };
  /** Equity and opportunities are known of all exchanges together, under the prices of the end: of others nothing is said of them. */
  const isWhole = ({ to }: Range, { exchange, market, kind }: Chosen) => {
    const last = marketAt(archive, to);
    return exchange === null && market === last.market && (kind === null || kind === last.kind);
  };
  const before = ({ from, to }: Range): Range => ({ from: 2 * from - to, to: from });
  const input = (period: Range, which: Chosen) => {
    const whole = isWhole(period, which);
    return {
      period,
      trades: trades(period, which),
      marks: whole ? archive.marks(under(period, which.mode), which.mode, own(period, which.mode).wallet) : [],
      observed: whole ? observations.within(period) : unobserved,
      observedBefore: whole ? observations.within(before(period)) : unobserved,
    };
  };
  /** The period before and the parts of this one; of what was seen under other prices nothing is said. */
  const course = (period: Range, which: Chosen, ended: readonly TradeFigures[]) => {
    const whole = isWhole(period, which);
    const opened = archive.opened(period.to).at;
    const watched = ({ from, to }: Range) =>
      whole ? observations.within({ from: Math.max(from, opened), to }) : unobserved;
    const parts = partsOf(period, end() - 1);
    const [earlier] = spansOf(ended, [before(period)], watched);
    return {
      ...(earlier && { before: earlier }),
      series: spansOf(ended, parts, watched).map((span, at) => ({
        from: isoTime(parts[at]?.from ?? period.from),
        ...span,
      })),
    };
  };
  const sourceOf = ({ mode: of, exchange, market, kind }: Chosen): Provenance | null => {
    const own = archive.provenance(market, kind);
    return own && atExchange(underMode(own, of), exchange);
  };
  const named = ({ to }: Range, which: Chosen) => {
    const { market } = which;
    const { market: last, since } = archive.opened(to);
    return {
      provenance: sourceOf(which),
      market: { name: market, since: market === last && since > 0 ? isoTime(since) : null },
    };
  };
  const everything: Asked = { mode: null, exchange: null, market: null };

  // After the clock was set back the last trades lie ahead of it.
  const end = (): number => Math.max(now(), archive.newest(mode())) + 1;
  const summed = (): Range => {
    const at = end() - 1;
    return { from: at - SUMMARY_MS, to: at + 1 };
  };
  const first = summed();
  void archive.warm({ from: 2 * first.from - first.to, to: first.to }, chosen(first, everything));

  // Every open dashboard asks for it again and again.
  const summary = memoized((key: string) => {
    const [period, which] = [summed(), JSON.parse(key) as Chosen];
    return { ...performanceSummary(input(period, which)), ...named(period, which) };
  });

  return {
    balances: () => engine.balances(),
    end,
    summary: () => summary(JSON.stringify(chosen(summed(), everything))),
    metrics: (period, asked) => {
      const which = chosen(period, asked);
      const asOf = input(period, which);
      return {
        ...performanceMetrics(asOf),
        ...named(period, which),
        markets: [...archive.markets()],
        ...course(period, which, asOf.trades),
      };
    },
    source: (period) => sourceOf(chosen(period, everything)),
    breakdown: (period, asked) => ({
      provenance: sourceOf(chosen(period, asked)),
      from: isoTime(period.from),
      to: isoTime(period.to),
      ...breakdown(trades(period, chosen(period, asked)), period),
    }),
    equity: (period, intervalMs) => {
      const { since, wallet } = own(period);
      const initial = archive.firstMark(mode(), since, wallet)?.equity_usd ?? 0;
      return [...equityCurve(marks(period), period, intervalMs, initial)];
    },
    drawdown: (period) => [
      ...drawdownSeries(marks(period), period, Math.max(MINUTE_MS, (period.to - period.from) / DRAWDOWN_POINTS)),
    ],
    money: (period) => ({
      provenance: sourceOf(chosen(period, everything)),
      ...moneyIn(archive, under(period), own(period), mode()),
      unpriced: unpricedIn(engine.balances()),
    }),
    pairs: (period) => [...pairPerformance(trades(period, chosen(period, everything)), period)],
  };
}

function moneyIn(
  archive: Archive,
  period: Range,
  { since, wallet }: { readonly since: number; readonly wallet: string },
  mode: TradingMode,
): Omit<MoneyRecord, 'unpriced' | 'provenance'> {
  const marks = archive.money(period, mode, since, wallet);
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
