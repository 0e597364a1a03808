import type { Core } from '../kernel/core.ts';
import type { ExchangeMarkets } from '../kernel/exchange-markets.ts';
import { later } from '../model/clock.ts';
import type { Effort } from '../strategy/sizing.ts';
import type { Decisions } from './decisions.ts';
import { profitOf } from './dislocation.ts';
import type { Living } from './living.ts';
import { mostProfitable, type Prospect } from './most-profitable.ts';
import type { Candidate, Sized } from './opportunity.ts';
import { sizeForRoute } from './planning.ts';

type Needs = Pick<Core, 'clock' | 'recorder' | 'valuation'> & { readonly decisions: Pick<Decisions, 'miss'> };

/** From the cycles of the detector to those that pay. */
export type Finder = {
  /** The cycle with its size, where that pays in whole lots; else it is not looked at again for a while. */
  consider(candidate: Candidate): Sized | null;
  /**
   * The best of the cycles through a market that are new: none earns more than its product promises for the whole capital. Where that takes
   * long, what promises less is left for the next update of the market.
   */
  fresh(markets: ExchangeMarkets, hits: number): readonly Sized[];
};

/** How many sizes are tried at most in one update: a few ms. */
const mostTries = 4_000;
/** How long a cycle that cannot be ordered is not looked at again, in ms. */
const missMs = 1000;

export const createFinder = (needs: Needs, living: Pick<Living, 'shelf'>): Finder => {
  const { clock, recorder, decisions } = needs;
  const effort: Effort = { tries: 0 };

  const consider: Finder['consider'] = (candidate) => {
    const sized = sizeForRoute(needs, candidate, effort);
    const isSized = typeof sized !== 'string';
    if (isSized && sized.sizing.profit_pct >= recorder.state.parameters.min_profit_threshold) return sized;
    living.shelf(candidate.markets).missed.set(candidate.cycle.key, later(clock.monotonic(), missMs));
    if (isSized) decisions.miss(candidate, 'below-threshold', sized.sizing.profit_pct);
    else decisions.miss(candidate, sized, (candidate.cycle.product - 1) * 100);
    return null;
  };

  const fresh: Finder['fresh'] = (markets, hits) => {
    const detector = markets.detector();
    const { entries, missed } = living.shelf(markets);
    const now = clock.monotonic();
    const capital = recorder.state.parameters.max_capital_per_route;
    const prospects: Prospect[] = [];
    for (let at = 0; at < hits; at++) {
      const key = detector.key(at);
      if (entries.has(key) || (missed.get(key) ?? now) > now) continue;
      prospects.push({ at, bound: (detector.productAt(at) - 1) * capital });
    }
    effort.tries = 0;
    return mostProfitable<Sized>(prospects, (at) => consider({ markets, cycle: detector.cycle(at) }), {
      profitOf,
      isTired: () => effort.tries >= mostTries,
    });
  };

  return { consider, fresh };
};
