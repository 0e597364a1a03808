import type { DecidedRecord, DecisionRecord, LogRecord, NotificationRecord, OrderRecord } from '@triquad/core/contract';
import type { DecisionMade, LogWritten, NextBest } from '../model/event.ts';
import { isoTime } from '../model/moment.ts';
import { provenanceUnder } from '../model/provenance.ts';
import type { Notification, Order } from '../model/state.ts';
import { averagePrice } from '../portfolio/trade-record.ts';

/** The wire's word for each state of an order: whatever may still be filled is pending. */
export const orderStatus = {
  intended: 'pending',
  sent: 'pending',
  open: 'pending',
  unknown: 'pending',
  filled: 'filled',
  cancelled: 'cancelled',
  failed: 'failed',
} as const satisfies Record<Order['status'], OrderRecord['status']>;

/** A fee paid in several assets has no single figure: null. */
export function orderRecord(order: Order): OrderRecord {
  const fee = order.fees.length === 1 ? order.fees[0] : undefined;
  return {
    id: order.id,
    client_order_id: order.client_order_id,
    exchange: order.exchange,
    symbol: order.symbol,
    pairs: [order.symbol],
    side: order.side,
    type: order.order_type,
    time_in_force: order.time_in_force,
    quantity: Number(order.quantity),
    filled_quantity: Number(order.filled_quantity),
    price: order.price === null ? null : Number(order.price),
    filled_price: averagePrice(order),
    fee: fee === undefined ? null : Number(fee.amount),
    fee_asset: fee?.asset ?? null,
    status: orderStatus[order.status],
    execution_id: order.execution_id,
    leg: order.leg,
    error_message: order.reason,
    provenance: provenanceUnder(order, order.mode, order.exchange),
    created_at: isoTime(order.created_at),
    updated_at: isoTime(order.updated_at),
  };
}

export function notificationRecord(notification: Notification): NotificationRecord {
  const { id, notification_type, level, title, message, source, extra_data, code, params, read, at } = notification;
  const { provenance = null } = notification;
  const moment = isoTime(at);
  const told = { id, provenance, notification_type, level, title, message, source, extra_data, read };
  const coded = { ...(code === undefined ? {} : { code }), ...(params === undefined ? {} : { params }) };
  return { ...told, ...coded, created_at: moment, timestamp: moment };
}

export function logRecord({ id, at, level, message, source, metadata }: LogWritten): LogRecord {
  return { id, timestamp: isoTime(at), level, message, source, metadata };
}

/** A decision with what it belongs to. */
export function decidedRecord(decision: DecisionMade): DecidedRecord {
  const { threshold_pct, dislocation_id, execution_id, next_best } = decision;
  return {
    ...decisionRecord(decision),
    ...(threshold_pct === undefined ? {} : { threshold_pct }),
    ...(dislocation_id === undefined ? {} : { dislocation_id }),
    ...(execution_id === undefined ? {} : { execution_id }),
    ...(next_best === undefined ? {} : { next_best: nextBestRecord(next_best) }),
  };
}

export const nextBestRecord = ({ path, profit_pct, profit_usd }: NextBest) => ({
  symbols: [...path],
  profit_pct,
  profit_usd,
});

/** A decision about a cycle that never became an opportunity has no opportunity to point to. */
export function decisionRecord(decision: DecisionMade): DecisionRecord {
  const { id, opportunity_id, exchange, path, profit_pct, reason, detail, provenance = null, at } = decision;
  return {
    id,
    provenance,
    opportunity_id,
    at: isoTime(at),
    exchange,
    type: path.length === 4 ? 'TRI' : 'QUAD',
    symbols: [...path],
    profit_pct,
    decision: decision.decision,
    reason,
    detail,
  };
}
