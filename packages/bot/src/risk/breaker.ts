import type { BreakerName, BreakerSettings } from '../model/breaker-settings.ts';

/** What the breakers are judged by; null where nothing was measured. */
export type BreakerReadings = {
  readonly failures_in_a_row: number;
  readonly orders: { readonly closed: number; readonly rejected: number };
  /** Ours less the exchange's, of the exchange where they differ most. */
  readonly skew: { readonly exchange: string; readonly ms: number } | null;
  /** Of the connections to exchanges that are traded on and were heard once, those that have sent nothing current for longer than they may. */
  readonly feeds: { readonly silent: number; readonly all: number };
  readonly lag_ms: number | null;
};

/** Why each breaker should be tripped now, with the figures; those that should not are left out. Pure. */
export const judgeBreakers = (read: BreakerReadings, set: BreakerSettings): ReadonlyMap<BreakerName, string> => {
  const reasons = new Map<BreakerName, string>();
  for (const [name, judge] of judges) {
    const reason = judge(read, set);
    if (reason !== null) reasons.set(name, reason);
  }
  return reasons;
};

const failures = ({ failures_in_a_row: count }: BreakerReadings, { consecutive_failures: set }: BreakerSettings) =>
  count >= set.count ? `${count} executions in a row failed, the limit is ${set.count}` : null;

const rejects = ({ orders: { closed, rejected } }: BreakerReadings, { reject_rate: set }: BreakerSettings) => {
  if (closed < set.least_orders || (rejected / closed) * 100 < set.pct) return null;
  return `${rejected} of the last ${closed} orders were refused, the limit is ${set.pct} %`;
};

const skew = ({ skew: read }: BreakerReadings, { clock_skew: set }: BreakerSettings) => {
  if (read === null || Math.abs(read.ms) < set.ms) return null;
  const way = read.ms > 0 ? 'ahead of' : 'behind';
  return `this machine's clock is ${Math.abs(Math.round(read.ms))} ms ${way} that of ${read.exchange}, the limit is ${set.ms} ms`;
};

const stale = ({ feeds: { silent, all } }: BreakerReadings, { stale_data: set }: BreakerSettings) =>
  all > 0 && (silent / all) * 100 > set.pct
    ? `${silent} of ${all} connections have sent nothing, or late data, for ${set.for_ms / 1000} s, the limit is ${set.pct} %`
    : null;

const lag = ({ lag_ms }: BreakerReadings, { event_loop_lag: set }: BreakerSettings) =>
  lag_ms !== null && lag_ms >= set.ms
    ? `the process is ${Math.round(lag_ms)} ms late, the limit is ${set.ms} ms`
    : null;

const judges: readonly (readonly [BreakerName, (read: BreakerReadings, set: BreakerSettings) => string | null])[] = [
  ['consecutive_failures', failures],
  ['reject_rate', rejects],
  ['clock_skew', skew],
  ['stale_data', stale],
  ['event_loop_lag', lag],
];
