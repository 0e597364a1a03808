import { BigNumber } from 'bignumber.js';
import type { AccountHalted } from '../model/account-event.ts';
import { addFees } from '../model/decimal.ts';
import type { ExecutionFees, OrderReport } from '../model/exchange.ts';
import type {
  FeeCharged,
  FillCorrected,
  FillRepriced,
  OrderAcknowledged,
  OrderClosed,
  OrderFilled,
} from '../model/order-event.ts';
import { isFinal, type Order } from '../model/state.ts';
import { newFees, type ToldFee } from './told-fees.ts';

type Fill = OrderFilled | FillCorrected | FillRepriced;
type Reported = OrderAcknowledged | Fill | FeeCharged | AccountHalted | OrderClosed;

/**
 * The facts of a report that are not booked yet. Reports carry totals: one that comes twice, late or out of order adds nothing.
 * Fees may follow their fill, and some calls never name them. A fill without its amount in quote waits for it, and so does the end of
 * the order; `isOverdue` books it at the limit price, which is the worst that it may be. A fill is booked even after the order was
 * closed: the exchange is right about money. The account is halted by a final total that is lower than the one before, by an amount
 * that has become worse, and by an order that was filled beyond its quantity.
 */
export const factsOf = (
  order: Order,
  report: OrderReport,
  at: number,
  usdRate: (asset: string) => number | null,
  isOverdue = false,
): readonly Reported[] => {
  const open = !isFinal(order) || isBack(order, report);
  const facts: Reported[] = [];
  if (open && report.state === 'open' && order.status !== 'open') {
    facts.push({ type: 'OrderAcknowledged', order_id: order.id, exchange_order_id: report.exchange_order_id, at });
  }
  const named = newFees(order, report);
  if (lacksAmount(order, report) && !(isOverdue && order.price !== null)) {
    // Fees of executions are named once; a total is named again with the amount.
    return [...facts, ...named.filter(({ key }) => key !== 'cumulative').map((fee) => chargeOf(order, fee, at))];
  }
  const changed =
    correctionOf(order, report, named, at) ??
    fillOf(order, report, named, at, usdRate) ??
    (open || report.state !== 'open' ? repricingOf(order, report, at, usdRate) : null);
  if (changed?.type === 'OrderFilled') facts.push(changed);
  else {
    const isBooked = ({ amount }: ToldFee): boolean =>
      changed?.type === 'FillCorrected' && new BigNumber(amount).isNegative();
    const lower = changed?.type === 'FillRepriced' && !report.executions ? lowerTotals(order, report) : [];
    const fees = [...named.filter((fee) => !isBooked(fee)), ...lower];
    facts.push(...fees.map((fee) => chargeOf(order, fee, at)), ...(changed ? [changed] : []));
  }
  const halt = changed && haltFor(order, report, changed, at);
  if (halt) facts.push(halt);
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

type Totals = Pick<OrderReport, 'filled_quantity' | 'filled_quote'>;
const addedBy = (order: Totals, report: Totals): BigNumber =>
  new BigNumber(report.filled_quantity).minus(order.filled_quantity);

/** True when the exchange names a quantity without its amount in quote. */
export const lacksAmount = (order: Totals, report: Totals): boolean => {
  const added = addedBy(order, report);
  if (added.isGreaterThan(0)) return new BigNumber(report.filled_quote).isLessThanOrEqualTo(order.filled_quote);
  return added.isNegative() && isUnnamed(report);
};

const isUnnamed = ({ filled_quantity, filled_quote }: Totals): boolean =>
  new BigNumber(filled_quote).isZero() && !new BigNumber(filled_quantity).isZero();

/** True when an order that was given up rests at the exchange. An order that the exchange ended stays ended: the report is late. */
const isBack = (order: Order, report: OrderReport): boolean => order.status === 'failed' && report.state === 'open';

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
  const quantity = addedBy(order, report);
  if (!quantity.isGreaterThan(0)) return null;
  const isNamed = !lacksAmount(order, report);
  const quote = isNamed
    ? new BigNumber(report.filled_quote).minus(order.filled_quote)
    : quantity.multipliedBy(order.price ?? 0);
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
    ...(!isNamed && { at_limit: true }),
    usd_value: worthOf(quote, usdRate(order.quote)),
    at,
  };
};

