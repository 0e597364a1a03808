import type { DecidedRecord, LifeRecord, OpportunityRecord, TradeRecord } from '@triquad/core/contract';
import type { EventStore } from '../journal/event-store.ts';
import type { DecisionMade, Fact, WhenFound } from '../model/event.ts';
import { isoTime } from '../model/moment.ts';
import { tradeRecord } from '../portfolio/trade-record.ts';
import type { Backend } from './backend.ts';
import { type FactsOf, factsOf } from './facts-of.ts';
import { decidedRecord, nextBestRecord } from './records.ts';
import { around, keptOpportunity, momentOfId } from './ring-search.ts';

type Needs = Pick<Backend, 'engine' | 'archive'> & {
  readonly store: Pick<EventStore<Fact>, 'records' | 'facts' | 'committed'>;
};

/**
 * One life of an opportunity, by its id, or that of its execution, of one of their orders, or of a decision; null where nothing of it is kept.
 * Trades and facts are kept for the whole history, opportunities and decisions as far as their rings reach.
 */
export async function lifeOf(needs: Needs, id: string): Promise<LifeRecord | null> {
  const { engine, store } = needs;
  let trade = tradeBy(needs, id);
  const decision = trade === null ? await decisionBy(store, id) : null;
  const opportunity_id = trade?.opportunity_id ?? decision?.opportunity_id ?? (decision === null ? id : null);
  trade ??= decision?.execution_id === undefined ? null : tradeBy(needs, decision.execution_id);
  const opportunity = opportunity_id === null ? null : await opportunityBy(needs, opportunity_id);
  const decisions = opportunity_id === null ? [] : await decisionsOf(store, opportunity_id);
  if (decision !== null && !decisions.some((one) => one.id === decision.id)) decisions.push(decidedRecord(decision));
  if (trade === null && opportunity === null && decisions.length === 0) return null;
  const facts = trade === null ? null : await factsOf(store, trade, ordersOf(needs, trade));
  const plan = planIn(facts) ?? (trade === null ? undefined : engine.state().executions.get(trade.id));
  return {
    id,
    provenance: trade?.provenance ?? opportunity?.provenance ?? decisions.at(-1)?.provenance ?? null,
    opportunity_id: opportunity?.id ?? opportunity_id,
    execution_id: trade?.id ?? null,
    dislocation_id: opportunity?.dislocation_id ?? plan?.found?.dislocation_id ?? decision?.dislocation_id ?? null,
    opportunity,
    found: foundOf(plan?.found, opportunity, decisions),
    decisions,
    trigger: plan?.trigger ?? null,
    trade,
    ...(plan?.conditions ? { conditions: { ...plan.conditions, commit_ms: commitMs(facts) } } : {}),
    left: leftIn(facts),
    facts: [...(facts?.facts ?? [])],
    forgotten: [
      ...(opportunity === null && opportunity_id !== null ? (['opportunity'] as const) : []),
      ...(decisions.length === 0 ? (['decisions'] as const) : []),
      ...(trade !== null && facts === null ? (['facts'] as const) : []),
    ],
  };
}

/** The trade of that id, of that opportunity, or of that order; one that runs as well. */
function tradeBy({ engine, archive }: Needs, id: string): TradeRecord | null {
  const { executions, orders } = engine.state();
  const execution_id = orders.get(id)?.execution_id ?? archive.order(id)?.execution_id ?? id;
  const running =
    executions.get(execution_id) ?? [...executions.values()].findLast(({ opportunity_id }) => opportunity_id === id);
  if (running !== undefined) return tradeRecord(running, orders);
  return archive.trade(execution_id) ?? archive.tradeOf(id);
}

const ordersOf = ({ archive }: Needs, { legs }: TradeRecord) =>
  legs.flatMap(({ order_id }) => (order_id === null ? [] : (archive.order(order_id) ?? [])));

async function opportunityBy({ engine, store }: Needs, id: string): Promise<OpportunityRecord | null> {
  const recent = engine.state().opportunities.find((one) => one.id === id);
  if (recent !== undefined) return recent;
  for await (const { id: kept, data } of around(store, 'opportunities', momentOfId(id)))
    if (kept === id) return keptOpportunity(data);
  return null;
}

async function decisionBy(store: Needs['store'], id: string): Promise<DecisionMade | null> {
  for await (const { id: kept, data } of around(store, 'decisions', momentOfId(id)))
    if (kept === id) return data as DecisionMade;
  return null;
}

/** Oldest first. */
async function decisionsOf(store: Needs['store'], opportunity_id: string): Promise<DecidedRecord[]> {
  const found: DecidedRecord[] = [];
  for await (const { data } of around(store, 'decisions', momentOfId(opportunity_id))) {
    const decision = data as DecisionMade;
    if (decision.opportunity_id === opportunity_id) found.unshift(decidedRecord(decision));
  }
  return found;
}

const planIn = (facts: FactsOf | null) => {
  const [started] = facts?.stored ?? [];
  return started?.type === 'ExecutionStarted' ? started.plan : undefined;
};

/** How long the first order waited for the commit of its execution, in ms; null where it is not known. */
const commitMs = (facts: FactsOf | null): number | null => {
  const begun = facts?.stored[0]?.at;
  const sent = facts?.stored.find((fact) => fact.type === 'OrderSent')?.at;
  return begun === undefined || sent === undefined ? null : Math.max(0, sent - begun);
};

const leftIn = (facts: FactsOf | null): LifeRecord['left'] => {
  const finished = facts?.stored.findLast((fact) => fact.type === 'ExecutionFinished');
  return finished?.type === 'ExecutionFinished' ? finished.left.map((one) => ({ ...one })) : [];
};

/** As its plan remembers it; of one that was not executed as it was shown last. */
function foundOf(
  found: WhenFound | undefined,
  opportunity: OpportunityRecord | null,
  decisions: readonly DecidedRecord[],
): LifeRecord['found'] {
  const last = decisions.at(-1);
  if (found !== undefined) {
    const { at, break_even_fee_pct = null, alternatives = null, next_best, book_ages_ms, ...rest } = found;
    const { profit_pct, profit_usd, capital_usd, threshold_pct } = rest;
    return {
      at: isoTime(at),
      ...{ profit_pct, profit_usd, capital_usd, threshold_pct, break_even_fee_pct, alternatives },
      book_ages_ms: [...book_ages_ms],
      next_best: next_best === undefined ? null : nextBestRecord(next_best),
    };
  }
  if (opportunity === null) return null;
  const { detected_at, profit_pct, profit_usd, capital_required, book_age_ms } = opportunity;
  return {
    at: detected_at,
    profit_pct,
    profit_usd,
    capital_usd: capital_required,
    threshold_pct: last?.threshold_pct ?? null,
    book_ages_ms: book_age_ms === undefined ? [] : [book_age_ms],
    break_even_fee_pct: opportunity.break_even_fee_pct ?? null,
    alternatives: opportunity.alternatives ?? null,
    next_best: last?.next_best ?? null,
  };
}
