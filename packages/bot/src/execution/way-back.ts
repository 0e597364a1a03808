import { BigNumber } from 'bignumber.js';
import { costFactor, floorToStep, meetsMinima } from '../model/decimal.ts';
import type { Side } from '../model/exchange.ts';
import { feeOf, type Instrument } from '../model/instrument.ts';
import type { Levels } from '../model/levels.ts';
import { endAfter, type LegOffers } from './bounds.ts';
import { type LegOrder, legOrder } from './leg-order.ts';

/** A market by which an asset can be turned into another; `levels` of the side that would be taken, null while the book is not trusted. */
export type Exit = {
  readonly instrument: Instrument;
  readonly side: Side;
  readonly to: string;
  readonly levels: Levels | null;
};

/** The first order of the best way, what it should fetch on average, and what the whole way should bring. */
export type WayBack = {
  readonly exit: Exit;
  readonly order: LegOrder;
  readonly expected_price: BigNumber;
  /** Expected of the first order, after fees. */
  readonly end: BigNumber;
  /** Currencies in order, from the asset to the one that it comes back to. */
  readonly path: readonly string[];
  /** In the last currency of the path, after fees. */
  readonly expected_end: BigNumber;
};

/** No trusted book takes it, the best way loses more than is allowed, or all ways are below the minima of their markets. */
export type Obstacle =
  | { readonly code: 'no_book' }
  | { readonly code: 'loss'; readonly loss_pct: number }
  | { readonly code: 'dust' };

type Holding = {
  readonly asset: string;
  readonly amount: BigNumber;
  /**
   * Cost of one unit before fees, in the currency that it comes back to. Null measures a loss against the best prices of each
   * way.
   */
  readonly cost: BigNumber | null;
  /** No order may be filled at a price at which its way would lose more than this, before fees. 100 is any price. */
  readonly maxLossPct: number;
};

export type WayRequest = Holding & {
  readonly back_to: string;
  /** Every market that takes the asset. */
  exits(asset: string): readonly Exit[];
  /** The market that turns one currency into another; null where there is none. */
  exit(from: string, to: string): Exit | null;
  /** The legs of the cycle that are left: a way too, where they are more than two. */
  readonly rest?: readonly Exit[];
};

/** The way over one or two markets, or the rest of the cycle, that brings most after fees. */
export const wayBack = (request: WayRequest): WayBack | Obstacle => {
  const chains = chainsOf(request)
    .map((chain) => ({ chain, most: request.amount.toNumber() * mostOf(chain) * (1 + rounding) }))
    .sort((one, other) => other.most - one.most);
  let best: WayBack | Obstacle = { code: 'dust' };
  for (const { chain, most } of chains) {
    if (isWay(best) && best.expected_end.isGreaterThanOrEqualTo(most)) break;
    // Dust of a hub has hundreds of ways: most are ruled out by their last market.
    if (most < leastOf(chain)) continue;
    best = better(best, inPart(chain, request, halvings));
  }
  return best;
};

export const isWay = (found: WayBack | Obstacle): found is WayBack => !('code' in found);

/** The way that brings more; without any, the obstacle that is the least of both. */
const better = (one: WayBack | Obstacle, other: WayBack | Obstacle): WayBack | Obstacle => {
  if (isWay(one)) return isWay(other) && other.expected_end.isGreaterThan(one.expected_end) ? other : one;
  if (isWay(other) || one.code === 'dust') return other;
  if (other.code === 'loss') return one.code === 'loss' && one.loss_pct <= other.loss_pct ? one : other;
  return one;
};

type Chain = readonly Exit[];

const chainsOf = ({ asset, back_to, exits, exit, rest = [] }: WayRequest): readonly Chain[] => {
  const short = exits(asset).flatMap((first): readonly Chain[] => {
    if (first.to === back_to) return [[first]];
    const second = exit(first.to, back_to);
    return second ? [[first, second]] : [];
  });
  return rest.length > 2 ? [...short, rest] : short;
};

const touchOf = ({ levels }: Exit): number | undefined => (levels && levels.count > 0 ? levels.price[0] : undefined);

/** Proceeds of one unit at the best price, before fees; 0 without one. */
const touchRate = (exit: Exit): BigNumber => {
  const touch = new BigNumber(touchOf(exit) ?? 0);
  return touch.isZero() || exit.side === 'sell' ? touch : new BigNumber(1).dividedBy(touch);
};

/** The most that one unit can bring through the chain, after fees: at the best prices of its books. */
const mostOf = (chain: Chain): number =>
  chain.reduce((rate, exit) => {
    const touch = touchOf(exit) ?? 0;
    const gross = touch === 0 || exit.side === 'sell' ? rate * touch : rate / touch;
    return isFeeOnTop(exit) ? gross : gross * (1 - feeOf(exit.instrument));
  }, 1);
/** The least that the last market of a chain may bring, after fees. Nothing where the chain has no price. */
const leastOf = (chain: Chain): number => {
  const last = chain.at(-1);
  if (!last || chain.some((exit) => touchOf(exit) === undefined)) return Number.NEGATIVE_INFINITY;
  const { minNotional, minQuantity } = last.instrument;
  const gross = last.side === 'sell' ? minNotional : minQuantity;
  return isFeeOnTop(last) ? gross : gross * (1 - feeOf(last.instrument));
};
/** By how much the product of a few binary numbers may fall short. */
const rounding = 1e-12;

/** Most halvings of an amount that is too much for the books of a way. */
const halvings = 5;

