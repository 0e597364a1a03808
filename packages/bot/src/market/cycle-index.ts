import { hubsOf } from './hubs.ts';
import type { Instrument } from './instrument.ts';

/**
 * The markets of one exchange as a directed graph, laid out flat so that an update touches few cache lines.
 *
 * Edge `2m` sells the base of market `m` for its quote, edge `2m + 1` buys it. Hubs are currencies that together touch every
 * market, so each 4-cycle is two two-hop ways `h → mid → h′` and `h′ → mid′ → h` between opposite hubs, and each triangle
 * is one such way closed by a direct edge. A *slot* is one two-hop way; a *pair* is an ordered pair of hubs.
 */
export type CycleIndex = {
  readonly currencies: readonly string[];
  readonly markets: readonly string[];
  readonly edgeFrom: Int32Array;
  readonly edgeTo: Int32Array;
  /** Place of a currency among the hubs, −1 for none. */
  readonly hubOf: Int32Array;
  readonly hubs: readonly number[];
  readonly pairCount: number;
  /** The same two hubs the other way round. */
  readonly reverse: Int32Array;
  /** Slots of pair `p`: `pairSlots[p]` up to `pairSlots[p + 1]`, sorted by mid. */
  readonly pairSlots: Int32Array;
  readonly slotMid: Int32Array;
  readonly slotFirst: Int32Array;
  readonly slotSecond: Int32Array;
  /** Direct edges of pair `p`: `directEdges[pairDirects[p]]` up to `pairDirects[p + 1]`. */
  readonly pairDirects: Int32Array;
  readonly directEdges: Int32Array;
  /** Pair an edge joins directly, −1 when an end of it is no hub. */
  readonly edgePair: Int32Array;
  /** Slots that use an edge: `touchStart[e]` up to `touchStart[e + 1]`, four numbers each: slot, its other edge, its pair, the reverse pair. */
  readonly touchStart: Int32Array;
  readonly touches: Int32Array;
};

/** Lays out the markets; the id of a market is its place in `instruments`. Parallel markets of one pair of currencies are all kept. */
export function createCycleIndex(instruments: readonly Pick<Instrument, 'symbol' | 'base' | 'quote'>[]): CycleIndex {
  const currencies = [...new Set(instruments.flatMap(({ base, quote }) => [base, quote]))].sort();
  const ids = new Map(currencies.map((currency, id) => [currency, id]));
  const id = (currency: string): number => ids.get(currency) ?? -1;
  const edgeFrom = Int32Array.from(instruments.flatMap(({ base, quote }) => [id(base), id(quote)]));
  const edgeTo = Int32Array.from(instruments.flatMap(({ base, quote }) => [id(quote), id(base)]));
  const hubs = hubsOf(currencies.length, edgeFrom, edgeTo);
  const hubOf = new Int32Array(currencies.length).fill(-1);
  hubs.forEach((currency, place) => {
    hubOf[currency] = place;
  });
  return {
    currencies,
    markets: instruments.map(({ symbol }) => symbol),
    edgeFrom,
    edgeTo,
    hubOf,
    hubs,
    ...layPairs(hubs.length),
    ...layDirects(hubs.length, hubOf, edgeFrom, edgeTo),
    ...laySlots(hubs.length, hubOf, edgeFrom, edgeTo),
  };
}

function layPairs(hubs: number): Pick<CycleIndex, 'pairCount' | 'reverse'> {
  const reverse = Int32Array.from({ length: hubs * hubs }, (_, pair) => (pair % hubs) * hubs + Math.floor(pair / hubs));
  return { pairCount: hubs * hubs, reverse };
}

function layDirects(
  hubs: number,
  hubOf: Int32Array,
  edgeFrom: Int32Array,
  edgeTo: Int32Array,
): Pick<CycleIndex, 'pairDirects' | 'directEdges' | 'edgePair'> {
  const edgePair = edgeFrom.map((from, edge) => {
    const first = hubOf[from] ?? -1;
    const last = hubOf[edgeTo[edge] ?? -1] ?? -1;
    return first < 0 || last < 0 ? -1 : first * hubs + last;
  });
  const direct = [...edgePair.keys()].filter((edge) => (edgePair[edge] ?? -1) >= 0);
  direct.sort((a, b) => (edgePair[a] ?? 0) - (edgePair[b] ?? 0));
  const pairDirects = offsets(
    hubs * hubs,
    direct.map((edge) => edgePair[edge] ?? 0),
  );
  return { pairDirects, directEdges: Int32Array.from(direct), edgePair };
}

type Slot = { pair: number; mid: number; first: number; second: number };

function laySlots(
  hubs: number,
  hubOf: Int32Array,
  edgeFrom: Int32Array,
  edgeTo: Int32Array,
): Pick<CycleIndex, 'pairSlots' | 'slotMid' | 'slotFirst' | 'slotSecond' | 'touchStart' | 'touches'> {
  const slots = twoHopWays(hubs, hubOf, edgeFrom, edgeTo);
  slots.sort((a, b) => a.pair - b.pair || a.mid - b.mid || a.first - b.first || a.second - b.second);
  const touching: number[][] = Array.from({ length: edgeFrom.length }, () => []);
  slots.forEach(({ pair, first, second }, slot) => {
    const back = (pair % hubs) * hubs + Math.floor(pair / hubs);
    touching[first]?.push(slot, second, pair, back);
    touching[second]?.push(slot, first, pair, back);
  });
  const touchStart = new Int32Array(edgeFrom.length + 1);
  touching.forEach((list, edge) => {
    touchStart[edge + 1] = (touchStart[edge] ?? 0) + list.length;
  });
  return {
    pairSlots: offsets(
      hubs * hubs,
      slots.map(({ pair }) => pair),
    ),
    slotMid: Int32Array.from(slots, ({ mid }) => mid),
    slotFirst: Int32Array.from(slots, ({ first }) => first),
    slotSecond: Int32Array.from(slots, ({ second }) => second),
    touchStart,
    touches: Int32Array.from(touching.flat()),
  };
}

function twoHopWays(hubs: number, hubOf: Int32Array, edgeFrom: Int32Array, edgeTo: Int32Array): Slot[] {
  const fromHubs: number[][] = Array.from({ length: hubOf.length }, () => []);
  edgeTo.forEach((mid, edge) => {
    if ((hubOf[edgeFrom[edge] ?? -1] ?? -1) >= 0) fromHubs[mid]?.push(edge);
  });
  return fromHubs.flatMap((edges, mid) =>
    edges.flatMap((first) =>
      // The edge back over a market is its neighbour: 2m and 2m + 1 differ in the last bit.
      edges.flatMap((toward) => {
        const start = hubOf[edgeFrom[first] ?? -1] ?? -1;
        const end = hubOf[edgeFrom[toward] ?? -1] ?? -1;
        return start === end ? [] : [{ pair: start * hubs + end, mid, first, second: toward ^ 1 }];
      }),
    ),
  );
}

/** Where each of `count` groups starts in a list sorted by group. */
function offsets(count: number, groups: readonly number[]): Int32Array {
  const start = new Int32Array(count + 1);
  for (const group of groups) start[group + 1] = (start[group + 1] ?? 0) + 1;
  for (let group = 0; group < count; group++) start[group + 1] = (start[group + 1] ?? 0) + (start[group] ?? 0);
  return start;
}
