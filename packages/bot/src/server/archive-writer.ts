import type { DatabaseSync } from 'node:sqlite';
import type { TradeRecord, TradingMode } from '@triquad/core/contract';
import type { Fact } from '../engine/event.ts';
import type { JournalledState } from '../engine/state.ts';
import { tradeRecord } from '../engine/trade-record.ts';
import type { EquityMark } from '../portfolio/curves.ts';
import { orderStatus } from './records.ts';

export const TABLES = `
  CREATE TABLE IF NOT EXISTS archived (one INTEGER PRIMARY KEY CHECK (one = 1), seq INTEGER NOT NULL, hash TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS trade (id TEXT PRIMARY KEY, at INTEGER NOT NULL, exchange TEXT NOT NULL, type TEXT NOT NULL, mode TEXT NOT NULL,
    status TEXT NOT NULL, profit REAL, profit_pct REAL, slippage_pct REAL, duration_seconds REAL, fees REAL, pairs TEXT NOT NULL, legs TEXT NOT NULL,
    record TEXT NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS trade_time ON trade (at);
  CREATE TABLE IF NOT EXISTS placed (id TEXT PRIMARY KEY, exchange TEXT NOT NULL, status TEXT NOT NULL, record TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS mark (mode TEXT NOT NULL, at INTEGER NOT NULL, equity REAL NOT NULL, PRIMARY KEY (mode, at)) STRICT, WITHOUT ROWID;`;

/** Where the records are taken from. */
export type Source = Pick<JournalledState, 'executions' | 'orders'>;
type Mark = EquityMark & { readonly mode: TradingMode };
/** What facts have changed since the last time something was written. */
export interface Touched {
  readonly trades: Set<string>;
  readonly orders: Set<string>;
  readonly marks: Mark[];
}
export const touched = (): Touched => ({ trades: new Set(), orders: new Set(), marks: [] });

export function touch({ trades, orders, marks }: Touched, fact: Fact): void {
  if (fact.type === 'ExecutionFinished') trades.add(fact.execution_id);
  else if (fact.type === 'OrderIntended') orders.add(fact.order.id);
  else if (fact.type === 'EquityMarked') marks.push({ at: fact.at, mode: fact.mode, equity_usd: fact.equity_usd });
  else if ('order_id' in fact) orders.add(fact.order_id);
}

/** Writes what was touched, all or none, with the place of the journal up to which it goes. */
export function createWriter(database: DatabaseSync) {
  const putTrade = database.prepare('INSERT OR REPLACE INTO trade VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const putOrder = database.prepare('INSERT OR REPLACE INTO placed VALUES (?, ?, ?, ?)');
  const putMark = database.prepare('INSERT OR REPLACE INTO mark VALUES (?, ?, ?)');
  const putPlace = database.prepare('INSERT OR REPLACE INTO archived VALUES (1, ?, ?)');
  const all = (batch: Touched, { executions, orders }: Source, seq: number, hash: string): void => {
    const sold = [...batch.orders].flatMap((id) => orders.get(id)?.recovers ?? []);
    for (const id of new Set([...batch.trades, ...sold])) {
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
