import type { WhatIfTerms } from '@triquad/core/contract';
import type { Instrument } from '../model/instrument.ts';
import type { Cycle } from '../strategy/cycle.ts';
import { createDetector } from '../strategy/detector.ts';
import { createNextQuotes } from './next-quotes.ts';
import { addPast, createOutcome, type Ended, isSeen, noRange, type Outcome, type Range } from './outcome.ts';
import { createDollars, createTops, roomOf } from './tops.ts';

/** A directed cycle that was worth more than it costs at the lowest fee of the grid, with what it is doing now and what it came to. */
export type Track = {
  readonly cycle: Cycle;
  /** Of the cycle in the other direction. */
  readonly reverse: string;
  /** The row in which it was found last, and at how many fees it pays since then. */
  row: number;
  target: number;
  /** At how many fees of the grid, from the lowest on, it pays now, and its product after the lowest one. */
  alive: number;
  product: number;
  /** When the present episode of each fee began, in this direction and in either; the next latency to look at; when the next look is due. */
  readonly since: Float64Array;
  readonly eitherSince: Float64Array;
  readonly next: Uint8Array;
  due: number;
  /** Of the present episode without a fee: the price and size of each leg at its start, and its greatest product before fees. */
  readonly began: { readonly price: number; readonly size: number }[];
  peak: Moment;
  best: Moment & { ended: Ended };
  readonly fees: { episodes: number; longest: number; readonly range: Range }[];
};
/** `product` before fees; `capital` in USD. */
type Moment = { readonly product: number; readonly at: number; readonly capital: number };
const never: Moment = { product: 0, at: 0, capital: 0 };

export type Episodes = {
  /** Takes a row; prices that are NaN say that the book is not to be used from then on. Times do not go back. */
  quote(market: number, at: number, bid: number, bidSize: number, ask: number, askSize: number): void;
  /** Takes a market out until its next row, at a moment that no row has: its quote is too old. */
  drop(market: number, at: number, ended: Ended): void;
  /** Ends what is under way and empties every book: what comes is of another stretch of the recording. */
  cut(at: number): void;
  readonly outcome: Outcome;
  tracks(): readonly Track[];
  /** The greatest product before fees of all cycles now; null where none has all its prices. */
  best(): Pick<Cycle, 'product' | 'type'> | null;
};

