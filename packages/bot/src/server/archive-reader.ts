import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import {
  combinedProvenance,
  type PriceKind,
  type Provenance,
  type TradeRecord,
  type TradingMode,
} from '@triquad/core/contract';
import type { Range } from '@triquad/core/time';
import { provenanceOfMarket } from '../model/market-event.ts';
import { isoTime } from '../model/moment.ts';
import type { Order } from '../model/state.ts';
import type { TradeFigures } from '../portfolio/closed-trades.ts';
import { dayMs, type MoneyMark, openingOf } from '../portfolio/money.ts';
import { type Source, unknownMarket } from './archive-writer.ts';

export interface TradeQuery {
  /** UTC milliseconds, both included; null for any. */
  readonly from: number | null;
  readonly to: number | null;
  readonly exchange: string | null;
  readonly type: string | null;
  readonly mode: TradingMode;
  /** Null for every one. */
  readonly market: string | null;
  /** Of its prices: two markets may have one name. */
  readonly kind?: PriceKind | null;
  readonly limit: number;
  readonly offset: number;
}
/** After which trade a page begins, newest first. */
export interface TradePlace {
  readonly at: number;
  readonly id: string;
}
export interface OrderQuery {
  readonly exchange: string | null;
  /** As the wire says it: pending, filled, cancelled, failed. */
  readonly status: string | null;
  readonly limit: number;
  readonly offset: number;
}
/** Which trades are meant; null for all. */
export interface Which {
  readonly mode: TradingMode | null;
  readonly exchange: string | null;
  readonly market: string | null;
  /** Of its prices: two markets may have one name. */
  readonly kind?: PriceKind | null;
}
export interface TradeSums {
  readonly total: number;
  readonly counted: number;
  readonly winning: number;
  readonly losing: number;
  readonly profit: number;
  /** Null where a fee has no price. */
  readonly fees: number | null;
}

const GRAIN_MS = 10_000;
/** Of how many of these, and of how many trades in all, the figures stay in memory; those of the last in any case. */
const MOST_REMEMBERED = 4;
const MOST_TRADES = 200_000;
/** To SQLite: without a limit. */
const ALL = -1;
/** Some ten milliseconds. */
const AT_ONCE = 1_000;
const MOST_STEPS = 1_000;
/** All of it is in one index. */
const TRADES = `FROM trade WHERE mode = :mode AND at >= coalesce(:from, 0) AND at < coalesce(:to, ${Number.MAX_SAFE_INTEGER})
  AND (:exchange IS NULL OR exchange = :exchange) AND (:type IS NULL OR type = :type)
  AND (:market IS NULL OR market = :market) AND (:kind IS NULL OR kind IN (:kind, ''))`;

