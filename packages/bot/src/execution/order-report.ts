import { BigNumber } from 'bignumber.js';
import type { AccountHalted } from '../model/account-event.ts';
import type { Fee, OrderReport } from '../model/exchange.ts';
import type { FeeCharged, FillCorrected, OrderEvent, OrderFilled } from '../model/order-event.ts';
import { isFinal, type Order } from '../model/state.ts';

/**
 * What a report says that was not known yet. Reports carry totals: one that comes twice, late or out of order adds nothing.
 * Fees may be told after their fill, or not at all by some calls: they only ever grow. A total that is final and lower than
 * what was reported before is a correction, which halts the account. A fill is booked even after the order was taken for closed: the exchange is right about money.
 */
export const factsOf = (
  order: Order,
  report: OrderReport,
  at: number,
  usdRate: (asset: string) => number | null,
): readonly (OrderEvent | AccountHalted)[] => {
  const facts: (OrderEvent | AccountHalted)[] = [];
  const open = !isFinal(order);
  if (open && report.state === 'open' && order.status !== 'open') {
    facts.push({ type: 'OrderAcknowledged', order_id: order.id, exchange_order_id: report.exchange_order_id, at });
  }
  const fill = fillOf(order, report, at, usdRate);
  if (fill) facts.push(fill);
  else facts.push(...laterFees(order, report, at));
  const correction = correctionOf(order, report, at);
  if (correction) facts.push(correction, haltFor(order, report, at));
  if (open && report.state !== 'open') {
    facts.push({
      type: 'OrderClosed',
      order_id: order.id,
      status: report.state,
      reason: closingReason(order, report),
      at,
    });
  }
  return facts;
};

const closingReason = (order: Order, report: OrderReport): string | null => {
  if (report.state === 'filled') return null;
  if (order.time_in_force === 'GTC') return 'cancelled';
  return new BigNumber(report.filled_quantity).isZero() ? 'nothing to be had at its price' : 'filled in part';
};

const fillOf = (
  order: Order,
  report: OrderReport,
  at: number,
  usdRate: (asset: string) => number | null,
): OrderFilled | null => {
  const quantity = new BigNumber(report.filled_quantity).minus(order.filled_quantity);
  if (!quantity.isGreaterThan(0)) return null;
  const quote = new BigNumber(report.filled_quote).minus(order.filled_quote);
  const rate = usdRate(order.quote);
  return {
    type: 'OrderFilled',
    order_id: order.id,
    exchange: order.exchange,
    mode: order.mode,
    symbol: order.symbol,
    base: order.base,
    quote: order.quote,
    side: order.side,
    quantity: quantity.toFixed(),
    quote_quantity: quote.toFixed(),
    fees: newFees(order.fees, report.fees),
    usd_value: rate === null ? null : quote.multipliedBy(rate).toNumber(),
    at,
  };
};

/** Only what was not told before: a call that tells no fees, or fewer, takes none back. */
const newFees = (known: readonly Fee[], total: readonly Fee[]): readonly Fee[] =>
  total.flatMap(({ asset, amount }) => {
    const before = known.find((fee) => fee.asset === asset)?.amount ?? 0;
    const added = new BigNumber(amount).minus(before);
    return new BigNumber(amount).abs().isGreaterThan(new BigNumber(before).abs())
      ? [{ asset, amount: added.toFixed() }]
      : [];
  });

const laterFees = (order: Order, { fees, filled_quantity }: OrderReport, at: number): readonly FeeCharged[] => {
  const { id: order_id, exchange, mode } = order;
  if (!new BigNumber(filled_quantity).isEqualTo(order.filled_quantity)) return [];
  return newFees(order.fees, fees).map((fee) => {
    return { type: 'FeeCharged', order_id, key: 'cumulative', exchange, mode, ...fee, at };
  });
};

/** By how much an order's total has fallen for good: one that is still open may be reported late. */
const correctionOf = (order: Order, report: OrderReport, at: number): FillCorrected | null => {
  const quantity = new BigNumber(order.filled_quantity).minus(report.filled_quantity);
  if (report.state === 'open' || !quantity.isGreaterThan(0)) return null;
  const { id: order_id, exchange, mode, symbol, base, quote, side } = order;
  const quote_quantity = new BigNumber(order.filled_quote).minus(report.filled_quote).toFixed();
  const fees = order.fees.flatMap(({ asset, amount }) => {
    const now = report.fees.find((fee) => fee.asset === asset)?.amount;
    const back = new BigNumber(amount).minus(now ?? 0);
    return now !== undefined && back.isGreaterThan(0) ? [{ asset, amount: back.toFixed() }] : [];
  });
  const taken = { quantity: quantity.toFixed(), quote_quantity, fees };
  return { type: 'FillCorrected', order_id, exchange, mode, symbol, base, quote, side, ...taken, at };
};

const haltFor = ({ exchange, id, symbol, filled_quantity }: Order, report: OrderReport, at: number): AccountHalted => ({
  type: 'AccountHalted',
  exchange,
  cause: 'fill_corrected',
  reason: `${exchange} has taken a fill back: order ${id} (${symbol}) has ${report.filled_quantity}, ${filled_quantity} were reported`,
  at,
});