const worthOf = (amount: BigNumber, rate: number | null): number | null =>
  rate === null ? null : amount.multipliedBy(rate).toNumber();

/** Another amount in quote for the same quantity; null where it is the same. */
const repricingOf = (
  order: Order,
  report: OrderReport,
  at: number,
  usdRate: (asset: string) => number | null,
): FillRepriced | null => {
  if (!new BigNumber(report.filled_quantity).isEqualTo(order.filled_quantity)) return null;
  const change = new BigNumber(report.filled_quote).minus(order.filled_quote);
  const isNews = !change.isZero() || order.amount_due === true;
  if (new BigNumber(report.filled_quantity).isZero() || isUnnamed(report) || !isNews) return null;
  const { id: order_id, exchange, mode, symbol, base, quote, side } = order;
  const usd_value = worthOf(change, usdRate(quote));
  const quote_quantity = change.toFixed();
  return { type: 'FillRepriced', order_id, exchange, mode, symbol, base, quote, side, quote_quantity, usd_value, at };
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
  const quote_quantity = isUnnamed(report)
    ? '0'
    : new BigNumber(order.filled_quote).minus(report.filled_quote).toFixed();
  const back = (report.executions ? told : lowerTotals(order, report)).flatMap(takenBack);
  const taken = { quantity: quantity.toFixed(), quote_quantity, ...feesOf(back) };
  return { type: 'FillCorrected', order_id, exchange, mode, symbol, base, quote, side, ...taken, at };
};

const takenBack = (told: ToldFee): readonly ToldFee[] => {
  const back = new BigNumber(told.amount).negated();
  return back.isGreaterThan(0) ? [{ ...told, amount: back.toFixed() }] : [];
};

/** By how much the totals of fees have fallen, as negative amounts. */
const lowerTotals = (order: Order, report: OrderReport): readonly ToldFee[] =>
  order.fees.flatMap(({ asset, amount }) => {
    const now = report.fees.find((fee) => fee.asset === asset)?.amount;
    const change = new BigNumber(now ?? amount).minus(amount);
    return change.isNegative() ? [{ key: 'cumulative', asset, amount: change.toFixed() }] : [];
  });

/** The halt that a change demands until account and ledger were compared; null without one. */
const haltFor = (order: Order, report: OrderReport, changed: Fill, at: number): AccountHalted | null => {
  const { exchange, id, symbol, quantity, filled_quantity, side, quote } = order;
  const named = `order ${id} (${symbol})`;
  const halt = (cause: AccountHalted['cause'], reason: string): AccountHalted => {
    return { type: 'AccountHalted', exchange, cause, reason, at };
  };
  if (changed.type === 'FillCorrected') {
    const has = `${named} has ${report.filled_quantity}, ${filled_quantity} were reported`;
    return halt('fill_corrected', `${exchange} has taken a fill back: ${has}`);
  }
  if (changed.type === 'FillRepriced') {
    const cost = new BigNumber(changed.quote_quantity).multipliedBy(side === 'buy' ? 1 : -1);
    const amounts = `${named}: ${report.filled_quote} ${quote}, ${order.filled_quote} were reported`;
    return cost.isGreaterThan(0) ? halt('fill_repriced', `${exchange} has changed an amount: ${amounts}`) : null;
  }
  if (!new BigNumber(report.filled_quantity).isGreaterThan(quantity)) return null;
  const filled = `${named} has ${report.filled_quantity}, ${quantity} were ordered`;
  return halt('overfilled', `${exchange} has filled more than was ordered: ${filled}`);
};
