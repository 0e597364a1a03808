import type { ConditionsRecord, Provenance, TradingMode } from '@triquad/core/contract';
import type { AccountFact } from './account-event.ts';
import type { BreakerName } from './breaker-settings.ts';
import type { ClockEvent } from './clock-event.ts';
import type { Parameters } from './config.ts';
import type { ConfigActivated } from './config-event.ts';
import type { EffectKey } from './effect.ts';
import type { EquityMarked } from './equity-event.ts';
import type { Amount, Side } from './exchange.ts';
import type { ExecutionBounded } from './execution-bounded.ts';
import type { MarketEvent, MarketOpened } from './market-event.ts';
import type { DecisionMade, OpportunityEvent, WhenFound } from './opportunity-event.ts';
import type { OrderEvent, OrderIntent } from './order-event.ts';
import type { UpkeepEvent } from './upkeep-event.ts';

export type { EquityMarked } from './equity-event.ts';
export type { ExecutionBounded } from './execution-bounded.ts';
export type { BookDistrusted, BookUpdated, FeedEvent, FeedStatusChanged, MarketUnusable, Stamp } from './feed-event.ts';
export type {
  DecisionMade,
  DecisionReason,
  ExpiryReason,
  NextBest,
  OpportunityEvent,
  WhenFound,
} from './opportunity-event.ts';

/** One conversion as planned: at most `quantity` base at `price` or better. */
export type PlannedLeg = {
  /** From 1. */
  readonly leg: number;
  readonly symbol: string;
  readonly side: Side;
  readonly from: string;
  readonly to: string;
  readonly quantity: Amount;
  /** The worst price it may touch, quote per base. */
  readonly price: Amount;
  /** The average that the book promised. */
  readonly expected_price: Amount;
  readonly fee_pct: number;
};

export type ExecutionPlan = {
  readonly id: string;
  readonly opportunity_id: string;
  readonly opportunity_type: 'TRI' | 'QUAD';
  readonly exchange: string;
  readonly mode: TradingMode;
  readonly dry_run: boolean;
  readonly trigger: 'automatic' | 'manual';
  /** Currencies in order, closed. */
  readonly path: readonly string[];
  readonly legs: readonly PlannedLeg[];
  /** What leg 1 spends at most, and what the last leg should bring, both in `path[0]`. */
  readonly start_amount: Amount;
  readonly expected_end: Amount;
  /** USD for one unit of `path[0]` when it started. */
  readonly usd_rate: number;
  /** How far off its expected price a leg may be filled, in percent; its planned price it may always touch. */
  readonly max_slippage_pct?: number;
  /** The version of the configuration it was planned under; absent where the journal named none. */
  readonly config_version?: number;
  /** Absent in facts of earlier versions. */
  readonly found?: WhenFound;
  /** Reserved for the fees of all orders, twice; absent where no token is assumed to pay them. */
  readonly fee_token?: { readonly asset: string; readonly amount: Amount };
  /** Under which it was executed: fees, and what paper orders met. */
  readonly conditions?: ConditionsRecord;
  readonly key?: EffectKey;
};

export type ExecutionStarted = {
  readonly type: 'ExecutionStarted';
  readonly plan: ExecutionPlan;
  /** An order for each leg after the first, and one that unwinds what each leg but the last brings. Absent in facts of earlier versions. */
  readonly announced?: readonly AnnouncedOrder[];
  readonly at: number;
};
/**
 * An order that the start of its execution announces: at most `quantity` (base) at `price` (quote per base) or better. Within
 * these bounds it leaves without a commit of its own; after a crash the exchange is asked for it.
 */
export type AnnouncedOrder = Pick<OrderIntent, 'client_order_id' | 'symbol' | 'base' | 'quote' | 'side'> & {
  /** Absent for the order of a leg, as in facts of versions that announced no other. */
  readonly purpose?: 'leg' | 'unwind';
  /** An unwinding order is of the leg that brings the asset. */
  readonly leg: number;
  readonly quantity: Amount;
  readonly price: Amount;
};
/** From here on only orders that lead back to the start currency. */
export type UnwindStarted = {
  readonly type: 'UnwindStarted';
  readonly execution_id: string;
  readonly reason: string;
  readonly at: number;
};
/**
 * Why something is left: the best way back loses `loss_pct` of what was spent, more than `most_pct`; no trusted book takes it; as many orders as
 * may be sent have not sold it; orders are halted; or a fill came after the end.
 */
export type ResidualReason =
  | { readonly code: 'loss'; readonly loss_pct: number; readonly most_pct: number }
  | { readonly code: 'no_book' | 'orders' | 'halted' | 'late_fill' };
/** `failed`: nothing was bought. `stranded`: `left` could not be brought back. */
export type ExecutionStatus = 'completed' | 'failed' | 'unwound' | 'stranded';
export type ExecutionFinished = {
  readonly type: 'ExecutionFinished';
  readonly execution_id: string;
  readonly status: ExecutionStatus;
  /** Change of the start currency over all its orders, after fees. */
  readonly profit: Amount;
  /** Assets that it has bought and that remain; `stranded` where they are more than dust. Earlier versions gave no reason. */
  readonly left: readonly {
    readonly asset: string;
    readonly amount: Amount;
    readonly stranded: boolean;
    readonly reason?: ResidualReason;
  }[];
  /** Null where a fee was taken in an asset without a price. */
  readonly fees_usd: number | null;
  readonly error_message: string | null;
  readonly at: number;
};

