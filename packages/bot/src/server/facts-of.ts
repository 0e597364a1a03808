import type { FactRecord, TradeRecord } from '@triquad/core/contract';
import { bisect } from '../journal/bisect.ts';
import type { EventStore, StoredFact } from '../journal/event-store.ts';
import type { Fact } from '../model/event.ts';
import { isoTime } from '../model/moment.ts';
import type { Order } from '../model/state.ts';

type Store = Pick<EventStore<Fact>, 'facts' | 'committed'>;

const PAGE = 1_000;
/** Facts that are read for one life: an execution of a second has some tens around it. */
const MOST_READ = 20_000;
/** A fact is written within this time of what it tells of, in ms. */
const SLACK_MS = 1_000;
/** What of a fact is told: what fits in a line, and nothing of who asked for it. */
const SAID = [
  ...['symbol', 'side', 'quantity', 'quote_quantity', 'price', 'purpose', 'asset', 'amount', 'usd_value'],
  ...['status', 'reason', 'profit', 'fees_usd', 'error_message', 'start_amount', 'expected_end', 'trigger', 'mode'],
  ...['config_version', 'exchange_order_id', 'optimistic', 'pessimistic'],
];

/** The facts about an execution, oldest first, with its plan; null where its start is not found. */
export interface FactsOf {
  readonly facts: readonly FactRecord[];
  readonly stored: readonly Fact[];
}

/**
 * Finds by its time where an execution begins in the journal, and reads on until the last that its orders tell of. `orders`: its own and those
 * that sold its residual positions.
 */
export async function factsOf(
  store: Store,
  trade: Pick<TradeRecord, 'id' | 'entry_time' | 'duration_seconds'>,
  orders: readonly Order[],
): Promise<FactsOf | null> {
  const started = Date.parse(trade.entry_time);
  const ended = Math.max(started + (trade.duration_seconds ?? 0) * 1_000, ...orders.map((order) => order.updated_at));
  const legs = new Map(orders.map((order) => [order.id, order.leg]));
  const last = store.committed();
  const found: StoredFact<Fact>[] = [];
  let next = await bisect(1, last, async (seq) => {
    const [stored] = await store.facts(seq, 1);
    return stored === undefined || stored.fact.at >= started - SLACK_MS;
  });
  for (let read = 0; next <= last && read < MOST_READ; read += PAGE) {
    const page = await store.facts(next, PAGE);
    found.push(...page.filter(({ fact }) => concerns(fact, trade.id, legs)));
    const end = page.at(-1);
    if (end === undefined || end.fact.at > ended + SLACK_MS) break;
    next = end.seq + 1;
  }
  if (found[0]?.fact.type !== 'ExecutionStarted') return null;
  return { facts: found.map((stored) => factRecord(stored, legs)), stored: found.map(({ fact }) => fact) };
}

function concerns(fact: Fact, execution_id: string, legs: ReadonlyMap<string, unknown>): boolean {
  if (fact.type === 'ExecutionStarted') return fact.plan.id === execution_id;
  if (fact.type === 'OrderIntended') return legs.has(fact.order.id);
  if ('order_id' in fact) return legs.has(fact.order_id);
  return 'execution_id' in fact && fact.execution_id === execution_id;
}

function factRecord({ seq, hash, fact }: StoredFact<Fact>, legs: ReadonlyMap<string, number | null>): FactRecord {
  const { type, at } = fact;
  const order_id = type === 'OrderIntended' ? fact.order.id : 'order_id' in fact ? fact.order_id : null;
  const body: object = type === 'ExecutionStarted' ? fact.plan : type === 'OrderIntended' ? fact.order : fact;
  const says: FactRecord['says'] = {};
  for (const [name, value] of Object.entries(body)) {
    if (!SAID.includes(name)) continue;
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') says[name] = value;
  }
  const leg = order_id === null ? null : (legs.get(order_id) ?? null);
  return { seq, at: isoTime(at), type, hash, order_id, leg, says };
}
