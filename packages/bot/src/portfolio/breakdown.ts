import type { BreakdownRecord, TradeGroupRecord } from '@triquad/core/contract';
import type { Range } from '@triquad/core/time';
import { type ClosedTrade, isClosed, type TradeFigures, within } from './closed-trades.ts';
import { dayMs } from './money.ts';
import { sum } from './statistics.ts';

/** Where the results of a period come from: the same trades by each of these, so that each list adds up to `all`. */
export function breakdown(
  trades: readonly TradeFigures[],
  period: Range,
): Omit<BreakdownRecord, 'from' | 'to' | 'provenance'> {
  const closed = within(trades, period).filter(isClosed);
  const by = <K extends string, T>(keyOf: (trade: ClosedTrade) => K, named: (trade: ClosedTrade) => T) =>
    [...Map.groupBy(closed, keyOf)]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([, group]) => (group[0] ? [{ ...named(group[0]), ...groupOf(group) }] : []));
  return {
    all: { ...groupOf(closed), unwound: closed.filter(({ status }) => status === 'unwound').length },
    by_day: by(dayOf, (trade) => ({ day: dayOf(trade) })),
    by_exchange: by(
      ({ exchange }) => exchange,
      ({ exchange }) => ({ exchange }),
    ),
    by_type: by(
      ({ type }) => type,
      ({ type }) => ({ type }),
    ),
    by_route: by(
      ({ exchange, type, symbols = [] }) => [exchange, type, ...symbols].join(' '),
      ({ exchange, type, symbols = [] }) => ({ exchange, type, symbols: [...symbols] }),
    ),
    by_weekday_hour: by(
      ({ entry_time }) => `${weekdayOf(entry_time)} ${entry_time.slice(11, 13)}`,
      ({ entry_time }) => ({ weekday: weekdayOf(entry_time), hour: Number(entry_time.slice(11, 13)) }),
    ),
  };
}

const dayOf = ({ entry_time }: ClosedTrade): string => entry_time.slice(0, 10);

/** 0 for Monday to 6 for Sunday, in UTC: 1970 began on a Thursday. */
const weekdayOf = (moment: string): number => (Math.floor(Date.parse(moment) / dayMs) + 3) % 7;

function groupOf(group: readonly ClosedTrade[]): TradeGroupRecord {
  const fees = group.map((trade) => trade.fees ?? null);
  return {
    trades: group.length,
    wins: group.filter(({ profit }) => profit > 0).length,
    profit: sum(group.map(({ profit }) => profit)),
    fees: fees.includes(null) ? null : sum(fees.map((fee) => fee ?? 0)),
    capital: sum(group.map(({ capital = 0 }) => capital ?? 0)),
    expected: sum(group.map(({ expected_profit = 0 }) => expected_profit ?? 0)),
  };
}