/** The chain for all of it, or for as much as its books take within the bound; the rest gets another way. */
const inPart = (chain: Chain, holding: Holding, tries: number): WayBack | Obstacle => {
  const way = along(chain, holding);
  if (isWay(way) || tries === 0 || way.code !== 'loss' || way.loss_pct > holding.maxLossPct) return way;
  const part = inPart(chain, { ...holding, amount: holding.amount.dividedBy(2) }, tries - 1);
  return isWay(part) ? part : way;
};

/** The chain with an order in its first market, as if the books of the others stayed as they are. */
const along = (chain: Chain, { asset, amount, cost, maxLossPct }: Holding): WayBack | Obstacle => {
  const [exit, ...rest] = chain;
  if (!exit || isTooSmall(chain, amount, cost && amount.multipliedBy(cost))) return { code: 'dust' };
  const touch = chain.reduce((rate, one) => rate.multipliedBy(touchRate(one)), new BigNumber(1));
  if (!exit.levels || touch.isZero()) return { code: 'no_book' };
  const paid = cost ?? touch;
  const loss_pct = paid.minus(touch).dividedBy(paid).multipliedBy(100).toNumber();
  if (loss_pct > maxLossPct) return { code: 'loss', loss_pct };
  const least = paid.multipliedBy(1 - maxLossPct / 100).dividedBy(onwardRate(exit, rest, amount));
  const { instrument, side, levels } = exit;
  const order = legOrder({ instrument, side, available: amount, most: infinite, worst: worstOf(exit, least), levels });
  const { base, quote } = order ? fillOf(levels, order, side, instrument.lotStep) : nothing;
  // At the size that there is, what comes after it makes it lose too much.
  if (!order || base.isZero()) return { code: 'loss', loss_pct: Math.max(loss_pct, maxLossPct) };
  const [spent, gross] = side === 'sell' ? [base, quote] : [quote, base];
  const end = afterFee(exit, gross);
  const own = { exit, order, expected_price: quote.dividedBy(base), end };
  if (rest.length === 0) return { ...own, path: [asset, exit.to], expected_end: end };
  const carried = { asset: exit.to, amount: end, cost: paid.multipliedBy(spent).dividedBy(gross), maxLossPct };
  const next = along(rest, carried);
  return isWay(next) ? { ...own, path: [asset, ...next.path], expected_end: next.expected_end } : next;
};

const nothing = { base: new BigNumber(0), quote: new BigNumber(0) };
const infinite = new BigNumber(Number.POSITIVE_INFINITY);

/** The worst price at which one unit still brings `least`. */
const worstOf = ({ instrument, side }: Exit, least: BigNumber): BigNumber =>
  side === 'sell' ? BigNumber.max(least, instrument.tickSize) : new BigNumber(1).dividedBy(least);

/** Before fees, what the rest of the way makes of one unit of what the first order brings. */
const onwardRate = (exit: Exit, rest: Chain, amount: BigNumber): BigNumber => {
  if (rest.length === 0) return new BigNumber(1);
  const brought = endAfter(amount, [legOffers(exit)]);
  const free = rest
    .map(legOffers)
    .map((leg) => ({ ...leg, instrument: { ...leg.instrument, takerFee: 0, tokenFee: 0 } }));
  return endAfter(brought, free).dividedBy(brought);
};

const legOffers = ({ instrument, side, levels }: Exit): LegOffers => ({
  instrument,
  side,
  offers: Array.from({ length: levels?.count ?? 0 }, (_, at) => [levels?.price[at] ?? 0, levels?.size[at] ?? 0]),
});

/**
 * True when a market of the chain takes more than the amount, at the best prices. Without a price, by its lots, and where it trades for what the
 * way ends in, by the `value` in that.
 */
const isTooSmall = ([exit, ...rest]: Chain, amount: BigNumber | null, value: BigNumber | null): boolean => {
  if (!exit) return false;
  const { instrument, side } = exit;
  const touch = touchOf(exit);
  if (touch === undefined || amount === null) {
    const { minQuantity, lotStep, minNotional } = instrument;
    const [given, taken] = [Math.max(minQuantity, lotStep), minNotional];
    const [leastGiven, leastTaken] = side === 'sell' ? [given, taken] : [taken, given];
    if (amount?.isLessThan(leastGiven) || (rest.length === 0 && value?.isLessThan(leastTaken))) return true;
    return isTooSmall(rest, null, value);
  }
  const affordable = side === 'sell' ? amount : amount.dividedBy(costFactor(instrument).multipliedBy(touch));
  const quantity = floorToStep(affordable, instrument.lotStep);
  if (!meetsMinima(instrument, quantity, new BigNumber(touch))) return true;
  return isTooSmall(rest, afterFee(exit, side === 'sell' ? quantity.multipliedBy(touch) : quantity), value);
};

const isFeeOnTop = ({ instrument, side }: Exit): boolean => side === 'buy' && instrument.feeCurrency === 'quote';

const afterFee = (exit: Exit, gross: BigNumber): BigNumber =>
  isFeeOnTop(exit) ? gross : gross.multipliedBy(new BigNumber(1).minus(feeOf(exit.instrument)));

/** The fill of an order by the book as it is, in whole lots of each level. */
const fillOf = (levels: Levels, { quantity, price }: LegOrder, side: Side, lotStep: number) => {
  let { base, quote } = nothing;
  for (let level = 0; level < levels.count; level++) {
    const at = new BigNumber(levels.price[level] ?? 0);
    if (side === 'sell' ? at.isLessThan(price) : at.isGreaterThan(price)) break;
    const taken = BigNumber.min(floorToStep(levels.size[level] ?? 0, lotStep), quantity.minus(base));
    base = base.plus(taken);
    quote = quote.plus(taken.multipliedBy(at));
  }
  return { base, quote };
};