/** Reads the tables, after `flush` has brought them up to date; orders in memory are fresher than written ones. */
export function createReader(database: DatabaseSync, flush: () => void, live: () => Source) {
  const tradePage = database.prepare(
    `SELECT record FROM trade JOIN (SELECT id ${TRADES} ORDER BY at DESC, id DESC LIMIT :limit OFFSET :offset) USING (id) ORDER BY at DESC, id DESC`,
  );
  // Rows of one millisecond stand in the order of their ids.
  const tradesBefore = database.prepare(
    `SELECT record FROM trade JOIN (SELECT id ${TRADES} AND (:id IS NULL OR at < :at OR id < :id) ORDER BY at DESC, id DESC LIMIT :limit)
     USING (id) ORDER BY at DESC, id DESC`,
  );
  const tradeCount = database.prepare(`SELECT count(*) AS total ${TRADES}`);
  const tradeSums = database.prepare(
    `SELECT count(*) AS total, total(status <> 'failed') AS counted, total(status <> 'failed' AND profit > 0) AS winning,
     total(status <> 'failed' AND profit < 0) AS losing, total(iif(status <> 'failed', profit, 0)) AS profit,
     iif(count(*) = count(fees), total(fees), NULL) AS fees ${TRADES}`,
  );
  const figures = createFigures(database);
  const placed = createPlaced(database);
  const oneTrade = database.prepare('SELECT record FROM trade WHERE id = ?');
  const tradeOf = database.prepare(
    "SELECT record FROM trade WHERE json_extract(record, '$.opportunity_id') = ? ORDER BY at DESC LIMIT 1",
  );
  // From one name to the next: as many looks into the index as there are markets.
  const markets = database.prepare(
    `WITH RECURSIVE each (name) AS (SELECT min(market) FROM trade UNION ALL
     SELECT (SELECT min(market) FROM trade WHERE market > name) FROM each WHERE name IS NOT NULL)
     SELECT name FROM each WHERE name IS NOT NULL`,
  );
  const opened = database.prepare(
    'SELECT at, market, since, wallet, provenance FROM opened WHERE at < ? ORDER BY at DESC LIMIT 1',
  );
  const newest = database.prepare('SELECT at FROM trade WHERE mode = ? ORDER BY at DESC LIMIT 1');
  const sources = database.prepare('SELECT DISTINCT provenance FROM opened WHERE market = ?');
  const oneOrder = database.prepare('SELECT record FROM placed WHERE id = ?');
  const marks = database.prepare(
    'SELECT at, equity, flows FROM mark WHERE mode = ? AND wallet = ? AND at >= ? AND at < ? ORDER BY at',
  );
  const firstMark = database.prepare(
    'SELECT at, equity, flows FROM mark WHERE mode = ? AND wallet = ? AND at >= ? ORDER BY at LIMIT 1',
  );
  const markBefore = database.prepare(
    'SELECT at, equity, flows FROM mark WHERE mode = ? AND wallet = ? AND at < ? ORDER BY at DESC LIMIT 1',
  );
  const moneyBefore = database.prepare(
    'SELECT at, equity, parts FROM mark WHERE mode = ? AND wallet = ? AND at < ? ORDER BY at DESC LIMIT 1',
  );
  const moneyFrom = database.prepare(
    'SELECT at, equity, parts FROM mark WHERE mode = ? AND wallet = ? AND at >= ? ORDER BY at LIMIT 1',
  );
  const moneyOf = (row: Record<string, unknown> | undefined): readonly MoneyMark[] =>
    row === undefined ? [] : [{ at: Number(row.at), equity_usd: Number(row.equity), ...JSON.parse(String(row.parts)) }];
  const markOf = ({ at, equity, flows }: Record<string, unknown>) => {
    return { at: Number(at), equity_usd: Number(equity), flows_usd: Number(flows) };
  };
  const parsed = <T>({ record }: Record<string, unknown>) => JSON.parse(String(record)) as T;
  return {
    trades({ limit, offset, kind = null, ...rest }: TradeQuery) {
      flush();
      const where = { ...rest, kind };
      const total = Number(tradeCount.get(where)?.total);
      return { rows: tradePage.all({ ...where, limit, offset }).map((row) => parsed<TradeRecord>(row)), total };
    },
    newest(mode: TradingMode) {
      flush();
      return Number(newest.get(mode)?.at ?? 0);
    },
    tradesBefore(where: Omit<TradeQuery, 'limit' | 'offset'>, before: TradePlace | null, limit: number) {
      if (before === null) flush();
      const to = before === null ? where.to : before.at + 1;
      const place = { at: before?.at ?? null, id: before?.id ?? null, kind: where.kind ?? null };
      return tradesBefore.all({ ...where, to, ...place, limit }).map((row) => parsed<TradeRecord>(row));
    },
    sums({ from, to, exchange, type, mode, market, kind = null }: Omit<TradeQuery, 'limit' | 'offset'>) {
      flush();
      const sums = tradeSums.get({ from, to, exchange, type, mode, market, kind });
      return Object.fromEntries(
        Object.entries(sums ?? {}).map(([name, value]) => [name, value === null ? null : Number(value)]),
      ) as unknown as TradeSums;
    },
    figures({ from, to }: Range, which: Which) {
      flush();
      return figures({ from, to }, which, ALL).figures;
    },
    async warm(period: Range, which: Which, isOver: () => boolean) {
      // Reads of other periods meanwhile may restart it; it always ends.
      for (let step = 0, fresh = 1; step < MOST_STEPS && fresh > 0 && !isOver(); step += 1) {
        fresh = figures(period, which, AT_ONCE).fresh;
        if (fresh > 0) await setImmediate();
      }
    },
    orders(query: OrderQuery) {
      flush();
      const { total, found } = placed(query);
      const rows = found.map((row) => live().orders.get(String(row.id)) ?? parsed<Order>(row));
      return { rows, total };
    },
    tradeOf(opportunity_id: string) {
      flush();
      const row = tradeOf.get(opportunity_id);
      return row === undefined ? null : parsed<TradeRecord>(row);
    },
    opened(before: number) {
      flush();
      const row = opened.get(before);
      if (row === undefined) return { market: unknownMarket, at: 0, since: 0, wallet: '', provenance: null };
      const { at, market, since, wallet } = row;
      const provenance = JSON.parse(String(row.provenance)) as Provenance | null;
      return { market: String(market), at: Number(at), since: Number(since), wallet: String(wallet), provenance };
    },
    provenance(market: string, kind: PriceKind | null = null) {
      flush();
      const stated = sources
        .all(market)
        .map(({ provenance }) => JSON.parse(String(provenance)) as Provenance | null)
        .filter((one) => kind === null || one?.kind === kind);
      return stated.length === 0 ? provenanceOfMarket(market, undefined) : combinedProvenance(stated);
    },
    markets() {
      flush();
      return markets.all().map(({ name }) => String(name));
    },
    trade(id: string) {
      flush();
      const row = oneTrade.get(id);
      return row === undefined ? null : parsed<TradeRecord>(row);
    },
    order(id: string) {
      const row = oneOrder.get(id);
      return live().orders.get(id) ?? (row === undefined ? null : parsed<Order>(row));
    },
    marks({ from, to }: Range, mode: TradingMode, wallet = '') {
      flush();
      return marks.all(mode, wallet, from, to).map(markOf);
    },
    markBefore(at: number, mode: TradingMode, wallet = '') {
      const row = markBefore.get(mode, wallet, at);
      return row === undefined ? null : markOf(row);
    },
    money({ from, to }: Range, mode: TradingMode, since = 0, wallet = '') {
      flush();
      const before = moneyOf(moneyBefore.get(mode, wallet, from)).filter(({ at }) => at >= since);
      const opening = (first: MoneyMark) => openingOf(first, moneyOf(moneyBefore.get(mode, wallet, first.at))[0]);
      const first =
        before.length > 0 ? before : moneyOf(moneyFrom.get(mode, wallet, Math.max(from, since))).map(opening);
      const marks = [...first];
      // Days without a mark are passed over.
      for (let at = first[0]?.at ?? to; at < to; ) {
        const end = Math.min(to, (Math.floor(Math.max(at, from) / dayMs) + 1) * dayMs);
        const [last] = moneyOf(moneyBefore.get(mode, wallet, end));
        if (last !== undefined && last.at > (marks.at(-1)?.at ?? 0)) marks.push(last);
        at = Number(moneyFrom.get(mode, wallet, end)?.at ?? to);
      }
      return marks;
    },
    firstMark(mode: TradingMode, since: number, wallet = '') {
      const row = firstMark.get(mode, wallet, since);
      return row === undefined ? null : markOf(row);
    },
  };
}