/** Follows the episodes of all cycles over these markets through one pass. Fees come out of what each leg receives. */
export const createEpisodes = (instruments: readonly Instrument[], terms: WhatIfTerms): Episodes => {
  const { fees_pct, latencies_ms, start_currencies: fundingCurrencies, capital: most } = terms;
  const kept = fees_pct.map((fee) => 1 - fee / 100);
  const lowest = kept[0] as number;
  const free = fees_pct.indexOf(0);
  const ownLatency = latencies_ms.indexOf(terms.latency_ms);
  /** By which the product after the lowest fee is multiplied for each other one, for three and four legs. */
  const factors = [3, 4].map((legs) => kept.map((one) => (one / lowest) ** legs));
  const factorsOf = ({ cycle }: Track): readonly number[] => factors[cycle.edges.length - 3] as number[];
  const detector = createDetector({
    instruments: instruments.map((one) => ({ ...one, takerFee: 1 - lowest, feeCurrency: 'received' })),
    types: { tri: terms.enable_triangular, quad: terms.enable_quadrangular },
    fundingCurrencies,
    threshold: 0,
  });
  const tops = createTops(instruments.length);
  const lastBids = new Float64Array(instruments.length);
  const dollarsOf = createDollars(instruments, lastBids);
  const nextQuotes = createNextQuotes(instruments.length, latencies_ms);
  const outcome = createOutcome(terms);
  const tracks = new Map<number, Track>();
  const byEdges = new Map<string, Track>();
  const openOf: Track[][] = instruments.map(() => []);
  let row = 0;

  const trackOf = (hit: number): Track => {
    const known = tracks.get(detector.key(hit));
    if (known) return known;
    const cycle = detector.cycle(hit);
    const track: Track = {
      ...{
        cycle,
        reverse: cycle.edges
          .toReversed()
          .map((edge) => edge ^ 1)
          .join(),
        row: 0,
        target: 0,
        alive: 0,
        product: 0,
      },
      ...{ since: new Float64Array(kept.length), eitherSince: new Float64Array(kept.length) },
      ...{ next: new Uint8Array(kept.length), due: Number.POSITIVE_INFINITY, began: [], peak: never },
      best: { ...never, ended: 'cut' },
      fees: kept.map(() => ({ episodes: 0, longest: 0, range: noRange() })),
    };
    tracks.set(cycle.key, track);
    byEdges.set(cycle.edges.join(), track);
    return track;
  };

  /** What goes into a cycle now, in USD; 0 where its start currency has no price in USD. */
  const capitalOf = ({ cycle }: Track): number => {
    const worth = dollarsOf(cycle.symbols[0] as string);
    return worth > 0 ? Math.min(most, roomOf(tops, cycle.edges) * worth) : 0;
  };
  const arrivalOf = (track: Track, fee: number): number => {
    const latency = latencies_ms[track.next[fee] as number];
    return latency === undefined
      ? Number.POSITIVE_INFINITY
      : (track.since[fee] as number) + track.cycle.edges.length * latency;
  };

  /** Fills the present episode of a fee for the next latency. */
  const arrive = (track: Track, fee: number, profit: number): void => {
    const latency = track.next[fee] as number;
    const [cell, own] = [outcome.fees[fee]?.cells[latency], track.fees[fee]];
    track.next[fee] = latency + 1;
    if (!cell || !own) return;
    cell.reached++;
    cell.modelled += profit;
    if (latency === ownLatency) own.range.modelled += profit;
  };

  /** Fills what arrived before this moment at the quotes as they are. */
  const fill = (track: Track, before: number): void => {
    if (track.due >= before) return;
    const [capital, factor] = [capitalOf(track), factorsOf(track)];
    let due = Number.POSITIVE_INFINITY;
    for (let fee = 0; fee < track.alive; fee++) {
      const profit = capital * (track.product * (factor[fee] as number) - 1);
      for (let arrival = arrivalOf(track, fee); arrival < before; arrival = arrivalOf(track, fee)) {
        arrive(track, fee, profit);
      }
      due = Math.min(due, arrivalOf(track, fee));
    }
    track.due = due;
  };

  /** Begins the episodes of the fees at which it pays from now on. */
  const begin = (track: Track, at: number): void => {
    const [from, to] = [track.alive, track.target];
    const capital = capitalOf(track);
    const { edges } = track.cycle;
    const other = byEdges.get(track.reverse);
    track.alive = to;
    for (let fee = from; fee < to; fee++) {
      const [sum, own] = [outcome.fees[fee], track.fees[fee]];
      if (!sum || !own) continue;
      const goesOn = other !== undefined && other.alive > fee;
      track.since[fee] = at;
      track.eitherSince[fee] = goesOn ? (other.eitherSince[fee] as number) : at;
      track.next[fee] = 0;
      const profit = capital * (track.product * (factorsOf(track)[fee] as number) - 1);
      if (!goesOn) sum.undirected++;
      if (own.episodes++ === 0) sum.cycles++;
      sum.episodes++;
      sum.optimistic += profit;
      own.range.optimistic += profit;
      // What takes no time arrives with this very row.
      arrive(track, fee, profit);
      track.due = Math.min(track.due, arrivalOf(track, fee));
    }
    if (from <= free && free < to) track.began.splice(0, 4, ...edges.map(levelOf));
    if (from <= free && free < to) track.peak = never;
    nextQuotes.follow(edges, at, (latency, product) => {
      for (let fee = from; fee < to; fee++) {
        const profit = capital * (product * (kept[fee] as number) ** edges.length - 1);
        const [cell, own] = [outcome.fees[fee]?.cells[latency], track.fees[fee]];
        if (!cell || !own) continue;
        cell.followed++;
        cell.pessimistic += profit;
        if (latency === ownLatency) own.range.pessimistic += profit;
      }
    });
  };
  const levelOf = (edge: number) => ({
    price: (edge & 1 ? tops.ask : tops.bid)[edge >> 1] as number,
    size: (edge & 1 ? tops.askSize : tops.bidSize)[edge >> 1] as number,
  });

  /** Ends the episodes of the fees at which it pays no more. */
  const end = (track: Track, at: number, ended: Ended): void => {
    const from = track.target;
    const other = byEdges.get(track.reverse);
    for (let fee = from; fee < track.alive; fee++) {
      const [sum, own] = [outcome.fees[fee], track.fees[fee]];
      if (!sum || !own) continue;
      const ms = at - (track.since[fee] as number);
      sum.lives.add(ms, isSeen(ended));
      sum.longest = Math.max(sum.longest, ms);
      own.longest = Math.max(own.longest, ms);
      const goesOn = other !== undefined && other.alive > fee;
      if (!goesOn) sum.undirectedLives.add(at - (track.eitherSince[fee] as number), isSeen(ended));
    }
    if (from <= free && free < track.alive) {
      if (track.peak.product > track.best.product) track.best = { ...track.peak, ended };
      const { markets } = track.cycle;
      addPast(outcome, { since: track.since[free] as number, until: at, peak: track.peak.product, markets, ended });
    }
    track.alive = from;
  };

  /** Ends, of the open cycles over a market, those that no longer pay, and closes those that pay at no fee. */
  const settle = (market: number, at: number, endedOf: (track: Track) => Ended): void => {
    for (const track of [...(openOf[market] as Track[])]) {
      if (track.row !== row) track.target = 0;
      if (track.target < track.alive) end(track, at, endedOf(track));
      if (track.alive === 0) for (const edge of track.cycle.edges) leave(openOf[edge >> 1] as Track[], track);
    }
  };
  const leave = (list: Track[], track: Track): void => {
    const place = list.indexOf(track);
    if (place < 0) return;
    list[place] = list.at(-1) as Track;
    list.pop();
  };

  const look = (track: Track, product: number, at: number): void => {
    const factor = factorsOf(track);
    track.row = row;
    track.product = product;
    let target = 1;
    while (target < kept.length && product * (factor[target] as number) > 1) target++;
    track.target = target;
    if (track.alive === 0) for (const edge of track.cycle.edges) openOf[edge >> 1]?.push(track);
    if (target > track.alive) begin(track, at);
    const gross = product / lowest ** track.cycle.edges.length;
    if (target > free && gross > track.peak.product) track.peak = { product: gross, at, capital: capitalOf(track) };
  };

  const takeOut = (market: number, at: number, ended: Ended): void => {
    row++;
    for (const track of openOf[market] as Track[]) fill(track, at);
    for (const column of [tops.bid, tops.bidSize, tops.ask, tops.askSize]) column[market] = Number.NaN;
    detector.update(market, Number.NaN, Number.NaN);
    settle(market, at, () => ended);
  };

  return {
    outcome,
    quote: (market, at, bid, bidSize, ask, askSize) => {
      nextQuotes.quote(market, at, bid, ask);
      if (!(bid > 0 && ask > 0)) return takeOut(market, at, 'lost');
      row++;
      const open = openOf[market] as Track[];
      for (const track of open) fill(track, at);
      const [oldBid, oldBidSize] = [tops.bid[market] as number, tops.bidSize[market] as number];
      const [oldAsk, oldAskSize] = [tops.ask[market] as number, tops.askSize[market] as number];
      tops.bid[market] = lastBids[market] = bid;
      tops.bidSize[market] = bidSize;
      tops.ask[market] = ask;
      tops.askSize[market] = askSize;
      const hits = detector.update(market, bid, ask);
      if (hits === 0 && open.length === 0) return;
      for (let hit = 0; hit < hits; hit++) look(trackOf(hit), detector.productAt(hit), at);
      settle(market, at, ({ cycle, began }) => {
        const leg = cycle.edges.findIndex((edge) => edge >> 1 === market);
        const isBuy = (cycle.edges[leg] as number) & 1;
        const { price, size } = began[leg] ?? { price: 0, size: 0 };
        return price === (isBuy ? oldAsk : oldBid) && (isBuy ? oldAskSize : oldBidSize) < size ? 'size' : 'price';
      });
    },
    drop: takeOut,
    cut: (at) => {
      row++;
      for (const [market, open] of openOf.entries()) {
        for (const track of open) fill(track, at + 0.5);
        settle(market, at, () => 'cut');
      }
      for (const column of [tops.bid, tops.bidSize, tops.ask, tops.askSize]) column.fill(Number.NaN);
      detector.reset();
      nextQuotes.clear();
    },
    tracks: () => [...tracks.values()],
    best: () => {
      const found = detector.best();
      return found && { type: found.type, product: found.product / lowest ** found.edges.length };
    },
  };
};
