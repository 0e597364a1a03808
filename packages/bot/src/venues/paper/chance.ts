import type { PaperDelay } from '@triquad/core/contract';
import type { Random } from '../simulated/simulated-random.ts';
import type { Conditions } from './conditions.ts';

/** What becomes of one order on its way, in whole ms of the clock. */
export type Trip = {
  readonly outMs: number;
  readonly backMs: number;
  /** Null where it meets nothing. */
  readonly fault: 'rejected' | 'rate-limited' | 'lost' | 'unanswered' | null;
  /** Somebody else takes as much just before it. */
  readonly isLate: boolean;
};

/** The normal deviate that one of a hundred exceeds. */
const deviateOf99 = 2.3263478740408408;
/** Legs of the cycle by which `taken` is meant. */
const legs = 3;

/** No request takes longer, as one that is still on its way must not be believed lost when its deadline of 5 s is over. */
const longestMs = 4_500;

/** A delay by the log-normal law of its median and its 99th percentile, in ms. */
export const drawDelay = ({ median_ms, p99_ms }: PaperDelay, random: Random): number => {
  if (median_ms === 0 || p99_ms <= median_ms) return median_ms;
  return median_ms * Math.exp((Math.log(p99_ms / median_ms) / deviateOf99) * random.normal());
};

/**
 * Draws what an order meets; the same numbers for each of them, whatever the conditions are. A delay of the feed is added to the way of the
 * order and taken from that of its answer: to a bot that sees everything so much later that is the same, and no quote has to wait.
 */
export const drawTrip = (conditions: Conditions, speed: number, random: Random): Trip => {
  const feed = drawDelay(conditions.feedDelay, random);
  const out = drawDelay(conditions.orderDelay, random);
  const back = drawDelay(conditions.orderDelay, random);
  const [chance, half, rival] = [random.uniform(), random.uniform() < 0.5, random.uniform()];
  const scaled = (ms: number): number => Math.min(longestMs, Math.max(0, Math.round(ms / speed)));
  return {
    outMs: scaled(out + feed),
    backMs: scaled(back - feed),
    fault: faultOf(conditions, chance, half),
    isLate: rival < 1 - (1 - conditions.taken) ** (1 / legs),
  };
};

const faultOf = ({ rejected, rateLimited, timedOut }: Conditions, chance: number, isLost: boolean): Trip['fault'] => {
  if (chance < rejected) return 'rejected';
  if (chance < rejected + rateLimited) return 'rate-limited';
  if (chance < rejected + rateLimited + timedOut) return isLost ? 'lost' : 'unanswered';
  return null;
};