/** Reads orders by statements that name no more than is asked for, so that each finds its index. */
function createPlaced(database: DatabaseSync) {
  const wheres = [
    '',
    'WHERE exchange = :exchange',
    'WHERE status = :status',
    'WHERE exchange = :exchange AND status = :status',
  ];
  const statements = wheres.map((where) => ({
    page: database.prepare(`SELECT id, record FROM placed ${where} ORDER BY id DESC LIMIT :limit OFFSET :offset`),
    count: database.prepare(`SELECT count(*) AS total FROM placed ${where}`),
  }));
  return ({ exchange, status, limit, offset }: OrderQuery) => {
    const asked = { ...(exchange === null ? {} : { exchange }), ...(status === null ? {} : { status }) };
    const { page, count } = statements[
      (exchange === null ? 0 : 1) + (status === null ? 0 : 2)
    ] as (typeof statements)[number];
    return { total: Number(count.get(asked)?.total), found: page.all({ ...asked, limit, offset }) };
  };
}

interface Remembered {
  /** By trade; one that was written again counts as it is now. */
  readonly rows: Map<string, Timed>;
  readonly from: number;
  /** The last row that was read. */
  readonly upTo: number;
}
type Timed = { readonly at: number; readonly figures: TradeFigures };

/** Reads each trade once for periods of the same length and choice, as long as they begin no earlier than before. */
function createFigures(database: DatabaseSync) {
  const select = database.prepare(
    `SELECT place, id, at, exchange, type, status, profit, profit_pct, slippage_pct, duration_seconds, pairs, legs,
     json_extract(record, '$.optimistic_profit') AS most, json_extract(record, '$.pessimistic_profit') AS least, fees,
     json_extract(record, '$.symbols') AS symbols, json_extract(record, '$.capital') AS capital,
     json_extract(record, '$.expected_profit') AS expected FROM trade
     WHERE place > :upTo AND at >= :from AND (:mode IS NULL OR mode = :mode) AND (:exchange IS NULL OR exchange = :exchange)
     AND (:market IS NULL OR market = :market) AND (:kind IS NULL OR kind IN (:kind, '')) ORDER BY place LIMIT :most`,
  );
  const remembered = new Map<string, Remembered>();
  /** Reads at most so many more, and gives all that are known by then. */
  return ({ from, to }: Range, { mode, exchange, market, kind = null }: Which, most: number) => {
    // Two readings of the clock within one call make no other period.
    const key = JSON.stringify([mode, exchange, market, kind, Math.round((to - from) / GRAIN_MS)]);
    const start = from - (from % GRAIN_MS);
    const before = remembered.get(key);
    const known = before !== undefined && before.from <= start ? before : { rows: new Map(), from: start, upTo: 0 };
    const { rows } = known;
    const fresh = select.all({ upTo: known.upTo, from: start, mode, exchange, market, kind, most });
    for (const row of fresh) {
      rows.delete(String(row.id));
      rows.set(String(row.id), { at: Number(row.at), figures: figuresOf(row) });
    }
    remembered.delete(key);
    remembered.set(key, { rows, from: start, upTo: Number(fresh.at(-1)?.place ?? known.upTo) });
    forgetOld(remembered);
    const within: TradeFigures[] = [];
    for (const [id, { at, figures }] of rows) {
      if (at < start) rows.delete(id);
      else if (at >= from && at < to) within.push(figures);
    }
    return { fresh: fresh.length, figures: within };
  };
}

