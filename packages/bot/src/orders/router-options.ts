import type { Reached } from '../kernel/port.ts';
import type { Clock } from '../model/clock.ts';
import type { Fact } from '../model/event.ts';
import type { OrderReport } from '../model/exchange.ts';
import type { JournalledState, Order } from '../model/state.ts';
import type { SendChecks } from './send-checks.ts';

/** The parts of the engine that the order router uses. */
export type RouterOptions = SendChecks & {
  readonly clock: Clock;
  readonly exchanges: ReadonlyMap<string, Reached>;
  readonly state: JournalledState;
  timeoutMs(): number;
  record(facts: readonly Fact[]): boolean;
  /** Runs the effect once everything recorded so far is on the disk. */
  whenKept(effect: () => void): void;
  /** USD for one unit of the asset at the exchange, null where there is no price. */
  usdRate(exchange: string, asset: string): number | null;
  /** A fill came of an order that was written off. */
  onLateFill(order: Order): void;
  /** An order that was taken for ended rests at its exchange, and is cancelled. */
  onBack(order: Order): void;
  /** A report of an order that is not in memory. */
  onStranger(exchange: string, report: OrderReport): void;
};
