import { countedLots, type Lots } from '../model/steps.ts';
import {
  affordableLots,
  held,
  holdsWithin,
  type Leg,
  lotsAboveMinima,
  lotsToReceive,
  perBase,
  rateOf,
  received,
  spent,
} from './leg.ts';
import { stepsUntilBelow } from './near-whole.ts';
import { createPieces, type Piece } from './pieces.ts';

/** What a search over whole lots has found. */
export type Found = {
  /** The lots of each leg; null where nothing earns. */
  readonly lots: readonly Lots[] | null;
  readonly profit: number;
  /** How much more than that some lots which were not tried might earn at most: 0 where the search is complete. */
  readonly gap: number;
  /** How many sizes were tried. */
  readonly tries: number;
  /** Whether anything that was tried is above every minimum. */
  readonly isAboveMinima: boolean;
};

/** How many sizes are tried at most: under a millisecond. */
const mostTries = 2_000;

/** At first those are tried whose fraction takes at most that share of what it may take. */
const firstShare = 1 / 64;
/** What binary numbers do not tell of a whole number, as a share of it and at least. */
const blur = { share: 1e-11, least: 1e-9 };

/**
 * The lots that earn most, the first order holding at most `cap` and what a leg leaves over valued at zero. Profit depends on the lots of the
 * coarsest leg alone: the legs before it bring just enough. They are tried where the pieces promise most, and of a piece only those whose loss
 * by the lots of the second coarsest leg leaves more than is found: mostly a few of thousands.
 */
export function searchLots(legs: readonly Leg[], cap: number): Found {
  const pieces = createPieces(legs, cap);
  const { sized } = pieces;
  const least = leastLots(legs, sized);
  const lots = legs.map(() => countedLots(0));
  let most = Infinity;
  let [tries, profit, gap] = [0, 0, 0];
  let isAboveMinima = false;
  let best: readonly Lots[] | null = null;

  /** The lots of the first leg for so many of the coarsest; null where there is no depth for them or the cap does not pay. */
  function firstWithin(size: number): number | null {
    const first = firstLots(legs, sized, size);
    return first < Infinity && holdsWithin(legs[0] as Leg, first, cap) ? first : null;
  }

  /** The most lots of the coarsest leg below so many that are within the cap: orders may hold more than they cost. */
  function reachBelow(beyond: number): number {
    let [within, above] = [least, beyond];
    for (let middle = within; ; ) {
      middle = Math.floor(within + (above - within) / 2);
      if (middle <= within || middle >= above) return within;
      if (firstWithin(middle) === null) above = middle;
      else within = middle;
    }
  }

  /** Tries so many lots of the coarsest leg. */
  function attempt(size: number): void {
    tries++;
    const first = firstWithin(size);
    if (first === null) {
      most = size > least ? reachBelow(size) : -1;
      return;
    }
    const earned = playForward(legs, first, lots);
    isAboveMinima ||= earned > -Infinity;
    if (earned <= profit) return;
    profit = earned;
    best = [...lots];
  }

  /** Tries, from the better end of a piece, what may earn more than is found though its fraction takes 1/share of what it does. */
  function sweep(piece: Piece, share: number): void {
    const { from, to, slope, step, phase, worth } = piece;
    const way = slope < 0 ? 1 : -1;
    const low = Math.max(least, wholeBelow(from) + 2);
    const high = Math.min(most, wholeBelow(to));
    let size = slope < 0 ? low : high;
    while (size >= low && size <= Math.min(high, most)) {
      const room = roomAt(piece, size);
      if (room <= 0) return;
      if (isSpent(room)) return;
      const place = step * size + phase;
      const blurred = blur.least + blur.share * Math.abs(place);
      const width = (share * room) / worth + 2 * blurred;
      if (width < 1) size += way * stepsUntilBelow(place + blurred, way * step, width);
      if (size < low || size > high) return;
      attempt(size);
      // Where binary numbers do not count single lots any more, the next is further away.
      size = Math.min(size + way * Math.max(1, size * Number.EPSILON), way < 0 ? most : Infinity);
    }
  }

  /** Tries the first size of a piece, for which its fraction does not hold. */
  function startOf(piece: Piece): void {
    const size = Math.max(least, wholeBelow(piece.from) + 1);
    const room = roomAt(piece, size);
    if (size <= Math.min(wholeBelow(piece.to), most) && room > 0 && !isSpent(room)) attempt(size);
  }

  /** Whether nothing more may be tried: then the room left is part of the gap. */
  function isSpent(room: number): boolean {
    if (tries < mostTries) return false;
    gap = Math.max(gap, room);
    return true;
  }

  function roomAt({ from, profit: promised, slope }: Piece, size: number): number {
    return promised + slope * (size - from) - profit * rounding;
  }

  if (least < Infinity) attempt(least);
  if (!(least <= most && least < Infinity)) return { lots: null, profit, gap, tries, isAboveMinima };
  const found: Piece[] = [];
  const extend = (): boolean => {
    const piece = pieces.next();
    if (piece !== null) found.push(piece);
    return piece !== null;
  };
  while (extend() && pieces.mayRise());
  const peak = found.reduce((best, piece) => (topOf(piece) > topOf(best) ? piece : best));
  sweep(peak, firstShare);
  while (endOf(found[found.length - 1] as Piece) > profit && extend());
  for (const piece of found) startOf(piece);
  for (let share = firstShare; share <= 1; share *= 8)
    for (let at = found.length - 1; at >= 0; at--)
      if (topOf(found[at] as Piece) > profit) sweep(found[at] as Piece, share);
  return { lots: best, profit, gap, tries, isAboveMinima };
}

const topOf = (piece: Piece): number => Math.max(piece.profit, endOf(piece));
const endOf = ({ from, to, profit, slope }: Piece): number => profit + slope * (to - from);

const rounding = 1 + 1e-12;

/** The whole lots in so many. */
const wholeBelow = (size: number): number => Math.floor(size * rounding);

/** The fewest lots of the first leg for so many of another; infinite without depth. */
function firstLots(legs: readonly Leg[], sized: number, size: number): number {
  let needed = size;
  for (let at = sized - 1; at >= 0; at--) {
    const earlier = legs[at] as Leg;
    needed = lotsAboveMinima(earlier, lotsToReceive(earlier, held(legs[at + 1] as Leg, needed)));
  }
  return needed;
}

/** Profit of a route that starts with so many lots, each later leg taking the most lots that the one before pays for; −∞ below a minimum. */
function playForward(legs: readonly Leg[], first: number, lots: Lots[]): number {
  let available = 0;
  for (let at = 0; at < legs.length; at++) {
    const leg = legs[at] as Leg;
    const taken = at === 0 ? first : affordableLots(leg, available);
    if (taken < 1 || lotsAboveMinima(leg, taken) !== taken) return Number.NEGATIVE_INFINITY;
    lots[at] = countedLots(taken);
    available = received(leg, taken);
  }
  return available - spent(legs[0] as Leg, first);
}

/** The lots of the coarsest leg without which it, or at the best prices a later leg, is below a minimum. */
function leastLots(legs: readonly Leg[], coarsest: number): number {
  const leg = legs[coarsest] as Leg;
  let least = lotsAboveMinima(leg, 1);
  let perLot = leg.lot * perBase(leg, 0) * rateOf(leg, 0);
  for (const later of legs.slice(coarsest + 1)) {
    const needed = lotsAboveMinima(later, 1) * later.lot * perBase(later, 0);
    least = Math.max(least, Math.floor(needed / perLot / rounding));
    perLot *= rateOf(later, 0);
  }
  return least;
}
