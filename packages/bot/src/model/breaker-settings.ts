/** What makes the bot take on nothing new until it is over; `risk/breaker.ts` judges each. */
export const breakerNames = [
  'consecutive_failures',
  'reject_rate',
  'clock_skew',
  'stale_data',
  'event_loop_lag',
] as const;
export type BreakerName = (typeof breakerNames)[number];

/**
 * When each trips. `cool_off_ms`: how long its cause must be gone before it resumes by itself; null where only an operator may
 * reset it.
 */
export type BreakerSettings = {
  /** Executions in a row that were unwound, left a residual position, or were refused by the exchange. */
  readonly consecutive_failures: { readonly count: number; readonly cool_off_ms: number | null };
  /** Percent of the orders closed within the window that the exchange refused or that never reached it. */
  readonly reject_rate: {
    readonly pct: number;
    readonly least_orders: number;
    readonly window_ms: number;
    readonly cool_off_ms: number | null;
  };
  /** Ms between an exchange's clock and ours, by the least delayed message of the last second. */
  readonly clock_skew: { readonly ms: number; readonly cool_off_ms: number | null };
  /** Percent of the connections to enabled exchanges that have sent nothing, or late data, for so long, of those that were heard once; no recordings. */
  readonly stale_data: { readonly pct: number; readonly for_ms: number; readonly cool_off_ms: number | null };
  /** Ms by which the process was late in each of the last three seconds. */
  readonly event_loop_lag: { readonly ms: number; readonly cool_off_ms: number | null };
};

export const defaultBreakers: BreakerSettings = {
  consecutive_failures: { count: 5, cool_off_ms: null },
  reject_rate: { pct: 30, least_orders: 10, window_ms: 300_000, cool_off_ms: 60_000 },
  clock_skew: { ms: 2000, cool_off_ms: 10_000 },
  stale_data: { pct: 50, for_ms: 5000, cool_off_ms: 5000 },
  event_loop_lag: { ms: 1000, cool_off_ms: 10_000 },
};
