import type { Clock } from '../engine/clock.ts';
import { type Alert, isUrgent } from './alert.ts';
import { type Channel, type Delivery, transient } from './channel.ts';
import { digestOf, emptyGroup, type Group, merged, withAlert } from './digest.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** How often messages go out. All in ms. */
export const pace = {
  /** After the first alert: what comes within goes along. */
  gather: 2 * SECOND_MS,
  /** After a message, before the next with a stop-loss or a breaker in it; ordinary ones wait for the channel's own pause. */
  urgentPause: 10 * SECOND_MS,
  /** After a failure: the first wait, doubling up to the longest. */
  firstRetry: 5 * SECOND_MS,
  longestRetry: 5 * MINUTE_MS,
  /** After a refusal that will come again until the settings change: an account must not be locked by trying. */
  refusedRetry: 60 * MINUTE_MS,
  /** How long one delivery may take. */
  timeout: 20 * SECOND_MS,
};

export interface CourierOptions {
  readonly channel: Channel;
  readonly clock: Pick<Clock, 'now' | 'after'>;
  /** Called once when deliveries begin to fail, not again until one has succeeded. */
  readonly onOutage: (reason: string) => void;
  readonly onRecovery: () => void;
}

/** Takes alerts for one channel and hands them on in few messages. */
export interface Courier {
  take(alert: Alert): void;
  /** The settings are others: what waits is tried at once; or dropped, where the channel is off. */
  renew(isOn: boolean): void;
  /** Why the last delivery failed, or null. */
  failing(): string | null;
  stop(): void;
}

export function createCourier({ channel, clock, onOutage, onRecovery }: CourierOptions): Courier {
  let waiting: Group = emptyGroup;
  let waitingSince = 0;
  let urgent = false;
  let lastSentAt = Number.NEGATIVE_INFINITY;
  let failures = 0;
  let notBefore = 0;
  let outage: string | null = null;
  let cancel: () => void = () => {};
  let underWay: AbortController | null = null;
  let stopped = false;

  const plan = (): void => {
    cancel();
    if (stopped || underWay !== null || waiting.shown.length === 0) return;
    const pause = urgent ? pace.urgentPause : channel.pauseMs;
    const due = Math.max(waitingSince + pace.gather, lastSentAt + pause, notBefore);
    cancel = clock.after(Math.max(0, due - clock.now()), () => void send());
  };

  const send = async (): Promise<void> => {
    const group = waiting;
    const wasUrgent = urgent;
    waiting = emptyGroup;
    urgent = false;
    const attempt = new AbortController();
    underWay = attempt;
    const disarm = clock.after(pace.timeout, () => attempt.abort());
    const delivery = await deliver(group, attempt.signal);
    disarm();
    if (underWay !== attempt) return;
    underWay = null;
    if (delivery.ok) succeed();
    else {
      waiting = merged(group, waiting);
      urgent ||= wasUrgent;
      fail(delivery);
    }
    plan();
  };

  // A channel never throws; if one does, it must not take the bot along.
  const deliver = async (group: Group, signal: AbortSignal): Promise<Delivery> => {
    try {
      return await channel.deliver(digestOf(group), signal);
    } catch {
      return transient('the message could not be made');
    }
  };

  const succeed = (): void => {
    lastSentAt = clock.now();
    failures = 0;
    if (outage !== null) onRecovery();
    outage = null;
  };

  const fail = ({ kind, reason, retryAfterMs }: Extract<Delivery, { ok: false }>): void => {
    const backoff = Math.min(pace.longestRetry, pace.firstRetry * 2 ** failures);
    failures += 1;
    notBefore = clock.now() + (kind === 'permanent' ? pace.refusedRetry : Math.max(backoff, retryAfterMs ?? 0));
    if (outage === null) onOutage(reason);
    outage = reason;
  };

  const dropAll = (): void => {
    waiting = emptyGroup;
    urgent = false;
    underWay?.abort();
    underWay = null;
  };

  return {
    take(alert) {
      if (waiting.shown.length === 0) waitingSince = clock.now();
      waiting = withAlert(waiting, alert);
      urgent ||= isUrgent(alert);
      plan();
    },
    renew(isOn) {
      failures = 0;
      notBefore = 0;
      outage = null;
      if (!isOn) dropAll();
      plan();
    },
    failing: () => outage,
    stop() {
      stopped = true;
      cancel();
      dropAll();
    },
  };
}
