import type { DatabaseSync } from 'node:sqlite';
import type { TradeRecord, TradingMode } from '@triquad/core/contract';
import type { Engine } from '../engine/engine.ts';
import type { Fact } from '../engine/event.ts';
import { evolve, initialState } from '../engine/journalled.ts';
import type { JournalledState, Order } from '../engine/state.ts';
import type { EventStore } from '../journal/event-store.ts';
import type { TradeFigures } from '../portfolio/closed-trades.ts';
import type { EquityMark } from '../portfolio/curves.ts';

import type { Period } from './backend.ts';
import { orderStatus } from './records.ts';
import { tradeRecord } from './trade-record.ts';

/** Everything that ended, however long ago: the engine keeps only the last of it in memory. */
export interface Archive {
  /** Ended trades, newest first, and how many there are in all. */
  trades(query: TradeQuery): { readonly rows: readonly TradeRecord[]; readonly total: number };
  /** What all trades of the query come to. */
  sums(query: Omit<TradeQuery, 'limit' | 'offset'>): TradeSums;
  /** What performance is worked out from, oldest first. */
  figures(period: Period, mode: TradingMode | null, exchange: string | null): readonly TradeFigures[];
  /** Orders, newest first, and how many there are in all; those that are open are as they were when they were last written. */
  orders(query: OrderQuery): { readonly rows: readonly Order[]; readonly total: number };
  order(id: string): Order | null;
  /** Oldest first. */
  marks(period: Period, mode: TradingMode): readonly EquityMark[];
  firstMark(mode: TradingMode): EquityMark | null;
  /** The last mark before that moment. */
  markBefore(at: number, mode: TradingMode): EquityMark | null;
  /** Writes what came since the last time; also done every half second. */
  flush(): void;
  stop(): void;
}

export interface TradeQuery {
  /** UTC milliseconds, both included; null for any. */
  readonly from: number | null;
  readonly to: number | null;
  readonly exchange: string | null;
  readonly type: string | null;
  readonly limit: number;
  readonly offset: number;
}
export interface OrderQuery {
  readonly exchange: string | null;
  /** As the wire says it: pending, filled, cancelled, failed. */
  readonly status: string | null;
  readonly limit: number;
  readonly offset: number;
}
export interface TradeSums {
  readonly total: number;
  readonly counted: number;
  readonly winning: number;
  readonly losing: number;
  readonly profit: number;
  readonly fees: number;
}

const FLUSH_MS = 500;
const REBUILT_AT_ONCE = 5_000;
const TABLES = `
  CREATE TABLE IF NOT EXISTS archived (one INTEGER PRIMARY KEY CHECK (one = 1), seq INTEGER NOT NULL, hash TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS trade (id TEXT PRIMARY KEY, at INTEGER NOT NULL, exchange TEXT NOT NULL, type TEXT NOT NULL, mode TEXT NOT NULL,
    status TEXT NOT NULL, profit REAL, profit_pct REAL, slippage_pct REAL, duration_seconds REAL, fees REAL, pairs TEXT NOT NULL, legs TEXT NOT NULL,
    record TEXT NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS trade_time ON trade (at);
  CREATE TABLE IF NOT EXISTS placed (id TEXT PRIMARY KEY, exchange TEXT NOT NULL, status TEXT NOT NULL, record TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS mark (mode TEXT NOT NULL, at INTEGER NOT NULL, equity REAL NOT NULL, PRIMARY KEY (mode, at)) STRICT, WITHOUT ROWID;`;
const TRADES = `FROM trade WHERE (:from IS NULL OR at >= :from) AND (:to IS NULL OR at <= :to)
  AND (:exchange IS NULL OR exchange = :exchange) AND (:type IS NULL OR type = :type)`;
const ORDERS =
  'FROM placed WHERE (:exchange IS NULL OR exchange = :exchange) AND (:status IS NULL OR status = :status)';

/**
 * The archive in tables of the server's database: a projection of the journal, brought up to date at the start and made anew
 * from its first fact when it does not fit. `onFault` is told when it cannot be written; what was not is written later.
 */
export function createArchive(
  database: DatabaseSync,
  engine: Engine,
  store: EventStore<Fact>,
  onFault: (error: unknown) => void,
): Archive {
  database.exec(TABLES);
  const writer = createWriter(database);
  let waiting: Touched = touched();
  const live = (): Source => engine.state();

  const write = (source: Source, seq: number): void => {
    const batch = waiting;
    if (batch.trades.size + batch.orders.size + batch.marks.length === 0) return;
    const [last] = first(store.read(seq));
    writer.write(batch, source, seq, last?.hash ?? '');
    waiting = touched();
  };
  const flush = (): void => {
    try {
      write(live(), store.lastSeq());
    } catch (error) {
      onFault(error);
    }
  };
  catchUp(database, store, live, {
    touch: (fact) => touch(waiting, fact),
    write,
    forget: () => {
      waiting = touched();
    },
  });
  const unsubscribe = engine.subscribe((event) => touch(waiting, event as Fact));
  const timer = setInterval(flush, FLUSH_MS);
  return {
    ...createReader(database, flush, live),
    flush,
    stop() {
      clearInterval(timer);
      unsubscribe();
      flush();
    },
  };
}