function forgetOld(remembered: Map<string, Remembered>): void {
  let trades = [...remembered.values()].reduce((all, { rows }) => all + rows.size, 0);
  for (const [key, { rows }] of remembered) {
    if (remembered.size === 1 || (remembered.size <= MOST_REMEMBERED && trades <= MOST_TRADES)) return;
    trades -= rows.size;
    remembered.delete(key);
  }
}

function figuresOf(row: Record<string, unknown>): TradeFigures {
  const legs = JSON.parse(String(row.legs)) as [TradeFigures['legs'][number]['status'], number | null][];
  return {
    entry_time: isoTime(Number(row.at)),
    exchange: String(row.exchange),
    type: row.type as TradeFigures['type'],
    status: row.status as TradeFigures['status'],
    profit: row.profit as number | null,
    profit_pct: row.profit_pct as number | null,
    slippage_pct: row.slippage_pct as number | null,
    duration_seconds: row.duration_seconds as number | null,
    pairs: JSON.parse(String(row.pairs)) as string[],
    symbols: JSON.parse(String(row.symbols)) as string[],
    fees: row.fees as number | null,
    capital: row.capital as number | null,
    expected_profit: row.expected as number | null,
    legs: legs.map(([status, ms]) => ({ status, ms })),
    ...(row.most === null ? {} : { optimistic_profit: Number(row.most) }),
    ...(row.least === null ? {} : { pessimistic_profit: Number(row.least) }),
  };
}
