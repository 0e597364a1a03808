import type { DatabaseSync } from 'node:sqlite';
import type { TradeRecord, TradingMode } from '@triquad/core/contract';
import { frozenWallets } from '../kernel/snapshot.ts';
import type { EquityMarked, Fact } from '../model/event.ts';
import type { MarketOpened } from '../model/market-event.ts';
import { provenanceOfMarket } from '../model/market-event.ts';
import type { Execution, JournalledState, Money, MoneyParts, OpenedMarket, ResidualOrigin } from '../model/state.ts';
import { tradeRecord } from '../portfolio/trade-record.ts';
import { inTransaction } from './access-database.ts';
import { orderStatus } from './records.ts';

/** To be raised whenever the tables, or what the same facts leave in them, change: an older archive is then rebuilt. */
const FORM = 12;

const TABLES = `
  CREATE TABLE archived (one INTEGER PRIMARY KEY CHECK (one = 1), form INTEGER NOT NULL, seq INTEGER NOT NULL, hash TEXT NOT NULL,
    stranded TEXT NOT NULL, money TEXT NOT NULL, held TEXT NOT NULL, market TEXT NOT NULL, wallets TEXT NOT NULL) STRICT;
  CREATE TABLE trade (place INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, at INTEGER NOT NULL, exchange TEXT NOT NULL,
    type TEXT NOT NULL, mode TEXT NOT NULL, market TEXT NOT NULL, kind TEXT NOT NULL, status TEXT NOT NULL, profit REAL, profit_pct REAL, slippage_pct REAL, duration_seconds REAL,
    fees REAL, pairs TEXT NOT NULL, legs TEXT NOT NULL, record TEXT NOT NULL) STRICT;
  CREATE INDEX trade_page ON trade (mode, at, id, exchange, type, market, kind, status, profit, fees);
  CREATE INDEX trade_market ON trade (market);
  CREATE TABLE placed (id TEXT PRIMARY KEY, exchange TEXT NOT NULL, status TEXT NOT NULL, record TEXT NOT NULL) STRICT;
  CREATE INDEX placed_exchange ON placed (exchange, id);
  CREATE INDEX placed_status ON placed (status, id);
  CREATE INDEX placed_both ON placed (exchange, status, id);
  CREATE TABLE execution (place INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, may_change INTEGER NOT NULL, record TEXT NOT NULL) STRICT;
  CREATE TABLE mark (mode TEXT NOT NULL, wallet TEXT NOT NULL, at INTEGER NOT NULL, equity REAL NOT NULL, flows REAL NOT NULL,
    parts TEXT NOT NULL, PRIMARY KEY (mode, wallet, at)) STRICT, WITHOUT ROWID;
  CREATE TABLE opened (at INTEGER PRIMARY KEY, market TEXT NOT NULL, since INTEGER NOT NULL, wallet TEXT NOT NULL,
    provenance TEXT) STRICT;`;

/** Also made for tables of before there was one. */
const TRADE_BY_OPPORTUNITY =
  "CREATE INDEX IF NOT EXISTS trade_opportunity ON trade (json_extract(record, '$.opportunity_id'));";

const NOTHING = `INSERT INTO archived VALUES (1, ${FORM}, 0, '', '[]', '[]', '[]', 'null', '[]');`;

/** Of trades whose journal did not say whose prices they met. */
export const unknownMarket = 'unknown';

/** As many as the engine remembers that are over. */
const EXECUTIONS_KEPT = 1_000;

/** Up to which fact of the journal the tables go. */
export interface Place {
  readonly seq: number;
  readonly hash: string;
}
/** The residual positions of then: exchange, asset, amount, and where it comes from. */
type ResidualRow = readonly [string, string, string, ResidualOrigin | null];
/** What the rows after a place are made from, beside the tables. */
export interface Carried {
  readonly residuals: readonly ResidualRow[];
  readonly money: readonly (readonly [TradingMode, Money])[];
  /** What the accounts held: mode and exchange, then each asset with its amount. */
  readonly held: readonly (readonly [string, readonly (readonly [string, string])[]])[];
  readonly market: OpenedMarket | null;
  /** Of the other markets, as `frozen` leaves them. */
  readonly wallets: unknown;
}

