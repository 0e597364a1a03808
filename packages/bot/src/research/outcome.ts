import type { WhatIfTerms } from '@triquad/core/contract';
import { createLifetimeGroups, createLifetimes, type LifetimeGroups, type Lifetimes } from './lifetimes.ts';

/** How an episode ended: see the contract. */
export type Ended = 'price' | 'size' | 'age' | 'lost' | 'cut';
/** In USD. */
export type Range = { optimistic: number; modelled: number; pessimistic: number };
export const noRange = (): Range => ({ optimistic: 0, modelled: 0, pessimistic: 0 });

/** What a latency leaves of a fee's episodes. */
export type Cell = { reached: number; modelled: number; followed: number; pessimistic: number };

/** What is added up of a fee. */
export type FeeOutcome = {
  cycles: number;
  episodes: number;
  undirected: number;
  longest: number;
  optimistic: number;
  readonly lives: Lifetimes;
  readonly undirectedLives: Lifetimes;
  readonly cells: readonly Cell[];
};

/** All that one pass adds up, besides what each cycle keeps of itself. */
export type Outcome = {
  /** One for each fee of the grid. */
  readonly fees: readonly FeeOutcome[];
  /** Of episodes without a fee. */
  readonly ended: Record<Ended, number>;
  readonly byGain: LifetimeGroups;
  readonly byMarket: LifetimeGroups;
  readonly byHour: LifetimeGroups;
  /** Episodes without a fee by break-even fee, in steps; the last has all above. */
  readonly breakEven: Uint32Array;
};

/** In percent of a leg. */
export const breakEvenStep = 0.001;
const breakEvenSteps = 150;

export const createOutcome = ({ fees_pct, latencies_ms }: WhatIfTerms): Outcome => ({
  fees: fees_pct.map(() => ({
    ...{ cycles: 0, episodes: 0, undirected: 0, longest: 0, optimistic: 0 },
    lives: createLifetimes(),
    undirectedLives: createLifetimes(),
    cells: latencies_ms.map(() => ({ reached: 0, modelled: 0, followed: 0, pessimistic: 0 })),
  })),
  ended: { price: 0, size: 0, age: 0, lost: 0, cut: 0 },
  byGain: createLifetimeGroups(),
  byMarket: createLifetimeGroups(),
  byHour: createLifetimeGroups(),
  breakEven: new Uint32Array(breakEvenSteps + 1),
});

/** The fee of a leg, in percent, at which a cycle of so many legs that brings `product` before fees pays nothing. */
export const breakEvenOf = (product: number, legs: number): number => 100 * (1 - product ** (-1 / legs));

const gains = [1, 2, 5, 10, 20, 50, 100];
/** The class of a gain before fees, in hundredths of a percent: `2 to 5 bp`. */
const gainClass = (product: number): string => {
  const points = (product - 1) * 10_000;
  const above = gains.findIndex((gain) => points < gain);
  if (above < 0) return `above ${gains.at(-1)} bp`;
  return above === 0 ? `below ${gains[0]} bp` : `${gains[above - 1]} to ${gains[above]} bp`;
};

/** An episode without a fee that is over. */
export type PastEpisode = {
  readonly since: number;
  readonly until: number;
  /** The greatest product before fees. */
  readonly peak: number;
  readonly markets: readonly string[];
  readonly ended: Ended;
};

/** Whether the end of such an episode was seen. */
export const isSeen = (ended: Ended): boolean => ended === 'price' || ended === 'size';

export const addPast = (outcome: Outcome, { since, until, peak, markets, ended }: PastEpisode): void => {
  const [ms, seen] = [until - since, isSeen(ended)];
  outcome.ended[ended]++;
  outcome.byGain.add(gainClass(peak), ms, seen);
  outcome.byHour.add(new Date(since).toISOString().slice(11, 13), ms, seen);
  for (const market of markets) outcome.byMarket.add(market, ms, seen);
  const step = Math.min(breakEvenSteps, Math.floor(breakEvenOf(peak, markets.length) / breakEvenStep));
  outcome.breakEven[step] = (outcome.breakEven[step] as number) + 1;
};
