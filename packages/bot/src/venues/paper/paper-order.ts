import { BigNumber } from 'bignumber.js';
import { addFees, costFactor, floorToStep } from '../../model/decimal.ts';
import type { Fee, OrderReport, OrderRequest, RefusalScope } from '../../model/exchange.ts';
import { bandFor, type Instrument } from '../../model/instrument.ts';
import type { Offer } from './paper-book.ts';

/** An order as the paper exchange keeps it. */
export type PaperOrder = {
  readonly request: OrderRequest;
  readonly instrument: Instrument;
  readonly exchange_order_id: string;
  state: OrderReport['state'];
  filled: BigNumber;
  quote: BigNumber;
  fees: readonly Fee[];
};

export const newOrder = (request: OrderRequest, instrument: Instrument): PaperOrder => {
  const zero = new BigNumber(0);
  const exchange_order_id = `paper-${request.client_order_id}`;
  return { request, instrument, exchange_order_id, state: 'open', filled: zero, quote: zero, fees: [] };
};

/** One that rests, as the journal has it. */
export const knownOrder = (request: OrderRequest, instrument: Instrument, report: OrderReport): PaperOrder => ({
  request,
  instrument,
  exchange_order_id: report.exchange_order_id,
  state: 'open',
  filled: new BigNumber(report.filled_quantity),
  quote: new BigNumber(report.filled_quote),
  fees: report.fees,
});

export const openQuantity = ({ request, filled }: PaperOrder): BigNumber =>
  new BigNumber(request.quantity).minus(filled);

export const reportOf = ({ request, exchange_order_id, state, filled, quote, fees }: PaperOrder): OrderReport => ({
  client_order_id: request.client_order_id,
  exchange_order_id,
  symbol: request.symbol,
  state,
  filled_quantity: filled.toFixed(),
  filled_quote: quote.toFixed(),
  fees,
});

/** Adds a fill; the order is filled when nothing is left of it. */
export const addFill = (order: PaperOrder, quantity: BigNumber, quote: BigNumber, fee: Fee): void => {
  order.filled = order.filled.plus(quantity);
  order.quote = order.quote.plus(quote);
  order.fees = addFees(order.fees, [fee]);
  if (openQuantity(order).isZero()) order.state = 'filled';
};

/** Why a real exchange would not take the order, null when it would; `free` is what may be spent. */
export const refusalOf = (
  instrument: Instrument,
  request: OrderRequest,
  offers: Iterable<Offer>,
  free: BigNumber,
): { readonly reason: string; readonly scope: RefusalScope } | null => {
  const { lotStep, tickSize, minQuantity, minNotional, quote, base } = instrument;
  const { maxQuantity = Infinity, maxMarketQuantity = maxQuantity, maxNotional = Infinity } = instrument;
  const quantity = new BigNumber(request.quantity);
  const byMarket = (reason: string) => ({ reason, scope: 'market' as const });
  if (!quantity.isGreaterThan(0) || !floorToStep(quantity, lotStep).isEqualTo(quantity))
    return byMarket(`quantity is not in lots of ${lotStep}`);
  if (quantity.isLessThan(minQuantity)) return byMarket(`quantity is below ${minQuantity}`);
  const most = request.type === 'market' ? Math.min(maxQuantity, maxMarketQuantity) : maxQuantity;
  if (quantity.isGreaterThan(most)) return byMarket(`quantity is above ${most}`);
  if (instrument.status === 'suspended') return byMarket('trading is suspended');
  const touch = bestPriceOf(offers);
  const band = bandFor(instrument, request.side);
  if (band !== undefined && touch !== undefined && request.price !== null) {
    const times = new BigNumber(request.price).dividedBy(touch);
    if (times.isLessThan(band.least) || times.isGreaterThan(band.most))
      return byMarket(`price is not within ${band.least} and ${band.most} times ${touch.toFixed()}`);
  }
  if ((request.type === 'limit') !== (request.price !== null))
    return { reason: 'a limit order has a price, a market order has none', scope: 'other' };
  if (request.price !== null && !floorToStep(request.price, tickSize).isEqualTo(request.price))
    return byMarket(`price is not in ticks of ${tickSize}`);
  const notional = request.price === null ? costOf(offers, quantity) : quantity.multipliedBy(request.price);
  if (request.price === null && notional.isZero()) return { reason: 'the book is empty', scope: 'other' };
  if (notional.isLessThan(minNotional)) return byMarket(`value is below ${minNotional} ${quote}`);
  if (notional.isGreaterThan(maxNotional)) return byMarket(`value is above ${maxNotional} ${quote}`);
  const needed = request.side === 'sell' ? quantity : notional.multipliedBy(costFactor(instrument));
  const spent = request.side === 'sell' ? base : quote;
  return needed.isGreaterThan(free)
    ? { reason: `insufficient balance: ${free.toFixed()} ${spent}`, scope: 'balance' }
    : null;
};

const costOf = (offers: Iterable<Offer>, quantity: BigNumber): BigNumber => {
  const taken = match(offers, quantity, { side: 'buy', price: null });
  return taken.reduce((sum, { price, size }) => sum.plus(price.multipliedBy(size)), new BigNumber(0));
};

/** The price of the first. */
export const bestPriceOf = ([best]: Iterable<Offer>): BigNumber | undefined => best?.price;

/** What an order takes of the offers: the best first, as far as its price accepts them. */
export const match = (
  offers: Iterable<Offer>,
  quantity: BigNumber,
  { side, price: limit }: Pick<OrderRequest, 'side' | 'price'>,
): readonly Offer[] => {
  const isAcceptable = (offered: BigNumber): boolean =>
    limit === null || (side === 'buy' ? offered.isLessThanOrEqualTo(limit) : offered.isGreaterThanOrEqualTo(limit));
  const taken: Offer[] = [];
  let left = quantity;
  for (const { price, size } of offers) {
    if (left.isZero() || !isAcceptable(price)) break;
    const part = BigNumber.min(left, size);
    taken.push({ price, size: part });
    left = left.minus(part);
  }
  return taken;
};
