import type { OpportunityRecord } from '@triquad/core/contract';
import type { ExchangeMarkets, Market } from '../kernel/markets.ts';
import { type Clock, type Elapsed, later, since } from '../model/clock.ts';
import type { ExpiryReason, OpportunityEvent, Stamp } from '../model/event.ts';
import type { Cycle } from '../strategy/cycle.ts';
import type { Sizing, Unsized } from '../strategy/sizing.ts';
import { type Circumstances, changing, type Found, longestLifeMs, opportunityRecord } from './opportunity-record.ts';

/** An opportunity that lives. */
export type Live = { readonly found: Found; readonly record: OpportunityRecord };

/** Why a cycle found at the top of the books cannot be offered. */
export type Miss = Unsized | 'below-threshold' | 'no-valuation';

type Sized = { readonly sizing: Sizing; readonly usdRate: number } | null;

type BoardOptions = {
  /** What an earlier run of the process has found, oldest first: none of it lives. */
  readonly before: readonly OpportunityRecord[];
  readonly clock: Clock;
  id(): string;
  /** Percent after fees and lots. */
  threshold(): number;
  /** The cycle's best size now within the capital for one route; null when its start currency has no price. */
  size(markets: ExchangeMarkets, cycle: Cycle): Sized;
  circumstances(markets: ExchangeMarkets, cycle: Cycle): Omit<Circumstances, keyof Stamp>;
  publish(event: OpportunityEvent): void;
  /** An opportunity was found, or has changed: it may be executed now. */
  offer(live: Live): void;
  /** A cycle that exceeds the threshold at the top of the books, but not with what can be ordered. */
  miss(markets: ExchangeMarkets, cycle: Cycle, why: Miss, profitPct: number): void;
};

/** The opportunities of all exchanges: found, kept up to date, and let go. */
export type Board = {
  /** After a book has changed: `hits` cycles through the market exceed the threshold. */
  look(markets: ExchangeMarkets, market: Market, hits: number): void;
  /** After books have lost their trust. */
  distrust(markets: ExchangeMarkets, lost: readonly Market[]): void;
  /** Lets go what is too old. */
  age(): void;
  clear(): void;
  find(id: string): Live | undefined;
  decide(id: string, decision: NonNullable<OpportunityRecord['decision']>): void;
  /** Newest first, expired ones included, the last 1,000. */
  records(): readonly OpportunityRecord[];
  foundSinceStart(): number;
  restart(): void;
};

/** How many records are kept. */
export const kept = 1000;
/** An opportunity is sized again, and sent again, at most this often: four times a second. */
const refreshMs = 250;
/** By how much profit or size must move to be sent again: 5 %. */
const worthTelling = 0.05;
/** One that was found stays while it keeps this share of the threshold: else it would come and go around it under ever new ids. */
const staysAbove = 0.9;
/** How many new cycles one update may bring, the best first. */
const mostNew = 20;
/** How long a cycle that cannot be ordered is not looked at again, in ms. */
const missMs = 1000;

/** Most updates find nothing. */
const none: readonly never[] = [];

type Entry = { key: string; found: Found; record: OpportunityRecord; sizedAt: Elapsed; foundAt: Elapsed };