type Source = Pick<JournalledState, 'executions' | 'orders'>;
type Mark = EquityMark & { readonly mode: TradingMode };
interface Touched {
  readonly trades: Set<string>;
  readonly orders: Set<string>;
  readonly marks: Mark[];
}
const touched = (): Touched => ({ trades: new Set(), orders: new Set(), marks: [] });

function touch({ trades, orders, marks }: Touched, fact: Fact): void {
  if (fact.type === 'ExecutionFinished') trades.add(fact.execution_id);
  else if (fact.type === 'OrderIntended') orders.add(fact.order.id);
  else if (fact.type === 'EquityMarked') marks.push({ at: fact.at, mode: fact.mode, equity_usd: fact.equity_usd });
  else if ('order_id' in fact) orders.add(fact.order_id);
}

interface CatchUp {
  touch(fact: Fact): void;
  write(source: Source, seq: number): void;
  forget(): void;
}

/** From where it was left when that place of the journal is still the same, else all of it. */
function catchUp(database: DatabaseSync, store: EventStore<Fact>, live: () => Source, steps: CatchUp): void {
  const left = database.prepare('SELECT seq, hash FROM archived').get();
  const seq = Number(left?.seq ?? 0);
  const fits = seq > 0 && seq <= store.lastSeq() && first(store.read(seq))[0]?.hash === left?.hash;
  if (fits) {
    const source = live();
    let known = true;
    for (const { fact } of store.read(seq + 1)) {
      steps.touch(fact);
      known &&= isKnown(source, fact);
    }
    if (known) {
      steps.write(source, store.lastSeq());
      return;
    }
    steps.forget();
  }
  database.exec('DELETE FROM trade; DELETE FROM placed; DELETE FROM mark; DELETE FROM archived');
  // The parameters play no part in what is archived.
  const state = initialState({
    enabled_exchanges: [],
    trading_pairs: [],
    min_profit_threshold: 0,
    max_capital_per_route: 0,
  });
  for (const { seq: place, fact } of store.read()) {
    evolve(state, fact);
    steps.touch(fact);
    if (place % REBUILT_AT_ONCE === 0) steps.write(state, place);
  }
  steps.write(state, store.lastSeq());
}

/** Whether the engine still has what the fact is about. */
function isKnown({ executions, orders }: Source, fact: Fact): boolean {
  if (fact.type === 'ExecutionFinished') return executions.has(fact.execution_id);
  return fact.type !== 'OrderIntended' || orders.has(fact.order.id);
}

function first<T>(all: Iterable<T>): readonly T[] {
  for (const one of all) return [one];
  return [];
}

