import type { Delivery } from './channel.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
/** After the first alert: what comes within goes along. */
const GATHER_MS = 2 * SECOND_MS;
/** After a message, before the next with a stop-loss or a breaker in it; doubling, up to the channel's own pause, while they keep coming. */
const URGENT_PAUSE_MS = 10 * SECOND_MS;
/** So many of the channel's pauses without an urgent message, and the next may hurry again. */
const CALM_PAUSES = 2;
/** After a failure; doubling up to the longest. */
const FIRST_RETRY_MS = 5 * SECOND_MS;
const LONGEST_RETRY_MS = 5 * MINUTE_MS;
/** After a refusal that will come again until the settings change: an account must not be locked by trying. */
const REFUSED_RETRY_MS = 60 * MINUTE_MS;

/** When messages may go out. Times in ms of a monotonic clock that began at 0. */
export interface RetrySchedule {
  /** The earliest time to send what waits since `since`. */
  next(since: number, isUrgent: boolean, now: number): number;
  sent(isUrgent: boolean, at: number): void;
  failed(failure: Extract<Delivery, { ok: false }>, at: number): void;
  /** Forgets failures: the next try may come at once. */
  renew(): void;
}

/** `pauseMs`: after a message, before the next ordinary one. */
export function createRetrySchedule(pauseMs: number): RetrySchedule {
  let lastSentAt = Number.NEGATIVE_INFINITY;
  let lastUrgentAt = Number.NEGATIVE_INFINITY;
  let hurried = 0;
  let failures = 0;
  let notBefore = 0;
  /** How many urgent messages there were in a row. */
  const hurriedAt = (at: number): number => (at - lastUrgentAt < CALM_PAUSES * pauseMs ? hurried : 0);
  return {
    next(since, isUrgent, now) {
      const urgentPause = URGENT_PAUSE_MS * 2 ** Math.max(0, hurriedAt(now) - 1);
      const pause = isUrgent ? Math.min(pauseMs, urgentPause) : pauseMs;
      return Math.max(since + GATHER_MS, lastSentAt + pause, notBefore);
    },
    sent(isUrgent, at) {
      lastSentAt = at;
      failures = 0;
      if (!isUrgent) return;
      hurried = hurriedAt(at) + 1;
      lastUrgentAt = at;
    },
    failed({ kind, retryAfterMs }, at) {
      const backoff = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures);
      failures += 1;
      notBefore = at + (kind === 'permanent' ? REFUSED_RETRY_MS : Math.max(backoff, retryAfterMs ?? 0));
    },
    renew() {
      failures = 0;
      notBefore = 0;
    },
  };
}
