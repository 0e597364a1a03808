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

function pairsOf({ pairLow, pairHigh }: CycleIndex): { low: number; high: number; there: number; back: number }[] {
  return Array.from(pairLow, (low, pair) => ({
    low,
    high: pairHigh[pair] as number,
    there: 2 * pair,
    back: 2 * pair + 1,
  }));
}

function waysOf({ bridgeStart }: CycleIndex, lane: number): number[] {
  const first = bridgeStart[lane >> 1] as number;
  const count = (bridgeStart[(lane >> 1) + 1] as number) - first;
  return Array.from({ length: count }, (_, at) => 2 * (first + at) + (lane & 1));
}

/** Live ways of a lane by mid, of the currencies allowed. */
function liveMids(index: CycleIndex, rates: Float64Array, lane: number, allowed: Uint8Array): Map<number, number> {
  const mids = new Map<number, number>();
  for (const way of waysOf(index, lane)) {
    const mid = index.bridgeMid[way >> 1] as number;
    if (allowed[mid] && rateOver(index, rates, way) > 0) mids.set(mid, (mids.get(mid) ?? 0) + 1);
  }
  return mids;
}

function rateOver({ wayFirst, waySecond }: CycleIndex, rates: Float64Array, way: number): number {
  return (rates[wayFirst[way] as number] as number) * (rates[waySecond[way] as number] as number);
}

function liveDirects(index: CycleIndex, rates: Float64Array, lane: number): number {
  const edges = index.directEdges.subarray(index.directStart[lane], index.directStart[lane + 1]);
  return edges.reduce((live, edge) => live + ((rates[edge] as number) > 0 ? 1 : 0), 0);
}

function countWithin(index: CycleIndex, rates: Float64Array, allowed: Uint8Array): { tri: number; quad: number } {
  let tri = 0;
  let quad = 0;
  for (const { low, high, there, back } of pairsOf(index)) {
    if (!allowed[index.hubs[low] as number] || !allowed[index.hubs[high] as number]) continue;
    const out = liveMids(index, rates, there, allowed);
    const home = liveMids(index, rates, back, allowed);
    tri += triangles(index, high, out) * liveDirects(index, rates, back);
    tri += triangles(index, high, home) * liveDirects(index, rates, there);
    quad += quadrangles(index, low, out, home);
  }
  return { tri, quad };
}

/** A triangle of three hubs splits three ways: it is taken where its mid is the greatest hub. */
function triangles(index: CycleIndex, high: number, mids: Map<number, number>): number {
  let count = 0;
  for (const [mid, ways] of mids) {
    const place = index.hubOf[mid] as number;
    if (place < 0 || place > high) count += ways;
  }
  return count;
}

function quadrangles(index: CycleIndex, low: number, out: Map<number, number>, home: Map<number, number>): number {
  const total = (mids: Map<number, number>): number => [...mids.values()].reduce((sum, ways) => sum + ways, 0);
  const hubMids = (mids: Map<number, number>): [number, number][] =>
    [...mids].flatMap(([mid, ways]) => {
      const place = index.hubOf[mid] as number;
      return place < 0 ? [] : [[place, ways]];
    });
  let count = total(out) * total(home);
  for (const [mid, ways] of out) count -= ways * (home.get(mid) ?? 0);
  const homeHubs = hubMids(home);
  for (const [place, ways] of hubMids(out)) {
    for (const [otherPlace, otherSlots] of homeHubs) {
      if (place !== otherPlace && Math.min(place, otherPlace) < low) count -= ways * otherSlots;
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
  for (const { low, high, there, back } of pairsOf(index)) {
    const isFunded = funds[index.hubs[low] as number] || funds[index.hubs[high] as number];
    const mids = isFunded ? everyone : funds;
    for (const lane of [there, back]) {
      const out = bestWays(index, rates, lane, mids);
      if (types.tri)
        for (const way of out) for (const direct of bestDirects(index, rates, lane ^ 1)) offer(way, direct);
      // Between funded hubs both lanes would give the same cycles.
      if (!types.quad || (isFunded && lane === back)) continue;
      for (const way of out) for (const home of bestWays(index, rates, lane ^ 1, everyone)) offer(way, home);
    }
  }
  return best;
}

/** The best ways of a lane over two different mids: whichever mid the way back needs, one of them remains. */
function bestWays(index: CycleIndex, rates: Float64Array, lane: number, allowed: Uint8Array): Way[] {
  let first: Way | null = null;
  let second: Way | null = null;
  for (const way of waysOf(index, lane)) {
    const rate = rateOver(index, rates, way);
    const mid = index.bridgeMid[way >> 1] as number;
    if (rate <= (second?.rate ?? 0) || !allowed[mid]) continue;
    const found: Way = { rate, mid, edges: [index.wayFirst[way] as number, index.waySecond[way] as number] };
    if (first === null || rate > first.rate) {
      if (first?.mid !== mid) second = first;
      first = found;
    } else if (mid !== first.mid) {
      second = found;
    }
  }
  return [first, second].filter((way) => way !== null);
}

function bestDirects(index: CycleIndex, rates: Float64Array, lane: number): Way[] {
  const edges = index.directEdges.subarray(index.directStart[lane], index.directStart[lane + 1]);
  return [...edges].flatMap((edge) => {
    const rate = rates[edge] as number;
    return rate > 0 ? [{ rate, mid: -1, edges: [edge] }] : [];
  });
}
