import type { DatabaseSync } from 'node:sqlite';
import { type EventStore, type StoredFact, StoreFault } from '../journal/event-store.ts';
import { evolve, initialState } from '../kernel/fold.ts';
import { addResidual } from '../kernel/fold-residuals.ts';
import type { Journalled } from '../kernel/journalled.ts';
import { thawedWallets } from '../kernel/snapshot.ts';
import type { Fact } from '../model/event.ts';
import type { Execution, Order } from '../model/state.ts';
import { clearTables, createWriter, type openTables, type Place, touch, touched } from './archive-writer.ts';

/** Facts of one step: a few milliseconds, and far fewer than the fold may forget meanwhile. */
const AT_ONCE = 250;

type Left = NonNullable<ReturnType<typeof openTables>>;

/** Brings the tables up to the end of the journal, from where they were left. */
export interface CatchUp {
  /** Facts that are not in the tables yet. */
  behind(): number;
  /** Reads on a little; true once nothing is left. What throws may be tried again. */
  step(): Promise<boolean>;
}

/**
 * Folds the facts after `left` and takes what is older and concerned by them out of the tables, so that neither memory nor the
 * time of a step grows with the journal. Without `left` all is read from the first fact. Rejects with a StoreFault when `left` is
 * no place of this journal: the archive then proves that facts are missing, and is left as it is.
 */
export async function createCatchUp(
  database: DatabaseSync,
  store: EventStore<Fact>,
  left: Left | null,
): Promise<CatchUp> {
  if (left !== null && !(await isPlace(store, left))) {
    throw new StoreFault('corrupt', `server.sqlite has read ${left.seq} facts of a journal that is not this one`);
  }
  let place = left?.seq ?? 0;
  if (left === null) clearTables(database);
  const writer = createWriter(database);
  // The parameters play no part in what is archived.
  const state = initialState({
    enabled_exchanges: [],
    trading_pairs: [],
    min_profit_threshold: 0,
    max_capital_per_route: 0,
  });
  const recall = createRecall(database, state);
  for (const [exchange, asset, amount, origin] of left?.residuals ?? []) {
    addResidual(state, exchange, asset, amount, origin ?? undefined);
    if (origin !== null) recall.execution(origin.execution_id);
  }
  for (const [mode, money] of left?.money ?? []) state.money.set(mode, money);
  state.market = left?.market ?? null;
  if (left !== null) state.wallets = thawedWallets(left.wallets);
  for (const { residual_origins } of state.wallets.values())
    for (const origins of residual_origins.values())
      for (const { execution_id } of origins.values()) recall.execution(execution_id);
  for (const [account, amounts] of left?.held ?? []) state.held.set(account, new Map(amounts));
  if (left !== null) recall.running();
  let slice: readonly StoredFact<Fact>[] = [];
  let batch = touched();

  return {
    behind: () => store.lastSeq() - place,
    async step() {
      if (slice.length === 0) slice = fold(await store.facts(place + 1, AT_ONCE));
      const last = slice.at(-1);
      if (last !== undefined) {
        writer.prepare(batch, state, last)();
        place = last.seq;
        slice = [];
        batch = touched();
      }
      return place === store.lastSeq();
    },
  };

  function fold(facts: readonly StoredFact<Fact>[]): readonly StoredFact<Fact>[] {
    for (const { fact } of facts) {
      recall.concernedBy(fact);
      evolve(state, fact);
      touch(batch, fact, state);
    }
    return facts;
  }
}

async function isPlace(store: EventStore<Fact>, { seq, hash }: Place): Promise<boolean> {
  if (seq < 1 || seq > store.lastSeq()) return false;
  const [stored] = await store.facts(seq, 1);
  return stored?.hash === hash;
}

/** Puts into the state what is only in the tables. */
function createRecall(database: DatabaseSync, state: Journalled) {
  const selectOrder = database.prepare('SELECT record FROM placed WHERE id = ?');
  const selectExecution = database.prepare('SELECT record FROM execution WHERE id = ?');
  const selectRunning = database.prepare(
    "SELECT id FROM execution WHERE may_change = 1 AND json_extract(record, '$.finished_at') IS NULL",
  );
  const recallOrder = (id: string): void => {
    if (state.orders.has(id)) return;
    const row = selectOrder.get(id);
    if (row !== undefined) state.orders.set(id, JSON.parse(String(row.record)) as Order);
  };
  const recallExecution = (id: string): void => {
    if (!state.executions.has(id)) {
      const row = selectExecution.get(id);
      if (row !== undefined) state.executions.set(id, JSON.parse(String(row.record)) as Execution);
    }
    const { order_ids = [], sale_ids = [] } = state.executions.get(id) ?? {};
    for (const order_id of [...order_ids, ...sale_ids]) recallOrder(order_id);
  };
  const recallOwner = ({ recovers, execution_id }: Pick<Order, 'recovers' | 'execution_id'>): void => {
    const id = recovers ?? execution_id;
    if (id !== null) recallExecution(id);
  };
  const concernedBy = (fact: Fact): void => {
    if (fact.type === 'OrderIntended') recallOwner(fact.order);
    else if ('order_id' in fact) {
      recallOrder(fact.order_id);
      const order = state.orders.get(fact.order_id);
      if (order !== undefined) recallOwner(order);
    } else if ('execution_id' in fact && fact.execution_id !== undefined) recallExecution(fact.execution_id);
  };
  /** What they hold is part of the next mark. */
  const recallRunning = (): void => {
    const elsewhere = new Set([...state.wallets.values()].flatMap(({ open_executions }) => [...open_executions]));
    for (const { id } of selectRunning.all()) {
      recallExecution(String(id));
      if (!elsewhere.has(String(id))) state.open_executions.add(String(id));
    }
  };
  return { execution: recallExecution, running: recallRunning, concernedBy };
}
