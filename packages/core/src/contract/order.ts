import * as z from 'zod/mini';
import {
  coded,
  enveloped,
  ifAny,
  looseList,
  looseNumber,
  looseRecord,
  looseRows,
  looseText,
  looseTime,
  orElse,
  orNull,
} from './loose.ts';
import { LegRecord, side } from './opportunity.ts';
import {
  amount,
  asOfCommit,
  exchangeName,
  id,
  listOf,
  marketSymbol,
  page,
  percent,
  text,
  time,
  usd,
} from './primitives.ts';
import { Provenance, ProvenanceRecord } from './provenance.ts';
import { route } from './route.ts';
import { ExecutionResult, ExecutionResultRecord, HistoryQuery, HistoryRecord, Trade } from './trade.ts';

export const orderStatus = z.enum(['pending', 'filled', 'cancelled', 'failed', 'completed']);
export const orderType = z.enum(['limit', 'market']);
export const timeInForce = z.enum(['GTC', 'IOC', 'FOK']);

/** One order at an exchange. Quantities in base, prices in quote per base; `leg` counts from 1 within its execution. */
export const OrderRecord = z.object({
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
});
export type OrderRecord = z.infer<typeof OrderRecord>;

const rawOrder = z.looseObject({
  id: looseText,
  client_order_id: orNull(looseText),
  exchange: orElse(looseText, ''),
  symbol: orNull(looseText),
  pairs: orElse(looseList, []),
  side: orElse(looseText, ''),
  type: orElse(looseText, ''),
  time_in_force: orNull(looseText),
  quantity: orNull(looseNumber),
  filled_quantity: orNull(looseNumber),
  price: orNull(looseNumber),
  filled_price: orNull(looseNumber),
  fee: orNull(looseNumber),
  fee_asset: orNull(looseText),
  status: orElse(looseText, ''),
  execution_id: orNull(looseText),
  leg: orNull(looseNumber),
  error_message: orNull(looseText),
  provenance: Provenance,
  created_at: orNull(looseTime),
  updated_at: orNull(looseTime),
});

/** The client's form: `symbol` falls back to the pairs of an execution. */
export const Order = z.pipe(
  rawOrder,
  z.transform((raw) => ({ ...raw, symbol: raw.symbol ?? raw.pairs.join(', ') })),
);
export type Order = z.infer<typeof Order>;

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
export type PreviewOrder = z.infer<typeof PreviewOrder>;

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
  expires_at: time,
});
export type PreviewRecord = z.infer<typeof PreviewRecord>;

export const Preview = z.looseObject({
  opportunity_id: orNull(looseText),
  provenance: Provenance,
  amount: orNull(looseNumber),
  legs: orElse(
    z.array(
      z.looseObject({
        market: orElse(looseText, ''),
        side: orElse(looseText, ''),
        price: orNull(looseNumber),
        quantity: orNull(looseNumber),
        fee_pct: orNull(looseNumber),
      }),
    ),
    [],
  ),
  expected_profit: orNull(looseNumber),
  expected_profit_pct: orNull(looseNumber),
  fees: orNull(looseNumber),
  slippage_pct: orNull(looseNumber),
  max_amount: orNull(looseNumber),
  warnings: orElse(z.array(looseText), []),
  /** The warnings as codes, from a bot that announces `codes`. */
  notes: ifAny(z.array(looseRecord({ code: looseText, params: coded.params }))),
  expires_at: orNull(looseTime),
  at: ifAny(looseTime),
});
export type Preview = z.infer<typeof Preview>;

/** `amount` in USD, at most the opportunity's size, which is the default. */
export const ExecuteOrder = z.strictObject({
  opportunity_id: id,
  amount: z.optional(amount),
  dry_run: z._default(z.boolean(), false),
});
export type ExecuteOrder = z.infer<typeof ExecuteOrder>;

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
export type GuardedExecuteOrder = z.infer<typeof GuardedExecuteOrder>;

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
    record: asOfCommit(OrderRecord),
    answer: enveloped(Order),
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
