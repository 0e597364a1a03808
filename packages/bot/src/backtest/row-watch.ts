import type { Instrument } from '../model/instrument.ts';
import type { Cycle } from '../strategy/cycle.ts';
import { createDetector } from '../strategy/detector.ts';
import {
  freeOfFees,
  keptOver,
  lookMs,
  mostNear,
  type Near,
  nearestOf,
  type Showed,
  type WatchOptions,
} from './nearest.ts';

/** What one exchange showed in the rows of a recording, and which rows may matter to the bot. */
export type RowWatch = {
  /** What the last row of each market said: its best prices, and when it came on the monotonic clock. */
  readonly bids: ArrayLike<number>;
  readonly asks: ArrayLike<number>;
  readonly received: ArrayLike<number>;
  /**
   * What the next row says: its moment in UTC milliseconds and on the monotonic clock, best bid and ask; NaN where its book is void, 0 where a
   * side is empty. They are written here, as a function is given each number as an object where it is not compiled into its caller.
   */
  readonly row: Float64Array;
  /** Takes the row as one of the market. True when a cycle through it may pay after fees. */
  take(market: number): boolean;
  /** Whether a cycle of this product before fees is not looked for, as better ones have been seen. */
  ignores(product: number): boolean;
  /** Takes the row, which has a bid and an ask, as `take` does, where it is known that no cycle exceeds a product that is ignored. */
  pass(market: number): void;
  /** The book of a market is void. */
  drop(market: number): void;
  showed(): Showed;
};

/** `minProfitPct`: what a cycle must earn for the bot, in percent; not below 0, nor are fees. */
export type RowWatchOptions = Omit<WatchOptions, 'feed' | 'touches'> & {
  readonly feed: Pick<WatchOptions['feed'], 'venue'>;
  readonly minProfitPct: number;
};

/** How much later than it must a book leaves the cycles that are looked at, in ms: the bot finds out a moment late that it is too old. */
const graceMs = 1_000;
/** Room for rounding: a cycle that pays almost is looked at as well. */
const slack = 1 - 1e-9;

/**
 * A cycle that paid without fees, what its legs leave after fees as the run charges them and at the least, and its best moment; a product
 * of 0 before its first one.
 */
type Seen = Near & { readonly most: number };

/**
 * Follows every directed cycle without fees, as `watchMarket` does message by message, by one run of the detector a row. A cycle that
 * pays after fees pays without them: all others need not be judged.
 */
