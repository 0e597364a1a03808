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
  readonly last: number;
  readonly until: number;
}

export function createBackoff(now: () => number): Backoff {
  const tried = new Map<string, Tried>();
  const known = new Map<string, number>();
  let overall: number[] = [];

  const overallWait = (source: string): number => {
    overall = overall.filter((at) => at > now() - OVERALL_WINDOW_MS);
    const isKnown = (known.get(source) ?? Number.NEGATIVE_INFINITY) > now() - KNOWN_MS;
    const oldest = overall[overall.length - OVERALL];
    return isKnown || oldest === undefined ? 0 : oldest + OVERALL_WINDOW_MS - now();
  };

  const triedNow = (wrong: number): Tried => {
    const wait = wrong < FREE ? 0 : Math.min(LONGEST_WAIT_MS, 1000 * 2 ** (wrong - FREE));
    return { wrong, last: now(), until: now() + wait };
  };

  return {
    attempt(source) {
      const before = tried.get(source);
      const fresh = before === undefined || now() - before.last >= FORGOTTEN_AFTER_MS;
      const { wrong, until } = fresh ? { wrong: 0, until: 0 } : before;
      const wait = Math.max(until - now(), overallWait(source));
      if (wait > 0) return Math.ceil(wait / 1000);
      put(tried, source, triedNow(wrong + 1));
      overall.push(now());
      return null;
    },
    failed(source) {
      put(tried, source, triedNow(tried.get(source)?.wrong ?? 1));
    },
    succeeded(source) {
      tried.delete(source);
      overall.pop();
      put(known, source, now());
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
