import type { EventStore } from '../journal/event-store.ts';
import type { Core } from '../kernel/core.ts';
import { createRecent } from '../kernel/recent.ts';
import { type Elapsed, since } from '../model/clock.ts';
import type { DecisionMade, DecisionReason } from '../model/event.ts';
import { provenanceNow } from '../model/provenance.ts';
import type { Executor } from '../orders/executor.ts';
import type { Doubted, Doubts } from './doubts.ts';
import type { MarketLives } from './market-lives.ts';
import type { Candidate, Opportunity } from './opportunity.ts';
import { type Miss, nextBest, type PlanningNeeds, planExecution } from './planning.ts';
import type { QuietBooks } from './quiet-books.ts';
import type { RouteMemory } from './route-memory.ts';

/** Null where nothing new was decided. */
export type Decision = {
  readonly decision: 'executed' | 'skipped';
  readonly reason: DecisionReason;
  readonly detail: string;
} | null;

/** Why each opportunity was executed or was not. */
export type Decisions = {
  /**
   * Executes one that was sized in this turn by itself, or says why not; null where the same reason was given already. What clients do not
   * know is not written down, unless it is executed: then `show` runs before.
   */
  offer(opportunity: Opportunity, isShown: boolean, show: () => void): Decision;
  /** Leaves one alone. */
  leave(opportunity: Opportunity, isShown: boolean, reason: DecisionReason, detail: string): Decision;
  /** A cycle that exceeds the threshold at the top of the books, but not with what can be ordered. */
  miss(candidate: Candidate, why: Miss, profitPct: number): void;
  /** Records the outcome of an operator's command. */
  note(opportunity: Opportunity, reason: DecisionReason, detail: string, execution_id?: string): Decision;
  recent(): readonly DecisionMade[];
  counts(): Readonly<Record<string, number>>;
  restart(): void;
};

/** How many are kept in memory. */
const kept = 2000;
/** Why a cycle that exceeds the threshold at the top of the books is no opportunity. */
const missed = (why: Miss, profitPct: number, threshold: number): { reason: DecisionReason; detail: string } => {
  const found = `${profitPct.toFixed(3)} %`;
  switch (why) {
    case 'below-threshold':
      return {
        reason: 'below_threshold_after_lots',
        detail: `${found} in whole lots, the threshold is ${threshold} %`,
      };
    case 'not-profitable':
      return { reason: 'below_threshold_after_lots', detail: `${found} at the best prices, nothing in whole lots` };
    case 'below-minimum':
      return { reason: 'lots_or_minimum', detail: `${found}, but a leg is below what the exchange takes` };
    case 'no-depth':
      return { reason: 'stale_book', detail: `${found}, but a book of it is not trusted` };
    case 'no-valuation':
      return { reason: 'no_valuation', detail: `${found}, but its start currency has no price in USD` };
  }
};

/** How long the same cycle is not written down again for the same reason, in ms. */
const repeatMs = 10_000;

type Needs = PlanningNeeds & Pick<Core, 'lifecycle' | 'every'>;

