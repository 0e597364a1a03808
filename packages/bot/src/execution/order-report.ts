import { BigNumber } from 'bignumber.js';
import type { AccountHalted } from '../model/account-event.ts';
import { addFees } from '../model/decimal.ts';
import type { ExecutionFees, OrderReport } from '../model/exchange.ts';
import type { FeeCharged, FillCorrected, OrderEvent, OrderFilled } from '../model/order-event.ts';
import { isFinal, type Order } from '../model/state.ts';
import { newFees, type ToldFee } from './told-fees.ts';

/**
 * What a report says that was not known yet. Reports carry totals: one that comes twice, late or out of order adds nothing.
 * Fees may be told after their fill, or not at all by some calls. A total that is final and lower than
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
  const told = newFees(order, report);
  const fill = fillOf(order, report, told, at, usdRate);
  const correction = correctionOf(order, report, told, at);
  if (fill) facts.push(fill);
  else {
    const isBack = ({ amount }: ToldFee): boolean => correction !== null && new BigNumber(amount).isNegative();
    facts.push(...told.filter((fee) => !isBack(fee)).map((fee) => chargeOf(order, fee, at)));
  }
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
  told: readonly ToldFee[],
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
    ...feesOf(told),
    usd_value: rate === null ? null : quote.multipliedBy(rate).toNumber(),
    at,
  };
};

const chargeOf = (
  { id: order_id, exchange, mode }: Order,
  { key, quantity, asset, amount }: ToldFee,
  at: number,
): FeeCharged => ({
  ...{ type: 'FeeCharged', order_id, key, exchange, mode, asset, amount, at },
  ...(quantity && { quantity }),
});

/** By asset, and by execution where they have an id. */
const feesOf = (told: readonly ToldFee[]): Pick<OrderFilled, 'fees' | 'executions'> => {
  const fees = addFees([], told);
  const quantities = new Map(told.flatMap(({ key, quantity }) => (key === 'cumulative' ? [] : [[key, quantity]])));
  if (quantities.size === 0) return { fees };
  const executions: readonly ExecutionFees[] = [...quantities].map(([id, quantity]) => ({
    id,
    ...(quantity && { quantity }),
    fees: addFees(
      [],
      told.filter(({ key }) => key === id),
    ),
  }));
  return { fees, executions };
};

/** By how much an order's total has fallen for good: one that is still open may be reported late. */
const correctionOf = (
  order: Order,
  report: OrderReport,
  told: readonly ToldFee[],
  at: number,
): FillCorrected | null => {
  const quantity = new BigNumber(order.filled_quantity).minus(report.filled_quantity);
  if (report.state === 'open' || !quantity.isGreaterThan(0)) return null;
  const { id: order_id, exchange, mode, symbol, base, quote, side } = order;
  const quote_quantity = new BigNumber(order.filled_quote).minus(report.filled_quote).toFixed();
  const back = report.executions ? told.flatMap(takenBack) : lowerTotals(order, report);
  const taken = { quantity: quantity.toFixed(), quote_quantity, ...feesOf(back) };
  return { type: 'FillCorrected', order_id, exchange, mode, symbol, base, quote, side, ...taken, at };
};

const takenBack = (told: ToldFee): readonly ToldFee[] => {
  const back = new BigNumber(told.amount).negated();
  return back.isGreaterThan(0) ? [{ ...told, amount: back.toFixed() }] : [];
};

const lowerTotals = (order: Order, report: OrderReport): readonly ToldFee[] =>
  order.fees.flatMap(({ asset, amount }) => {
    const now = report.fees.find((fee) => fee.asset === asset)?.amount;
    return now === undefined
      ? []
      : takenBack({ key: 'cumulative', asset, amount: new BigNumber(now).minus(amount).toFixed() });
  });

const haltFor = ({ exchange, id, symbol, filled_quantity }: Order, report: OrderReport, at: number): AccountHalted => ({
  type: 'AccountHalted',
  exchange,
  cause: 'fill_corrected',
  reason: `${exchange} has taken a fill back: order ${id} (${symbol}) has ${report.filled_quantity}, ${filled_quantity} were reported`,
  at,
});
