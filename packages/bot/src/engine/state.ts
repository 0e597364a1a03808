import type { TradingMode } from '@triquad/core/contract';
import type { Amount, Fee } from '../exchange/exchange.ts';
import type {
  ExecutionFinished,
  ExecutionPlan,
  HaltCause,
  NotificationRaised,
  OrderIntent,
  Parameters,
} from './event.ts';

/** An order with what became of it. `unknown`: asked for, never sent again. The last three are final. */
export type Order = OrderIntent & {
  readonly status: 'intended' | 'sent' | 'open' | 'unknown' | 'filled' | 'cancelled' | 'failed';
  readonly exchange_order_id: string | null;
  readonly filled_quantity: Amount;
  /** Before fees. */
  readonly filled_quote: Amount;
  /** One entry an asset. */
  readonly fees: readonly Fee[];
  readonly reason: string | null;
  readonly created_at: number;
  readonly sent_at: number | null;
  readonly updated_at: number;
};

/** An execution with its orders in the order of their intents. */
export type Execution = ExecutionPlan & {
  readonly status: 'legs' | 'unwinding' | ExecutionFinished['status'];
  readonly order_ids: readonly string[];
  readonly unwind_reason: string | null;
  readonly profit: Amount | null;
  readonly left: ExecutionFinished['left'];
  readonly error_message: string | null;
  readonly started_at: number;
  readonly finished_at: number | null;
};

export type Notification = NotificationRaised & { readonly read: boolean };

/** Lifecycle of the bot; `starting` lasts while the journal is replayed and open orders are resolved. */
export type Lifecycle = 'starting' | 'stopped' | 'running' | 'stopping';

/** What the journal alone says: folded from facts, equal after every restart. Maps keep the order of creation. */
export type JournalledState = {
  readonly mode: TradingMode;
  /** Whether the last thing asked of the bot was to run. */
  readonly running: boolean;
  readonly parameters: Parameters;
  readonly started_at: number | null;
  readonly halted: { readonly cause: HaltCause; readonly reason: string; readonly at: number } | null;
  readonly orders: ReadonlyMap<string, Order>;
  readonly executions: ReadonlyMap<string, Execution>;
  /** Assets that an execution could not bring back: exchange → asset → amount. Sold by hand, they leave. */
  readonly stranded: ReadonlyMap<string, ReadonlyMap<string, Amount>>;
  readonly notifications: readonly Notification[];
  /** Day as `2026-01-31` (UTC), and how many executions were started on it. */
  readonly today: { readonly day: string; readonly executions: number };
};

/** The best directed cycle at this moment by marginal rates after fees, whether it pays or not. */
export type BestCycle = { readonly exchange: string; readonly path: readonly string[]; readonly profit_pct: number };

export type EngineStatistics = {
  readonly markets: number;
  readonly tri_cycles: number;
  readonly quad_cycles: number;
  readonly updates: number;
  readonly updates_per_second: number;
  readonly best_cycle: BestCycle | null;
  /** From the arrival of an update to its decision, in ms; null before the first. */
  readonly detection_p50_ms: number | null;
  readonly detection_p99_ms: number | null;
};
