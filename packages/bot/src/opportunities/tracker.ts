import type { OpportunityRecord } from '@triquad/core/contract';
import type { EventStore } from '../journal/event-store.ts';
import type { Core } from '../kernel/core.ts';
import type { ExchangeMarkets, Market } from '../kernel/markets.ts';
import { type Elapsed, later, since } from '../model/clock.ts';
import type { ExpiryReason, Stamp } from '../model/event.ts';
import { isoTime } from '../model/moment.ts';
import type { Decisions } from './decisions.ts';
import { mostProfitable, type Prospect } from './most-profitable.ts';
import type { Candidate, Opportunity, Sized } from './opportunity.ts';
import { type Circumstances, changing, longestLifeMs, opportunityRecord } from './opportunity-record.ts';
import { sizeForRoute } from './planning.ts';
import type { RouteMemory } from './route-memory.ts';
import type { Volatility } from './volatility.ts';

type Parts = Pick<Core, 'clock' | 'ids' | 'recorder' | 'valuation'> & {
  readonly store: Pick<EventStore, 'recall'>;
  readonly volatility: Volatility;
  readonly memory: RouteMemory;
  readonly decisions: Decisions;
};

/** The opportunities of all exchanges: found, kept up to date, and let go. */
export type Tracker = {
  /** After a book has changed: `hits` cycles through the market exceed the threshold. */
  look(markets: ExchangeMarkets, market: Market, hits: number): void;
  /** After books have lost their trust. */
  distrust(markets: ExchangeMarkets, lost: readonly Market[]): void;
  /** Lets go what is too old. */
  age(): void;
  clear(): void;
  find(id: string): Opportunity | undefined;
  /** Shows what was decided of it; null changes nothing. */
  decide(id: string, decision: OpportunityRecord['decision']): void;
  /** Newest first, expired ones included, the last 1,000. */
  records(): readonly OpportunityRecord[];
  foundSinceStart(): number;
  restart(): void;
};

/** How many records are kept. */
const kept = 1000;
/** An opportunity is sized again, and sent again, at most this often: four times a second. */
const refreshMs = 250;
/** By how much profit or size must move to be sent again: 5 %. */
const worthTelling = 0.05;
/** One that was found stays while it keeps this share of the threshold: else it would come and go around it under ever new ids. */
const staysAbove = 0.9;
/** How long a cycle that cannot be ordered is not looked at again, in ms. */
const missMs = 1000;

/** Most updates find nothing. */
const none: readonly never[] = [];

type Entry = { readonly foundAt: Elapsed; sizedAt: Elapsed; now: Opportunity };

/** The cycles of one exchange, by their keys: those that live, and until when others are not looked at again. */
type Shelf = { readonly entries: Map<number, Entry>; readonly missed: Map<number, Elapsed> };

