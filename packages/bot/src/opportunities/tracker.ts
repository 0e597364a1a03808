import type { OpportunityRecord } from '@triquad/core/contract';
import type { EventStore } from '../journal/event-store.ts';
import type { Core } from '../kernel/core.ts';
import type { ExchangeMarkets } from '../kernel/exchange-markets.ts';
import type { Market } from '../kernel/market.ts';
import { type Elapsed, since } from '../model/clock.ts';
import type { EngineEvent, ExpiryReason, Stamp } from '../model/event.ts';
import { isoTime } from '../model/moment.ts';
import { provenanceNow } from '../model/provenance.ts';
import type { Decisions } from './decisions.ts';
import { bestOf, type Dislocation, deservesShow, type Entry, isTaken, profitOf } from './dislocation.ts';
import { createFinder } from './finder.ts';
import { createKeptRecords } from './kept-records.ts';
import { createLiving, marketsOf } from './living.ts';
import { longestLifeMs, type Opportunity, type Sized } from './opportunity.ts';
import { type Circumstances, changing, hasMoved, opportunityRecord } from './opportunity-record.ts';
import { decided, ended, outcomeOf, tookNothing } from './outcome.ts';
import { sizeForRoute } from './planning.ts';
import type { RouteMemory } from './route-memory.ts';
import type { Volatility } from './volatility.ts';

type Parts = Pick<Core, 'clock' | 'ids' | 'recorder' | 'valuation'> & {
  readonly store: Pick<EventStore, 'recall'>;
  readonly volatility: Volatility;
  readonly memory: RouteMemory;
  readonly decisions: Decisions;
};

/**
 * The opportunities of all exchanges: found, kept up to date, and let go. Those of one dislocation belong together: the best of each
 * type is shown, and at most one is executed while the move lasts, or in ten seconds of it.
 */
export type Tracker = {
  /** After a book has changed: `hits` cycles through the market exceed the threshold. */
  look(markets: ExchangeMarkets, market: Market, hits: number): void;
  /** After books have lost their trust. */
  distrust(markets: ExchangeMarkets, lost: readonly Market[]): void;
  /** Ends what is too old, and begins it again where it still pays. */
  age(): void;
  clear(): void;
  /** Whether any lives. */
  isTracking(): boolean;
  find(id: string): Opportunity | undefined;
  /** Whether there was one, for as long as its record is kept. */
  knows(id: string): boolean;
  /** Shows what was decided of it; null changes nothing. */
  decide(id: string, decision: OpportunityRecord['decision']): void;
  hear(event: EngineEvent): void;
  /** Those that were shown, newest first, expired ones included, the last 1,000. */
  records(): readonly OpportunityRecord[];
  /** Every cycle of one of the last 50 dislocations, the most profitable first. */
  alternatives(dislocation: string): readonly OpportunityRecord[];
  /** Opportunities that were shown since `since`, and the dislocations they are of: since the start of the bot or, if later, of the process. */
  found(): Found;
  restart(): void;
};

/** An opportunity is sized again, and sent again, at most this often: four times a second. */
const refreshMs = 250;
/** One that was found stays while it keeps this share of the threshold: else it would come and go around it under ever new ids. */
const staysAbove = 0.9;
const types = ['TRI', 'QUAD'] as const;
const sameDislocation = 'another cycle of the same dislocation is executed';

/** Most updates find nothing. */
const none: readonly never[] = [];

/** A cycle to be decided: one that lives on, or a new one of a dislocation. */
type Offered = { readonly sized: Sized; readonly entry: Entry | null; readonly dislocation: Dislocation };

/** `since` in UTC milliseconds. */
type Found = { readonly opportunities: number; readonly dislocations: number; readonly since: number };

