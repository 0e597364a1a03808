import type { ExchangeMarkets } from '../kernel/exchange-markets.ts';
import type { Market } from '../kernel/market.ts';
import type { Elapsed } from '../model/clock.ts';
import { createDislocations, type Dislocations, type Entry } from './dislocation.ts';
import type { Candidate } from './opportunity.ts';

/** The cycles of one exchange, by their keys: those that live, and until when others are not looked at again. */
export type Shelf = {
  readonly entries: Map<number, Entry>;
  readonly missed: Map<number, Elapsed>;
  readonly dislocations: Dislocations;
};

/** The opportunities that live, by what they are looked for. */
export type Living = {
  add(entry: Entry): void;
  remove(entry: Entry, now: Elapsed): void;
  find(id: string): Entry | undefined;
  all(): readonly Entry[];
  through(market: Market): Iterable<Entry>;
  count(): number;
  shelf(markets: ExchangeMarkets): Shelf;
  shelves(): Iterable<Shelf>;
  forget(): void;
};

export const createLiving = (ids: () => string): Living => {
  const shelves = new Map<ExchangeMarkets, Shelf>();
  const byId = new Map<string, Entry>();
  const byMarket = new Map<Market, Set<Entry>>();
  const shelfOf = (markets: ExchangeMarkets): Shelf => {
    const known = shelves.get(markets);
    if (known) return known;
    const shelf = { entries: new Map(), missed: new Map(), dislocations: createDislocations(ids) };
    shelves.set(markets, shelf);
    return shelf;
  };
  return {
    add: (entry) => {
      const { now, dislocation } = entry;
      shelfOf(now.markets).entries.set(now.cycle.key, entry);
      byId.set(now.record.id, entry);
      for (const market of marketsOf(now)) byMarket.set(market, (byMarket.get(market) ?? new Set()).add(entry));
      dislocation.members.add(entry);
      dislocation.endedAt = null;
    },
    remove: (entry, at) => {
      const { now, dislocation } = entry;
      shelfOf(now.markets).entries.delete(now.cycle.key);
      byId.delete(now.record.id);
      for (const market of marketsOf(now)) byMarket.get(market)?.delete(entry);
      dislocation.members.delete(entry);
      if (dislocation.members.size === 0) Object.assign(dislocation, { endedAt: at, executedAt: null });
      if (dislocation.lead[now.cycle.type] === entry) delete dislocation.lead[now.cycle.type];
    },
    find: (id) => byId.get(id),
    all: () => [...byId.values()],
    through: (market) => byMarket.get(market) ?? none,
    count: () => byId.size,
    shelf: shelfOf,
    shelves: () => shelves.values(),
    forget: () => shelves.clear(),
  };
};

/** Most updates find nothing. */
const none: readonly never[] = [];

export const marketsOf = ({ markets, cycle }: Candidate): readonly Market[] =>
  cycle.edges.flatMap((edge) => markets.markets[edge >> 1] ?? []);
