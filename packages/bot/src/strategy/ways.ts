import type { CycleIndex } from '../market/cycle-index.ts';

/** Takes a profitable cycle by its edges, the fourth −1 for a triangle. */
export type AddRoute = (first: number, second: number, third: number, fourth: number) => void;

/** The rates between hubs, kept up to date. */
export type Ways = {
  /** Follows a market's two rates into every way over it and adds each cycle through it that exceeds the threshold. */
  follow(market: number): void;
  reset(): void;
  /** Looks for cycles above another threshold from here on. */
  raise(threshold: number): void;
};

/** Room for rounding when products are compared in another order of multiplication; each cycle is judged exactly when it is added. */
const slack = 1 - 1e-12;

/**
 * Creates the ways over the rates of the edges. Each lane has an upper bound of its direct and two-edge rates, raised at once and lowered only when
 * a test against it passes and the lane is scanned: an update costs one multiplication for each way it changes.
 */
export function createWays(
  index: CycleIndex,
  rates: Float64Array,
  { types, threshold }: { types: { tri: boolean; quad: boolean }; threshold: number },
  add: AddRoute,
): Ways {
  const { edgeLane, touchStart, touches, bridgeStart, bridgeMid, wayFirst, waySecond } = index;
  const { directStart, directEdges, hubOf, pairLow } = index;
  const { tri, quad } = types;
  let least = (1 + threshold) * slack;
  const wayRate = new Float64Array(wayFirst.length);
  const bound = new Float64Array(2 * pairLow.length);

  /** Closes a direct edge by every way over `lane`; returns the lane's exact greatest rate. */
  function closeEdge(lane: number, edge: number): number {
    const rate = rates[edge] as number;
    let greatest = 0;
    for (let at = directStart[lane] as number, end = directStart[lane + 1] as number; at < end; at++) {
      greatest = Math.max(greatest, rates[directEdges[at] as number] as number);
    }
    const pair = lane >> 1;
    for (let bridge = bridgeStart[pair] as number, end = bridgeStart[pair + 1] as number; bridge < end; bridge++) {
      const way = 2 * bridge + (lane & 1);
      const back = wayRate[way] as number;
      if (back > greatest) greatest = back;
      if (tri && rate * back > least) add(edge, wayFirst[way] as number, waySecond[way] as number, -1);
    }
    return greatest;
  }

  /** Closes a way by everything over `lane`; returns the lane's exact greatest rate. */
  function closeWay(lane: number, way: number, closesTriangles: boolean): number {
    const rate = wayRate[way] as number;
    const first = wayFirst[way] as number;
    const second = waySecond[way] as number;
    let greatest = 0;
    for (let at = directStart[lane] as number, end = directStart[lane + 1] as number; at < end; at++) {
      const edge = directEdges[at] as number;
      const back = rates[edge] as number;
      if (back > greatest) greatest = back;
      if (closesTriangles && rate * back > least) add(first, second, edge, -1);
    }
    const pair = lane >> 1;
    const mid = bridgeMid[way >> 1] as number;
    for (let bridge = bridgeStart[pair] as number, end = bridgeStart[pair + 1] as number; bridge < end; bridge++) {
      const other = 2 * bridge + (lane & 1);
      const back = wayRate[other] as number;
      if (back > greatest) greatest = back;
      if (quad && rate * back > least && isCounted(pair, mid, bridgeMid[bridge] as number)) {
        add(first, second, wayFirst[other] as number, waySecond[other] as number);
      }
    }
    return greatest;
  }

  /** A cycle of four hubs splits at two pairs: it is taken at the pair that holds the least of them. */
  function isCounted(pair: number, mid: number, otherMid: number): boolean {
    if (mid === otherMid) return false;
    const place = hubOf[mid] as number;
    const otherPlace = hubOf[otherMid] as number;
    const low = pairLow[pair] as number;
    return place < 0 || otherPlace < 0 || (low < place && low < otherPlace);
  }

  function followDirect(edge: number, lane: number): void {
    const rate = rates[edge] as number;
    if (rate > (bound[lane] as number)) bound[lane] = rate;
    if (rate * (bound[lane ^ 1] as number) > least) bound[lane ^ 1] = closeEdge(lane ^ 1, edge);
  }

  function follow(market: number): void {
    const sell = 2 * market;
    const directLane = edgeLane[sell] as number;
    const closesTriangles = tri && directLane < 0;
    if (directLane >= 0) {
      followDirect(sell, directLane);
      followDirect(sell + 1, directLane ^ 1);
    }
    const sellRate = rates[sell] as number;
    const buyRate = rates[sell + 1] as number;
    for (let at = touchStart[market] as number, end = touchStart[market + 1] as number; at < end; at += 3) {
      const way = touches[at] as number;
      const other = touches[at + 1] as number;
      const lane = touches[at + 2] as number;
      const there = sellRate * (rates[other] as number);
      const back = buyRate * (rates[other ^ 1] as number);
      wayRate[way] = there;
      wayRate[way ^ 1] = back;
      if (there > (bound[lane] as number)) bound[lane] = there;
      if (back > (bound[lane ^ 1] as number)) bound[lane ^ 1] = back;
      if (there * (bound[lane ^ 1] as number) > least) bound[lane ^ 1] = closeWay(lane ^ 1, way, closesTriangles);
      if (back * (bound[lane] as number) > least) bound[lane] = closeWay(lane, way ^ 1, closesTriangles);
    }
  }

  return {
    follow,
    reset: () => {
      wayRate.fill(0);
      bound.fill(0);
    },
    raise: (next) => {
      least = (1 + next) * slack;
    },
  };
}
