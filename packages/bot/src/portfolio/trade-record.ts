import type { ExecutedLegRecord, TradeRecord } from '@triquad/core/contract';
import { BigNumber } from 'bignumber.js';
import type { PlannedLeg } from '../model/event.ts';
import { isoTime } from '../model/moment.ts';
import { provenanceUnder } from '../model/provenance.ts';
import { type Execution, isFinal, type Order } from '../model/state.ts';
import { earnedInStart, realisedUsd, takenOverUsd } from './realised.ts';

/** An execution as it travels, its figures from its own orders. Money in USD by the rate of its start currency. */
export function tradeRecord(execution: Execution, orders: ReadonlyMap<string, Order>): TradeRecord {
  const known = (ids: readonly string[]) => ids.map((id) => orders.get(id)).filter((order) => order !== undefined);
  const own = known(execution.order_ids);
  const sales = known(execution.sale_ids ?? []);
  const usd = execution.usd_rate;
  const planned = Number(execution.start_amount);
  const spent = spentOn(own);
  const capital = spent > 0 ? spent : planned;
  const earned = earnedInStart(execution, orders);
  const profit = earned && earned.toNumber() + takenOverUsd(execution).div(usd).toNumber();
  const realised = realisedUsd(execution, orders)?.toNumber() ?? null;
  const started = isoTime(execution.started_at);
  const finished = execution.finished_at;
  return {
    id: execution.id,
    execution_id: execution.id,
    opportunity_id: execution.opportunity_id,
    opportunity_type: execution.opportunity_type,
    type: execution.opportunity_type,
    exchange: execution.exchange,
    symbols: [...execution.path],
    pairs: execution.legs.map(({ symbol }) => symbol),
    status: execution.status === 'legs' || execution.status === 'unwinding' ? 'pending' : execution.status,
    mode: execution.mode,
    dry_run: execution.dry_run,
    capital: capital * usd,
    profit: realised,
    actual_profit: realised,
    profit_pct: profit === null || spent === 0 ? null : (profit / spent) * 100,
    expected_profit: (Number(execution.expected_end) - planned) * usd,
    slippage_pct: slippage(execution, own),
    fees: execution.fees_usd,
    ...(finished === null ? {} : dustOf(execution, own)),
    duration_seconds: finished === null ? null : (finished - execution.started_at) / 1000,
    entry_time: started,
    created_at: started,
    error_message: execution.error_message,
    trigger: execution.trigger,
    legs: [...own, ...sales].map((order) => executedLeg(order, execution.legs)),
    ...rangeOf(execution.range, profit, usd),
    ...(execution.market === undefined ? {} : { market: execution.market }),
    provenance: provenanceUnder(execution, execution.mode, execution.exchange),
    ...(execution.found?.dislocation_id === undefined ? {} : { dislocation_id: execution.found.dislocation_id }),
    ...(execution.config_version === undefined ? {} : { config_version: execution.config_version }),
  };
}

/** Its dust in USD, at the prices of its fills along the path; absent where a price is not known. */
function dustOf({ left, path: [start = ''], usd_rate }: Execution, own: readonly Order[]): Pick<TradeRecord, 'dust'> {
  const worth = new Map([[start, new BigNumber(usd_rate)]]);
  for (const { purpose, side, base, quote, filled_quantity, filled_quote } of own) {
    const [paid, got] = side === 'buy' ? [quote, base] : [base, quote];
    const one = worth.get(paid);
    if (purpose !== 'leg' || one === undefined || worth.has(got) || Number(filled_quantity) === 0) continue;
    const price = new BigNumber(filled_quote).div(filled_quantity);
    worth.set(got, side === 'buy' ? one.multipliedBy(price) : one.div(price));
  }
  const dust = left
    .filter(({ stranded }) => !stranded)
    .reduce(
      (sum, { asset, amount }) => sum.plus(worth.get(asset)?.multipliedBy(amount) ?? Number.NaN),
      new BigNumber(0),
    );
  return dust.isNaN() ? {} : { dust: dust.toNumber() };
}

/** What it would have made at best and at worst, in USD; what it has made lies between them. */
function rangeOf(
  range: Execution['range'],
  profit: number | null,
  usd: number,
): Pick<TradeRecord, 'optimistic_profit' | 'pessimistic_profit'> {
  if (range === undefined) return {};
  const [most, least] = [Number(range.optimistic), Number(range.pessimistic)];
  return {
    optimistic_profit: Math.max(most, profit ?? most) * usd,
    pessimistic_profit: Math.min(least, profit ?? least) * usd,
  };
}

/** Quote per base over all fills, exact to the last digit that JSON can carry; null before the first. */
export function averagePrice({ filled_quantity, filled_quote }: Order): number | null {
  const quantity = new BigNumber(filled_quantity);
  return quantity.isZero() ? null : new BigNumber(filled_quote).div(quantity).toNumber();
}

function executedLeg(order: Order, legs: readonly PlannedLeg[]): ExecutedLegRecord {
  const fee = order.fees.length === 1 ? order.fees[0] : undefined;
  const unwind = order.purpose === 'unwind';
  const plan = unwind ? undefined : legs.find(({ leg }) => leg === order.leg);
  return {
    leg: order.leg ?? 0,
    market: order.symbol,
    side: order.side,
    order_id: order.id,
    unwind,
    expected_price: order.expected_price === null ? null : Number(order.expected_price),
    price: averagePrice(order),
    expected_quantity: plan === undefined ? Number(order.quantity) : Number(plan.quantity),
    quantity: Number(order.filled_quantity),
    fee: order.fees.length > 1 ? null : Number(fee?.amount ?? 0),
    fee_asset: fee?.asset ?? null,
    status: legStatus(order),
    ms: order.sent_at === null || !isFinal(order) ? null : order.updated_at - order.sent_at,
  };
}

function legStatus(order: Order): ExecutedLegRecord['status'] {
  switch (order.status) {
    case 'intended':
      return 'intent';
    case 'sent':
    case 'open':
      return 'sent';
    case 'unknown':
      return 'unknown';
    case 'filled':
      return 'filled';
    case 'cancelled':
      return Number(order.filled_quantity) > 0 ? 'partial' : 'empty';
    case 'failed':
      return 'rejected';
  }
}

/** What the first leg took of the start currency, in that currency. */
function spentOn(orders: readonly Order[]): number {
  const first = orders.find(({ purpose, leg }) => purpose === 'leg' && leg === 1);
  if (first === undefined) return 0;
  return Number(first.side === 'buy' ? first.filled_quote : first.filled_quantity);
}

/** By how much worse than planned the legs were filled, in percent of what was planned; null before the first fill. */
function slippage(execution: Execution, orders: readonly Order[]): number | null {
  const ratios = orders
    .filter(({ purpose }) => purpose === 'leg')
    .flatMap((order) => {
      const price = averagePrice(order);
      const planned = Number(execution.legs.find(({ leg }) => leg === order.leg)?.expected_price ?? 0);
      if (price === null || planned === 0) return [];
      return [order.side === 'buy' ? planned / price : price / planned];
    });
  return ratios.length === 0 ? null : (1 - ratios.reduce((product, ratio) => product * ratio, 1)) * 100;
}
