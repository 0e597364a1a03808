/** A cycle whose legs each wait for the next quote of their market, for every latency at once. */
type Waiting = {
  readonly since: number;
  readonly edges: readonly number[];
  readonly report: (latency: number, product: number) => void;
  /** For each leg, how many latencies it has its quote for. */
  readonly reached: Uint8Array;
  /** For each latency, how many legs still wait, and the product of the rates of the others. */
  readonly waiting: Uint8Array;
  readonly product: Float64Array;
};

/**
 * The pessimist: each leg is filled at the first quote of its market after it arrived, whatever that is. Leg n arrives n latencies after the
 * quotes that began it.
 */
export type NextQuotes = {
  /** Follows a cycle from a moment on; `report` has the product before fees for each latency (by its place) whose legs all got a quote. */
  follow(edges: readonly number[], at: number, report: Waiting['report']): void;
  /** Takes the next quote of a market. */
  quote(market: number, at: number, bid: number, ask: number): void;
  /** Forgets all: what comes is of another stretch of the recording. */
  clear(): void;
};

/** So long after the arrival of its last leg a cycle is given up: a market without quotes says nothing of what a fill would have been. */
const patienceMs = 60_000;
const tidyAt = 256;

export const createNextQuotes = (markets: number, latencies: readonly number[]): NextQuotes => {
  const lists: Waiting[][] = Array.from({ length: markets }, () => []);
  const tidyFrom = new Float64Array(markets).fill(tidyAt);
  const last = latencies.at(-1) ?? 0;

  const isOver = (one: Waiting, at: number): boolean => at > one.since + one.edges.length * last + patienceMs;

  /** Whether the leg over this market waits for nothing more. */
  const take = (one: Waiting, market: number, at: number, bid: number, ask: number): boolean => {
    const leg = one.edges.findIndex((edge) => edge >> 1 === market);
    const rate = (one.edges[leg] as number) & 1 ? 1 / ask : bid;
    let step = one.reached[leg] as number;
    for (; step < latencies.length; step++) {
      const latency = latencies[step] as number;
      if (latency > 0 && at <= one.since + (leg + 1) * latency) break;
      one.product[step] = (one.product[step] as number) * rate;
      one.waiting[step] = (one.waiting[step] as number) - 1;
      if (one.waiting[step] === 0) one.report(step, one.product[step] as number);
    }
    one.reached[leg] = step;
    return step === latencies.length;
  };

  return {
    follow: (edges, since, report) => {
      const legs = edges.length;
      const one: Waiting = {
        ...{ since, edges, report, reached: new Uint8Array(legs) },
        waiting: new Uint8Array(latencies.length).fill(legs),
        product: new Float64Array(latencies.length).fill(1),
      };
      for (const edge of edges) {
        const market = edge >> 1;
        const list = lists[market] as Waiting[];
        list.push(one);
        if (list.length < (tidyFrom[market] as number)) continue;
        const kept = list.filter((other) => !isOver(other, since));
        lists[market] = kept;
        tidyFrom[market] = Math.max(tidyAt, 2 * kept.length);
      }
    },
    quote: (market, at, bid, ask) => {
      const list = lists[market] as Waiting[];
      if (list.length === 0 || !(bid > 0 && ask > 0)) return;
      lists[market] = list.filter((one) => !isOver(one, at) && !take(one, market, at, bid, ask));
    },
    clear: () => {
      for (const [market, list] of lists.entries()) if (list.length > 0) lists[market] = [];
    },
  };
};