/** Makes the tables where there are none of this form; gives the place they go up to, null when they are empty. */
export function openTables(database: DatabaseSync): (Place & Carried) | null {
  if (hasForm(database)) {
    database.exec(TRADE_BY_OPPORTUNITY);
    const row = database
      .prepare('SELECT seq, hash, stranded, money, held, market, wallets FROM archived WHERE seq > 0')
      .get();
    if (row === undefined) return null;
    const { seq, hash, stranded, money, held, market, wallets } = row;
    return {
      seq: Number(seq),
      hash: String(hash),
      residuals: JSON.parse(String(stranded)),
      money: JSON.parse(String(money)),
      held: JSON.parse(String(held)),
      market: JSON.parse(String(market)),
      wallets: JSON.parse(String(wallets)),
    };
  }
  clearTables(database);
  return null;
}

/** Leaves the tables as they are before the first fact. */
export function clearTables(database: DatabaseSync): void {
  const names = ['archived', 'trade', 'placed', 'execution', 'mark', 'marked', 'opened'];
  database.exec(
    `BEGIN; ${names.map((name) => `DROP TABLE IF EXISTS ${name};`).join(' ')} ${TABLES} ${TRADE_BY_OPPORTUNITY} ${NOTHING} COMMIT`,
  );
}

function hasForm(database: DatabaseSync): boolean {
  const columns = database.prepare("SELECT name FROM pragma_table_info('archived')").all();
  if (!columns.some(({ name }) => name === 'form')) return false;
  return database.prepare('SELECT form FROM archived').get()?.form === FORM;
}

/** Where the records are taken from. */
export type Source = Pick<
  JournalledState,
  'executions' | 'orders' | 'residuals' | 'residual_origins' | 'money' | 'held' | 'market' | 'wallets'
>;
/** What facts have changed since the last time something was written. */
export interface Touched {
  readonly executions: Set<string>;
  readonly orders: Set<string>;
  /** In their order, each with the parts and the wallet as of it. */
  readonly marks: (readonly [EquityMarked, MoneyParts, string])[];
  readonly openings: (OpenedMarket & Pick<MarketOpened, 'at'>)[];
}
export const touched = (): Touched => ({ executions: new Set(), orders: new Set(), marks: [], openings: [] });

export const isUntouched = ({ executions, orders, marks, openings }: Touched): boolean =>
  executions.size + orders.size + marks.length + openings.length === 0;

/** Notes what the fact has changed; the source is as of the fact. */
export function touch({ executions, orders, marks, openings }: Touched, fact: Fact, { money, market }: Source): void {
  if (fact.type === 'ExecutionStarted') executions.add(fact.plan.id);
  else if (fact.type === 'OrderIntended') orders.add(fact.order.id);
  else if (fact.type === 'MarketOpened' && market !== null) openings.push({ ...market, at: fact.at });
  else if (fact.type === 'EquityMarked') {
    const parts = money.get(fact.mode)?.marked?.parts.findLast(({ at }) => at === fact.at);
    if (parts !== undefined) marks.push([fact, parts, fact.mode === 'live' ? '' : (market?.wallet ?? '')]);
  } else if ('order_id' in fact) orders.add(fact.order_id);
  else if ('execution_id' in fact && fact.execution_id !== undefined) executions.add(fact.execution_id);
}

