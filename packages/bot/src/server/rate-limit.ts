const CALLERS_KEPT = 10_000;

/** A bucket of calls for each caller: `burst` at once, `perSecond` in the long run. */
export interface RateLimit {
  /** Takes `cost` calls out of the caller's bucket; gives the seconds to wait when there are too few in it, else null. */
  take(caller: string, cost?: number): number | null;
}

export function createRateLimit(burst: number, perSecond: number, now: () => number): RateLimit {
  const buckets = new Map<string, { left: number; at: number }>();
  return {
    take(caller, cost = 1) {
      const bucket = buckets.get(caller) ?? { left: burst, at: now() };
      const left = Math.min(burst, bucket.left + (Math.max(0, now() - bucket.at) / 1000) * perSecond);
      const enough = left >= cost;
      buckets.delete(caller);
      buckets.set(caller, { left: enough ? left - cost : left, at: now() });
      if (buckets.size > CALLERS_KEPT) {
        const [oldest] = buckets.keys();
        if (oldest !== undefined) buckets.delete(oldest);
      }
      return enough ? null : Math.max(1, Math.ceil((cost - left) / perSecond));
    },
  };
}
