import type { Clock } from '../engine/clock.ts';
import { type Alert, isUrgent } from './alert.ts';
import { type Channel, type Delivery, transient } from './channel.ts';
import { digestOf, emptyGroup, type Group, merged, withAlert } from './digest.ts';
import { createRhythm } from './rhythm.ts';

/** How long one delivery may take. */
export const DELIVERY_MS = 20_000;

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

/** What waits to be told, and since when. */
interface Waiting {
  readonly group: Group;
  readonly since: number;
  readonly isUrgent: boolean;
}

const nothing: Waiting = { group: emptyGroup, since: 0, isUrgent: false };

export function createCourier({ channel, clock, onOutage, onRecovery }: CourierOptions): Courier {
  const rhythm = createRhythm(channel.pauseMs);
  let waiting = nothing;
  let outage: string | null = null;
  let cancel: () => void = () => {};
  let underWay: AbortController | null = null;
  let stopped = false;

  const plan = (): void => {
    cancel();
    if (stopped || underWay !== null || waiting === nothing) return;
    const now = clock.now();
    const due = rhythm.next(waiting.since, waiting.isUrgent, now);
    cancel = clock.after(Math.max(0, due - now), () => void send());
  };

  const send = async (): Promise<void> => {
    const taken = waiting;
    waiting = nothing;
    const attempt = new AbortController();
    underWay = attempt;
    const disarm = clock.after(DELIVERY_MS, () => attempt.abort());
    const delivery = await delivered(channel, taken.group, attempt.signal);
    disarm();
    if (underWay !== attempt) return;
    underWay = null;
    if (delivery.ok) succeed(taken);
    else fail(taken, delivery);
    plan();
  };

  const succeed = (sent: Waiting): void => {
    rhythm.sent(sent.isUrgent, clock.now());
    if (outage !== null) onRecovery();
    outage = null;
  };

  const fail = (kept: Waiting, failure: Extract<Delivery, { ok: false }>): void => {
    const isUrgent = kept.isUrgent || waiting.isUrgent;
    waiting = { group: merged(kept.group, waiting.group), since: kept.since, isUrgent };
    rhythm.failed(failure, clock.now());
    if (outage === null) onOutage(failure.reason);
    outage = failure.reason;
  };

  const drop = (): void => {
    waiting = nothing;
    underWay?.abort();
    underWay = null;
  };

  return {
    take(alert) {
      waiting = {
        group: withAlert(waiting.group, alert),
        since: waiting === nothing ? clock.now() : waiting.since,
        isUrgent: waiting.isUrgent || isUrgent(alert),
      };
      plan();
    },
    renew(isOn) {
      rhythm.renew();
      outage = null;
      if (!isOn) drop();
      plan();
    },
    failing: () => outage,
    stop() {
      stopped = true;
      drop();
      plan();
    },
  };
}

/** A channel never throws; if one does, it must not take the bot along. */
async function delivered(channel: Channel, group: Group, signal: AbortSignal): Promise<Delivery> {
  try {
    return await channel.deliver(digestOf(group), signal);
  } catch {
    return transient('the message could not be made');
  }
}
