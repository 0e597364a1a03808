import { BigNumber } from 'bignumber.js';
import type { OrderEvent, OrderFilled } from '../engine/order-event.ts';
import type { Order } from '../engine/state.ts';
import type { Fee, OrderReport } from '../exchange/exchange.ts';
import { isFinal } from './next-step.ts';

/**
 * What a report says that was not known yet. Reports carry totals: one that comes twice, late or out of order adds nothing.
 * A fill is booked even after the order was taken for closed: the exchange is right about money.
 */
export const factsOf = (
  order: Order,
  report: OrderReport,
  at: number,
  usdRate: (asset: string) => number | null,
): readonly OrderEvent[] => {
  const facts: OrderEvent[] = [];
  const open = !isFinal(order);
  if (open && report.state === 'open' && order.status !== 'open') {
    facts.push({ type: 'OrderAcknowledged', order_id: order.id, exchange_order_id: report.exchange_order_id, at });
  }
  const fill = fillOf(order, report, at, usdRate);
  if (fill) facts.push(fill);
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

const newFees = (known: readonly Fee[], total: readonly Fee[]): readonly Fee[] =>
  total.flatMap(({ asset, amount }) => {
    const before = known.find((fee) => fee.asset === asset)?.amount ?? 0;
    const added = new BigNumber(amount).minus(before);
    return added.isZero() ? [] : [{ asset, amount: added.toFixed() }];
  });
