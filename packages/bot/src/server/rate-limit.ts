import { type Elapsed, since } from '../model/clock.ts';

const CALLERS_KEPT = 10_000;

/** A bucket of calls for each caller: `burst` at once, `perSecond` in the long run of the monotonic clock. */
export interface RateLimit {
  /** Takes `cost` calls out of the caller's bucket; gives the seconds to wait when there are too few in it, else null. */
  take(caller: string, cost?: number): number | null;
}

export function createRateLimit(burst: number, perSecond: number, monotonic: () => Elapsed): RateLimit {
  const buckets = new Map<string, { left: number; at: Elapsed }>();
  return {
    take(caller, cost = 1) {
      const at = monotonic();
      const bucket = buckets.get(caller) ?? { left: burst, at };
      const left = Math.min(burst, bucket.left + (since(bucket.at, at) / 1000) * perSecond);
      const enough = left >= cost;
      buckets.delete(caller);
      buckets.set(caller, { left: enough ? left - cost : left, at });
      if (buckets.size > CALLERS_KEPT) {
        const [oldest] = buckets.keys();
        if (oldest !== undefined) buckets.delete(oldest);
      }
      return enough ? null : Math.max(1, Math.ceil((cost - left) / perSecond));
    },
  };
}