export const createTracker = (parts: Parts): Tracker => {
  const { clock, recorder, decisions, memory, volatility } = parts;
  const shelves = new Map<ExchangeMarkets, Shelf>();
  const byId = new Map<string, Entry>();
  const byMarket = new Map<Market, Set<Entry>>();
  // No opportunity outlives the process that found it.
  const before = parts.store.recall('opportunities', { limit: kept }).map(({ data }) => data as OpportunityRecord);
  const records = new Map(before.reverse().map((record) => [record.id, { ...record, is_valid: false }]));
  let found = 0;

  const threshold = (): number => recorder.state.parameters.min_profit_threshold;

  const shelfOf = (markets: ExchangeMarkets): Shelf => {
    const own = shelves.get(markets) ?? { entries: new Map(), missed: new Map() };
    shelves.set(markets, own);
    return own;
  };

  const circumstancesOf = (sized: Sized, stamp: Stamp): Circumstances => {
    const { markets, cycle } = sized;
    return {
      ...stamp,
      volatilityPct: volatility.of(marketsOf(sized)),
      fillRate: memory.fillRate(markets.exchange, cycle.markets),
      executionMs: memory.executionMs(markets.exchange, cycle.markets.length),
    };
  };

  const keep = (record: OpportunityRecord): void => {
    records.set(record.id, record);
    const [oldest] = records.size > kept ? records.keys() : [];
    if (oldest !== undefined) records.delete(oldest);
  };

  const expire = (entry: Entry, reason: ExpiryReason): void => {
    shelfOf(entry.now.markets).entries.delete(entry.now.cycle.key);
    byId.delete(entry.now.record.id);
    for (const market of marketsOf(entry.now)) byMarket.get(market)?.delete(entry);
    const at = clock.now();
    const lifetime_ms = since(entry.foundAt, clock.monotonic());
    const opportunity = { ...entry.now.record, is_valid: false, lifetime_ms, expires_at: isoTime(at) };
    keep(opportunity);
    recorder.pass({ type: 'OpportunityExpired', opportunity, reason, at });
  };

  const appear = (sized: Sized): Entry => {
    const stamp = { at: clock.now(), received: clock.monotonic() };
    const record = opportunityRecord(parts.ids(), sized, circumstancesOf(sized, stamp));
    const entry: Entry = { foundAt: stamp.received, sizedAt: stamp.received, now: { ...sized, record } };
    shelfOf(sized.markets).entries.set(sized.cycle.key, entry);
    byId.set(record.id, entry);
    for (const market of marketsOf(sized)) byMarket.set(market, (byMarket.get(market) ?? new Set()).add(entry));
    found++;
    keep(record);
    recorder.pass({ type: 'OpportunityDetected', opportunity: record, at: stamp.at });
    return entry;
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
    const stamp = { at: clock.now(), received: clock.monotonic() };
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
    const record = { ...before, ...changing(entry.now, circumstancesOf(entry.now, stamp)) };
    const moved =
      differs(before.profit_pct, record.profit_pct) || differs(before.capital_required ?? 0, record.capital_required);
    if (!moved) return;
    entry.now = { ...entry.now, record };
    keep(record);
    recorder.pass({ type: 'OpportunityUpdated', opportunity: record, at: stamp.at });
  };

  /** The cycle with its size, where that pays in whole lots; else it is not looked at again for a while. */
  const consider = (candidate: Candidate): Sized | null => {
    const sized = sizeForRoute(parts, candidate);
    const isSized = typeof sized !== 'string';
    if (isSized && sized.sizing.profit_pct >= threshold()) return sized;
    shelfOf(candidate.markets).missed.set(candidate.cycle.key, later(clock.monotonic(), missMs));
    if (isSized) decisions.miss(candidate, 'below-threshold', sized.sizing.profit_pct);
    else decisions.miss(candidate, sized, (candidate.cycle.product - 1) * 100);
    return null;
  };

  const decide: Tracker['decide'] = (id, decision) => {
    const record = records.get(id);
    if (!record || decision === null) return;
    const decided = { ...record, decision };
    const entry = byId.get(id);
    if (entry) entry.now = { ...entry.now, record: decided };
    records.set(id, decided);
    if (entry) recorder.pass({ type: 'OpportunityUpdated', opportunity: decided, at: clock.now() });
  };

  /** The best of the cycles through a market that are new: none earns more than its product promises for the whole capital. */
  const fresh = (markets: ExchangeMarkets, hits: number): readonly Sized[] => {
    const detector = markets.detector();
    const { entries, missed } = shelfOf(markets);
    const now = clock.monotonic();
    const capital = recorder.state.parameters.max_capital_per_route;
    const prospects: Prospect[] = [];
    for (let at = 0; at < hits; at++) {
      const key = detector.key(at);
      if (entries.has(key) || (missed.get(key) ?? now) > now) continue;
      prospects.push({ at, bound: (detector.productAt(at) - 1) * capital });
    }
    return mostProfitable(prospects, (at) => consider({ markets, cycle: detector.cycle(at) }), profitOf);
  };

  /** Each that is executed takes from the others: the best profit comes first, and before the others are even shown. */
  const offerBest = (living: readonly Entry[], found: readonly Sized[]): void => {
    const all = [
      ...living.map((entry) => ({ entry, sized: entry.now })),
      ...found.map((sized) => ({ entry: null, sized })),
    ];
    for (const { entry, sized } of all.sort((a, b) => profitOf(b.sized) - profitOf(a.sized))) {
      const { now } = entry ?? appear(sized);
      if (byId.get(now.record.id)?.now === now) decide(now.record.id, decisions.offer(now));
    }
  };

  const clear = (reason: ExpiryReason): void => {
    for (const entry of [...byId.values()]) expire(entry, reason);
    shelves.clear();
  };

  return {
    look: (markets, market, hits) => {
      if (hits === 0 && byId.size === 0) return;
      const found = hits > 0 ? fresh(markets, hits) : none;
      const changed: Entry[] = [];
      for (const entry of byMarket.get(market) ?? none) {
        if (!market.offered) expire(entry, 'untrusted_book');
        else if (refresh(entry)) changed.push(entry);
      }
      offerBest(changed, found);
    },
    distrust: (_markets, lost) => {
      for (const market of lost) for (const entry of [...(byMarket.get(market) ?? [])]) expire(entry, 'untrusted_book');
    },
    age: () => {
      const now = clock.monotonic();
      for (const entry of [...byId.values()]) if (since(entry.foundAt, now) >= longestLifeMs) expire(entry, 'too_old');
      for (const { missed } of shelves.values())
        for (const [key, until] of missed) if (until <= now) missed.delete(key);
    },
    clear: () => clear('bot_stopped'),
    find: (id) => byId.get(id)?.now,
    decide,
    records: () => [...records.values()].reverse(),
    foundSinceStart: () => found,
    restart: () => {
      found = 0;
    },
  };
};

const marketsOf = ({ markets, cycle }: Candidate): readonly Market[] =>
  cycle.edges.flatMap((edge) => markets.markets[edge >> 1] ?? []);

const profitOf = ({ sizing, usdRate }: Sized): number => sizing.profit * usdRate;

const differs = (before: number, after: number): boolean => Math.abs(after - before) >= Math.abs(before) * worthTelling;
