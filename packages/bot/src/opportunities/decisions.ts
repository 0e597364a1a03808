import type { Core } from '../kernel/core.ts';
import type { ExchangeMarkets } from '../kernel/markets.ts';
import { createRecent } from '../kernel/recent.ts';
import { type Elapsed, since } from '../model/clock.ts';
import type { DecisionMade, DecisionReason } from '../model/event.ts';
import type { Executor } from '../orders/executor.ts';
import type { Cycle } from '../strategy/cycle.ts';
import type { Board, Live, Miss } from './board.ts';
import type { Exclusions } from './exclusions.ts';
import { planExecution } from './planning.ts';
import type { RouteMemory } from './route-memory.ts';

/** Why each opportunity was executed or was not. */
export type Decisions = {
  /** Executes it by itself, or says why not; the same reason is not given twice. */
  offer(live: Live): void;
  miss(markets: ExchangeMarkets, cycle: Cycle, why: Miss, profitPct: number): void;
  /** Writes down what an operator's wish came to. */
  note(live: Live, reason: DecisionReason, detail: string): void;
  recent(): readonly DecisionMade[];
  counts(): Readonly<Record<string, number>>;
  restart(): void;
};

/** How many are kept in memory. */
export const kept = 2000;
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

/** `before`: those that an earlier run of the process has made, oldest first. */
export const createDecisions = (
  core: Core,
  memory: RouteMemory,
  executor: Executor,
  exclusions: Exclusions,
  board: () => Board,
  before: readonly DecisionMade[],
): Decisions => {
  const recent = createRecent<DecisionMade>(kept);
  for (const decision of before) recent.add(decision);
  const last = new Map<string, { readonly reason: DecisionReason; readonly at: Elapsed }>();
  let counts: Record<string, number> = {};

  const write = (decision: Omit<DecisionMade, 'type' | 'id' | 'at' | 'decision'>): void => {
    const { reason } = decision;
    counts = { ...counts, [reason]: (counts[reason] ?? 0) + 1 };
    const at = core.clock.now();
    const outcome = reason === 'executed' ? 'executed' : 'skipped';
    const made: DecisionMade = { type: 'DecisionMade', id: core.ids(), ...decision, decision: outcome, at };
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

  const note = ({ record, found }: Live, reason: DecisionReason, detail: string): void => {
    const { id: opportunity_id, path, profit_pct } = record;
    if (!isNews(opportunity_id, reason)) return;
    write({ opportunity_id, exchange: found.markets.exchange, path, reason, detail, profit_pct });
    board().decide(opportunity_id, { decision: reason === 'executed' ? 'executed' : 'skipped', reason, detail });
  };

  const forgetOld = (): void => {
    const now = core.clock.monotonic();
    for (const [key, { at }] of last) if (since(at, now) > 2 * repeatMs) last.delete(key);
  };
  core.every(repeatMs, forgetOld);

  return {
    note,
    offer: (live) => {
      if (live.record.decision?.decision === 'executed') return;
      if (core.lifecycle() !== 'running') return note(live, 'not_running', 'the bot does not run');
      if (core.recorder.state.mode === 'live') return note(live, 'live_mode', 'live money waits for an operator');
      if (!core.config().auto_execute) return note(live, 'auto_execute_off', 'automatic execution is off');
      const planned = planExecution(core, memory, { live, amount: null, trigger: 'automatic', dry_run: true });
      if (!planned.ok) {
        if (planned.market !== undefined)
          exclusions.refuse(live.found.markets.exchange, planned.market, planned.detail);
        return note(live, planned.reason, planned.detail);
      }
      if (executor.run(planned.plan)) note(live, 'executed', 'automatically');
      else note(live, 'halted', 'the journal cannot be written');
    },
    miss: (markets, cycle, why, profit_pct) => {
      const { reason, detail } = missed(why, profit_pct, core.recorder.state.parameters.min_profit_threshold);
      if (!isNews(`${markets.exchange} ${cycle.key}`, reason)) return;
      write({ opportunity_id: null, exchange: markets.exchange, path: cycle.symbols, reason, detail, profit_pct });
    },
    recent: recent.all,
    counts: () => counts,
    restart: () => {
      counts = {};
      last.clear();
    },
  };
};