/** A fee or a correction came after its end: its figures by all that is known now. */
export type ExecutionRestated = Pick<ExecutionFinished, 'execution_id' | 'profit' | 'fees_usd' | 'at'> & {
  readonly type: 'ExecutionRestated';
};

/**
 * A residual position has been sold by hand, down to dust; or, when `kept`, its owner has taken it as a position: `amount` for
 * `usd_value`, which is no longer a loss of that execution. Facts of before do not say so, and count as lost what was kept.
 */
export type StrandedCleared = {
  readonly type: 'StrandedCleared';
  readonly exchange: string;
  readonly asset: string;
  readonly kept?: true;
  readonly execution_id?: string;
  readonly amount?: Amount;
  /** At the books' prices of that moment, else the last that were known; null where there never was one. */
  readonly usd_value?: number | null;
  readonly key?: EffectKey;
  readonly at: number;
};

/** A confirmed sale of all residual positions; its orders name it. `floors`: the worst price by market and side. */
export type FlattenStarted = {
  readonly type: 'FlattenStarted';
  readonly id: string;
  readonly positions: readonly {
    readonly exchange: string;
    readonly asset: string;
    readonly amount: Amount;
    readonly floors: Readonly<Record<string, Amount>>;
  }[];
  readonly key?: EffectKey;
  readonly at: number;
};
export type FlattenFinished = { readonly type: 'FlattenFinished'; readonly flatten_id: string; readonly at: number };

export type BotStarted = {
  readonly type: 'BotStarted';
  readonly mode: TradingMode;
  readonly parameters: Parameters;
  readonly at: number;
};
export type BotStopping = { readonly type: 'BotStopping'; readonly reason: string; readonly at: number };
export type BotStopped = { readonly type: 'BotStopped'; readonly reason: string; readonly at: number };
export type ModeChanged = { readonly type: 'ModeChanged'; readonly mode: TradingMode; readonly at: number };
/** `unwritten`: an earlier process was halted and its journal could not take it. */
export type HaltCause = 'kill' | 'daily_drawdown' | 'stop_loss' | 'balance_mismatch' | 'journal' | 'unwritten' | 'loss';
/** No new order but cancels and unwinds (after a kill: none at all) until HaltReset; survives a restart. */
export type BotHalted = {
  readonly type: 'BotHalted';
  readonly cause: HaltCause;
  readonly reason: string;
  readonly at: number;
};
export type HaltReset = { readonly type: 'HaltReset'; readonly at: number };

/** Nothing new is begun until it is reset. `resumes`: by `itself` once its cause is gone, or by an `operator`. */
export type BreakerTripped = {
  readonly type: 'BreakerTripped';
  readonly name: BreakerName;
  readonly reason: string;
  readonly resumes: 'itself' | 'operator';
  readonly at: number;
};
export type BreakerReset = {
  readonly type: 'BreakerReset';
  readonly name: BreakerName;
  readonly by: 'itself' | 'operator';
  readonly at: number;
};

export type LogLevel = 'DEBUG' | 'INFO' | 'WARNING' | 'ERROR';
export type LogWritten = {
  readonly type: 'LogWritten';
  readonly id: string;
  readonly level: LogLevel;
  readonly source: string;
  readonly message: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly at: number;
};
export type NotificationRaised = {
  readonly type: 'NotificationRaised';
  readonly id: string;
  /** As in the alert events of the spec: opportunity, execution, failure, stop_loss, circuit_breaker; bot for the rest. */
  readonly notification_type: string;
  readonly level: 'success' | 'warning' | 'info' | 'error';
  readonly title: string;
  readonly message: string;
  readonly source: string;
  readonly extra_data: Readonly<Record<string, unknown>>;
  /** What clients word the message by in their own language; left out where they show the text. */
  readonly code?: string;
  readonly params?: Readonly<Record<string, string | number | null>>;
  /** Source of its figures. Journals of before have none. */
  readonly provenance?: Provenance;
  readonly at: number;
};
export type NotificationsRead = {
  readonly type: 'NotificationsRead';
  readonly ids: readonly string[] | 'all';
  readonly at: number;
};

export type ExecutionEvent =
  | ExecutionStarted
  | UnwindStarted
  | ExecutionFinished
  | ExecutionRestated
  | ExecutionBounded
  | StrandedCleared;
export type FlattenEvent = FlattenStarted | FlattenFinished;
export type LifecycleEvent = BotStarted | BotStopping | BotStopped | ModeChanged | BotHalted | HaltReset | UpkeepEvent;
export type BreakerEvent = BreakerTripped | BreakerReset;

/** What the books are made of: journalled in a chain, folded into state again at the next start. */
export type Fact =
  | ClockEvent
  | MarketEvent
  | MarketOpened
  | ExecutionEvent
  | FlattenEvent
  | OrderEvent
  | LifecycleEvent
  | BreakerEvent
  | ConfigActivated
  | AccountFact
  | EquityMarked
  | NotificationRaised
  | NotificationsRead;

/** What is kept for a while and not needed to start again. */
export type Passing = OpportunityEvent | DecisionMade | LogWritten;

/** What the engine tells its subscribers. */
export type EngineEvent = Fact | Passing;
