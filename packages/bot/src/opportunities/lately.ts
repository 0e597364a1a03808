import type { ScanRecord } from '@triquad/core/contract';
import { type Elapsed, since } from '../model/clock.ts';

type Seen = Pick<ScanRecord, 'markets_trusted' | 'directed_tri' | 'directed_quad' | 'best_cycle'>;

/** The most that was seen at once in the last minutes, as a burst of quotes is over before the next look. */
export type Lately = {
  add(seen: Seen): void;
  /** `seconds`: five minutes, or less when it began since. */
  most(): ScanRecord['lately'];
  /** Forgets what was seen: what is found from now on is another matter. */
  restart(): void;
};

const windowMs = 300_000;
const bucketMs = 10_000;

export const createLately = (now: () => Elapsed): Lately => {
  let begun = now();
  const passed = (): number => since(begun, now());
  let buckets: { readonly at: number; readonly seen: Seen }[] = [];
  return {
    add: (seen) => {
      const at = Math.floor(passed() / bucketMs) * bucketMs;
      const last = buckets.at(-1);
      if (last?.at === at) buckets[buckets.length - 1] = { at, seen: greater(last.seen, seen) };
      else buckets = [...buckets.filter((bucket) => bucket.at > at - windowMs), { at, seen }];
    },
    most: () => {
      const recent = buckets.filter(({ at }) => at > passed() - windowMs).map(({ seen }) => seen);
      return { seconds: Math.round(Math.min(passed(), windowMs) / 1000), ...recent.reduce(greater, nothing) };
    },
    restart: () => {
      begun = now();
      buckets = [];
    },
  };
};

const nothing: Seen = { markets_trusted: 0, directed_tri: 0, directed_quad: 0, best_cycle: null };

const greater = (one: Seen, other: Seen): Seen => ({
  markets_trusted: Math.max(one.markets_trusted, other.markets_trusted),
  directed_tri: Math.max(one.directed_tri, other.directed_tri),
  directed_quad: Math.max(one.directed_quad, other.directed_quad),
  best_cycle: better(one.best_cycle, other.best_cycle),
});

const better = (one: Seen['best_cycle'], other: Seen['best_cycle']): Seen['best_cycle'] =>
  one === null || (other !== null && other.profit_pct > one.profit_pct) ? other : one;
