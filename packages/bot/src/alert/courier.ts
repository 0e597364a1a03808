import type { Clock } from '../model/clock.ts';
import { since } from '../model/moment.ts';
import { type Alert, isUrgent } from './alert.ts';
import { type Channel, type Delivery, transient } from './channel.ts';
import { digestOf, emptyGroup, type Group, merged, withAlert } from './digest.ts';
import { createRhythm } from './rhythm.ts';

/** How long one delivery may take. */
export const DELIVERY_MS = 20_000;

export interface CourierOptions {
  readonly channel: Channel;
  readonly clock: Pick<Clock, 'monotonic' | 'after'>;
  /** Called once when deliveries begin to fail, not again until one has succeeded. */
  readonly onOutage: (reason: string) => void;
  readonly onRecovery: () => void;
  /** Told of the newest notification of each message that went out. */
  readonly onDelivered: (mark: Mark) => void;
}

/** A notification, by which it is known later what was told and what was not. `at` in UTC milliseconds. */
export interface Mark {
  readonly id: string;
  readonly at: number;
}

/** Takes alerts for one channel and hands them on in few messages. */
export interface Courier {
  /** `mark` is the notification that it tells of, null where it is none. */
  take(alert: Alert, mark: Mark | null): void;
  /** Whether everything taken has gone out. */
  isIdle(): boolean;
  /** The settings are others: what waits is tried at once; or dropped, where the channel is off. */
  renew(isOn: boolean): void;
  /** Why the last delivery failed, or null. */
  failing(): string | null;
  /** Sends what waits now and nothing more; given up once `deadline` is over. A channel that fails anyway is not tried. */
  finish(deadline: AbortSignal): Promise<void>;
}

/** What waits to be told, and since when, in ms of the courier's own time. */
interface Waiting {
  readonly group: Group;
  readonly since: number;
  readonly isUrgent: boolean;
  /** The newest notification in it. */
  readonly mark: Mark | null;
}

const nothing: Waiting = { group: emptyGroup, since: 0, isUrgent: false, mark: null };

export function createCourier({ channel, clock, onOutage, onRecovery, onDelivered }: CourierOptions): Courier {
  const rhythm = createRhythm(channel.pauseMs);
  const begun = clock.monotonic();
  const now = (): number => since(begun, clock.monotonic());
  let waiting = nothing;
  let outage: string | null = null;
  let cancel: () => void = () => {};
  let underWay: AbortController | null = null;
  let sending: Promise<void> = Promise.resolve();
  let stopped = false;

  const plan = (): void => {
    cancel();
    if (stopped || underWay !== null || waiting === nothing) return;
    const due = rhythm.next(waiting.since, waiting.isUrgent, now());
    cancel = clock.after(Math.max(0, due - now()), () => {
      sending = send();
    });
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
    if (sent.mark !== null) onDelivered(sent.mark);
    rhythm.sent(sent.isUrgent, now());
    if (outage !== null) onRecovery();
    outage = null;
  };

  const fail = (kept: Waiting, failure: Extract<Delivery, { ok: false }>): void => {
    const isUrgent = kept.isUrgent || waiting.isUrgent;
    waiting = {
      group: merged(kept.group, waiting.group),
      since: kept.since,
      isUrgent,
      mark: waiting.mark ?? kept.mark,
    };
    rhythm.failed(failure, now());
    if (outage === null && !stopped) onOutage(failure.reason);
    outage = failure.reason;
  };

  const drop = (): void => {
    waiting = nothing;
    underWay?.abort();
    underWay = null;
  };

  return {
    take(alert, mark) {
      waiting = {
        group: withAlert(waiting.group, alert),
        since: waiting === nothing ? now() : waiting.since,
        isUrgent: waiting.isUrgent || isUrgent(alert),
        mark: mark ?? waiting.mark,
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
    isIdle: () => waiting === nothing && underWay === null,
    async finish(deadline) {
      stopped = true;
      cancel();
      const giveUp = () => underWay?.abort();
      deadline.addEventListener('abort', giveUp);
      await sending;
      if (waiting !== nothing && outage === null && !deadline.aborted) await send();
      deadline.removeEventListener('abort', giveUp);
      drop();
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
