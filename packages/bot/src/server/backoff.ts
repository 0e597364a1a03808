import { type Elapsed, since } from '../model/clock.ts';

const FREE = 5;
const LONGEST_WAIT_MS = 15 * 60_000;
const FORGOTTEN_AFTER_MS = 60 * 60_000;
const OVERALL_WINDOW_MS = 60_000;
const OVERALL = 60;
const KNOWN_MS = 30 * 86_400_000;
const SOURCES_KEPT = 10_000;

/**
 * How often passwords may be tried. Per source five wrong ones are free, then each doubles the wait, from a second to a quarter of
 * an hour; an hour without one forgets them. Over all sources sixty a minute are looked at, but those who signed in from a source in the last
 * thirty days are not held up there by what others try. A right token or login code is never held up at all.
 *
 * It measures by the monotonic clock and keeps nothing over a restart, so a wall clock that is set neither locks sign-in nor opens it.
 */
export interface Backoff {
  /** Seconds to wait before a password from this source is looked at; null when it may be now, and then it counts as wrong until `succeeded`. */
  attempt(source: string): number | null;
  /** It was wrong indeed: the wait begins now, however long the look took. */
  failed(source: string): void;
  succeeded(source: string): void;
}

interface Tried {
  readonly wrong: number;
  readonly last: Elapsed;
  /** From `last` on. */
  readonly waitMs: number;
}

export function createBackoff(monotonic: () => Elapsed): Backoff {
  const tried = new Map<string, Tried>();
  const known = new Map<string, Elapsed>();
  let overall: Elapsed[] = [];

  /** Ms until a time that began at `from` has lasted `ms`; 0 or less when it has. */
  const leftOf = (ms: number, from: Elapsed): number => ms - since(from, monotonic());

  const overallWait = (source: string): number => {
    overall = overall.filter((at) => leftOf(OVERALL_WINDOW_MS, at) > 0);
    const knownAt = known.get(source);
    const isKnown = knownAt !== undefined && leftOf(KNOWN_MS, knownAt) > 0;
    const oldest = overall[overall.length - OVERALL];
    return isKnown || oldest === undefined ? 0 : leftOf(OVERALL_WINDOW_MS, oldest);
  };

  const triedNow = (wrong: number): Tried => ({
    wrong,
    last: monotonic(),
    waitMs: wrong < FREE ? 0 : Math.min(LONGEST_WAIT_MS, 1000 * 2 ** (wrong - FREE)),
  });

  return {
    attempt(source) {
      const before = tried.get(source);
      const remembered = before !== undefined && leftOf(FORGOTTEN_AFTER_MS, before.last) > 0 ? before : null;
      const own = remembered === null ? 0 : leftOf(remembered.waitMs, remembered.last);
      const wait = Math.max(own, overallWait(source));
      if (wait > 0) return Math.ceil(wait / 1000);
      put(tried, source, triedNow((remembered?.wrong ?? 0) + 1));
      overall.push(monotonic());
      return null;
    },
    failed(source) {
      put(tried, source, triedNow(tried.get(source)?.wrong ?? 1));
    },
    succeeded(source) {
      tried.delete(source);
      overall.pop();
      put(known, source, monotonic());
    },
  };
}

/** Keeps the newest; who floods with sources loses the oldest of them. */
function put<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= SOURCES_KEPT) return;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}
