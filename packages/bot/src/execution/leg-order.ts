import { BigNumber } from 'bignumber.js';
import { ceilToStep, costFactor, floorToStep, meetsMinima } from '../model/decimal.ts';
import type { Side } from '../model/exchange.ts';
import { bandFor, type Instrument, largestAt } from '../model/instrument.ts';
import type { Levels } from '../model/levels.ts';

/** An order as it can be sent: whole lots, whole ticks, above the minima, paid for by what is there. */
export type LegOrder = { readonly quantity: BigNumber; readonly price: BigNumber };

type LegRequest = {
  readonly instrument: Instrument;
  readonly side: Side;
  /** What there is to give: base for a sell, quote for a buy. */
  readonly available: BigNumber;
  /** The most base that is wanted. */
  readonly most: BigNumber;
  /** The worst price allowed, quote per base. */
  readonly worst: BigNumber;
  /** The side of the book that it takes from. */
  readonly levels: Levels;
};

/** The largest order within the request, null when none is above the minima. */
export const legOrder = (asked: LegRequest): LegOrder | null => {
  const request = withinRules(asked);
  const order = request.side === 'sell' ? sellOrder(request) : buyOrder(request);
  return order && meetsMinima(request.instrument, order.quantity, order.price) ? order : null;
};

/** No more than an order may ask for, at a price within the band around the best one. */
const withinRules = (request: LegRequest): LegRequest => {
  const { instrument, side, levels } = request;
  const band = bandFor(instrument, side);
  const touch = levels.count > 0 ? levels.price[0] : undefined;
  const most = BigNumber.min(request.most, largestAt(instrument, Math.max(touch ?? 0, request.worst.toNumber())));
  if (band === undefined || touch === undefined) return { ...request, most };
  const bound = new BigNumber(touch).multipliedBy(side === 'sell' ? band.least : band.most);
  const worst = side === 'sell' ? BigNumber.max(request.worst, bound) : BigNumber.min(request.worst, bound);
  return { ...request, most, worst };
};

// An exchange judges a limit order by its limit, so a small amount that the worst price makes too small is offered at the
// lowest price that meets the minimum, as long as the best bid pays it.
const sellOrder = ({ instrument, available, most, worst, levels }: LegRequest): LegOrder | null => {
  const { lotStep, tickSize, minNotional } = instrument;
  const quantity = floorToStep(BigNumber.min(available, most), lotStep);
  if (!quantity.isGreaterThan(0)) return null;
  const price = ceilToStep(worst, tickSize);
  const least = ceilToStep(new BigNumber(minNotional).dividedBy(quantity), tickSize);
  if (least.isLessThanOrEqualTo(price)) return { quantity, price };
  return levels.count > 0 && least.isLessThanOrEqualTo(levels.price[0] ?? 0) ? { quantity, price: least } : null;
};

// An exchange holds quantity × limit price for a buy, so a cap above the level that is needed would leave quote unspent:
// each level of the book is tried as the cap, and the one that buys most is taken, the best price first. Where the minima
// need more than the book offers, the order asks for more than it can get at once.
const buyOrder = ({ instrument, available, most, worst, levels }: LegRequest): LegOrder | null => {
  const cap = floorToStep(worst, instrument.tickSize);
  const lotCost = costFactor(instrument).multipliedBy(instrument.lotStep);
  let depth = new BigNumber(0);
  let best: LegOrder | null = null;
  let beyond: LegOrder | null = null;
  for (let level = 0; level < levels.count; level++) {
    const price = ceilToStep(levels.price[level] ?? 0, instrument.tickSize);
    if (price.isGreaterThan(cap)) break;
    depth = depth.plus(levels.size[level] ?? 0);
    const affordable = available.dividedToIntegerBy(lotCost.multipliedBy(price)).multipliedBy(instrument.lotStep);
    const quantity = floorToStep(BigNumber.min(affordable, depth, most), instrument.lotStep);
    if ((!best || quantity.isGreaterThan(best.quantity)) && meetsMinima(instrument, quantity, price))
      best = { quantity, price };
    const whole = floorToStep(BigNumber.min(affordable, most), instrument.lotStep);
    if (!beyond && meetsMinima(instrument, whole, price)) beyond = { quantity: whole, price };
    if (affordable.isLessThanOrEqualTo(depth)) break;
  }
  return best ?? beyond;
};
