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

/** Calls for each pair of hubs: their places, and the lane there; the one back is beside it. */
function eachPair({ pairLow, pairHigh }: CycleIndex, visit: (low: number, high: number, there: number) => void): void {
  for (let pair = 0; pair < pairLow.length; pair++) visit(pairLow[pair] as number, pairHigh[pair] as number, 2 * pair);
}

/** Live ways of a lane by mid: the mids, and how many lead over each. */
type Mids = { readonly list: Int32Array; readonly ways: Int32Array; count: number };

const createMids = ({ hubOf }: CycleIndex): Mids => ({
  list: new Int32Array(hubOf.length),
  ways: new Int32Array(hubOf.length),
  count: 0,
});

/** Fills in the live ways of a lane, over the currencies allowed. */
function countMids(index: CycleIndex, rates: Float64Array, lane: number, allowed: Uint8Array, into: Mids): void {
  const { bridgeStart, bridgeMid } = index;
  const { list, ways } = into;
  for (let at = 0; at < into.count; at++) ways[list[at] as number] = 0;
  into.count = 0;
  const end = bridgeStart[(lane >> 1) + 1] as number;
  for (let bridge = bridgeStart[lane >> 1] as number; bridge < end; bridge++) {
    const mid = bridgeMid[bridge] as number;
    if (!allowed[mid] || !(rateOver(index, rates, 2 * bridge + (lane & 1)) > 0)) continue;
    if (ways[mid] === 0) list[into.count++] = mid;
    ways[mid] = (ways[mid] as number) + 1;
  }
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
  const [out, home] = [createMids(index), createMids(index)];
  eachPair(index, (low, high, there) => {
    if (!allowed[index.hubs[low] as number] || !allowed[index.hubs[high] as number]) return;
    countMids(index, rates, there, allowed, out);
    countMids(index, rates, there ^ 1, allowed, home);
    tri += triangles(index, high, out) * liveDirects(index, rates, there ^ 1);
    tri += triangles(index, high, home) * liveDirects(index, rates, there);
    quad += quadrangles(index, low, out, home);
  });
  return { tri, quad };
}

/** A triangle of three hubs splits three ways: it is taken where its mid is the greatest hub. */
function triangles(index: CycleIndex, high: number, { list, ways, count }: Mids): number {
  let sum = 0;
  for (let at = 0; at < count; at++) {
    const mid = list[at] as number;
    const place = index.hubOf[mid] as number;
    if (place < 0 || place > high) sum += ways[mid] as number;
  }
  return sum;
}

function quadrangles({ hubOf }: CycleIndex, low: number, out: Mids, home: Mids): number {
  let [outWays, homeWays, sum] = [0, 0, 0];
  for (let at = 0; at < home.count; at++) homeWays += home.ways[home.list[at] as number] as number;
  for (let at = 0; at < out.count; at++) {
    const mid = out.list[at] as number;
    const ways = out.ways[mid] as number;
    outWays += ways;
    sum -= ways * (home.ways[mid] as number);
    const place = hubOf[mid] as number;
    if (place < 0) continue;
    for (let other = 0; other < home.count; other++) {
      const otherMid = home.list[other] as number;
      const otherPlace = hubOf[otherMid] as number;
      if (otherPlace >= 0 && place !== otherPlace && Math.min(place, otherPlace) < low)
        sum -= ways * (home.ways[otherMid] as number);
    }
  }
  return sum + outWays * homeWays;
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
  eachPair(index, (low, high, there) => {
    const isFunded = funds[index.hubs[low] as number] || funds[index.hubs[high] as number];
    const mids = isFunded ? everyone : funds;
    for (const lane of [there, there ^ 1]) {
      const out = bestWays(index, rates, lane, mids);
      if (types.tri)
        for (const way of out) for (const direct of bestDirects(index, rates, lane ^ 1)) offer(way, direct);
      // Between funded hubs both lanes would give the same cycles.
      if (!types.quad || (isFunded && lane !== there)) continue;
      for (const way of out) for (const home of bestWays(index, rates, lane ^ 1, everyone)) offer(way, home);
    }
  });
  return best;
}

/** The best ways of a lane over two different mids: whichever mid the way back needs, one of them remains. */
function bestWays(index: CycleIndex, rates: Float64Array, lane: number, allowed: Uint8Array): Way[] {
  const { bridgeStart, bridgeMid } = index;
  let [first, firstMid, firstRate, second, secondMid, secondRate] = [-1, -1, 0, -1, -1, 0];
  const end = bridgeStart[(lane >> 1) + 1] as number;
  for (let bridge = bridgeStart[lane >> 1] as number; bridge < end; bridge++) {
    const way = 2 * bridge + (lane & 1);
    const rate = rateOver(index, rates, way);
    const mid = bridgeMid[bridge] as number;
    if (rate <= secondRate || !allowed[mid]) continue;
    if (rate > firstRate) {
      if (firstMid !== mid) [second, secondMid, secondRate] = [first, firstMid, firstRate];
      [first, firstMid, firstRate] = [way, mid, rate];
    } else if (mid !== firstMid) [second, secondMid, secondRate] = [way, mid, rate];
  }
  const wayOf = (way: number, mid: number, rate: number): Way[] =>
    way < 0 ? [] : [{ rate, mid, edges: [index.wayFirst[way] as number, index.waySecond[way] as number] }];
  return [...wayOf(first, firstMid, firstRate), ...wayOf(second, secondMid, secondRate)];
}

function bestDirects(index: CycleIndex, rates: Float64Array, lane: number): Way[] {
  const edges = index.directEdges.subarray(index.directStart[lane], index.directStart[lane + 1]);
  return [...edges].flatMap((edge) => {
    const rate = rates[edge] as number;
    return rate > 0 ? [{ rate, mid: -1, edges: [edge] }] : [];
  });
}
