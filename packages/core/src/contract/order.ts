import * as z from 'zod/mini';
import { committed, enveloped, looseRows } from './answer.ts';
import { mark } from './mark.ts';
import { LegRecord, side } from './opportunity.ts';
import {
  amount,
  asOfCommit,
  coded,
  exchangeName,
  id,
  listOf,
  marketSymbol,
  page,
  percent,
  stamped,
  text,
  time,
  usd,
} from './primitives.ts';
import { ProvenanceRecord } from './provenance.ts';
import { route } from './route.ts';
import { tolerant } from './tolerant.ts';
import type { Tolerant } from './tolerant-type.ts';
import { ExecutionResult, ExecutionResultRecord, HistoryQuery, HistoryRecord, Trade } from './trade.ts';

export const orderStatus = z.enum(['pending', 'filled', 'cancelled', 'failed', 'completed']);
export const orderType = z.enum(['limit', 'market']);
export const timeInForce = z.enum(['GTC', 'IOC', 'FOK']);

/** One order at an exchange. Quantities in base, prices in quote per base; `leg` counts from 1 within its execution. */
const symbolOf = ({ symbol, pairs }: { symbol: string | null; pairs: readonly string[] }) => ({
  symbol: symbol ?? (pairs.length === 0 ? null : pairs.join(', ')),
});

export const OrderRecord = mark(
  z.object({
    id,
    client_order_id: text,
    exchange: text,
    symbol: marketSymbol,
    pairs: z.array(marketSymbol),
    side,
    type: orderType,
    time_in_force: timeInForce,
    quantity: z.number(),
    filled_quantity: z.number(),
    price: z.nullable(z.number()),
    filled_price: z.nullable(z.number()),
    fee: z.nullable(z.number()),
    fee_asset: z.nullable(text),
    status: orderStatus,
    execution_id: z.nullable(id),
    leg: z.nullable(z.int()),
    error_message: z.nullable(text),
    provenance: z.nullable(ProvenanceRecord),
    created_at: time,
    updated_at: time,
  }),
  { required: ['id'], defaults: { exchange: '', side: '', type: '', status: '' }, computed: symbolOf },
);
export type OrderRecord = z.infer<typeof OrderRecord>;

/** The client's form. */
export const Order = tolerant(OrderRecord);
export type Order = Tolerant<typeof OrderRecord>;

export const OrderQuery = z.object({
  ...page,
  status: z.optional(orderStatus),
  exchange: z.optional(text),
});

/** A manual order; `price` is required for a limit order and refused for a market order (422). */
export const PlaceOrder = z.strictObject({
  exchange: exchangeName,
  symbol: marketSymbol,
  side,
  type: orderType,
  quantity: amount,
  price: z.optional(amount),
  time_in_force: z.optional(timeInForce),
});
export type PlaceOrder = z.infer<typeof PlaceOrder>;

export const PreviewOrder = z.strictObject({ opportunity_id: id, amount });

/** Preview of an execution at current prices. `amount`, `max_amount`, `expected_profit` and `fees` in USD. */
export const PreviewRecord = z.object({
  opportunity_id: id,
  provenance: z.nullable(ProvenanceRecord),
  amount: usd,
  legs: z.array(LegRecord),
  expected_profit: usd,
  expected_profit_pct: percent,
  fees: usd,
  slippage_pct: percent,
  max_amount: usd,
  warnings: z.array(text),
  /** The warnings as codes, from a bot that announces `codes`. */
  notes: z.optional(z.array(mark(z.object(coded), { required: ['code'] }))),
  expires_at: time,
  ...stamped,
});
export type PreviewRecord = z.infer<typeof PreviewRecord>;

export const Preview = tolerant(PreviewRecord);
export type Preview = Tolerant<typeof PreviewRecord>;

/** `amount` in USD, at most the opportunity's size, which is the default. */
export const ExecuteOrder = z.strictObject({
  opportunity_id: id,
  amount: z.optional(amount),
  dry_run: z._default(z.boolean(), false),
});

/**
 * Body for a bot that announces `execute.guarded`: `expected_profit` as it was shown (USD), and the floor
 * `min_profit_pct` (percent). Below the floor, or when it was executed since the preview and `again` is not true, the bot
 * answers 409 with the new preview. Other bots refuse these fields.
 */
export const GuardedExecuteOrder = z.extend(ExecuteOrder, {
  expected_profit: z.optional(usd),
  min_profit_pct: z.optional(percent),
  again: z.optional(z.boolean()),
});

export const orderRoutes = {
  'orders.list': route({
    method: 'GET',
    path: '/orders/',
    role: 'viewer',
    query: OrderQuery,
    record: asOfCommit(listOf(OrderRecord)),
    answer: looseRows(Order),
    summary: 'Orders, newest first',
  }),
  'orders.history': route({
    method: 'GET',
    path: '/orders/history',
    role: 'viewer',
    query: HistoryQuery,
    record: asOfCommit(HistoryRecord),
    answer: looseRows(Trade),
    summary: 'Finished executions, newest first',
  }),
  'orders.preview': route({
    method: 'POST',
    path: '/orders/preview',
    role: 'viewer',
    body: PreviewOrder,
    record: PreviewRecord,
    answer: enveloped(Preview),
    refuses: [409],
    summary: 'What executing an opportunity would do now',
  }),
  'orders.execute': route({
    method: 'POST',
    path: '/orders/execute',
    role: 'operator',
    idempotent: true,
    body: GuardedExecuteOrder,
    record: ExecutionResultRecord,
    answer: enveloped(ExecutionResult),
    refuses: [409],
    summary: 'Execute an opportunity; 409 when it has expired, pays less than the floor, or was executed already',
  }),
  'orders.place': route({
    method: 'POST',
    path: '/orders/',
    role: 'operator',
    idempotent: true,
    keyed: true,
    body: PlaceOrder,
    record: OrderRecord,
    answer: enveloped(Order),
    success: 201,
    refuses: [409],
    summary: 'Place an order by hand',
  }),
  'orders.get': route({
    method: 'GET',
    path: '/orders/{id}',
    role: 'viewer',
    ...committed(OrderRecord),
    summary: 'One order',
  }),
  'orders.cancel': route({
    method: 'POST',
    path: '/orders/{id}/cancel',
    role: 'operator',
    idempotent: true,
    record: OrderRecord,
    answer: enveloped(Order),
    refuses: [409],
    summary: 'Cancel a pending order; 409 when it is final',
  }),
} as const;