export const watchRows = (options: RowWatchOptions): RowWatch => {
  const { feed, instruments, types, fundingCurrencies, maxBookAgeMs, minProfitPct } = options;
  const detector = createDetector({ instruments: freeOfFees(instruments), types, fundingCurrencies, threshold: 0 });
  const count = instruments.length;
  const [bids, asks] = [new Float64Array(count).fill(Number.NaN), new Float64Array(count).fill(Number.NaN)];
  /** Mid prices: the first, and that of the last prices before there were none. */
  const [firsts, lasts] = [new Float64Array(count), new Float64Array(count)];
  const received = new Float64Array(count);
  const kept = instruments.map(keptOver);
  const most = cheapest(instruments).map(keptOver);
  const cycles = new Map<number, Seen>();
  const near: Seen[] = [];
  const least = (1 + minProfitPct / 100) * slack;
  /**
   * How often a cycle was seen to pay, and how often by the last row of a market through which none did; −1 where one did, NaN where the
   * market is in no cycle.
   */
  let found = 0;
  const calm = new Float64Array(count).fill(Number.NaN);
  let looked = Number.NEGATIVE_INFINITY;
  /** Cycles are looked for that bring more. */
  let sought = 0;
  /** Markets whose last rows the detector has not been given, which were passed. */
  const behind = new Int32Array(count);
  const isBehind = new Uint8Array(count);
  let behindCount = 0;
  /** No book grows too old before. */
  let agesAt = Number.NEGATIVE_INFINITY;

  const midOf = (market: number): number => {
    const [bid, ask] = [bids[market] as number, asks[market] as number];
    return bid > 0 && ask > 0 ? (bid + ask) / 2 : (lasts[market] as number);
  };
  const catchUp = (): void => {
    for (let at = 0; at < behindCount; at++) {
      const market = behind[at] as number;
      isBehind[market] = 0;
      calm[market] = found;
      // One after the other they may seem to pay: what is so at the end is known.
      detector.update(market, bids[market] as number, asks[market] as number);
    }
    behindCount = 0;
  };
  const drop = (market: number): void => {
    calm[market] = Number.NaN;
    detector.update(market, Number.NaN, Number.NaN);
  };
  const isIn = (market: number): boolean => !Number.isNaN(calm[market] as number);
  const longestMs = maxBookAgeMs + graceMs;
  const dropOld = (now: number): void => {
    let oldest = now;
    for (let market = 0; market < count; market++) {
      const at = received[market] as number;
      if (!isIn(market)) continue;
      if (at < now - longestMs) drop(market);
      else if (at < oldest) oldest = at;
    }
    agesAt = oldest + longestMs;
  };

  const leftOf = ({ edges }: Cycle, of: typeof kept): number =>
    edges.reduce((all, edge) => all * (of[edge >> 1]?.[edge & 1] as number), 1);
  const meet = (cycle: Cycle): Seen => {
    const one = { cycle, kept: leftOf(cycle, kept), most: leftOf(cycle, most), product: 0, at: 0 };
    cycles.set(cycle.key, one);
    return one;
  };
  const note = (one: Seen, product: number, at: number): void => {
    if (one.product === 0) near.push(one);
    one.product = product;
    one.at = at;
    rank(one);
  };

  /** The best so far after fees: one that leaves less than all of them is not told, and need not be found unless it may pay. */
  const ranked: Seen[] = [];
  const leaves = (one: Seen): number => one.product * one.kept;
  const [greatestKept, greatestMost] = [kept, most].map((all) => Math.max(0, ...all.flat()) ** 3) as [number, number];
  const rank = (one: Seen): void => {
    if (!ranked.includes(one)) ranked.push(one);
    ranked.sort((a, b) => leaves(b) - leaves(a));
    ranked.length = Math.min(ranked.length, mostNear);
    const last = ranked[mostNear - 1];
    if (last === undefined) return;
    sought = Math.max(0, Math.min(least / greatestMost, leaves(last) / greatestKept) * slack - 1);
    detector.raise(sought);
  };

  /** Looks at the cycles over the books that were young enough at the last row. */
  const lookAtAll = (at: number): void => {
    if (behindCount > 0) catchUp();
    const tooOld: number[] = [];
    let last = 0;
    for (let market = 0; market < count; market++) last = Math.max(last, received[market] as number);
    for (let market = 0; market < count; market++) {
      if ((received[market] as number) >= last - maxBookAgeMs || !isIn(market)) continue;
      tooOld.push(market);
      detector.update(market, Number.NaN, Number.NaN);
    }
    const best = detector.best();
    if (best !== null) {
      const one = cycles.get(best.key) ?? meet(best);
      if (best.product > one.product) note(one, best.product, at);
    }
    for (const market of tooOld) detector.update(market, bids[market] as number, asks[market] as number);
  };

  const lookAgain = (at: number): void => {
    if (looked > 0) lookAtAll(at);
    looked = at;
  };

  const isYoung = ({ edges }: Cycle, now: number): boolean => {
    for (const edge of edges) if ((received[edge >> 1] as number) < now - maxBookAgeMs) return false;
    return true;
  };

  /** Judges the cycles that the detector found. */
  const judge = (hits: number, at: number, now: number): boolean => {
    let mayPay = false;
    for (let hit = 0; hit < hits; hit++) {
      const product = detector.productAt(hit);
      const one = cycles.get(detector.key(hit)) ?? meet(detector.cycle(hit));
      if (product * one.most > least) mayPay = true;
      if (product > one.product && isYoung(one.cycle, now)) note(one, product, at);
    }
    return mayPay;
  };

  const row = new Float64Array(4);
  const take = (market: number): boolean => {
    const at = row[0] as number;
    const now = row[1] as number;
    const bid = row[2] as number;
    const ask = row[3] as number;
    if (behindCount > 0) catchUp();
    if (at - looked >= lookMs) lookAgain(at);
    if (now > agesAt) dropOld(now);
    received[market] = now;
    // No cycle through it paid at these prices, and none was seen to pay since: only its sizes have changed.
    if (bid === bids[market] && ask === asks[market] && calm[market] === found) return false;
    if (!(bid > 0 && ask > 0)) lasts[market] = midOf(market);
    else if (firsts[market] === 0) firsts[market] = (bid + ask) / 2;
    bids[market] = bid;
    asks[market] = ask;
    const hits = detector.update(market, bid, ask);
    if (hits === 0) {
      calm[market] = found;
      return false;
    }
    calm[market] = -1;
    found++;
    return judge(hits, at, now);
  };

  const pass = (market: number): void => {
    if ((row[0] as number) - looked >= lookMs) {
      take(market);
      return;
    }
    received[market] = row[1] as number;
    bids[market] = row[2] as number;
    asks[market] = row[3] as number;
    if (isBehind[market] === 1) return;
    isBehind[market] = 1;
    behind[behindCount++] = market;
  };

  return {
    ...{ bids, asks, received, row },
    take,
    ignores: (product) => product < (1 + sought) * slack,
    pass,
    drop: (market) => {
      catchUp();
      drop(market);
    },
    showed: () => {
      lookAtAll(looked);
      return {
        nearest: nearestOf(feed.venue, near),
        mids: instruments.flatMap((instrument, market) => {
          const first = firsts[market] as number;
          return first > 0 ? [{ instrument, first, last: midOf(market) }] : [];
        }),
      };
    },
  };
};

/** The markets at the least that a taker may be charged in the run: with the fee token, where one is set. */
const cheapest = (instruments: readonly Instrument[]): readonly Instrument[] =>
  instruments.map((one) =>
    one.feeToken === undefined
      ? one
      : { ...one, tokenFee: Math.min(one.takerFee, one.takerFee * (1 - one.feeToken.discount)) },
  );