/** Writes what was touched, all or none, with the place of the journal up to which it goes. */
export function createWriter(database: DatabaseSync) {
  const putTrade = database.prepare(
    `INSERT OR REPLACE INTO trade (id, at, exchange, type, mode, market, kind, status, profit, profit_pct, slippage_pct, duration_seconds, fees,
     pairs, legs, record) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const putOrder = database.prepare('INSERT OR REPLACE INTO placed VALUES (?, ?, ?, ?)');
  const putExecution = database.prepare('INSERT OR REPLACE INTO execution (id, may_change, record) VALUES (?, ?, ?)');
  const forget = database.prepare(
    `DELETE FROM execution WHERE place <= (SELECT max(place) FROM execution) - ${EXECUTIONS_KEPT} AND may_change = 0`,
  );
  const putMark = database.prepare('INSERT OR REPLACE INTO mark VALUES (?, ?, ?, ?, ?, ?)');
  const putOpening = database.prepare('INSERT OR REPLACE INTO opened VALUES (?, ?, ?, ?, ?)');
  const putPlace = database.prepare(`INSERT OR REPLACE INTO archived VALUES (1, ${FORM}, ?, ?, ?, ?, ?, ?, ?)`);
  type Write = () => void;
  const executionWrites = (execution: Execution, orders: Source['orders']): readonly Write[] => {
    const trade = execution.finished_at === null ? null : tradeRow(tradeRecord(execution, orders));
    const row = [execution.id, mayChange(execution) ? 1 : 0, JSON.stringify(execution)] as const;
    return [...(trade ? [() => putTrade.run(...trade)] : []), () => putExecution.run(...row)];
  };
  const writesOf = (batch: Touched, source: Source, { seq, hash }: Place): readonly Write[] => {
    const { executions, orders } = source;
    const writes: Write[] = [];
    const concerned = new Set(batch.executions);
    for (const id of batch.orders) {
      const order = orders.get(id);
      if (order === undefined) continue;
      const row = [id, order.exchange, orderStatus[order.status], JSON.stringify(order)] as const;
      writes.push(() => putOrder.run(...row));
      const execution_id = order.recovers ?? order.execution_id;
      if (execution_id !== null) concerned.add(execution_id);
    }
    for (const id of concerned) {
      const execution = executions.get(id);
      if (execution !== undefined) writes.push(...executionWrites(execution, orders));
    }
    for (const [{ mode, at, equity_usd }, parts, wallet] of batch.marks) {
      const row = [mode, wallet, at, equity_usd, Number(parts.flows), JSON.stringify(parts)] as const;
      writes.push(() => putMark.run(...row));
    }
    for (const { at, market, since, wallet, provenance } of batch.openings) {
      const stated = provenanceOfMarket(market, provenance);
      writes.push(() => putOpening.run(at, market, since, wallet, stated && JSON.stringify(stated)));
    }
    if (concerned.size > 0) writes.push(() => forget.run());
    const held = [...source.held].map(([account, amounts]) => [account, [...amounts]]);
    const wallets = frozenWallets(source.wallets);
    const parts = [residualRows(source), [...source.money], held, source.market, wallets];
    const carried = parts.map((part) => JSON.stringify(part));
    return [...writes, () => putPlace.run(seq, hash, ...carried)];
  };
  return {
    /** Makes the rows from the source as it is now; what it returns writes them. */
    prepare(batch: Touched, source: Source, place: Place): () => void {
      const writes = writesOf(batch, source, place);
      return () => {
        // All of it is in the journal: what a power cut takes is written again.
        inTransaction(database, () => {
          for (const write of writes) write();
        });
      };
    },
  };
}

const residualRows = ({ residuals, residual_origins }: Source): readonly ResidualRow[] =>
  [...residuals].flatMap(([exchange, assets]) =>
    [...assets].map(([asset, amount]) => {
      return [exchange, asset, amount, residual_origins.get(exchange)?.get(asset) ?? null] as const;
    }),
  );

/** While it runs, and as long as somebody may still deal with its residual positions. */
const mayChange = ({ finished_at, left }: Execution): boolean =>
  finished_at === null || left.some(({ stranded }) => stranded);

function tradeRow(trade: TradeRecord) {
  const {
    id,
    exchange,
    type,
    mode,
    market = unknownMarket,
    status,
    profit,
    profit_pct,
    slippage_pct,
    duration_seconds,
    fees,
    pairs,
    legs,
  } = trade;
  const steps = JSON.stringify(legs.map((leg) => [leg.status, leg.ms]));
  const figures = [profit, profit_pct, slippage_pct, duration_seconds, fees] as const;
  const at = Date.parse(trade.entry_time);
  return [
    id,
    at,
    exchange,
    type,
    mode,
    market,
    trade.provenance?.kind ?? '',
    status,
    ...figures,
    JSON.stringify(pairs),
    steps,
    JSON.stringify(trade),
  ] as const;
}