export const createDecisions = (
  core: Needs,
  memory: RouteMemory,
  executor: Executor,
  lives: Pick<MarketLives, 'note'>,
  quietBooks: Pick<QuietBooks, 'read'>,
  doubts: Pick<Doubts, 'reading' | 'of' | 'ask'>,
  store: Pick<EventStore, 'recall'>,
): Decisions => {
  const recent = createRecent<DecisionMade>(kept);
  // Those of earlier runs of the process.
  for (const { data } of store.recall('decisions', { limit: kept }).toReversed()) recent.add(data as DecisionMade);
  const last = new Map<string, { readonly reason: DecisionReason; readonly at: Elapsed }>();
  let counts: Record<string, number> = {};

  const write = (decision: Omit<DecisionMade, 'type' | 'id' | 'at' | 'decision'>): void => {
    const { reason } = decision;
    counts = { ...counts, [reason]: (counts[reason] ?? 0) + 1 };
    const at = core.clock.now();
    const outcome = reason === 'executed' ? 'executed' : 'skipped';
    const provenance = provenanceNow(core.recorder.state, decision.exchange);
    const made: DecisionMade = {
      ...{ type: 'DecisionMade', id: core.ids(), ...decision, decision: outcome },
      ...(provenance && { provenance }),
      at,
    };
    recent.add(made);
    core.recorder.pass(made);
  };

  const isNews = (key: string, reason: DecisionReason): boolean => {
    const at = core.clock.monotonic();
    const before = last.get(key);
    if (before?.reason === reason && since(before.at, at) < repeatMs) return false;
    last.set(key, { reason, at });
    return true;
  };

  const note: Decisions['note'] = (opportunity, reason, detail, execution_id) => {
    if (!isNews(opportunity.record.id, reason)) return null;
    put(opportunity, reason, detail, execution_id);
    return { decision: reason === 'executed' ? 'executed' : 'skipped', reason, detail };
  };

  const put = (
    { record, markets, next }: Opportunity,
    reason: DecisionReason,
    detail: string,
    execution_id?: string,
  ): void => {
    const { id: opportunity_id, path, profit_pct, dislocation_id } = record;
    write({
      ...{ opportunity_id, exchange: markets.exchange, path, reason, detail, profit_pct },
      threshold_pct: core.recorder.state.parameters.min_profit_threshold,
      ...(dislocation_id === undefined ? {} : { dislocation_id }),
      ...(execution_id === undefined ? {} : { execution_id }),
      ...(next ? { next_best: nextBest(next) } : {}),
    });
  };

  const leave: Decisions['leave'] = (opportunity, isShown, reason, detail) =>
    isShown ? note(opportunity, reason, detail) : { decision: 'skipped', reason, detail };

  /** Reads the books again, and writes down what came of it. */
  const resolveDoubt = async (opportunity: Opportunity, doubted: Doubted): Promise<void> => {
    const why = await doubts.ask(doubted);
    put(opportunity, 'doubted_profit', why ?? 'read again, the books agree: planned again');
  };

  const forgetOld = (): void => {
    const now = core.clock.monotonic();
    for (const [key, { at }] of last) if (since(at, now) > 2 * repeatMs) last.delete(key);
  };
  core.every(repeatMs, forgetOld);

  return {
    note,
    leave,
    offer: (opportunity, isShown, show) => {
      if (opportunity.record.decision?.decision === 'executed') return null;
      const refuse = (reason: DecisionReason, detail: string) => leave(opportunity, isShown, reason, detail);
      if (core.lifecycle() !== 'running') return refuse('not_running', 'the bot does not run');
      if (core.recorder.state.mode === 'live') return refuse('live_mode', 'live money waits for an operator');
      if (!core.config().auto_execute) return refuse('auto_execute_off', 'automatic execution is off');
      const { cycle, markets } = opportunity;
      if (core.config().by_hand?.[markets.exchange]?.includes(cycle.type))
        return refuse('auto_execute_off', `${cycle.type} at ${markets.exchange} is left to the operator`);
      const request = { opportunity, amount: null, trigger: 'automatic', dry_run: true, isSizedNow: true } as const;
      const planned = planExecution(core, memory, { ...request, doubts });
      if (!planned.ok) {
        const { market, reason, detail, quiet = [], doubted = null } = planned;
        if (market !== undefined) lives.note(opportunity.markets.exchange, market, { type: 'refused', reason: detail });
        if (quiet.length > 0) void quietBooks.read(opportunity.markets, quiet);
        if (doubted) void resolveDoubt(opportunity, doubted);
        return refuse(reason, detail);
      }
      if (!isShown) show();
      return executor.run(planned.plan)
        ? note(opportunity, 'executed', 'automatically', planned.plan.id)
        : note(opportunity, 'halted', 'the journal cannot be written');
    },
    miss: ({ markets: { exchange }, cycle }, why, profit_pct) => {
      const { reason, detail } = missed(why, profit_pct, core.recorder.state.parameters.min_profit_threshold);
      if (!isNews(`${exchange} ${cycle.key}`, reason)) return;
      const threshold_pct = core.recorder.state.parameters.min_profit_threshold;
      write({ opportunity_id: null, exchange, path: cycle.symbols, reason, detail, profit_pct, threshold_pct });
    },
    recent: recent.all,
    counts: () => counts,
    restart: () => {
      counts = {};
      last.clear();
    },
  };
};
