import { type Elapsed, since } from '../model/clock.ts';

/** Wrong passwords that cost no wait: for one name from one source, and from one source for all names. */
const FREE = 5;
const FREE_OF_SOURCE = 30;
const LONGEST_WAIT_MS = 15 * 60_000;
const FORGOTTEN_AFTER_MS = 60 * 60_000;
const OVERALL_WINDOW_MS = 60_000;
const OVERALL = 60;
const KNOWN_MS = 30 * 86_400_000;
const KEPT = 10_000;

/**
 * How often passwords may be tried. For a name from a source five wrong ones are free, then each doubles the wait, from a second to a quarter
 * of an hour; an hour without one forgets them. The same holds for a source from its thirtieth wrong one on, and over all sources sixty a
 * minute are looked at; neither holds up a name that signed in from that source in the last thirty days. A device on which the name has signed in
 * counts by itself: neither its source nor what others try for the name there holds it up. A right token or login code is never held up at all.
 *
 * It measures by the monotonic clock and keeps nothing over a restart, so a wall clock that is set neither locks sign-in nor opens it.
 */
export interface Backoff {
  /**
   * Seconds to wait before a password for the name from this source is looked at; null when it may be now, and then it counts as wrong until
   * `succeeded`. Names are told apart as users are, without regard to case.
   */
  attempt(source: string, name: string, device?: string | null): number | null;
  /** It was wrong indeed: the wait begins now, however long the look took. */
  failed(source: string, name: string, device?: string | null): void;
  succeeded(source: string, name: string, device?: string | null): void;
}

interface Tried {
  readonly wrong: number;
  readonly last: Elapsed;
  /** From `last` on. */
  readonly waitMs: number;
}

export function createBackoff(monotonic: () => Elapsed): Backoff {
  const known = new Map<string, Elapsed>();
  let overall: Elapsed[] = [];

  /** Ms until a time that began at `from` has lasted `ms`; 0 or less when it has. */
  const leftOf = (ms: number, from: Elapsed): number => ms - since(from, monotonic());

  const createCount = (free: number) => {
    const tried = new Map<string, Tried>();
    const note = (key: string, wrong: number): void => {
      const waitMs = wrong < free ? 0 : Math.min(LONGEST_WAIT_MS, 1000 * 2 ** (wrong - free));
      put(tried, key, { wrong, last: monotonic(), waitMs });
    };
    const remembered = (key: string): Tried | null => {
      const before = tried.get(key);
      return before !== undefined && leftOf(FORGOTTEN_AFTER_MS, before.last) > 0 ? before : null;
    };
    return {
      wait: (key: string): number => {
        const before = remembered(key);
        return before === null ? 0 : leftOf(before.waitMs, before.last);
      },
      begin: (key: string) => note(key, (remembered(key)?.wrong ?? 0) + 1),
      failed: (key: string) => note(key, tried.get(key)?.wrong ?? 1),
      takeBack: (key: string) => {
        const before = tried.get(key);
        if (before !== undefined) note(key, Math.max(0, before.wrong - 1));
      },
      forget: (key: string) => void tried.delete(key),
    };
  };
  const names = createCount(FREE);
  const sources = createCount(FREE_OF_SOURCE);
  const keyOf = (source: string, name: string, device: string | null): string =>
    device === null ? `${source}\n${name.trim().toLowerCase().slice(0, 100)}` : `device\n${device}`;

  const overallWait = (): number => {
    overall = overall.filter((at) => leftOf(OVERALL_WINDOW_MS, at) > 0);
    const oldest = overall[overall.length - OVERALL];
    return oldest === undefined ? 0 : leftOf(OVERALL_WINDOW_MS, oldest);
  };

  return {
    attempt(source, name, device = null) {
      const key = keyOf(source, name, device);
      const knownAt = known.get(key);
      const isKnown = device !== null || (knownAt !== undefined && leftOf(KNOWN_MS, knownAt) > 0);
      const wait = Math.max(names.wait(key), ...(isKnown ? [] : [sources.wait(source), overallWait()]));
      if (wait > 0) return Math.ceil(wait / 1000);
      names.begin(key);
      if (device !== null) return null;
      sources.begin(source);
      overall.push(monotonic());
      return null;
    },
    failed(source, name, device = null) {
      names.failed(keyOf(source, name, device));
      if (device === null) sources.failed(source);
    },
    succeeded(source, name, device = null) {
      const key = keyOf(source, name, device);
      names.forget(key);
      if (device !== null) return;
      sources.takeBack(source);
      overall.pop();
      put(known, key, monotonic());
    },
  };
}

/** Keeps the newest; who floods with sources or names loses the oldest of them. */
function put<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= KEPT) return;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}
