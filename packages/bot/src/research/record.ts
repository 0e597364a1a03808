import type { WhatIfRecord, WhatIfTerms } from '@triquad/core/contract';
import { isoTime } from '../model/moment.ts';
import { concludeOf } from './conclusion.ts';
import type { Episodes, Track } from './episodes.ts';
import type { LifetimeGroups } from './lifetimes.ts';
import { breakEvenOf, breakEvenStep, type FeeOutcome, type Range } from './outcome.ts';

const timesMs = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000, 300_000];
const mostMarkets = 12;
const mostCycles = 50;

type Parts = {
  readonly provenance: WhatIfRecord['provenance'];
  readonly terms: WhatIfTerms;
  readonly data: WhatIfRecord['data'];
  readonly cycles: WhatIfRecord['cycles'];
  readonly episodes: Episodes;
  /** The break-even fee of the best cycle at looks once a minute. */
  readonly nearest: number | null;
};

/** What a pass came to, as clients see it. */
export const recordOf = ({ provenance, terms, data, cycles, episodes, nearest }: Parts): WhatIfRecord => {
  const { outcome } = episodes;
  const paying = episodes
    .tracks()
    .filter(({ best }) => best.product > 0)
    .map((track) => ({ track, breakEven: breakEvenOf(track.best.product, track.cycle.edges.length) }))
    .sort((one, other) => other.breakEven - one.breakEven || one.track.best.at - other.track.best.at);
  const found = {
    ...{ provenance, terms, data, cycles },
    break_even_pct: paying[0]?.breakEven ?? nearest,
    fees: outcome.fees.map((fee, place) => feeRecord(fee, place, terms)),
    ended: outcome.ended,
    times_ms: timesMs,
    lifetimes: [
      ...lifetimesOf('gain', outcome.byGain),
      ...lifetimesOf('market', outcome.byMarket).slice(0, mostMarkets),
      ...lifetimesOf('hour', outcome.byHour).sort((one, other) => one.name.localeCompare(other.name)),
    ],
    break_even: { step_pct: breakEvenStep, counts: [...outcome.breakEven] },
    best: paying.slice(0, mostCycles).map(({ track, breakEven }) => cycleRecord(track, breakEven)),
    assumptions: assumptionsOf(terms),
  };
  return { ...found, conclusion: concludeOf(found) };
};

/** A price may get better on the way, and a next quote be better than one that was missed: a range encloses what was modelled. */
const rangeOf = ({ optimistic, modelled, pessimistic }: Range): Range => ({
  optimistic: Math.max(optimistic, modelled),
  modelled,
  pessimistic: Math.min(pessimistic, modelled),
});

const feeRecord = (
  fee: FeeOutcome,
  place: number,
  { fees_pct, latencies_ms }: WhatIfTerms,
): WhatIfRecord['fees'][number] => {
  const { cycles, episodes, undirected, longest, optimistic, lives, undirectedLives, cells } = fee;
  return {
    ...{ fee_pct: fees_pct[place] ?? 0, cycles, episodes, undirected, longest_ms: longest },
    median_ms: lives.median(),
    undirected_median_ms: undirectedLives.median(),
    survival: lives.survival(timesMs),
    cells: cells.map((cell, step) => ({
      latency_ms: latencies_ms[step] ?? 0,
      reached: cell.reached,
      reached_share: episodes === 0 ? null : cell.reached / episodes,
      ...rangeOf({ ...cell, optimistic }),
      followed: cell.followed,
    })),
  };
};

const lifetimesOf = (by: WhatIfRecord['lifetimes'][number]['by'], groups: LifetimeGroups): WhatIfRecord['lifetimes'] =>
  groups.all().map(({ name, of }) => ({
    ...{ by, name, episodes: of.count() },
    median_ms: of.median(),
    survival: of.survival(timesMs),
  }));

const cycleRecord = ({ cycle, best, fees }: Track, breakEven: number): WhatIfRecord['best'][number] => {
  const { type, symbols, markets } = cycle;
  return {
    ...{
      type,
      symbols,
      markets,
      break_even_pct: breakEven,
      at: isoTime(best.at),
      capital: best.capital,
      ended: best.ended,
    },
    fees: fees.map(({ episodes, longest, range }) => ({
      episodes,
      break_even_ms: episodes === 0 ? null : longest / markets.length,
      ...rangeOf(range),
    })),
  };
};

const assumptionsOf = ({ capital, latency_ms, max_quote_age_ms }: WhatIfTerms): string[] => [
  'An episode is the longest run of rows in which a directed cycle is worth more than it costs. Each is filled once.',
  'Fees come out of what each leg receives. Sizes are those of the best prices, before fees and without lots, and at most ' +
    `$${capital} a cycle; what others took before is not known.`,
  `Legs go one after the other: with ${latency_ms} ms a leg, the last of a triangle arrives after ${3 * latency_ms} ms.`,
  'Modelled: filled at the quotes that stood when the last leg arrived, and not at all where it no longer paid. Optimistic: at the quotes ' +
    'that began it, where those are better. Pessimistic: each leg at the first quote of its market after it arrived, where that is worse.',
  'No episode crosses a gap of more than a minute, or another session: it ends before it, and its end counts as not seen.',
  max_quote_age_ms === null
    ? 'A quote holds until the next one of its market.'
    : `A quote counts for ${max_quote_age_ms} ms: nothing in the recording confirms it for longer.`,
];
