import type { Instrument } from '../model/instrument.ts';
import { hubsOf } from './hubs.ts';

/**
 * The markets of one exchange as a directed graph, laid out flat so that an update touches few cache lines.
 *
 * *Hubs* are currencies that together touch every market, so each 4-cycle is two *ways* of two edges, `low → mid → high` and
 * `high → mid′ → low`, between opposite hubs, and each triangle is one way closed by a direct edge. A *bridge* is a mid between a pair of
 * hubs, a *lane* a pair in one direction. Edges, ways and lanes are numbered so that `x ^ 1` is the same the other way round: edge `2m`
 * sells the base of market `m` and `2m + 1` buys it, way `2b` and lane `2p` lead from the lower hub to the higher.
 */
export type CycleIndex = {
  readonly currencies: readonly string[];
  readonly markets: readonly string[];
  readonly edgeFrom: Int32Array;
  readonly edgeTo: Int32Array;
  /** Place of a currency among the hubs, −1 for none. */
  readonly hubOf: Int32Array;
  /** The currencies that are hubs, by place. */
  readonly hubs: readonly number[];
  /** Places of the hubs of a pair. */
  readonly pairLow: Int32Array;
  readonly pairHigh: Int32Array;
  /** Bridges of pair `p`: `bridgeStart[p]` up to `bridgeStart[p + 1]`. */
  readonly bridgeStart: Int32Array;
  readonly bridgeMid: Int32Array;
  /** The edges of a way. */
  readonly wayFirst: Int32Array;
  readonly waySecond: Int32Array;
  /** Direct edges of lane `l`: `directEdges[directStart[l]]` up to `directStart[l + 1]`. */
  readonly directStart: Int32Array;
  readonly directEdges: Int32Array;
  /** Lane that an edge covers alone, −1 when an end of it is no hub. */
  readonly edgeLane: Int32Array;
  /** Bridges over market `m`, `touchStart[m]` up to `touchStart[m + 1]`, three numbers each: the way that sells, its other edge, its lane. */
  readonly touchStart: Int32Array;
  readonly touches: Int32Array;
};

type Listed = Pick<Instrument, 'symbol' | 'base' | 'quote'>;
type Edges = Pick<CycleIndex, 'edgeFrom' | 'edgeTo' | 'hubOf'>;

/** Lays out the markets; the id of a market is its place in `instruments`. Parallel markets of one pair of currencies are all kept. */
export function createCycleIndex(instruments: readonly Listed[]): CycleIndex {
  const currencies = [...new Set(instruments.flatMap(({ base, quote }) => [base, quote]))].sort();
  const ids = new Map(currencies.map((currency, id) => [currency, id]));
  const ends = instruments.map(({ base, quote }) => [ids.get(base) as number, ids.get(quote) as number] as const);
  const edgeFrom = Int32Array.from(ends.flat());
  const edgeTo = Int32Array.from(ends.flatMap(([base, quote]) => [quote, base]));
  const hubs = hubsOf(currencies.length, edgeFrom, edgeTo);
  const hubOf = new Int32Array(currencies.length).fill(-1);
  hubs.forEach((currency, place) => {
    hubOf[currency] = place;
  });
  const pairs = hubs.flatMap((_, low) => hubs.slice(low + 1).map((_, above) => ({ low, high: low + 1 + above })));
  const pairAt = (low: number, high: number): number => low * hubs.length - (low * (low + 1)) / 2 + (high - low - 1);
  const edges = { edgeFrom, edgeTo, hubOf };
  return {
    ...edges,
    currencies,
    markets: instruments.map(({ symbol }) => symbol),
    hubs,
    pairLow: Int32Array.from(pairs, ({ low }) => low),
    pairHigh: Int32Array.from(pairs, ({ high }) => high),
    ...layDirects(edges, pairs.length, pairAt),
    ...layBridges(edges, pairs.length, pairAt),
  };
}

type PairAt = (low: number, high: number) => number;

function layDirects(
  { edgeFrom, edgeTo, hubOf }: Edges,
  pairs: number,
  pairAt: PairAt,
): Pick<CycleIndex, 'directStart' | 'directEdges' | 'edgeLane'> {
  const edgeLane = edgeFrom.map((currency, edge) => {
    const from = hubOf[currency] as number;
    const to = hubOf[edgeTo[edge] as number] as number;
    if (from < 0 || to < 0) return -1;
    return from < to ? 2 * pairAt(from, to) : 2 * pairAt(to, from) + 1;
  });
  const direct = [...edgeLane.keys()].filter((edge) => (edgeLane[edge] as number) >= 0);
  const laneOf = (edge: number): number => edgeLane[edge] as number;
  direct.sort((a, b) => laneOf(a) - laneOf(b));
  return { edgeLane, directStart: groupStarts(2 * pairs, direct.map(laneOf)), directEdges: Int32Array.from(direct) };
}

type Bridge = { pair: number; mid: number; first: number; second: number };

function layBridges(
  edges: Edges,
  pairs: number,
  pairAt: PairAt,
): Pick<CycleIndex, 'bridgeStart' | 'bridgeMid' | 'wayFirst' | 'waySecond' | 'touchStart' | 'touches'> {
  const bridges = findBridges(edges, pairAt).sort((a, b) => a.pair - b.pair || a.mid - b.mid || a.first - b.first);
  const touching: number[][] = Array.from({ length: edges.edgeFrom.length / 2 }, () => []);
  bridges.forEach(({ pair, first, second }, bridge) => {
    // An odd edge buys: then it is the way back that sells.
    for (const [own, other] of [
      [first, second],
      [second, first],
    ] as const) {
      const back = own & 1;
      touching[own >> 1]?.push(2 * bridge + back, other ^ back, 2 * pair + back);
    }
  });
  const touchStart = new Int32Array(touching.length + 1);
  touching.forEach((list, market) => {
    touchStart[market + 1] = (touchStart[market] as number) + list.length;
  });
  return {
    bridgeStart: groupStarts(
      pairs,
      bridges.map(({ pair }) => pair),
    ),
    bridgeMid: Int32Array.from(bridges, ({ mid }) => mid),
    wayFirst: Int32Array.from(bridges.flatMap(({ first, second }) => [first, second ^ 1])),
    waySecond: Int32Array.from(bridges.flatMap(({ first, second }) => [second, first ^ 1])),
    touchStart,
    touches: Int32Array.from(touching.flat()),
  };
}

function findBridges({ edgeFrom, edgeTo, hubOf }: Edges, pairAt: PairAt): Bridge[] {
  const fromHubs: number[][] = Array.from(hubOf, () => []);
  const placeOf = (edge: number): number => hubOf[edgeFrom[edge] as number] as number;
  edgeTo.forEach((mid, edge) => {
    if (placeOf(edge) >= 0) fromHubs[mid]?.push(edge);
  });
  return fromHubs.flatMap((edges, mid) =>
    edges.flatMap((low) =>
      edges
        .filter((high) => placeOf(low) < placeOf(high))
        .map((high) => ({ pair: pairAt(placeOf(low), placeOf(high)), mid, first: low, second: high ^ 1 })),
    ),
  );
}

/** Where each of `count` groups starts in a list sorted by group. */
function groupStarts(count: number, groups: readonly number[]): Int32Array {
  const starts = new Int32Array(count + 1);
  for (const group of groups) starts[group + 1] = (starts[group + 1] as number) + 1;
  for (let group = 0; group < count; group++)
    starts[group + 1] = (starts[group + 1] as number) + (starts[group] as number);
  return starts;
}
