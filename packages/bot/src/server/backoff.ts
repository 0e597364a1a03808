const WINDOW_MS = 60_000;
const FREE_FAILURES = 10;

/** Counts refused credentials: a right one is never held up, so nobody can lock the operator out. */
export interface Backoff {
  /** Records a refused credential; gives the seconds to wait once there were too many in a minute, else null. */
  failed(): number | null;
}

export function createBackoff(now: () => number): Backoff {
  const failures: number[] = [];
  return {
    failed() {
      const since = now() - WINDOW_MS;
      while (failures[0] !== undefined && failures[0] <= since) failures.shift();
      const oldest = failures[0];
      if (failures.length >= FREE_FAILURES && oldest !== undefined) {
        return Math.max(1, Math.ceil((oldest - since) / 1000));
      }
      failures.push(now());
      return null;
    },
  };
}
