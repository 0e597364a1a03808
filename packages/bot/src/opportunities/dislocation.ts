import { type Elapsed, since } from '../model/clock.ts';
import type { Cycle } from '../strategy/cycle.ts';
import type { Decision } from './decisions.ts';
import { longestLifeMs, type Opportunity } from './opportunity.ts';

/** An opportunity that lives. `shown`: clients know it; the others of its dislocation are counted, and listed on request. */
export type Entry = {
  readonly foundAt: Elapsed;
  sizedAt: Elapsed;
  now: Opportunity;
  shown: boolean;
  /** What was decided of it last. */
  decision: Decision;
  readonly dislocation: Dislocation;
};

/** One move of a market, with every cycle that it made profitable. */
export type Dislocation = {
  readonly id: string;
  /** The side of the market that moved, as an edge of the detector. */
  readonly edge: number;
  readonly members: Set<Entry>;
  /** When one of its cycles was last executed; null while none was since the move began or came back. */
  executedAt: Elapsed | null;
  /** When its last member ended; null while one lives. */
  endedAt: Elapsed | null;
  /** The best shown of each type, while it lives, and when one of that type was last shown. */
  readonly lead: Partial<Record<Cycle['type'], Entry>>;
  readonly shownAt: Partial<Record<Cycle['type'], Elapsed>>;
};

/** Another of the same type is shown at most this often, in ms: four times a second. */
const showAgainMs = 250;
/** A move that comes back within this time, in ms, is the same dislocation. */
const graceMs = 1000;
/** How many times as much another cycle must earn to be shown beside the one that leads. */
const betterBy = 1.1;

/** The dislocations of one exchange. At most one is open for each side of a market. */
export type Dislocations = {
  /** The one that a new cycle through the market that moved belongs to: the one it moves, else another that is open on its way. */
  of(cycle: Cycle, market: number): Dislocation;
  open(): Iterable<Dislocation>;
  /** Forgets those that ended a while ago. */
  age(now: Elapsed): void;
};

export const createDislocations = (ids: () => string): Dislocations => {
  const byEdge = new Map<number, Dislocation>();
  const begin = (edge: number): Dislocation => {
    const unseen = { executedAt: null, endedAt: null, lead: {}, shownAt: {} };
    const dislocation = { id: ids(), edge, members: new Set<Entry>(), ...unseen };
    byEdge.set(edge, dislocation);
    return dislocation;
  };
  return {
    of: ({ edges }, market) => {
      const moved = edges.find((edge) => edge >> 1 === market) ?? edges[0] ?? 0;
      const known = [moved, ...edges].find((edge) => byEdge.has(edge));
      return byEdge.get(known ?? moved) ?? begin(moved);
    },
    open: () => byEdge.values(),
    age: (now) => {
      for (const { edge, endedAt } of byEdge.values())
        if (endedAt !== null && since(endedAt, now) >= graceMs) byEdge.delete(edge);
    },
  };
};

/** Whether one of its cycles was executed: the others need what that takes, until the longest life of an opportunity is over. */
export const isTaken = ({ executedAt }: Dislocation, at: Elapsed): boolean =>
  executedAt !== null && since(executedAt, at) < longestLifeMs;

/** Whether clients are to know it: nothing of its type is shown, or it has become better than what is. */
export const deservesShow = ({ now, dislocation, shown }: Entry, at: Elapsed): boolean => {
  if (shown) return false;
  const { type } = now.cycle;
  const { lead, shownAt } = dislocation;
  const before = shownAt[type];
  if (before !== undefined && since(before, at) < showAgainMs) return false;
  const leading = lead[type];
  return leading === undefined || profitOf(now) > profitOf(leading.now) * betterBy;
};

/** Of the living of a type the one that earns most. */
export const bestOf = ({ members }: Dislocation, type: Cycle['type']): Entry | undefined => {
  let best: Entry | undefined;
  for (const entry of members) {
    if (entry.now.cycle.type === type && (!best || profitOf(entry.now) > profitOf(best.now))) best = entry;
  }
  return best;
};

/** In USD. */
export const profitOf = ({ sizing, usdRate }: Pick<Opportunity, 'sizing' | 'usdRate'>): number =>
  sizing.profit * usdRate;
