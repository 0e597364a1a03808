import type { DatabaseSync } from 'node:sqlite';
import type { TradeRecord, TradingMode } from '@triquad/core/contract';
import type { Engine } from '../engine/engine.ts';
import type { Fact } from '../engine/event.ts';
import { evolve, initialState } from '../engine/journalled.ts';
import type { Order } from '../engine/state.ts';
import type { EventStore } from '../journal/event-store.ts';
import type { TradeFigures } from '../portfolio/closed-trades.ts';
import type { EquityMark } from '../portfolio/curves.ts';
import { createReader, type OrderQuery, type TradeQuery, type TradeSums } from './archive-reader.ts';
import { createWriter, type Source, TABLES, type Touched, touch, touched } from './archive-writer.ts';
import type { Period } from './backend.ts';

/** Everything that ended, however long ago: the engine keeps only the last of it in memory. */
export interface Archive {
  /** Ended trades, newest first, and how many there are in all. */
  trades(query: TradeQuery): { readonly rows: readonly TradeRecord[]; readonly total: number };
  /** What all trades of the query come to. */
  sums(query: Omit<TradeQuery, 'limit' | 'offset'>): TradeSums;
  /** What performance is worked out from, in the order in which it ended. */
  figures(period: Period, mode: TradingMode | null, exchange: string | null): readonly TradeFigures[];
  /** Reads what `figures` of such a period needs, a little at a time, so that who asks first does not hold the market up. */
  warm(period: Period, mode: TradingMode): Promise<void>;
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

const FLUSH_MS = 500;
const REBUILT_AT_ONCE = 5_000;

/**
 * The archive in tables of the server's database: a projection of the journal, brought up to date at the start and made anew
 * from its first fact when it does not fit. `onFault` is told once when it cannot be written; what was not is written later.
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
  let failed = false;
  const flush = (): void => {
    try {
      write(live(), store.lastSeq());
      failed = false;
    } catch (error) {
      if (!failed) onFault(error);
      failed = true;
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
  let stopped = false;
  const reader = createReader(database, flush, live);
  return {
    ...reader,
    warm: (period, mode) => reader.warm(period, mode, () => stopped),
    flush,
    stop() {
      stopped = true;
      clearInterval(timer);
      unsubscribe();
      flush();
    },
  };
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
