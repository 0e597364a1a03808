import type { CycleIndex } from '../market/cycle-index.ts';
import { type RouteRules, startRanks } from './cycle.ts';

/** What can be said of all cycles at once, without walking them: asked for now and then, not on each update. */
export type Census = {
  /** Directed cycles offered, all of whose edges have a price. */
  counts(): { tri: number; quad: number };
  /** Edges of the cycle with the greatest product; null when no cycle is possible. */
  best(): number[] | null;
};

type CensusRules = RouteRules & { types: { tri: boolean; quad: boolean } };

/** Creates the census over the rates that a detector keeps. */
export function createCensus(index: CycleIndex, rates: Float64Array, rules: CensusRules): Census {
  const ranks = startRanks(index, rules.fundingCurrencies);
  const funds = Uint8Array.from(ranks, (rank) => (rules.anyStart || rank < rules.fundingCurrencies.length ? 1 : 0));
  const everyone = new Uint8Array(funds.length).fill(1);
  const others = funds.map((fund) => 1 - fund);
  return {
    counts: () => {
      const all = countWithin(index, rates, everyone);
      const unfunded = countWithin(index, rates, others);
      return {
        tri: rules.types.tri ? all.tri - unfunded.tri : 0,
        quad: rules.types.quad ? all.quad - unfunded.quad : 0,
      };
    },
    best: () => findBest(index, rates, funds, rules.types),
  };
}

function* hubPairs(index: CycleIndex): Generator<{ lower: number; upper: number; there: number; back: number }> {
  for (let lower = 0; lower < index.hubs.length; lower++) {
    for (let upper = lower + 1; upper < index.hubs.length; upper++) {
      const there = lower * index.hubs.length + upper;
      yield { lower, upper, there, back: index.reverse[there] as number };
    }
  }
}

/** Live slots of a pair by mid, of the currencies allowed. */
function liveMids(index: CycleIndex, rates: Float64Array, pair: number, allowed: Uint8Array): Map<number, number> {
  const mids = new Map<number, number>();
  for (let slot = index.pairSlots[pair] as number; slot < (index.pairSlots[pair + 1] as number); slot++) {
    const mid = index.slotMid[slot] as number;
    if (allowed[mid] && slotRate(index, rates, slot) > 0) mids.set(mid, (mids.get(mid) ?? 0) + 1);
  }
  return mids;
}

function slotRate(index: CycleIndex, rates: Float64Array, slot: number): number {
  return (rates[index.slotFirst[slot] as number] as number) * (rates[index.slotSecond[slot] as number] as number);
}

function liveDirects(index: CycleIndex, rates: Float64Array, pair: number): number {
  const edges = index.directEdges.subarray(index.pairDirects[pair], index.pairDirects[pair + 1]);
  return edges.reduce((live, edge) => live + ((rates[edge] as number) > 0 ? 1 : 0), 0);
}

function countWithin(index: CycleIndex, rates: Float64Array, allowed: Uint8Array): { tri: number; quad: number } {
  let tri = 0;
  let quad = 0;
  for (const { lower, upper, there, back } of hubPairs(index)) {
    if (!allowed[index.hubs[lower] as number] || !allowed[index.hubs[upper] as number]) continue;
    const out = liveMids(index, rates, there, allowed);
    const home = liveMids(index, rates, back, allowed);
    tri += triangles(index, upper, out) * liveDirects(index, rates, back);
    tri += triangles(index, upper, home) * liveDirects(index, rates, there);
    quad += quadrangles(index, lower, out, home);
  }
  return { tri, quad };
}

/** A triangle of three hubs splits three ways: it is taken where its mid is the greatest hub. */
function triangles(index: CycleIndex, upper: number, mids: Map<number, number>): number {
  let count = 0;
  for (const [mid, slots] of mids) {
    const place = index.hubOf[mid] as number;
    if (place < 0 || place > upper) count += slots;
  }
  return count;
}

function quadrangles(index: CycleIndex, lower: number, out: Map<number, number>, home: Map<number, number>): number {
  const total = (mids: Map<number, number>): number => [...mids.values()].reduce((sum, slots) => sum + slots, 0);
  const hubMids = (mids: Map<number, number>): [number, number][] =>
    [...mids].flatMap(([mid, slots]) => {
      const place = index.hubOf[mid] as number;
      return place < 0 ? [] : [[place, slots]];
    });
  let count = total(out) * total(home);
  for (const [mid, slots] of out) count -= slots * (home.get(mid) ?? 0);
  const homeHubs = hubMids(home);
  for (const [place, slots] of hubMids(out)) {
    for (const [otherPlace, otherSlots] of homeHubs) {
      if (place !== otherPlace && Math.min(place, otherPlace) < lower) count -= slots * otherSlots;
    }
  }
  return count;
}

type Way = { rate: number; mid: number; edges: number[] };

function findBest(
  index: CycleIndex,
  rates: Float64Array,
  funds: Uint8Array,
  types: { tri: boolean; quad: boolean },
): number[] | null {
  const everyone = new Uint8Array(funds.length).fill(1);
  let best: number[] | null = null;
  let greatest = 0;
  const offer = (out: Way, home: Way): void => {
    if (out.mid === home.mid || out.rate * home.rate <= greatest) return;
    greatest = out.rate * home.rate;
    best = [...out.edges, ...home.edges];
  };
  for (const { lower, upper, there, back } of hubPairs(index)) {
    const isFunded = funds[index.hubs[lower] as number] || funds[index.hubs[upper] as number];
    const mids = isFunded ? everyone : funds;
    for (const [pair, reverse] of [
      [there, back],
      [back, there],
    ] as const) {
      const out = bestWays(index, rates, pair, mids);
      if (types.tri) for (const way of out) for (const direct of bestDirects(index, rates, reverse)) offer(way, direct);
      if (!types.quad || (isFunded && pair === back)) continue;
      for (const way of out) for (const home of bestWays(index, rates, reverse, everyone)) offer(way, home);
    }
  }
  return best;
}

/** The best two-hop ways of a pair over two different mids: whichever mid the way back needs, one of them remains. */
function bestWays(index: CycleIndex, rates: Float64Array, pair: number, allowed: Uint8Array): Way[] {
  let first = -1;
  let second = -1;
  let firstRate = 0;
  let secondRate = 0;
  for (let slot = index.pairSlots[pair] as number; slot < (index.pairSlots[pair + 1] as number); slot++) {
    const rate = slotRate(index, rates, slot);
    if (rate <= secondRate || !allowed[index.slotMid[slot] as number]) continue;
    if (first >= 0 && index.slotMid[slot] === index.slotMid[first]) {
      if (rate > firstRate) [first, firstRate] = [slot, rate];
    } else if (rate > firstRate) {
      [second, secondRate] = [first, firstRate];
      [first, firstRate] = [slot, rate];
    } else {
      [second, secondRate] = [slot, rate];
    }
  }
  return [first, second].flatMap((slot) => {
    if (slot < 0) return [];
    const edges = [index.slotFirst[slot] as number, index.slotSecond[slot] as number];
    return [{ rate: slotRate(index, rates, slot), mid: index.slotMid[slot] as number, edges }];
  });
}

function bestDirects(index: CycleIndex, rates: Float64Array, pair: number): Way[] {
  const edges = index.directEdges.subarray(index.pairDirects[pair], index.pairDirects[pair + 1]);
  return [...edges].flatMap((edge) => {
    const rate = rates[edge] as number;
    return rate > 0 ? [{ rate, mid: -1, edges: [edge] }] : [];
  });
}