function createWriter(database: DatabaseSync) {
  const putTrade = database.prepare('INSERT OR REPLACE INTO trade VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const putOrder = database.prepare('INSERT OR REPLACE INTO placed VALUES (?, ?, ?, ?)');
  const putMark = database.prepare('INSERT OR REPLACE INTO mark VALUES (?, ?, ?)');
  const putPlace = database.prepare('INSERT OR REPLACE INTO archived VALUES (1, ?, ?)');
  const all = (batch: Touched, { executions, orders }: Source, seq: number, hash: string): void => {
    for (const id of batch.trades) {
      const execution = executions.get(id);
      if (execution !== undefined) putTrade.run(...tradeRow(tradeRecord(execution, orders)));
    }
    for (const id of batch.orders) {
      const order = orders.get(id);
      if (order !== undefined) putOrder.run(id, order.exchange, orderStatus[order.status], JSON.stringify(order));
    }
    for (const { at, mode, equity_usd } of batch.marks) putMark.run(mode, at, equity_usd);
    putPlace.run(seq, hash);
  };
  return {
    write(batch: Touched, source: Source, seq: number, hash: string): void {
      database.exec('BEGIN');
      try {
        all(batch, source, seq, hash);
        database.exec('COMMIT');
      } catch (error) {
        if (database.isTransaction) database.exec('ROLLBACK');
        throw error;
      }
    },
  };
}

function tradeRow(trade: TradeRecord) {
  const { id, exchange, type, mode, status, profit, profit_pct, slippage_pct, duration_seconds, fees, pairs, legs } =
    trade;
  const steps = JSON.stringify(legs.map((leg) => [leg.status, leg.ms]));
  const figures = [profit, profit_pct, slippage_pct, duration_seconds, fees] as const;
  const at = Date.parse(trade.entry_time);
  return [
    id,
    at,
    exchange,
    type,
    mode,
    status,
    ...figures,
    JSON.stringify(pairs),
    steps,
    JSON.stringify(trade),
  ] as const;
}

function createReader(database: DatabaseSync, flush: () => void, live: () => Source) {
  const tradePage = database.prepare(`SELECT record ${TRADES} ORDER BY id DESC LIMIT :limit OFFSET :offset`);
  const tradeSums = database.prepare(
    `SELECT count(*) AS total, total(status <> 'failed') AS counted, total(status <> 'failed' AND profit > 0) AS winning,
     total(status <> 'failed' AND profit < 0) AS losing, total(iif(status <> 'failed', profit, 0)) AS profit, total(fees) AS fees ${TRADES}`,
  );
  const figures = database.prepare(
    `SELECT at, exchange, type, status, profit, profit_pct, slippage_pct, duration_seconds, pairs, legs FROM trade
     WHERE at >= :from AND at < :to AND (:mode IS NULL OR mode = :mode) AND (:exchange IS NULL OR exchange = :exchange) ORDER BY at, id`,
  );
  const orderPage = database.prepare(`SELECT id, record ${ORDERS} ORDER BY id DESC LIMIT :limit OFFSET :offset`);
  const orderCount = database.prepare(`SELECT count(*) AS total ${ORDERS}`);
  const oneOrder = database.prepare('SELECT record FROM placed WHERE id = ?');
  const marks = database.prepare('SELECT at, equity FROM mark WHERE mode = ? AND at >= ? AND at < ? ORDER BY at');
  const firstMark = database.prepare('SELECT at, equity FROM mark WHERE mode = ? ORDER BY at LIMIT 1');
  const markBefore = database.prepare('SELECT at, equity FROM mark WHERE mode = ? AND at < ? ORDER BY at DESC LIMIT 1');
  const markOf = ({ at, equity }: Record<string, unknown>) => ({ at: Number(at), equity_usd: Number(equity) });
  const parsed = <T>({ record }: Record<string, unknown>) => JSON.parse(String(record)) as T;
  return {
    trades({ limit, offset, ...where }: TradeQuery) {
      flush();
      const total = Number(tradeSums.get(where)?.total);
      return { rows: tradePage.all({ ...where, limit, offset }).map((row) => parsed<TradeRecord>(row)), total };
    },
    sums({ from, to, exchange, type }: Omit<TradeQuery, 'limit' | 'offset'>) {
      flush();
      const sums = tradeSums.get({ from, to, exchange, type });
      return Object.fromEntries(
        Object.entries(sums ?? {}).map(([name, value]) => [name, Number(value)]),
      ) as unknown as TradeSums;
    },
    figures({ from, to }: Period, mode: TradingMode | null, exchange: string | null) {
      flush();
      return figures.all({ from, to, mode, exchange }).map(figuresOf);
    },
    orders({ limit, offset, ...where }: OrderQuery) {
      flush();
      const total = Number(orderCount.get({ ...where })?.total);
      const rows = orderPage
        .all({ ...where, limit, offset })
        .map((row) => live().orders.get(String(row.id)) ?? parsed<Order>(row));
      return { rows, total };
    },
    order(id: string) {
      const row = oneOrder.get(id);
      return live().orders.get(id) ?? (row === undefined ? null : parsed<Order>(row));
    },
    marks({ from, to }: Period, mode: TradingMode) {
      flush();
      return marks.all(mode, from, to).map(markOf);
    },
    markBefore(at: number, mode: TradingMode) {
      const row = markBefore.get(mode, at);
      return row === undefined ? null : markOf(row);
    },
    firstMark(mode: TradingMode) {
      const row = firstMark.get(mode);
      return row === undefined ? null : markOf(row);
    },
  };
}

function figuresOf(row: Record<string, unknown>): TradeFigures {
  const legs = JSON.parse(String(row.legs)) as [TradeFigures['legs'][number]['status'], number | null][];
  return {
    entry_time: new Date(Number(row.at)).toISOString(),
    exchange: String(row.exchange),
    type: row.type as TradeFigures['type'],
    status: row.status as TradeFigures['status'],
    profit: row.profit as number | null,
    profit_pct: row.profit_pct as number | null,
    slippage_pct: row.slippage_pct as number | null,
    duration_seconds: row.duration_seconds as number | null,
    pairs: JSON.parse(String(row.pairs)) as string[],
    legs: legs.map(([status, ms]) => ({ status, ms })),
  };
}