export const createBoard = (options: BoardOptions): Board => {
  const { clock } = options;
  const entries = new Map<string, Entry>();
  const byId = new Map<string, Entry>();
  const byMarket = new Map<Market, Set<Entry>>();
  /** Until when a cycle is not looked at again. */
  const missed = new Map<string, Elapsed>();
  const records = new Map(options.before.map((record) => [record.id, record]));
  let found = 0;

  const marketsOf = ({ markets, cycle }: Found): readonly Market[] =>
    cycle.edges.flatMap((edge) => markets.markets[edge >> 1] ?? []);

  const keep = (record: OpportunityRecord): void => {
    records.set(record.id, record);
    const [oldest] = records.size > kept ? records.keys() : [];
    if (oldest !== undefined) records.delete(oldest);
  };

  const expire = (entry: Entry, reason: ExpiryReason): void => {
    entries.delete(entry.key);
    byId.delete(entry.record.id);
    for (const market of marketsOf(entry.found)) byMarket.get(market)?.delete(entry);
    const at = clock.now();
    const lifetime_ms = since(entry.foundAt, clock.monotonic());
    const opportunity = { ...entry.record, is_valid: false, lifetime_ms, expires_at: new Date(at).toISOString() };
    keep(opportunity);
    options.publish({ type: 'OpportunityExpired', opportunity, reason, at });
  };

  const appear = (key: string, fresh: Found): Entry => {
    const stamp = { at: clock.now(), received: clock.monotonic() };
    const circumstances = { ...stamp, ...options.circumstances(fresh.markets, fresh.cycle) };
    const record = opportunityRecord(options.id(), fresh, circumstances);
    const entry: Entry = { key, found: fresh, record, sizedAt: stamp.received, foundAt: stamp.received };
    entries.set(key, entry);
    byId.set(record.id, entry);
    for (const market of marketsOf(fresh)) byMarket.set(market, (byMarket.get(market) ?? new Set()).add(entry));
    found++;
    keep(record);
    options.publish({ type: 'OpportunityDetected', opportunity: record, at: stamp.at });
    return entry;
  };

  /** The entry, where it has been sized again. */
  const refresh = (entry: Entry): Entry | null => {
    const { markets, cycle } = entry.found;
    const product = markets.detector().product(cycle.edges);
    const least = options.threshold() * staysAbove;
    if ((product - 1) * 100 <= least) {
      expire(entry, 'no_profit');
      return null;
    }
    const stamp = { at: clock.now(), received: clock.monotonic() };
    if (since(entry.sizedAt, stamp.received) < refreshMs) return null;
    const sized = options.size(markets, { ...cycle, product });
    if (!sized?.sizing.ok || sized.sizing.profit_pct < least || sized.sizing.profit_pct <= 0) {
      expire(entry, 'no_profit');
      return null;
    }
    entry.sizedAt = stamp.received;
    entry.found = { markets, cycle: { ...cycle, product }, sizing: sized.sizing, usdRate: sized.usdRate };
    tell(entry, stamp);
    return entry;
  };

  const tell = (entry: Entry, stamp: Stamp): void => {
    const { markets, cycle } = entry.found;
    const record = {
      ...entry.record,
      ...changing(entry.found, { ...stamp, ...options.circumstances(markets, cycle) }),
    };
    const before = entry.record;
    const moved =
      differs(before.profit_pct, record.profit_pct) || differs(before.capital_required ?? 0, record.capital_required);
    if (!moved) return;
    entry.record = record;
    keep(record);
    options.publish({ type: 'OpportunityUpdated', opportunity: record, at: stamp.at });
  };

  /** The new entry, where the cycle pays in whole lots. */
  const consider = (markets: ExchangeMarkets, cycle: Cycle, key: string): Entry | null => {
    const sized = options.size(markets, cycle);
    const marginal = (cycle.product - 1) * 100;
    const miss = (why: Miss, profitPct: number): null => {
      missed.set(key, later(clock.monotonic(), missMs));
      options.miss(markets, cycle, why, profitPct);
      return null;
    };
    if (sized === null) return miss('no-valuation', marginal);
    if (!sized.sizing.ok) return miss(sized.sizing.reason, marginal);
    if (sized.sizing.profit_pct < options.threshold()) return miss('below-threshold', sized.sizing.profit_pct);
    return appear(key, { markets, cycle, sizing: sized.sizing, usdRate: sized.usdRate });
  };

  /** What one turn has found: each that is executed takes from the others, so the best profit comes first. */
  const offerBest = (changed: readonly (Entry | null)[]): void => {
    const best = changed.filter((entry) => entry !== null).sort((a, b) => profitOf(b.found) - profitOf(a.found));
    for (const entry of best) if (entries.get(entry.key) === entry) options.offer(entry);
  };

  const isMissed = (key: string, now: Elapsed): boolean => {
    const until = missed.get(key);
    return until !== undefined && until > now;
  };

  const fresh = (markets: ExchangeMarkets, hits: number): readonly (readonly [string, Cycle])[] => {
    const detector = markets.detector();
    const now = clock.monotonic();
    const cycles: (readonly [string, Cycle])[] = [];
    for (let hit = 0; hit < hits; hit++) {
      const key = `${markets.exchange} ${detector.key(hit)}`;
      if (entries.has(key) || isMissed(key, now)) continue;
      cycles.push([key, detector.cycle(hit)]);
    }
    return cycles.length <= mostNew ? cycles : cycles.sort(([, a], [, b]) => b.product - a.product).slice(0, mostNew);
  };

  const clear = (reason: ExpiryReason): void => {
    for (const entry of [...entries.values()]) expire(entry, reason);
    missed.clear();
  };

  return {
    look: (markets, market, hits) => {
      if (hits === 0 && entries.size === 0) return;
      const cycles = hits > 0 ? fresh(markets, hits) : none;
      const living = byMarket.get(market);
      const changed: (Entry | null)[] = [];
      for (const entry of living?.size ? [...living] : none) {
        if (market.offered) changed.push(refresh(entry));
        else expire(entry, 'untrusted_book');
      }
      for (const [key, cycle] of cycles) if (!entries.has(key)) changed.push(consider(markets, cycle, key));
      offerBest(changed);
    },
    distrust: (_markets, lost) => {
      for (const market of lost) for (const entry of [...(byMarket.get(market) ?? [])]) expire(entry, 'untrusted_book');
    },
    age: () => {
      const now = clock.monotonic();
      for (const entry of [...entries.values()])
        if (since(entry.foundAt, now) >= longestLifeMs) expire(entry, 'too_old');
      for (const [key, until] of missed) if (until <= now) missed.delete(key);
    },
    clear: () => clear('bot_stopped'),
    find: (id) => byId.get(id),
    decide: (id, decision) => {
      const record = records.get(id);
      if (!record) return;
      const decided = { ...record, decision };
      const entry = byId.get(id);
      if (entry) entry.record = decided;
      records.set(id, decided);
      if (entry) options.publish({ type: 'OpportunityUpdated', opportunity: decided, at: clock.now() });
    },
    records: () => [...records.values()].reverse(),
    foundSinceStart: () => found,
    restart: () => {
      found = 0;
    },
  };
};

const profitOf = ({ sizing, usdRate }: Found): number => sizing.profit * usdRate;

const differs = (before: number, after: number): boolean => Math.abs(after - before) >= Math.abs(before) * worthTelling;
