import type { TradingMode } from '@triquad/core/contract';
import type { EffectKey } from './effect.ts';
import type { Amount, ExecutionFees, Fee, RefusalScope, Side, TimeInForce } from './exchange.ts';

/** An order that is meant. It is on disk before it is sent. */
export type OrderIntent = {
  readonly id: string;
  readonly client_order_id: string;
  readonly exchange: string;
  readonly mode: TradingMode;
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  readonly side: Side;
  readonly order_type: 'limit' | 'market';
  readonly time_in_force: TimeInForce;
  readonly quantity: Amount;
  readonly price: Amount | null;
  readonly purpose: 'leg' | 'unwind' | 'manual';
  readonly execution_id: string | null;
  /** The execution that left what this order sells by hand. */
  readonly recovers?: string;
  /** What the exchange holds back for each unit of `quantity`, of an order of no execution. Absent in facts of earlier versions. */
  readonly reserves?: { readonly asset: string; readonly per_unit: Amount };
  /** Of the market's rules by which it was made; left out before their first change. */
  readonly instrument_version?: number;
  /** The flatten that sells by it: after a kill only its orders pass. */
  readonly flatten?: string;
  /** From 1; the leg that is unwound for an unwind; null for a manual order. */
  readonly leg: number | null;
  readonly expected_price: Amount | null;
  /** A leg that was sent at the worst price of its plan, as a book of it or of a later one was not trusted. */
  readonly blind?: true;
  /** When the exchange must have answered; after it the outcome is unknown. */
  readonly deadline: number;
  /** Of the call that asked for it. */
  readonly key?: EffectKey;
};

export type OrderIntended = { readonly type: 'OrderIntended'; readonly order: OrderIntent; readonly at: number };
export type OrderSent = { readonly type: 'OrderSent'; readonly order_id: string; readonly at: number };
/** It rests at the exchange. After `OrderClosed` with `failed`, the exchange has it all the same, and it is open again. */
export type OrderAcknowledged = {
  readonly type: 'OrderAcknowledged';
  readonly order_id: string;
  readonly exchange_order_id: string;
  readonly at: number;
};
/** What was added to the order's fills: `quantity` base against `quote` before fees. A transfer of the ledger. */
export type OrderFilled = {
  readonly type: 'OrderFilled';
  readonly order_id: string;
  readonly exchange: string;
  readonly mode: TradingMode;
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  readonly side: Side;
  readonly quantity: Amount;
  readonly quote_quantity: Amount;
  readonly fees: readonly Fee[];
  /** What of the fees belongs to which execution. Left out where the exchange names none. */
  readonly executions?: readonly ExecutionFees[];
  /**
   * The exchange has named no amount in quote in time: `quote_quantity` is at the order's limit price, which is the worst that it may be.
   * `FillRepriced` follows when the amount is known.
   */
  readonly at_limit?: true;
  /** Value of the fill at the books' prices of that moment; null where they give none. */
  readonly usd_value: number | null;
  readonly at: number;
};
/**
 * A fee that was told after its fill. `key`: the execution it belongs to, or `cumulative` where only the order's total is known. The amount
 * is negative where an execution turns out to have taken less, and zero where it took nothing, or nothing that was not booked before.
 */
export type FeeCharged = {
  readonly type: 'FeeCharged';
  readonly order_id: string;
  readonly key: string;
  /** Base that the execution filled, where `key` names one. */
  readonly quantity?: Amount;
  readonly exchange: string;
  readonly mode: TradingMode;
  readonly asset: string;
  readonly amount: Amount;
  readonly at: number;
};
/** The exchange has taken back what it had reported: by how much the totals fell, all amounts positive. It halts the account. */
export type FillCorrected = Omit<OrderFilled, 'type' | 'usd_value' | 'at_limit'> & { readonly type: 'FillCorrected' };
/**
 * The exchange reports another amount in quote for what it had filled. A transfer of the ledger. It halts the account where it costs
 * money.
 */
export type FillRepriced = {
  readonly type: 'FillRepriced';
  readonly order_id: string;
  readonly exchange: string;
  readonly mode: TradingMode;
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  readonly side: Side;
  /** By how much the total of the order has changed, before fees: negative where it has fallen, zero where the limit price was right. */
  readonly quote_quantity: Amount;
  /** Value of that change; null without a price. */
  readonly usd_value: number | null;
  readonly at: number;
};
/** A report came of an order that memory no longer held. `history`: its facts before this one, oldest first. */
export type OrderRecalled = {
  readonly type: 'OrderRecalled';
  readonly history: readonly Exclude<OrderEvent, OrderRecalled>[];
  readonly at: number;
};
/** Its outcome is unknown; it is looked up by its client order id and never sent again. */
export type OrderUnknown = {
  readonly type: 'OrderUnknown';
  readonly order_id: string;
  readonly reason: string;
  readonly at: number;
};
/** Nothing more will be filled. `cancelled` may have been filled in part, `failed` was not. */
export type OrderClosed = {
  readonly type: 'OrderClosed';
  readonly order_id: string;
  readonly status: 'filled' | 'cancelled' | 'failed';
  readonly reason: string | null;
  /** Scope of a refusal by the exchange, where it names one. */
  readonly scope?: RefusalScope;
  readonly at: number;
};

/** What happens to an order. */
export type OrderEvent =
  | OrderIntended
  | OrderRecalled
  | OrderSent
  | OrderAcknowledged
  | OrderFilled
  | FeeCharged
  | FillCorrected
  | FillRepriced
  | OrderUnknown
  | OrderClosed;