export const createTracker = (parts: Parts): Tracker => {
  const { clock, recorder, decisions, memory, volatility } = parts;
  const living = createLiving(parts.ids);
  const records = createKeptRecords(parts.store);
  const { consider, fresh } = createFinder(parts, living);
  let found: Found = { opportunities: 0, dislocations: 0, since: clock.now() };

  const threshold = (): number => recorder.state.parameters.min_profit_threshold;
  const stampNow = (): Stamp => ({ at: clock.now(), received: clock.monotonic() });

  const circumstancesOf = (sized: Sized, stamp: Stamp): Circumstances => {
    const { markets, cycle } = sized;
    return {
      ...stamp,
      provenance: provenanceNow(recorder.state, markets.exchange),
      volatilityPct: volatility.of(marketsOf(sized)),
      fillRate: memory.fillRate(markets.exchange, cycle.markets),
      executionMs: memory.executionMs(markets.exchange, cycle.markets.length),
    };
  };

  const publish = (type: 'OpportunityDetected' | 'OpportunityUpdated', opportunity: OpportunityRecord): void => {
    records.keep(opportunity, true);
    recorder.pass({ type, opportunity, at: clock.now() });
  };

  /** Takes over what has changed, and publishes it where clients know of it. */
  const put = (entry: Entry, record: OpportunityRecord): void => {
    entry.now = { ...entry.now, record };
    if (entry.shown) publish('OpportunityUpdated', record);
    else records.keep(record, false);
  };

  const expire = (entry: Entry, reason: ExpiryReason): void => {
    const [at, now] = [clock.now(), clock.monotonic()];
    living.remove(entry, now);
    const lifetime_ms = since(entry.foundAt, now);
    const opportunity = { ...ended(entry.now.record), lifetime_ms, expires_at: isoTime(at) };
    records.keep(opportunity, entry.shown);
    if (entry.shown) recorder.pass({ type: 'OpportunityExpired', opportunity, reason, at });
  };

  const join = (sized: Sized, dislocation: Dislocation, alternatives: number): Entry => {
    const stamp = stampNow();
    const kinship = { dislocation, alternatives };
    const record = opportunityRecord(parts.ids(), sized, circumstancesOf(sized, stamp), kinship);
    const now = { ...sized, record };
    const { received: foundAt } = stamp;
    const entry: Entry = { foundAt, sizedAt: foundAt, now, shown: false, decision: null, dislocation };
    living.add(entry);
    records.keep(record, false);
    return entry;
  };

  const show = (entry: Entry): void => {
    const { dislocation, now } = entry;
    const isFirst = Object.keys(dislocation.shownAt).length === 0;
    const { opportunities, dislocations, since } = found;
    found = { opportunities: opportunities + 1, dislocations: dislocations + (isFirst ? 1 : 0), since };
    entry.shown = true;
    dislocation.lead[now.cycle.type] = entry;
    dislocation.shownAt[now.cycle.type] = clock.monotonic();
    publish('OpportunityDetected', now.record);
  };

  /** Whether it lives on and has been sized again. */
  const refresh = (entry: Entry): boolean => {
    const { markets, cycle } = entry.now;
    const product = markets.detector().product(cycle.edges);
    const least = threshold() * staysAbove;
    if ((product - 1) * 100 <= least) {
      expire(entry, 'no_profit');
      return false;
    }
    const stamp = stampNow();
    if (since(entry.sizedAt, stamp.received) < refreshMs) return false;
    const sized = sizeForRoute(parts, { markets, cycle: { ...cycle, product } });
    if (typeof sized === 'string' || sized.sizing.profit_pct < least || sized.sizing.profit_pct <= 0) {
      expire(entry, 'no_profit');
      return false;
    }
    entry.sizedAt = stamp.received;
    entry.now = { ...sized, record: entry.now.record };
    tell(entry, stamp);
    return true;
  };

  const tell = (entry: Entry, stamp: Stamp): void => {
    const { record: before } = entry.now;
    const { dislocation } = entry;
    const kinship = { dislocation, alternatives: dislocation.members.size - 1 };
    const record = { ...before, ...changing(entry.now, circumstancesOf(entry.now, stamp), kinship) };
    if (hasMoved(before, record)) put(entry, record);
  };

  const decide: Tracker['decide'] = (id, decision) => {
    const entry = living.find(id);
    const record = entry?.now.record ?? records.find(id);
    if (!record || decision === null) return;
    if (entry && decision.decision === 'executed') entry.dislocation.executedAt = clock.monotonic();
    const now = decided(record, decision);
    if (entry) put(entry, now);
    else records.keep(now, true);
    // An operator may execute one that clients had to ask for.
    if (entry && !entry.shown && decision.decision === 'executed') show(entry);
  };

  /** The best profit comes first, and of each dislocation at most one is executed: it takes what the others would need. */
  const offerBest = (offered: readonly Offered[]): void => {
    const ranked = offered.toSorted((a, b) => profitOf(b.sized) - profitOf(a.sized));
    const cycles = sizesOf(ranked);
    for (const one of ranked) {
      const { dislocation } = one;
      const entry = one.entry ?? join(one.sized, dislocation, (cycles.get(dislocation) ?? 1) - 1);
      const { id } = entry.now.record;
      if (living.find(id) !== entry) continue;
      if (deservesShow(entry, clock.monotonic())) show(entry);
      const next = ranked.find((other) => other !== one && other.dislocation === dislocation)?.sized ?? null;
      const opportunity = { ...entry.now, next };
      const isOwn = entry.now.record.decision?.decision === 'executed';
      const decision =
        !isOwn && isTaken(dislocation, clock.monotonic())
          ? decisions.leave(opportunity, entry.shown, 'same_dislocation', sameDislocation)
          : decisions.offer(opportunity, entry.shown, () => show(entry));
      decide(id, decision);
      entry.decision = decision ?? entry.decision;
    }
  };

  /** When what was shown of a dislocation has ended, the best of those that live on is shown. */
  const showBest = (dislocation: Dislocation): void => {
    for (const type of types) {
      const best = dislocation.lead[type] ? undefined : bestOf(dislocation, type);
      if (!best || !deservesShow(best, clock.monotonic())) continue;
      show(best);
      const { decision } = best;
      if (decision) decisions.leave(best.now, true, decision.reason, decision.detail);
    }
  };

  const endOld = (now: Elapsed): readonly Offered[] => {
    const again: Offered[] = [];
    for (const entry of living.all()) {
      if (since(entry.foundAt, now) < longestLifeMs) continue;
      expire(entry, 'too_old');
      const { markets, cycle } = entry.now;
      const product = markets.detector().product(cycle.edges);
      const sized = (product - 1) * 100 > threshold() ? consider({ markets, cycle: { ...cycle, product } }) : null;
      if (sized) again.push({ sized, entry: null, dislocation: entry.dislocation });
    }
    return again;
  };

  /** What was there is there still: another cycle may be executed. */
  const release = (dislocation?: string): void => {
    for (const { dislocations } of living.shelves())
      for (const one of dislocations.open()) if (one.id === dislocation) one.executedAt = null;
  };

  const settle = (execution_id: string): void => {
    const execution = recorder.state.executions.get(execution_id);
    const outcome = execution && outcomeOf(execution, recorder.state.orders);
    if (!outcome) return;
    if (tookNothing(execution, recorder.state.orders)) release(execution.found?.dislocation_id);
    const entry = living.find(execution.opportunity_id);
    const record = entry?.now.record ?? records.find(execution.opportunity_id);
    if (!record) return;
    if (entry) put(entry, { ...record, outcome });
    else publish('OpportunityUpdated', { ...record, outcome });
  };

  return {
    look: (markets, market, hits) => {
      if (hits === 0 && living.count() === 0) return;
      const { dislocations } = living.shelf(markets);
      const found = hits > 0 ? fresh(markets, hits) : none;
      const offered: Offered[] = found.map((sized) => ({
        sized,
        entry: null,
        dislocation: dislocations.of(sized.cycle, market.id),
      }));
      for (const entry of living.through(market)) {
        if (!market.offered) expire(entry, 'untrusted_book');
        else if (refresh(entry)) offered.push({ sized: entry.now, entry, dislocation: entry.dislocation });
      }
      if (offered.length > 0) offerBest(offered);
    },
    distrust: (_markets, lost) => {
      for (const market of lost) for (const entry of [...living.through(market)]) expire(entry, 'untrusted_book');
    },
    age: () => {
      const now = clock.monotonic();
      if (living.count() > 0) offerBest(endOld(now));
      for (const { missed, dislocations } of living.shelves()) {
        for (const [key, until] of missed) if (until <= now) missed.delete(key);
        for (const dislocation of dislocations.open()) showBest(dislocation);
        dislocations.age(now);
      }
    },
    clear: () => {
      for (const entry of living.all()) expire(entry, 'bot_stopped');
      living.forget();
    },
    isTracking: () => living.count() > 0,
    find: (id) => living.find(id)?.now,
    knows: records.knows,
    decide,
    hear: (event) => {
      if (!settles(event)) return;
      const { execution_id } = event;
      // What it came to is money: it is shown once it is on the disk.
      if (execution_id !== undefined) recorder.whenKept(() => settle(execution_id));
    },
    records: records.shown,
    alternatives: records.alternatives,
    found: () => found,
    restart: () => {
      found = { opportunities: 0, dislocations: 0, since: clock.now() };
    },
  };
};

/** How many cycles each dislocation has with those that are new. */
const sizesOf = (offered: readonly Offered[]): ReadonlyMap<Dislocation, number> => {
  const sizes = new Map<Dislocation, number>();
  for (const { entry, dislocation } of offered)
    sizes.set(dislocation, (sizes.get(dislocation) ?? dislocation.members.size) + (entry ? 0 : 1));
  return sizes;
};

const settles = (event: EngineEvent) =>
  event.type === 'ExecutionFinished' || event.type === 'ExecutionRestated' || event.type === 'StrandedCleared';
