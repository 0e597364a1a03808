import { type Elapsed, later, since } from '../model/moment.ts';

/** No route uses the market until then; one that its exchange reports as halted, until it reports otherwise. */
export type Exclusion = {
  readonly reason: string;
  readonly forMs: number;
  readonly until: Elapsed;
  readonly isHalted: boolean;
};

/** One market, from its listing on, apart from its book: whether routes may use it, and when it may be asked about. */
export type MarketLife = {
  readonly exclusion: Exclusion | null;
  /** The last exclusion that ended: one soon after it lasts twice as long. */
  readonly last: { readonly forMs: number; readonly ended: Elapsed } | null;
  /** Orders that were refused, and messages that could not be read, within a minute. */
  readonly faults: readonly Elapsed[];
  /** Its book was last found to be wrong. */
  readonly wrongAt: Elapsed | null;
  /** After a question about it that was not answered, the next one is due. */
  readonly question: { readonly pauseMs: number; readonly due: Elapsed } | null;
};

export type MarketSign =
  /** An order was refused, or would be, for what the market is. */
  | { readonly type: 'refused'; readonly reason: string }
  /** A message about it cannot be read. */
  | { readonly type: 'unreadable'; readonly reason: string }
  /** A second reading of its book differed. */
  | { readonly type: 'wrong'; readonly reason: string }
  /** Its exchange does not know it, or it cannot be traded as it is. */
  | { readonly type: 'unknown'; readonly reason: string }
  | { readonly type: 'halted'; readonly reason: string }
  | { readonly type: 'resumed' }
  /** Its exchange lists it again, or with other rules. */
  | { readonly type: 'listed' }
  | { readonly type: 'answered' }
  | { readonly type: 'unanswered' }
  /** Time has passed. */
  | { readonly type: 'waited' };

export const listed: MarketLife = { exclusion: null, last: null, faults: [], wrongAt: null, question: null };

const minute = 60_000;
const mostFaults = 3;
const faultsWithinMs = minute;
const twiceWrongMs = 10 * minute;
/** The first exclusion, doubled each time that it follows the last one within the longest. */
const firstMs = 10 * minute;
const longestMs = 360 * minute;
/** Between questions that are not answered, doubled each time. */
const firstPauseMs = 1_000;
const longestPauseMs = minute;

/** The life of a market after a sign of it. */
export const liveOn = (life: MarketLife, sign: MarketSign, now: Elapsed): MarketLife => {
  switch (sign.type) {
    case 'refused':
    case 'unreadable': {
      const faults = [...life.faults.filter((at) => since(at, now) < faultsWithinMs), now];
      if (faults.length < mostFaults) return { ...life, faults };
      return excluded({ ...life, faults: [] }, sign.reason, now);
    }
    case 'wrong': {
      const isAgain = life.wrongAt !== null && since(life.wrongAt, now) <= twiceWrongMs;
      const next = { ...life, wrongAt: now };
      const reason = `its book was wrong twice within ${twiceWrongMs / minute} min: ${sign.reason}`;
      return isAgain ? excluded(next, reason, now) : next;
    }
    case 'unknown':
      return excluded(life, sign.reason, now);
    case 'halted': {
      const { exclusion } = excluded(life, sign.reason, now);
      return { ...life, exclusion: exclusion && { ...exclusion, isHalted: true } };
    }
    case 'resumed':
      return life.exclusion?.isHalted === true ? returned(life, now) : life;
    case 'listed':
      return life.exclusion?.isHalted === false ? returned(life, now) : life;
    case 'answered':
      return life.question === null ? life : { ...life, question: null };
    case 'unanswered': {
      const pauseMs = Math.min(2 * (life.question?.pauseMs ?? firstPauseMs / 2), longestPauseMs);
      return { ...life, question: { pauseMs, due: later(now, pauseMs) } };
    }
    case 'waited': {
      const { exclusion } = life;
      return exclusion !== null && !exclusion.isHalted && exclusion.until <= now ? returned(life, now) : life;
    }
  }
};

/** A question about the market may be asked now. */
export const mayAsk = ({ question }: MarketLife, now: Elapsed): boolean => question === null || question.due <= now;

/** An exclusion that is in force stays as it is. */
const excluded = (life: MarketLife, reason: string, now: Elapsed): MarketLife => {
  const { exclusion, last } = life;
  if (exclusion !== null) return life;
  const forMs = last !== null && since(last.ended, now) <= longestMs ? Math.min(2 * last.forMs, longestMs) : firstMs;
  return { ...life, exclusion: { reason, forMs, until: later(now, forMs), isHalted: false } };
};

const returned = (life: MarketLife, now: Elapsed): MarketLife => ({
  ...life,
  exclusion: null,
  last: life.exclusion && { forMs: life.exclusion.forMs, ended: now },
});
